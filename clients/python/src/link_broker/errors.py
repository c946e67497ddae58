"""The error class of the client."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, List, Optional, Sequence

from .schemas import LinkEvent, Problem, ProblemPlace, UnderstoodQuery

if TYPE_CHECKING:
    from ._submitting import Submitted


class LinkBrokerError(Exception):
    """Reports that the broker refused, failed or could not be reached, or that an event failed.

    ``code`` is one of the broker (``not-found``, ``invalid-links``, ``too-many-requests`` …; its HTTP
    interface lists them), or one of the client: ``network`` (no answer, or not from a broker),
    ``timeout`` (the wait took too long), ``event-failed`` and ``event-withdrawn`` (the state that
    ended a wait for an event).
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
        """The status of the answer; None if there was none."""
        self.type: Optional[str] = problem["type"] if problem else None
        """The address that explains this kind of problem."""
        self.errors: List[ProblemPlace] = list(problem.get("errors", [])) if problem else []
        """The wrong parameters, or the wrong places in the submitted links."""
        self.query: Optional[UnderstoodQuery] = problem.get("query") if problem else None
        """For an unknown work: how the request was understood, and suggestions."""
        self.request_id = request_id
        """The id of the request in the broker's log."""
        self.event = event
        """The last state of the event that was waited for."""
        self.submitted: Sequence[Submitted] = ()
        """For a submission: the events accepted before it failed."""

    def of_submission(self, submitted: Sequence[Submitted], first_link: int) -> None:
        """Adds the accepted events; places then count all links."""
        self.submitted = tuple(submitted)
        for place in self.errors:
            if isinstance(place.get("pointer"), str):
                place["pointer"] = moved_by(first_link, place["pointer"])


def moved_by(first_link: int, pointer: str) -> str:
    """Moves a place in the links of one event, such as ``/3/Source``, to its place in all links."""
    found = re.match(r"/(\d+)(?=/|$)", pointer)
    return f"/{int(found[1]) + first_link}{pointer[found.end():]}" if found else pointer
