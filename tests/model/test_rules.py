"""The catalogue of rules: every entry complete, every source where it is said to be, every deviation consistent."""

from __future__ import annotations

import dataclasses
import re

import pytest

from twinstep.runtime.sources import digest, stale
from twinstep_model.deviations import DEVIATIONS, PROFILES, Deviation, profile_of, release_key
from twinstep_model.rules import INVARIANTS, RULES, Docstring, Invariant, Page, Release, Rule

DOCSTRINGS = [rule.source for rule in RULES.values() if isinstance(rule.source, Docstring)]


def _numbers(group: str, *parts: range | int) -> set[str]:
    numbers = [n for part in parts for n in (part if isinstance(part, range) else (part,))]
    return {f"{group}-{number:02d}" for number in numbers}


IN_SCOPE = (
    _numbers("SS", range(1, 7), range(8, 14), range(15, 19))
    | _numbers("CH", range(1, 15), range(16, 25))
    | _numbers("WR", range(1, 15))
    | _numbers("RT", range(1, 22), 24, 27)
    | _numbers("TN", range(1, 13), range(14, 19))
    | _numbers("RA", range(1, 7), range(8, 13))
    | _numbers("SV", range(1, 14))
    | _numbers("SW", range(1, 8))
    | _numbers("SG", 1, range(10, 15), 16, 17)
    | _numbers("ER", 1, 3, 4, 5, 6, 9, 13, 14, range(19, 23))
    | _numbers("CP", 9, 10)
    | _numbers("IN", 8, 11, 16, 22, 23)
    | _numbers("ST", 9)
)


def test_the_catalogue_holds_the_rules_in_scope_and_no_others() -> None:
    assert set(RULES) == IN_SCOPE


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.id)
def test_a_rule_is_complete(rule: Rule) -> None:
    for text in (rule.sentence, rule.alternative):
        assert re.fullmatch(r"([A-Z]|invoke|get_state).{10,}[^.\s]", text), text
    assert rule.sentence != rule.alternative
    match rule.source:
        case Docstring():
            assert rule.basis == "documented"
        case Page(address, _, read):
            assert rule.basis == "documented"
            assert re.fullmatch(r"https://[^#]+", address)
            assert re.fullmatch(r"\d{4}-\d\d-\d\d|", read)
        case Invariant():
            assert rule.basis == "invariant"
            assert INVARIANTS[rule.source.id] is rule.source
        case Release(version):
            assert (rule.basis, version) == ("observed", "1.2.24")


def test_the_invariants_are_numbered_through() -> None:
    assert list(INVARIANTS) == [f"INV-{number:02d}" for number in range(1, 21)]


def test_every_docstring_says_what_it_said_when_the_rule_was_written() -> None:
    assert stale(DOCSTRINGS) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"digest": "0" * 16},
        {"opens": "No such passage"},
        {"object": "langgraph.types:NoSuchClass"},
        {"object": "langgraph.no_such_module:Send"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_source_that_changed_or_vanished_is_stale(change: dict[str, str]) -> None:
    good = DOCSTRINGS[0]
    bad = dataclasses.replace(good, **change)
    assert stale([good, bad]) == (bad,)


def test_a_digest_is_of_one_passage_and_ignores_line_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    from langgraph.types import Send

    source = Docstring("langgraph.types:Send", "Promise:", "")
    texts = ("Promise: a\n   b\nOther: c", "Args:\n    Promise: a b\n    Other: d", "Promise: a c")
    digests = []
    for text in texts:
        monkeypatch.setattr(Send, "__doc__", text)
        digests.append(digest(source))
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize("deviation", DEVIATIONS.values(), ids=lambda deviation: deviation.name)
def test_a_deviation_fits_its_rule(deviation: Deviation) -> None:
    kinds = {"documented": "broken promise", "invariant": "surprise"}
    assert deviation.kind == kinds.get(RULES[deviation.rule].basis)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", deviation.name)
    for text in (deviation.what, deviation.why, deviation.advice, deviation.since):
        assert re.fullmatch(r".+[^.\s]", text)


def test_deviations_have_names_of_their_own_and_one_rule_each() -> None:
    assert len({deviation.name for deviation in DEVIATIONS.values()}) == len(DEVIATIONS)
    assert all(rule == deviation.rule for rule, deviation in DEVIATIONS.items())


def test_profiles_are_made_of_deviations() -> None:
    assert all(profile <= set(DEVIATIONS) for profile in PROFILES.values())
    assert PROFILES["1.2.24"] == set(DEVIATIONS)


@pytest.mark.parametrize("release", ["1.2.24", "1.2.25", "1.3.0rc1", "2.0", "1.2.23", "0.6"])
def test_a_release_without_a_profile_gets_the_nearest_older_one_else_the_oldest(release: str) -> None:
    assert profile_of(release) == ("1.2.24", PROFILES["1.2.24"])


def test_the_nearest_older_profile_is_chosen_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"1.2.9": frozenset({"SG-14"}), "1.2.24": frozenset({"SS-16"}), "1.10.0": frozenset({"CH-06"})}
    monkeypatch.setattr("twinstep_model.deviations.PROFILES", made)
    chosen = {release: profile_of(release)[0] for release in ("1.2.23", "1.2.24", "1.9", "1.10.0rc1", "1.10", "1.0")}
    assert chosen == {
        "1.2.23": "1.2.9",
        "1.2.24": "1.2.24",
        "1.9": "1.2.24",
        "1.10.0rc1": "1.2.24",
        "1.10": "1.10.0",
        "1.0": "1.2.9",
    }


def test_releases_sort_as_they_were_published() -> None:
    jumbled = ["1.3.0", "1.2.24", "1.2.24rc1", "1.2.24.post1", "1.2.24a1", "1.2.9", "1.2.24b2", "1.2.24.dev1"]
    published = ["1.2.9", "1.2.24.dev1", "1.2.24a1", "1.2.24b2", "1.2.24rc1", "1.2.24", "1.2.24.post1", "1.3.0"]
    assert sorted(jumbled, key=release_key) == published
    with pytest.raises(ValueError, match="not a release"):
        release_key("latest")
