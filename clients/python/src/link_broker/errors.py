"""The one class of failures; knows neither requests nor retries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, List, Optional, Sequence

from .schemas import LinkEvent, Problem, ProblemPlace, UnderstoodQuery

if TYPE_CHECKING:
    from ._submitting import Submitted


class LinkBrokerError(Exception):
    """Tells that the broker refused or failed, that it could not be reached, or that an event failed.

    ``code`` is one of the broker (``not-found``, ``invalid-links``, ``too-many-requests`` …; its HTTP
    interface lists them), or one of the client: ``network`` (no answer, or none of a broker),
    ``timeout`` (what was waited for did not happen in time), ``event-failed`` and
    ``event-withdrawn`` (what became of an event that was waited for).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        problem: Optional[Problem] = None,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        event: Optional[LinkEvent] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status: Optional[int] = problem["status"] if problem else status
        """The status of the answer; None where there was none."""
        self.type: Optional[str] = problem["type"] if problem else None
        """The address that explains this kind of problem."""
        self.errors: List[ProblemPlace] = list(problem.get("errors", [])) if problem else []
        """Which parameters, or which places in the submitted links, are wrong."""
        self.query: Optional[UnderstoodQuery] = problem.get("query") if problem else None
        """Of a work that is not known: what was understood, and what may be meant instead."""
        self.request_id = request_id
        """Under which name the broker's log has the request."""
        self.event = event
        """The event that was waited for, as it was last."""
        self.submitted: Sequence[Submitted] = ()
        """Of a submission that failed: what of it was accepted before."""

    def of_submission(self, submitted: Sequence[Submitted], first_link: int) -> None:
        """Adds what was accepted; places become those of all links."""
        self.submitted = tuple(submitted)
        for place in self.errors:
            if "pointer" in place:
                place["pointer"] = moved_by(first_link, place["pointer"])


def moved_by(first_link: int, pointer: str) -> str:
    """Moves a place in the links of one event, ``/3/Source``, to where it is in all of them."""
    found = re.match(r"/(\d+)(?=/|$)", pointer)
    return f"/{int(found[1]) + first_link}{pointer[found.end():]}" if found else pointer
