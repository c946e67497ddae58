"""A real server for tests: on a free port, with its own data and a token."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Dict, Iterator, List

import pytest

PROGRAM = Path(__file__).parents[3] / "bin" / "link-broker.js"


class Program:
    """Runs the program on its own folder."""

    def __init__(self, folder: Path) -> None:
        # NODE_EXECUTABLE is the Node.js of this project, if PATH has an older one.
        self._command = [os.environ.get("NODE_EXECUTABLE") or shutil.which("node") or "node", str(PROGRAM)]
        self._environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(folder),
            "NO_COLOR": "1",
            "DATABASE_URL": f"sqlite:{folder}/broker.db",
            "SEARCH_URL": f"sqlite:{folder}/search.db",
            "PORT": "0",
            "LOG_LEVEL": "warn",
            "DRAIN_SECONDS": "0",
            # Every server on the same data delivers.
            "SUBSCRIBER_PRIVATE_HOSTS": "127.0.0.1",
        }
        self._servers: List[subprocess.Popen[str]] = []

    def output(self, *words: str) -> str:
        """Runs a command that must succeed and returns its output."""
        done = subprocess.run(
            [*self._command, *words], env=self._environment, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout

    def token(self) -> str:
        """Creates an account and returns a token of it."""
        self.output("users", "create", "curator@example.org", "-a", "--password=correct horse")
        return self.output("tokens", "create", "--name", "test", "--user", "curator@example.org").strip()

    def serve(self, **settings: str) -> str:
        """Starts a server and returns its address."""
        environment: Dict[str, str] = {**self._environment, **settings}
        server = subprocess.Popen([*self._command, "serve"], env=environment, stdout=subprocess.PIPE, text=True)
        self._servers.append(server)
        assert server.stdout
        for line in server.stdout:
            found = re.search(r"serving on (\S+)", line)
            if found:
                return found[1]
        raise AssertionError(f"the server ended with {server.wait()}")

    def stop(self) -> None:
        for server in self._servers:
            server.terminate()
        for server in self._servers:
            server.wait()
            if server.stdout:
                server.stdout.close()


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    one = Program(tmp_path_factory.mktemp("broker"))
    yield one
    one.stop()


@pytest.fixture(scope="session")
def token(program: Program) -> str:
    return program.token()


@pytest.fixture(scope="session")
def address(program: Program, token: str) -> str:
    return program.serve()
