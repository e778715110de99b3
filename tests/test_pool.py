"""The pool of workers, with a fake worker that hangs, crashes and lies on request. No library is run here."""

import itertools
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.processes import started
from twinstep import pool as pool_module
from twinstep.outcomes import Seen
from twinstep.pool import Answer, Pool, WorkerError
from twinstep_model import codec
from twinstep_model.cases import Case, Graph, GraphScript, Node
from twinstep_model.codec import FormatError
from twinstep_model.observation import Error, Observation

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fake worker is started by a shell")

PATIENCE = 30.0
"""Seconds that no test takes unless it fails."""


class Fake:
    """The fake worker as a command, and what its processes have noted."""

    def __init__(self, folder: Path) -> None:
        self.python = str(folder / "python")
        self._log = folder / "log"
        command = shlex.join([sys.executable, str(Path(__file__).with_name("fake_worker.py"))])
        (folder / "python").write_text(f"#!/bin/sh\nexec {command}\n")
        (folder / "python").chmod(0o755)

    @property
    def notes(self) -> list[str]:
        return self._log.read_text().split() if self._log.exists() else []

    @property
    def processes(self) -> list[int]:
        return [int(note) for note in self.notes if note.isdecimal()]

    def all_ended(self) -> bool:
        return bool(self.processes) and not any(map(alive, self.processes))


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    made = Fake(tmp_path)
    yield made
    assert until(made.all_ended)


def alive(process: int) -> bool:
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    ).stdout
    return state.strip()[:1] not in ("", "Z")


def until(condition: object) -> bool:
    """Whether the condition comes true while anybody would wait."""
    assert callable(condition)
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)  # between two looks
    return True


def case(name: str) -> Case:
    return Case(Graph((), (Node(name),)), GraphScript(), ())


def echo(name: str) -> Answer:
    return Answer(text=codec.dumps(Observation(Error("Echo", name))))


def run(pool: Pool, *names: str) -> list[Answer]:
    answers = list(pool.run(map(case, names)))
    assert [got for got, _ in answers] == [case(name) for name in names]
    return [answer for _, answer in answers]


def test_answers_come_in_the_order_of_the_cases(fake: Fake) -> None:
    names = [f"{number}" for number in range(300)]
    with Pool(3, PATIENCE, fake.python) as pool:
        assert pool.versions == {"fake": "1.0"}
        assert run(pool, *names) == [echo(name) for name in names]
    assert len(fake.processes) == 3


def test_an_answer_is_decoded_on_demand(fake: Fake) -> None:
    with Pool(1, PATIENCE, fake.python) as pool:
        text = pool.one(case("é \u202e")).text
    assert text is not None
    assert Seen(text).observation == Observation(Error("Echo", "é \u202e"))
    with pytest.raises(FormatError, match=r"observation\.build"):
        _ = Seen("{}").observation


def test_a_hang_is_the_answer_of_its_case_alone(fake: Fake) -> None:
    names = ["1", "hang child", "2", "3", "hang child", "hang child", "4"]
    with Pool(1, 2.0, fake.python) as pool:
        answers = run(pool, *names)
        assert answers == [Answer(hang=True) if name == "hang child" else echo(name) for name in names]
        hung = fake.processes[:-1]
        assert len(hung) == 6  # Three workers, and the child that each had started.
        assert not any(map(alive, hung))


def test_the_others_work_on_while_one_hangs(fake: Fake) -> None:
    names = ["hang", *(f"{number}" for number in range(50))]
    with Pool(2, 2.0, fake.python) as pool:
        assert run(pool, *names) == [Answer(hang=True), *map(echo, names[1:])]


def test_a_crash_is_a_failure_of_its_case_alone(fake: Fake) -> None:
    with Pool(1, PATIENCE, fake.python) as pool:
        first, crash, second, abort, half, last = run(pool, "1", "crash", "2", "abort", "half", "3")
    assert (first, second, last) == (echo("1"), echo("2"), echo("3"))
    assert crash.failure == "the worker ended: exit status 3\na last\nword"
    assert abort.failure.startswith("the worker ended: SIGABRT")
    assert half.failure == "the worker ended: exit status 0"


def test_what_is_no_answer_is_a_failure(fake: Fake) -> None:
    with Pool(1, PATIENCE, fake.python) as pool:
        answers = run(pool, "garbage", "1", "deep", "other", "nothing", "fail", "2")
    assert answers[1] == echo("1")
    assert answers[6] == echo("2")
    assert answers[0].failure == "the worker said what is no answer: 'not JSON'"
    assert answers[2].failure.startswith("the worker said what is no answer: '[[[")
    assert answers[3].failure.startswith('the worker said what is no answer: \'{"id": -1')
    assert answers[4].failure.startswith('the worker said what is no answer: \'{"id": ')
    assert answers[5].failure == "as scripted"


def test_large_messages(fake: Fake) -> None:
    long = "n" * 3_000_000
    with Pool(1, PATIENCE, fake.python) as pool:
        answers = run(pool, "large 5000000", long, "large 5000000", long)
    assert answers[1] == answers[3] == echo(long)
    assert answers[0] == answers[2] == Answer(text=codec.dumps(Observation(Error("x" * 5_000_000))))


