"""Queries by the grammar, for tests that try many: valid ones, and such with a sign too many or too few."""

from __future__ import annotations

from hypothesis import strategies as st

_WORDS = ["wax", "brass", "gauge", "tide", "Łódź", "検潮", "don't", "the", "x", "well-known", "12:30"]
_VALUES = ["wax", '"float wire"', "a/b", "#a", "*", "wa*", "2024-03", "7d", "today", "..", ">3", "en", "todo", "code"]
_FIELDS = [
    "title", "alias", "heading", "section", "line", "task", "path", "file", "folder", "tag", "ent", "lang", "links-to",
    "linked-from", "has", "is", "before", "after", "on", "changed", "created", "sort", "foo", "https", "Tag",
]  # fmt: skip
_CHOICES = [
    "has:task", "has:code", "has:link", "has:image", "has:property", "has:tag", "has:alias", "has:heading", "has:table",
    "has:block", "has:url", "has:embed", "is:orphan", "is:daily", "is:broken", "is:canvas", "task:todo", "task:done",
    "task:any(wax)", "sort:title", "sort:-changed", "sort:created:asc", "sort:path", "[status]", "[status:draft]",
    "[rating:>3]", '[status:"a b"]', "[date:2024]", "[tags:(a OR b)]", "[x:<7d]",
]  # fmt: skip
_REGEXES = ["/wax/", "/w(a|o)x/", "/(a+)+$/", r"/\d{2}/", "/[/", "/(?i)x/", "/a{1000}{1000}/", "/^$/", "//"]
_NOISE = [
    "(",
    ")",
    '"',
    "-",
    "|",
    "OR",
    " OR ",
    "AND",
    "NOT",
    " NOT ",
    ":",
    "[",
    "]",
    "/",
    "*",
    "“",
    "\\",
    "\x00",
    "\ud800",
    "\u0301" * 50,
    "🌊",
]

_leaves = st.one_of(
    st.sampled_from(_WORDS),
    st.sampled_from(_CHOICES),
    st.sampled_from(_REGEXES),
    st.builds(lambda a, b: f'"{a} {b}"', st.sampled_from(_WORDS), st.sampled_from(_WORDS)),
    st.builds(lambda a: f"{a}*", st.sampled_from(_WORDS)),
    st.builds(lambda name, value: f"{name}:{value}", st.sampled_from(_FIELDS), st.sampled_from(_VALUES)),
)


def queries(noise: bool = True) -> st.SearchStrategy[str]:
    """Whole queries; with noise, some with stray signs."""
    tree = st.recursive(
        _leaves,
        lambda inner: st.one_of(
            st.builds(lambda a: f"-{a}", inner),
            st.builds(lambda a: f"({a})", inner),
            st.builds(lambda a, b: f"{a} {b}", inner, inner),
            st.builds(lambda a, b: f"{a} OR {b}", inner, inner),
            st.builds(lambda a, b: f"{a}|{b}", inner, inner),
            st.builds(lambda name, a: f"{name}:({a})", st.sampled_from(_FIELDS), inner),
        ),
        max_leaves=8,
    )
    if not noise:
        return tree
    strewn = st.builds(
        lambda query, sign, at: query[: at % (len(query) + 1)] + sign + query[at % (len(query) + 1) :],
        tree,
        st.sampled_from(_NOISE),
        st.integers(0, 500),
    )
    return st.one_of(tree, strewn)
