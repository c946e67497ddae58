"""Tests the client with a real server: searching, looking up, submitting, withdrawing, following."""

from __future__ import annotations

from typing import Iterator, List, Union

import pytest
from works import CITED, citations, citing_id

from link_broker import LinkBroker, LinkBrokerError
from link_broker.schemas import IdentifierToLookUp, ScholixLink


@pytest.fixture(scope="module")
def broker(address: str, token: str) -> Iterator[LinkBroker]:
    with LinkBroker(address, token=token) as client:
        client.submit(citations(2_500), wait=True, links_per_event=1_000)
        yield client


class TestSearching:
    def test_gives_every_relationship_once_page_by_page(self, broker: LinkBroker) -> None:
        found = broker.relationships(CITED, relation="isCitedBy", size=1_000)
        ids = [one["Target"]["Identifiers"][0]["ID"] for one in found]
        assert sorted(ids) == sorted(citing_id(number) for number in range(2_500))
        pages = [(len(page["Relationships"]), page["total"]) for page in found.pages()]
        assert pages == [(1_000, 2_500), (1_000, 2_500), (500, 2_500)]

    def test_gives_how_the_request_was_read_and_whether_the_work_is_known(self, broker: LinkBroker) -> None:
        (page,) = broker.relationships("https://doi.org/10.5555/not~known").pages()
        assert page["known"] is False
        assert page["understood_as"] == {"ID": "10.5555/not~known", "IDScheme": "doi"}
        assert page["Relationships"] == []

    def test_counts_a_result_by_type(self, broker: LinkBroker) -> None:
        found = broker.search(CITED, relation="isCitedBy", group_by="version")
        assert found["hits"]["total"] == 2_500
        assert found["aggregations"]["type"]["buckets"][0]["doc_count"] == 2_500

    def test_keeps_links_within_dates(self, broker: LinkBroker) -> None:
        assert broker.search(CITED, from_="2026-01-01", to="2026")["hits"]["total"] == 2_500
        assert broker.search(CITED, to="2025")["hits"]["total"] == 0


class TestWorks:
    def test_are_returned_by_an_identifier_and_by_their_permanent_address(self, broker: LinkBroker) -> None:
        work = broker.object(CITED, facets=True)
        assert work["Title"] == "A cited package"
        assert work["counts"]["version"]["isCitedBy"] == 2_500
        assert work["facets"]["identity"]["isCitedBy"]["type"]["buckets"][0]["doc_count"] == 2_500
        assert broker.object_at(work["self"])["Identifiers"] == work["Identifiers"]

    def test_that_are_unknown_are_an_error_that_has_the_understood_identifier(self, broker: LinkBroker) -> None:
        with pytest.raises(LinkBrokerError) as caught:
            broker.object("10.5555/nothing")
        assert (caught.value.code, caught.value.status) == ("not-found", 404)
        assert caught.value.query and caught.value.query["understood_as"]["ID"] == "10.5555/nothing"
        assert caught.value.request_id

    def test_are_found_by_words_page_by_page(self, broker: LinkBroker) -> None:
        assert len(list(broker.find_objects("paper", size=1_000))) == 2_500
        assert [work.get("Title") for work in broker.find_objects("cited package")] == ["A cited package"]

    def test_are_looked_up_in_any_number_in_their_order(self, broker: LinkBroker) -> None:
        asked: List[IdentifierToLookUp] = ["no identifier", *(citing_id(number) for number in range(2_498))]
        asked.append({"ID": "10.5555/NOTHING", "IDScheme": "doi"})
        found = list(broker.look_up(one for one in asked))
        assert [one["input"] for one in found] == asked
        assert [one["known"] for one in found] == [False, *[True] * 2_498, False]
        assert found[0]["problem"]

    def test_are_reported_on_in_any_number_with_the_years_in_which_works_cite_them(self, broker: LinkBroker) -> None:
        asked = [*(citing_id(number) for number in range(1_001)), CITED, "no identifier"]
        reported = list(broker.report(asked))
        assert [one["input"] for one in reported] == asked
        work = reported[-2]
        assert work["Title"] == "A cited package"
        assert work["counts"]["identity"]["isCitedBy"] == 2_500
        assert work["cited_in"] == {"identity": [], "version": []}
        assert reported[-1]["problem"]
        (recent,) = broker.report([CITED], since="2026-02")
        assert recent["cited_since"] == {"identity": 0, "version": 0}

    def test_are_reported_on_by_the_prefix_of_their_dois_and_by_their_provider(self, broker: LinkBroker) -> None:
        prefix = CITED[: CITED.index("/")]
        reported = broker.report_on(prefix=prefix, since="2026", size=1_000)
        (work,) = [one for one in reported if one["understood_as"]["ID"] == CITED]
        assert work["providers"][0]["links"] == 2_500
        assert "cited_since" in work
        (one,) = broker.report_on(prefix=CITED[:-1], size=1)
        assert one["understood_as"]["ID"] == CITED
        works = list(broker.report_on(provider=work["providers"][0]["name"]))
        # The sources are counted in the background.
        assert works == [] or works[0]["understood_as"]["ID"] == CITED

    def test_come_from_sources(self, broker: LinkBroker) -> None:
        sources = broker.sources(size=1)
        assert sources["empty"] is False
        assert len(sources["providers"]) == min(1, sources["providers_total"])

    def test_have_an_explanation_of_their_links(self, broker: LinkBroker) -> None:
        why = broker.why(citing_id(1), CITED)
        assert why["relation"] == "linked"
        (step,) = why["steps"]
        assert step.get("provider") == "Tests"


