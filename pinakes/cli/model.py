"""pinakes model: which model answers, which could, and is a file whole?"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pinakes.clean import one_line
from pinakes.cli import output
from pinakes.cli.opening import config
from pinakes.errors import ModelError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pinakes.answer.found import FoundModel
    from pinakes.answer.known import Speed
    from pinakes.answer.models import ModelFile
    from pinakes.config import Config

_HOW = {
    "linked": "one file with two names: it takes no more room, and stays if the other one goes",
    "copied": "a copy: the file that you gave is no longer needed",
    "pointed": "a symbolic link: it needs the file that you gave",
    "there": "it was there already",
}


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("model", parents=[shared], help="the model that answers: list, add, use, verify")
    parser.set_defaults(run=run)
    what = parser.add_subparsers(metavar="WHAT", prog=parser.prog)
    listed = what.add_parser("list", parents=[shared], help="the models on this machine, and which of them answers")
    listed.set_defaults(run=run)
    adding = what.add_parser("add", parents=[shared], help="take a GGUF file into Pinakes' folder of models")
    adding.add_argument("file", metavar="FILE.gguf")
    adding.add_argument("--name", default="", help="in place of the file's own")
    adding.add_argument("--link", action="store_true", help="by a symbolic link, whatever disk the file is on")
    adding.add_argument("--use", action="store_true", help="and let it answer")
    adding.set_defaults(run=_add)
    using = what.add_parser("use", parents=[shared], help="let a model answer: writes `model` into the settings")
    using.add_argument("name", metavar="NAME", help="as `model list` has it, or a file; `shipped`: the one from setup")
    using.set_defaults(run=_use)
    verifying = what.add_parser("verify", parents=[shared], help="read a model whole, load it, and time it")
    verifying.add_argument("name", metavar="NAME", nargs="?", default="", help="without one: the model that answers")
    verifying.set_defaults(run=_verify)


def run(args: Namespace) -> int:
    """List them."""
    from pinakes.answer import room
    from pinakes.answer.found import found
    from pinakes.answer.models import engine_available

    settings = config(args)
    models = found(settings, Path.home())
    if args.json:
        output.emit(
            {
                "models": [_document(model) for model in models],
                "folder": str(settings.models_dir),
                "memory_free": room.free(),
                "engine": engine_available(),
            }
        )
    elif models:
        _show(models)
    if not any(model.used for model in models):
        at = settings.answer.model
        output.warn(f"{at}, which is set to answer, is not there." if at else "no model answers.")
        output.hint("`pinakes setup` puts one together, `pinakes model add FILE` takes in another.")
    return 0 if models else 1


def _show(models: tuple[FoundModel, ...]) -> None:
    """A line for each, with where it is below."""
    for model in models:
        output.say(f"{'●' if model.used else '○'} {one_line(model.name)}   {_facts(model)}")
        output.say(f"    {one_line(str(model.path))}")
        if model.problem:
            output.say(f"    ✗ {one_line(model.problem)}")


def _facts(model: FoundModel) -> str:
    words = [_size(model.size)]
    if model.described:
        about = model.described
        context = f"{about.context_tokens:,} tokens" if about.context_tokens else "unknown context"
        words += [f"{about.architecture} {about.parameters / 1e6:,.0f}M {about.quantisation}", context]
        words.append(f"{_size(model.needs)} of memory" + ("" if model.fits else ", more than is free"))
    speed = model.known.speed if model.known else None
    words.append(_quick(speed) if speed else "" if model.problem else "speed not measured")
    return " · ".join(filter(None, words))


def _quick(speed: Speed) -> str:
    return f"reads {speed.reading:,.0f} and writes {speed.writing:,.0f} tokens a second"


def _add(args: Namespace) -> int:
    """Take a file in."""
    from pinakes.answer.shelf import add as take_in

    settings = config(args)
    added = take_in(
        settings.models_dir, _written(args.file), name=args.name, point=args.link, on_progress=_counter(args)
    )
    if args.use:
        _choose(settings, added.path)
    if args.json:
        output.emit({"path": str(added.path), "how": added.how, "sha256": added.sha256, "used": args.use})
        return 0
    output.say(f"{added.path.stem} is in {settings.models_dir}: {_HOW[added.how]}.")
    output.say(f"sha256 {added.sha256}")
    if not args.use:
        output.talk(args, f"`pinakes model use {added.path.stem}` lets it answer.")
    return 0


def _use(args: Namespace) -> int:
    """Choose one."""
    from pinakes.answer import room
    from pinakes.answer.known import record
    from pinakes.answer.models import SHIPPED, check_file
    from pinakes.verified import digest

    settings = config(args)
    path = None if args.name == "shipped" else _named(settings, args.name)
    file = check_file(path) if path else None
    if path and path.absolute() == (settings.models_dir / SHIPPED.file_name).absolute():
        path = file = None  # so that its own digest vouches for it
    if path:
        record(settings.models_dir, path, digest(path))
    _choose(settings, path)
    needs = room.needed(file.described, settings.answer.context_tokens) if file and file.described else 0
    if args.json:
        output.emit({"model": str(path) if path else None, "config": str(settings.config_file)})
        return 0
    if file is None:
        output.say(f"{SHIPPED.name} answers from now on: answer.model in {settings.config_file} is not set any more.")
        if not (settings.models_dir / SHIPPED.file_name).exists():
            output.warn("it is not there yet. Run `pinakes setup`.")
        return 0
    output.say(f"{file.name} answers from now on, by answer.model in {settings.config_file}.")
    if needs > room.free():
        output.warn(f"it needs {_size(needs)} of memory, and {_size(room.free())} are free.")
    return 0


def _verify(args: Namespace) -> int:
    """Read one whole, load it, and let it write."""
    from pinakes.answer.known import check_same, known, record, record_speed
    from pinakes.answer.models import SHIPPED, engine_available, find_model
    from pinakes.answer.trial import try_out
    from pinakes.verified import digest

    settings = config(args)
    file = _file(settings, args.name)
    before = known(settings.models_dir).get(file.path.absolute())
    shipped = file.path.absolute() == (settings.models_dir / SHIPPED.file_name).absolute()
    if shipped:
        find_model(settings._replace(answer=settings.answer._replace(model=None)), read=True)
        sha256 = SHIPPED.sha256
    else:
        check_same(settings.models_dir, file.path, read=True)
        sha256 = before.sha256 if before else digest(file.path)
    if before is None:
        record(settings.models_dir, file.path, sha256)
    if not engine_available():
        raise ModelError("The file is whole; the engine that runs it is not installed.", "Run `pinakes doctor`.")
    trial = try_out(file, settings.answer, settings.cache_dir / "model.log")
    record_speed(settings.models_dir, file.path, trial.speed)
    compared = "it is what it was" if before or shipped else "recorded now"
    if args.json:
        about = {"path": str(file.path), "sha256": sha256, "compared": before is not None or shipped}
        output.emit({**about, "ok": True, "speed": trial.speed._asdict(), "written": trial.written})
        return 0
    output.say(f"✓ header   {_kind(file)}")
    output.say(f"✓ content  sha256 {sha256}, {compared}")
    output.say(f"✓ loaded   in {trial.speed.load_s:.1f} s")
    output.say(f"✓ quick    {_quick(trial.speed)}, by {trial.speed.threads} thread(s) writing")
    output.say(f"✓ written  “{one_line(trial.written)}”")
    return 0


def _kind(file: ModelFile) -> str:
    about = file.described
    return f"{about.architecture} {about.quantisation}, {_size(file.size)}" if about else _size(file.size)


def _file(settings: Config, name: str) -> ModelFile:
    """The file that is meant; without a name the one that answers."""
    from pinakes.answer.found import used_path
    from pinakes.answer.models import SHIPPED, check_file

    path = _named(settings, name) if name else used_path(settings)
    if not name and settings.answer.model is None and not path.exists():
        raise ModelError("There is no model yet.", "Run `pinakes setup`, or `pinakes model add FILE`.")
    file = check_file(path)
    return file._replace(name=SHIPPED.name) if path.name == SHIPPED.file_name else file


def _named(settings: Config, name: str) -> Path:
    """A model by the name that the list has for it, or a file. Raises UsageError for none and for several."""
    from pinakes.answer.found import found
    from pinakes.answer.models import SHIPPED

    if name == "shipped":
        return settings.models_dir / SHIPPED.file_name
    models = found(settings, Path.home())
    meant = {model.path for model in models if name in (model.name, model.path.name, model.path.stem)}
    inside = {path for path in meant if path.parent == settings.models_dir.absolute()}
    meant = inside or meant
    if len(meant) == 1:
        return meant.pop()
    if meant:
        raise UsageError(f"{len(meant)} models are called {name}.", "Give the path of the one that you mean.")
    path = _written(name)
    if path.exists():
        return path.absolute()
    import difflib

    near = difflib.get_close_matches(name, [model.name for model in models], n=1, cutoff=0.4)
    hint = f"Did you mean `{near[0]}`?" if near else "`pinakes model list` shows those that are here."
    raise UsageError(f"There is no model called {name}, and no such file.", hint)


def _choose(settings: Config, path: Path | None) -> None:
    from pinakes.configfile import put

    put(settings.config_file, "answer", "model", str(path.absolute()) if path else None)


def _written(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise UsageError(f"{path}: there is no such user's folder.", "Write the path out.") from error


def _document(model: FoundModel) -> dict[str, Any]:
    from pinakes.answer.chat import form_of

    about = model.described
    form = form_of(about) if about else None
    return {
        "name": model.name,
        "path": str(model.path),
        "size": model.size,
        "used": model.used,
        "shipped": model.shipped,
        "problem": model.problem or None,
        "architecture": about.architecture if about else None,
        "parameters": about.parameters if about else None,
        "quantisation": about.quantisation if about else None,
        "context_tokens": about.context_tokens if about else None,
        "conversation": form.name if form else None,
        "memory": {"needs": model.needs, "fits": model.fits} if about else None,
        "sha256": model.known.sha256 if model.known else None,
        "speed": model.known.speed._asdict() if model.known and model.known.speed else None,
    }


def _size(size: int) -> str:
    if size < 1_000_000:
        return f"{size / 1e3:,.0f} kB"
    return f"{size / 1e9:,.1f} GB" if size >= 1_000_000_000 else f"{size / 1e6:,.0f} MB"


def _counter(args: Namespace) -> Callable[[int, int], None]:
    if args.quiet or not sys.stderr.isatty():
        return lambda *_: None

    def draw(done: int, total: int) -> None:
        end = "\n" if done >= total else ""
        sys.stderr.write(f"\rcopying: {done / 1e6:,.0f} / {total / 1e6:,.0f} MB{end}")

    return draw
