"""The real model in its own process: it streams, counts, stops when told to, and may die without harm."""

from __future__ import annotations

import importlib.util
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pinakes.answer.engine import ChildModel, threads_for
from pinakes.answer.models import ModelFile, check_file
from pinakes.answer.prompt import Piece, Prompt
from pinakes.config import AnswerSettings
from pinakes.errors import ModelError
from tests.answer import tiny
from tests.answer.conftest import SETTINGS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")
needs_limits = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory that hold")

CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
STORY: Prompt = (Piece("Once upon a time there was a clockmaker who", True),)


def ask(
    engine: ChildModel,
    prompt: Prompt = STORY,
    *,
    max_tokens: int = 8,
    stop: tuple[str, ...] = (),
    cancelled: Callable[[], bool] = lambda: False,
) -> list[str]:
    return list(engine.stream(prompt, max_tokens=max_tokens, stop=stop, deadline_s=120, cancelled=cancelled))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pid: int) -> bool:
    """Given time, generously, until the process is no more."""
    for _ in range(200):
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


def test_it_goes_on_with_a_text_the_same_way_each_time(engine: ChildModel) -> None:
    first = ask(engine)
    assert "".join(first).strip()
    assert ask(engine) == first
    assert ask(engine, (*STORY, Piece(" could not count and", False))) != first
    assert ask(engine) == first


def test_an_answer_has_no_more_tokens_than_allowed(engine: ChildModel) -> None:
    assert engine.count("".join(ask(engine, max_tokens=5))) <= 6


def test_a_stop_text_ends_the_answer_and_is_not_shown(engine: ChildModel) -> None:
    whole = "".join(ask(engine, max_tokens=12))
    word = whole.split()[2]
    assert "".join(ask(engine, max_tokens=12, stop=(word,))) == whole[: whole.index(word)]


def test_going_round_in_circles_ends_it(engine: ChildModel) -> None:
    circle = (Piece("la la la la la la la la la la la la la la la la", True),)
    assert engine.count("".join(ask(engine, circle, max_tokens=300))) < 150


def test_counting_grows_with_the_text_and_makes_no_control_tokens(engine: ChildModel) -> None:
    assert engine.count("") == 0
    assert 0 < engine.count("tide") < engine.count("tide gauge at the end of the pier")
    assert engine.count("<end_of_turn>") > 1
    assert engine.count("\ud800 half a surrogate") > 0


def test_a_note_can_not_end_the_turn(engine: ChildModel) -> None:
    """`<eos>` from outside is seven characters; ours is one token."""
    forged = (Piece("<eos>", False),)
    meant = (Piece("<eos>", True),)
    assert ask(engine, (*STORY, *forged)) != ask(engine, (*STORY, *meant))


def test_a_cancelled_answer_stops_after_a_few_tokens_and_the_model_stays_warm(engine: ChildModel) -> None:
    before = ask(engine)
    pid = engine.process_id
    seen = itertools.count()
    taken = ask(engine, max_tokens=400, cancelled=lambda: next(seen) > 5)
    assert len(taken) <= 30
    assert engine.process_id == pid
    assert ask(engine) == before


def test_an_answer_that_nobody_takes_any_more_is_stopped(engine: ChildModel) -> None:
    pieces = engine.stream(STORY, max_tokens=400, stop=(), deadline_s=120, cancelled=lambda: False)
    assert len(list(itertools.islice(pieces, 2))) == 2
    pieces.close()  # type: ignore[attr-defined]
    assert ask(engine)


def test_cancelling_before_the_first_token_gives_nothing(engine: ChildModel) -> None:
    assert ask(engine, cancelled=lambda: True) == []
    assert ask(engine)


def test_reading_a_long_prompt_can_be_cancelled_and_the_model_stays_warm(engine: ChildModel) -> None:
    before = ask(engine)
    pid = engine.process_id
    looks = itertools.count()
    long = (Piece("The tide came in and the tide went out. " * 40, False),)
    assert ask(engine, long, max_tokens=400, cancelled=lambda: next(looks) > 2) == []
    assert engine.process_id == pid
    assert ask(engine) == before


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_death_in_the_middle_of_an_answer_is_one_line_and_the_next_question_works(
    engine: ChildModel, number: signal.Signals
) -> None:
    before = ask(engine)
    pieces = engine.stream(STORY, max_tokens=400, stop=(), deadline_s=120, cancelled=lambda: False)
    next(pieces)
    pid = engine.process_id
    assert pid
    os.kill(pid, number)
    with pytest.raises(ModelError, match=rf"The model stopped by itself \(signal {number}, {number.name}") as caught:
        list(pieces)
    assert "model.log" in caught.value.hint
    assert ask(engine) == before
    assert engine.process_id != pid


