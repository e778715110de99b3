"""The installed package works from a folder that has packages called like our source folders."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import twinstep

ROOT = Path(__file__).resolve().parents[1]
PLUGIN_TEST = """
def test_plugin(pytestconfig):
    assert pytestconfig.pluginmanager.has_plugin("twinstep")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's folder: its packages must never be imported."""
    for name in ("models", "simulator", "properties", "reports", "tests", "runtime", "generate"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"raise RuntimeError('the {name} of the user was imported')\n")
    return tmp_path


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    return subprocess.run(
        command, cwd=folder, env=environment | variables, capture_output=True, text=True, timeout=120, check=False
    )


def script(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


@pytest.mark.parametrize("command", [[script("twinstep")], [sys.executable, "-m", "twinstep"]], ids=["twinstep", "-m"])
def test_command(folder: Path, command: list[str]) -> None:
    done = run(folder, *command, "--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert twinstep.__version__ in done.stdout


@pytest.mark.parametrize("command", [[script("pytest")], [sys.executable, "-m", "pytest"]], ids=["pytest", "-m"])
def test_plugin(folder: Path, command: list[str]) -> None:
    (folder / "test_user.py").write_text(PLUGIN_TEST)
    done = run(folder, *command, "-q", "test_user.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def test_a_poisoned_folder_is_poison(folder: Path) -> None:
    assert run(folder, sys.executable, "-c", "import models").returncode == 1


@pytest.mark.verify
def test_wheel(tmp_path: Path, folder: Path) -> None:
    """A built wheel holds the two packages and the reports, and runs without the source tree."""
    built = run(ROOT, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist"))
    assert built.returncode == 0, built.stderr
    [wheel] = (tmp_path / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path / "site")
    tops = {name.split("/")[0] for name in names}
    assert tops == {"twinstep", "twinstep_model", f"twinstep-{twinstep.__version__}.dist-info"}
    assert "twinstep/data/README.md" in names
    where = "from twinstep.files import shipped; print(shipped('README.md')); shipped('README.md').read_text()"
    found = run(folder, sys.executable, "-c", where, PYTHONPATH=str(tmp_path / "site"))
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.strip() == str(tmp_path / "site" / "twinstep" / "data" / "README.md")