class TestSubmitting:
    def test_waits_until_all_links_are_searchable(self, broker: LinkBroker) -> None:
        (submitted,) = broker.submit(citations(2, first=9_000), wait=True)
        assert submitted.event and submitted.event["counts"]["new_relationships"] == 2
        assert broker.object(citing_id(9_001))["counts"]["identity"]["cites"] == 1
        broker.withdraw_event(submitted.event_id)

    def test_accepts_links_from_an_iterable_in_as_many_events_as_needed(self, broker: LinkBroker) -> None:
        submitted = broker.submit(citations(5), links_per_event=2)
        assert [(one.first_link, one.links) for one in submitted] == [(0, 2), (2, 2), (4, 1)]
        (link,) = broker.event_links(submitted[2].event_id)
        assert link["Source"].get("Title") == "Paper 4"

    def test_gives_the_places_of_refused_links_among_all_links(self, broker: LinkBroker) -> None:
        links: List[ScholixLink] = [*citations(3), *citations(1, first=3, date="")]
        with pytest.raises(LinkBrokerError) as caught:
            broker.submit(links, links_per_event=2)
        assert (caught.value.code, caught.value.status) == ("invalid-links", 422)
        assert [place.get("pointer") for place in caught.value.errors] == ["/3/LinkPublicationDate"]
        assert len(caught.value.submitted) == 1

    def test_leaves_out_invalid_links_if_requested(self, broker: LinkBroker) -> None:
        (submitted,) = broker.submit([*citations(2), *citations(1, date="")], partial=True)
        assert submitted.refused_count == 1
        assert submitted.refused[0]["pointer"] == "/2/LinkPublicationDate"

    def test_does_not_divide_a_replacement(self, broker: LinkBroker) -> None:
        with pytest.raises(ValueError, match="cannot be divided"):
            broker.submit(citations(3), action="replace", links_per_event=2)

    def test_withdraws_everything_about_a_source_with_an_empty_event(self, broker: LinkBroker) -> None:
        broker.submit(citations(1, first=9_100, provider="Other"), wait=True)
        broker.submit([], action="replace", source=citing_id(9_100), provider="Other", wait=True)
        with pytest.raises(LinkBrokerError, match="9100"):
            broker.object(citing_id(9_100))

    def test_submits_no_event_without_links(self, broker: LinkBroker) -> None:
        assert broker.submit([]) == []


class TestEvents:
    def test_are_withdrawn_and_restored(self, broker: LinkBroker) -> None:
        (one,) = broker.submit(citations(1, first=9_200), wait=True)
        assert broker.preview_withdrawal(one.event_id)["relationships"] == 1
        withdrawn = broker.withdraw_event(one.event_id, "a test")
        assert withdrawn["withdrawn"] and withdrawn["withdrawn"]["reason"] == "a test"
        with pytest.raises(LinkBrokerError) as caught:
            broker.wait(one.event_id)
        assert caught.value.code == "event-withdrawn"
        broker.restore_event(one.event_id)
        assert broker.wait(one.event_id)["status"] == "Done"
        broker.rerun_event(one.event_id)
        assert broker.wait(one.event_id)["status"] == "Done"
        broker.withdraw_event(one.event_id)

    def test_are_listed_newest_first_page_by_page(self, broker: LinkBroker) -> None:
        times = [event["created"] for event in broker.events(limit=2)]
        assert len(times) > 4
        assert times == sorted(times, reverse=True)
        assert all(event["status"] == "Withdrawn" for event in broker.events(state="Withdrawn"))


class TestChanges:
    def test_are_read_to_the_end_and_continued_from_there(self, broker: LinkBroker) -> None:
        pages = list(broker.changes(limit=1_000, provider="tests").pages())
        assert sum(len(page["changes"]) for page in pages) >= 2_500
        cursor = pages[-1]["next"]
        assert list(broker.changes(after=cursor)) == []
        broker.submit(citations(1, first=9_300), wait=True)
        (change,) = broker.changes(after=cursor)
        assert change["link"]["Source"].get("Title") == "Paper 9300"

    def test_are_followed(self, broker: LinkBroker) -> None:
        (newest,) = broker.changes(after="now").pages()
        followed = iter(broker.changes(after=newest["next"], follow=True))
        seen: List[Union[str, None]] = []
        for first in (9_400, 9_401):
            broker.submit(citations(1, first=first))
            seen.append(next(followed)["link"]["Source"].get("Title"))
        assert seen == ["Paper 9400", "Paper 9401"]
