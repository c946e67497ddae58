"""A client for Link Broker."""

from . import schemas
from ._client import LinkBroker
from ._paged import Paged
from ._relationships_page import RelationshipsPage
from ._submitting import Submitted
from .errors import LinkBrokerError

__all__ = [
    "LinkBroker",
    "LinkBrokerError",
    "Paged",
    "RelationshipsPage",
    "Submitted",
    "schemas",
]
