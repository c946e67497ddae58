"""Asks a broker with clients of Python that were written for other services.

python existing_clients.py CLIENT BASE ARGUMENT … prints what the client read, as JSON.
"""

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import requests


def aireloom(base, *filters):
    """Reads links with the models of AIREloom, which itself needs Python 3.12."""
    for package in ("aireloom", "aireloom.models", "bibliofabric"):
        load_parts_alone(package)
    models = import_module("aireloom.models.scholix")
    parameters = {"page": "0", "size": "99", **dict(one.split("=", 1) for one in filters)}
    answer = requests.get(f"{base}/Links", params=parameters, headers={"accept": "application/json"}, timeout=10)
    answer.raise_for_status()
    return models.ScholixResponse.model_validate(answer.json()).model_dump(mode="json")


def load_parts_alone(package):
    """Lets the modules of a package be imported without what its own `__init__` imports."""
    folders = find_spec(package).submodule_search_locations
    sys.modules[package] = ModuleType(package)
    sys.modules[package].__path__ = list(folders)


if __name__ == "__main__":
    client, *arguments = sys.argv[1:]
    print(json.dumps(globals()[client](*arguments)))