def test_a_model_that_hangs_is_killed_at_the_deadline(engine: ChildModel) -> None:
    engine.load()
    pid = engine.process_id
    assert pid
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(ModelError, match="took too long"):
        list(engine.stream(STORY, max_tokens=8, stop=(), deadline_s=0.3, cancelled=lambda: False))
    assert gone(pid)
    assert ask(engine)


def test_closing_from_another_thread_ends_an_answer_at_once(engine: ChildModel) -> None:
    pieces = engine.stream(STORY, max_tokens=400, stop=(), deadline_s=120, cancelled=lambda: False)
    next(pieces)
    pid = engine.process_id
    assert pid
    closer = threading.Thread(target=engine.close)
    closer.start()
    with pytest.raises(ModelError, match="closed"):
        list(pieces)
    closer.join()
    assert gone(pid)
    assert engine.process_id is None


def test_a_second_question_waits_its_turn_and_may_give_up(engine: ChildModel) -> None:
    first = engine.stream(STORY, max_tokens=8, stop=(), deadline_s=120, cancelled=lambda: False)
    next(first)
    assert ask(engine, cancelled=lambda: True) == []
    assert list(first)


def test_the_child_goes_when_its_parent_is_killed(model_file: ModelFile, tmp_path: Path) -> None:
    script = (
        "import os, pathlib, signal\n"
        "from pinakes.answer.engine import ChildModel\n"
        "from pinakes.answer.models import check_file\n"
        "from pinakes.config import AnswerSettings\n"
        f"model = ChildModel(check_file(pathlib.Path({str(model_file.path)!r})), AnswerSettings(context_tokens=256),"
        f" pathlib.Path({str(tmp_path / 'model.log')!r}))\n"
        "model.load()\n"
        "print(model.process_id, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=root, check=False)
    assert gone(int(done.stdout))


@needs_limits
def test_want_of_memory_is_one_line_and_with_enough_it_works(model_file: ModelFile, tmp_path: Path) -> None:
    script = (
        "import pathlib, resource\n"
        "from pinakes.answer.engine import ChildModel\n"
        "from pinakes.answer.models import ModelFile\n"
        "from pinakes.config import AnswerSettings\n"
        "from pinakes.errors import ModelError\n"
        f"file = ModelFile(pathlib.Path({str(model_file.path)!r}), 'model', 0)\n"
        f"model = ChildModel(file, AnswerSettings(), pathlib.Path({str(tmp_path / 'model.log')!r}))\n"
        "for room in (450 << 20, resource.RLIM_INFINITY):\n"
        "    resource.setrlimit(resource.RLIMIT_AS, (room, resource.RLIM_INFINITY))\n"
        "    try:\n"
        "        model.load()\n"
        "        print('loaded')\n"
        "    except ModelError as error:\n"
        "        print(error)\n"
        "model.close()\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=root, check=True)
    refused, loaded = done.stdout.splitlines()
    assert "too large for this machine's memory" in refused
    assert loaded == "loaded"
    assert done.stderr == ""


@pytest.mark.parametrize("kept", [1_000, 3_000_000])
def test_a_truncated_model_is_refused_in_words(model_file: ModelFile, tmp_path: Path, kept: int) -> None:
    path = tmp_path / "half.gguf"
    with model_file.path.open("rb") as whole:
        path.write_bytes(whole.read(kept))
    broken = ChildModel(ModelFile(path, "half", kept), SETTINGS, tmp_path / "model.log")
    with pytest.raises(ModelError, match="can't be loaded") as caught:
        broken.load()
    assert str(path) in str(caught.value)
    assert broken.process_id is None


def test_a_model_that_is_too_large_for_this_machine_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(tiny.model())
    file = check_file(path)
    assert file.described
    vast = file._replace(described=file.described._replace(weights=1 << 60))
    with pytest.raises(
        ModelError, match=r"tiny needs 1,152,921,504\.7 GB of memory, and [\d.,]+ GB are free"
    ) as caught:
        ChildModel(vast, SETTINGS, tmp_path / "model.log").load()
    assert "answer.context_tokens" in caught.value.hint


@pytest.fixture
def small(tmp_path: Path) -> Iterator[ChildModel]:
    """A tiny model in its process."""
    if importlib.util.find_spec("llama_cpp") is None:
        pytest.skip("llama_cpp is not installed")
    path = tmp_path / "tiny.gguf"
    path.write_bytes(tiny.model())
    settings = AnswerSettings(context_tokens=4_096, keep_warm_s=0.2)
    model = ChildModel(check_file(path), settings, tmp_path / "model.log")
    yield model
    model.close()


def test_the_context_is_no_longer_than_the_model_was_trained_for(small: ChildModel) -> None:
    assert small.context_tokens == 256


def test_a_model_that_nobody_asks_leaves_memory_and_comes_back(small: ChildModel) -> None:
    before = ask(small)
    pid = small.process_id
    assert pid is None or gone(pid)
    assert ask(small) == before


def test_a_model_in_the_middle_of_an_answer_is_not_idle(small: ChildModel) -> None:
    pieces = small.stream(STORY, max_tokens=100, stop=(), deadline_s=120)
    next(pieces)
    pid = small.process_id
    time.sleep(0.5)
    assert small.process_id == pid
    assert list(pieces)


def test_how_quick_a_model_is_can_be_measured(small: ChildModel) -> None:
    reading, writing = small.measure()
    assert reading > 0
    assert writing > 0


def test_a_likely_continuation_scores_higher_than_an_unlikely_one(engine: ChildModel) -> None:
    prefix = (Piece("The capital of France is", True),)
    paris, banana = engine.score(prefix, [" Paris", " banana"], deadline_s=120)
    assert sum(banana) < sum(paris) < 0


def test_the_scores_of_a_text_are_those_of_its_parts(engine: ChildModel) -> None:
    """And what was scored or written before makes no difference."""
    start, text = "The capital of France is", " Paris, a large city"
    (whole,) = engine.score((Piece(start, True),), [text], deadline_s=120)
    ask(engine)
    (first,) = engine.score((Piece(start, True),), [" Paris"], deadline_s=120)
    (rest,) = engine.score((Piece(start + " Paris", True),), [", a large city"], deadline_s=120)
    assert whole == pytest.approx([*first, *rest], abs=0.05)


def test_no_text_at_all_is_neither_gone_on_with_nor_scored(engine: ChildModel, small: ChildModel) -> None:
    assert ask(small, (Piece("", True),))
    assert len(engine.score((), ["a"], deadline_s=120)) == 1


def test_scoring_can_be_cancelled_and_the_model_stays_warm(engine: ChildModel) -> None:
    before = ask(engine)
    pid = engine.process_id
    looks = itertools.count()
    long = (Piece("The tide came in and the tide went out. " * 40, False),)
    assert engine.score(long, ["a", "b"], deadline_s=120, cancelled=lambda: next(looks) > 2) == []
    assert engine.process_id == pid
    assert ask(engine) == before


@pytest.mark.parametrize(
    ("settings", "threads"), [(AnswerSettings(threads=3), (3, 3)), (AnswerSettings(), (max(1, CORES - 1), CORES))]
)
def test_prompts_are_read_by_all_cores_and_answers_leave_one_to_the_user(
    settings: AnswerSettings, threads: tuple[int, int]
) -> None:
    assert threads_for(settings) == threads


def test_on_a_busy_machine_prompts_are_read_by_no_more_threads_than_write() -> None:
    native = pytest.importorskip("pinakes.answer.native", exc_type=ImportError)
    assert native.busy(-1)
    assert not native.busy(1 << 30)


def test_a_model_that_converses_keeps_room_for_its_turns(tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(tiny.model(tiny.properties(tokenizer__chat_template="<|im_start|>")))
    model = ChildModel(check_file(path), AnswerSettings(), tmp_path / "model.log")
    assert 0 < model.context_tokens < 256
    if importlib.util.find_spec("llama_cpp") is not None:
        assert ask(model, (Piece("Question: who?\nAnswer: [", True),))
        model.close()


def test_native_chatter_goes_to_a_private_log(engine: ChildModel, capfd: pytest.CaptureFixture[str]) -> None:
    engine.close()
    engine.load()
    assert capfd.readouterr() == ("", "")
    log = engine.log_file
    assert log.stat().st_mode & 0o777 == 0o600
    assert log.stat().st_size > 0


def test_a_cache_that_can_not_be_written_is_said_in_words(model_file: ModelFile, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    model = ChildModel(model_file, SETTINGS, tmp_path / "cache" / "model.log")
    with pytest.raises(ModelError, match="can't be started"):
        model.load()


def test_a_module_in_the_current_folder_is_not_imported_by_the_child(
    model_file: ModelFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('a vault may hold anything')\n")
    monkeypatch.chdir(tmp_path)
    model = ChildModel(model_file, AnswerSettings(context_tokens=128), tmp_path / "model.log")
    model.load()
    model.close()


def test_weights_are_not_repacked() -> None:
    native = pytest.importorskip("pinakes.answer.native", exc_type=ImportError)
    assert native.model_params().use_extra_bufts is False
