"""Runs the README and the examples."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Iterator, List, Tuple

import pytest
from conftest import Program

CLIENT = Path(__file__).parents[1]
DATA = CLIENT.parents[1] / "examples"


def readme_code() -> str:
    """Returns the code of the README as one program that uses the test's broker."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (CLIENT / "README.md").read_text("utf-8"), re.S | re.M)
    return "\n".join(blocks).replace('"https://links.example.org"', 'os.environ["LINK_BROKER_URL"]')


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tuple[str, str]]:
    """A broker with the links of corner.py: its address, and a token."""
    program = Program(tmp_path_factory.mktemp("examples"))
    token = program.token()
    program.output("events", "load", *(str(DATA / f"cornerpy-{number}.json") for number in (1, 2, 3)))
    yield program.serve(), token
    program.stop()


def run(broker: Tuple[str, str], *words: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    address, token = broker
    environment = {**os.environ, "LINK_BROKER_URL": address, "LINK_BROKER_TOKEN": token}
    command: List[str] = [sys.executable, *words]
    return subprocess.run(command, env=environment, input=given, capture_output=True, text=True)


def example(name: str) -> str:
    return str(CLIENT / "examples" / name)


def test_the_readme_prints_what_its_comments_say(broker: Tuple[str, str]) -> None:
    done = run(broker, "-c", readme_code())
    assert done.returncode == 0, done.stderr
    lines = (r"^2018MNRAS\.473\.\.210S", r"^102 \[", r"^versions \[", r"^asserted 2026-01-31$", r"^1 whsec_", r"^not-found 404")
    for line in lines:
        assert re.search(line, done.stdout, re.M), line


def test_the_readme_has_code_of_the_right_types(tmp_path: Path) -> None:
    (tmp_path / "readme.py").write_text(readme_code(), "utf-8")
    words = ["-m", "mypy", "--config-file", str(CLIENT / "pyproject.toml"), "--cache-dir", str(tmp_path)]
    files = [str(tmp_path / "readme.py"), *map(str, (CLIENT / "examples").glob("*.py"))]
    done = subprocess.run([sys.executable, *words, *files], capture_output=True, text=True, cwd=CLIENT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_example_prints_the_works_that_cite_a_work(broker: Tuple[str, str]) -> None:
    assert len(run(broker, example("cited_by.py"), "10.21105/joss.00024").stdout.splitlines()) == 203


def test_an_example_prints_how_often_works_are_cited(broker: Tuple[str, str]) -> None:
    done = run(broker, example("counts.py"), given="10.21105/joss.00024\n10.5555/nothing\nno identifier\n")
    assert re.fullmatch(
        r"10\.21105/joss\.00024\t\d+\n10\.5555/nothing\tnot known\nno identifier\t\S.*\n", done.stdout
    ), done


def test_an_example_submits_a_file_and_prints_its_errors_with_their_places(broker: Tuple[str, str], tmp_path: Path) -> None:
    done = run(broker, example("submit_file.py"), str(DATA / "cornerpy-2.json"))
    assert re.fullmatch(r"[0-9a-f-]{36}: \d+ new relationships\n", done.stdout), done
    links = json.loads((DATA / "cornerpy-2.json").read_text("utf-8"))
    links[1]["LinkPublicationDate"] = "soon"
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(links), "utf-8")
    done = run(broker, example("submit_file.py"), str(wrong))
    assert done.returncode == 1
    assert re.match(rf"invalid-links: .*\n{re.escape(str(wrong))}#/1/LinkPublicationDate: ", done.stderr), done