def test_cases_are_taken_lazily(fake: Fake) -> None:
    taken = []

    def endless() -> Iterator[Case]:
        for number in itertools.count():
            taken.append(number)
            yield case(str(number))

    with Pool(2, PATIENCE, fake.python) as pool:
        answers = pool.run(endless())
        assert taken == []
        for number in range(10):
            assert next(answers) == (case(str(number)), echo(str(number)))
        assert len(taken) <= 10 + 2 * pool_module._AHEAD
        answers.close()
        assert pool.one(case("after")) == echo("after")


def test_runs_may_be_nested(fake: Fake) -> None:
    names = [f"{number}" for number in range(40)]
    with Pool(2, PATIENCE, fake.python) as pool:
        for got, answer in pool.run(map(case, names)):
            name = got.topology.nodes[0].name  # type: ignore[union-attr]  # `case` makes graphs
            assert answer == echo(name)
            assert pool.one(case(f"one {name}")) == echo(f"one {name}")
            assert run(pool, "a", "b") == [echo("a"), echo("b")]


def test_a_slow_consumer_is_no_hang(fake: Fake) -> None:
    with Pool(2, 1.0, fake.python) as pool:
        time.sleep(1.5)  # longer than a case may take: passing time is what this is about
        for _, answer in pool.run(case(str(number)) for number in range(8)):
            assert not answer.hang
            time.sleep(0.3)


def test_a_slow_start_is_no_hang(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_START", "slow 3")
    with Pool(2, 2.0, fake.python) as pool:
        assert run(pool, "1", "2", "crash", "3")[3] == echo("3")


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("crash", "the worker does not start: the worker ended: exit status 1\nno such library"),
        ("rude", 'the worker does not start: the worker said what is no answer: \'{"hi": "there"}\''),
        ("silent", "the worker does not start: it said nothing for 1 s"),
    ],
)
def test_a_worker_that_does_not_start(fake: Fake, monkeypatch: pytest.MonkeyPatch, start: str, said: str) -> None:
    monkeypatch.setenv("FAKE_START", start)
    monkeypatch.setattr(pool_module, "_START_TIMEOUT", 1.0)
    with pytest.raises(WorkerError) as caught, Pool(2, PATIENCE, fake.python):
        pass
    assert str(caught.value) == said


def test_no_such_interpreter(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="No such file"), Pool(1, 1.0, str(tmp_path / "none")):
        pass


def test_a_successor_that_does_not_start_is_told_to_every_run(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    with Pool(1, PATIENCE, fake.python) as pool:
        monkeypatch.setenv("FAKE_START", "crash")
        with pytest.raises(WorkerError):
            run(pool, "crash", "1")
        with pytest.raises(WorkerError):
            pool.one(case("2"))
        monkeypatch.delenv("FAKE_START")
        assert pool.one(case("3")) == echo("3")


def test_an_exception_ends_all_processes(fake: Fake) -> None:
    def user() -> None:
        with Pool(2, PATIENCE, fake.python) as pool:
            for _ in pool.run(map(case, ["1", "hang", "2"])):
                raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        user()
    assert fake.all_ended()


def test_a_closed_pool_runs_nothing(fake: Fake) -> None:
    with Pool(1, PATIENCE, fake.python) as pool:
        answers = pool.run(map(case, ["1", "hang"]))
        next(answers)
    for use in (lambda: next(answers), lambda: pool.one(case("1"))):
        with pytest.raises(RuntimeError, match="not open"):
            use()
    assert fake.all_ended()


PARENT = """
import sys
from twinstep.pool import Pool
from twinstep_model.cases import Case, Graph, GraphScript, Node
with Pool(2, 600.0, sys.argv[1]) as pool:
    for _ in pool.run(Case(Graph((), (Node("hang"),)), GraphScript(), ()) for _ in range(4)):
        pass
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name)
def test_a_parent_that_is_ended_leaves_no_worker(fake: Fake, number: signal.Signals, tmp_path: Path) -> None:
    with started(["-c", PARENT, fake.python], tmp_path) as parent:
        assert until(lambda: fake.notes.count("hangs") == 2)
        parent.send_signal(number)
        assert parent.wait(PATIENCE) == -number
    assert until(fake.all_ended)


def test_tracing_is_off_and_the_path_is_safe(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    tracing = "LANGSMITH_TRACING LANGSMITH_API_KEY LANGCHAIN_TRACING_V2 LANGCHAIN_ENDPOINT OTEL_EXPORTER_OTLP_ENDPOINT"
    for name in (*tracing.split(), "LANGCHAIN_VERBOSE"):
        monkeypatch.setenv(name, "1")
    with Pool(1, PATIENCE, fake.python) as pool:
        text = pool.one(case("environment")).text
    assert text is not None
    seen = Seen(text).observation
    assert seen.build
    names = set(seen.build.type.split())
    assert not names & set(tracing.split())
    assert {"LANGCHAIN_VERBOSE", "PYTHONSAFEPATH", "PATH"} <= names


def test_the_real_worker_runs_the_installed_libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the folders of the same name that lie where the user stands."""
    for name in ("langgraph", "models", "simulator"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('the user's folder was imported')\n")
    monkeypatch.chdir(tmp_path)
    with Pool(1, PATIENCE) as pool:
        assert pool.versions["langgraph"] == version("langgraph")
        answer = pool.one(case("a"))
    assert answer.text is not None
    assert answer.text == codec.dumps(Seen(answer.text).observation)
    assert Seen(answer.text).observation.build  # A graph without an entry is refused.
