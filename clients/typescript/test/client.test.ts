// Tests the client with a real server: searching, looking up, submitting, withdrawing, following.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openProgram, type Program, type Server } from '../../../test/end-to-end/program.ts';
import { LinkBroker, LinkBrokerError } from '../src/index.ts';
import { citations, cited, citingId } from './works.fixture.ts';

let program: Program;
let server: Server;
let broker: LinkBroker;
before(async () => {
	program = await openProgram();
	const token = await program.token();
	server = await program.serve();
	broker = new LinkBroker(server.url, { token });
	await broker.submit(citations(2_500), { wait: true, linksPerEvent: 1_000 });
});
after(() => program.remove());

/** Collects all items. */
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
	const collected: T[] = [];
	for await (const item of items) collected.push(item);
	return collected;
}

/** Returns the error of a call that must fail. */
async function failureOf(call: Promise<unknown>): Promise<LinkBrokerError> {
	const outcome = await call.catch((error: unknown) => error);
	assert.ok(outcome instanceof LinkBrokerError, `no LinkBrokerError: ${JSON.stringify(outcome)}`);
	return outcome;
}

describe('searching', () => {
	it('gives every relationship of a work once, page by page', async () => {
		const found = broker.relationships({ id: cited, relation: 'isCitedBy', size: 1_000 });
		const ids = (await all(found)).map(({ Target }) => Target.Identifiers[0]?.ID);
		assert.deepEqual(ids.toSorted(), Array.from({ length: 2_500 }, (_, number) => citingId(number)).toSorted());
		const pages = await all(found.pages());
		assert.deepEqual(
			pages.map(({ Relationships, total }) => [Relationships.length, total]),
			[1_000, 1_000, 500].map((length) => [length, 2_500]),
		);
	});

	it('gives one page by its number, and the next one', async () => {
		const query = { id: cited, size: 1_000, type: undefined };
		const second = await broker.relationshipsPage({ ...query, page: 2 });
		const third = await broker.relationshipsPage({ ...query, cursor: second.next });
		assert.deepEqual([second.Relationships.length, third.Relationships.length, third.next], [1_000, 500, undefined]);
		assert.deepEqual((await broker.relationshipsPage({ ...query, page: 3 })).Relationships, third.Relationships);
	});

	it('gives with each page how the request was read, and whether the work is known', async () => {
		const [page] = await all(broker.relationships({ id: 'https://doi.org/10.5555/not~known' }).pages());
		assert.equal(page?.known, false);
		assert.deepEqual(page?.understoodAs, { ID: '10.5555/not~known', IDScheme: 'doi' });
		assert.deepEqual(page?.Relationships, []);
	});

	it('counts a result by type and year', async () => {
		const { hits, aggregations } = await broker.search({ id: cited, relation: 'isCitedBy', groupBy: 'version' });
		assert.equal(hits.total, 2_500);
		assert.deepEqual(
			aggregations.type.buckets.map(({ key, doc_count }) => [key, doc_count]),
			[['literature', 2_500]],
		);
	});

	it('collects no more items than are asked for', async () => {
		assert.equal((await broker.relationships({ id: cited }).toArray(3)).length, 3);
	});
});

describe('works', () => {
	it('are returned by an identifier, and by their permanent address', async () => {
		const work = await broker.object(cited, { facets: true });
		assert.equal(work.Title, 'A cited package');
		assert.equal(work.counts.version.isCitedBy, 2_500);
		assert.equal(work.facets?.identity.isCitedBy.type.buckets[0]?.doc_count, 2_500);
		assert.deepEqual((await broker.objectAt(work.self)).Identifiers, work.Identifiers);
	});

	it('that are unknown are an error that has the understood identifier', async () => {
		const failure = await failureOf(broker.object('10.5555/nothing'));
		assert.equal(failure.code, 'not-found');
		assert.equal(failure.status, 404);
		assert.deepEqual(failure.query?.understood_as, { ID: '10.5555/nothing', IDScheme: 'doi' });
		assert.ok(failure.requestId);
	});

	it('are found by words, page by page', async () => {
		assert.equal((await all(broker.findObjects({ q: 'paper', size: 1_000 }))).length, 2_500);
		assert.deepEqual(
			(await all(broker.findObjects('cited package'))).map(({ Title }) => Title),
			['A cited package'],
		);
	});

	it('are found one page at a time', async () => {
		const first = await broker.findObjectsPage({ q: 'paper', size: 1_000 });
		const second = await broker.findObjectsPage({ q: 'paper', size: 1_000, cursor: first.next });
		assert.deepEqual([first.total, second.hits.length], [2_500, 1_000]);
		assert.ok(!first.hits.some(({ self }) => self === second.hits[0]?.self));
		assert.equal((await broker.findObjectsPage({ q: 'cited package' })).next, undefined);
	});

	it('are looked up in any number, in their order', async () => {
		const ids = Array.from({ length: 2_498 }, (_, number) => citingId(number));
		const asked = ['no identifier', ...ids, { ID: '10.5555/NOTHING', IDScheme: 'doi' }];
		const found = await all(broker.lookUp(asked));
		assert.deepEqual(
			found.map(({ input }) => input),
			asked,
		);
		assert.deepEqual(
			found.map(({ known }) => known),
			asked.map((_, place) => place > 0 && place < 2_499),
		);
		assert.ok(found[0]?.problem);
		assert.equal((await broker.lookUpOnce([cited])).results[0]?.known, true);
	});

	it('are reported on in any number, with the years in which works cite them', async () => {
		const ids = [...Array.from({ length: 1_001 }, (_, number) => citingId(number)), cited, 'no identifier'];
		const reported = await all(broker.report(ids));
		assert.deepEqual(
			reported.map(({ input }) => input),
			ids,
		);
		const work = reported.at(-2);
		assert.deepEqual([work?.Title, work?.counts?.identity.isCitedBy], ['A cited package', 2_500]);
		assert.deepEqual(work?.cited_in, { identity: [], version: [] });
		assert.ok(reported.at(-1)?.problem);
		const [recent] = await all(broker.report([cited], { since: '2026-02' }));
		assert.deepEqual(recent?.cited_since, { identity: 0, version: 0 });
	});

	it('are reported on by DOI prefix and by provider, with the providers of their citations', async () => {
		const prefix = cited.slice(0, cited.indexOf('/'));
		const [work] = (await all(broker.reportOn({ prefix, since: '2026', size: 1_000 }))).filter(
			({ understood_as }) => understood_as?.ID === cited,
		);
		assert.equal(work?.providers?.[0]?.links, 2_500);
		assert.ok(work?.cited_since);
		const [one, ...others] = await all(broker.reportOn({ prefix: cited.slice(0, -1), size: 1 }));
		assert.deepEqual([one?.understood_as?.ID, others], [cited, []]);
		const page = await broker.reportPage({ prefix, size: 1 });
		assert.ok(page.cursor);
		const { name = '' } = work?.providers?.[0] ?? {};
		const { works = [] } = { works: await all(broker.reportOn({ provider: name })) };
		// The sources are counted in the background.
		assert.ok(works.length === 0 || works[0]?.understood_as?.ID === cited);
	});

	it('come from sources', async () => {
		const sources = await broker.sources({ size: 1 });
		assert.equal(sources.empty, false);
		assert.equal(sources.providers.length, Math.min(1, sources.providers_total));
	});

	it('have an explanation of their links', async () => {
		const why = await broker.why(citingId(1), cited);
		assert.equal(why.relation, 'linked');
		const [step] = why.steps;
		assert.equal(step && 'provider' in step && step.provider, 'Tests');
	});
});

describe('submitting', () => {
	it('names the file, and waits until all links are searchable', async () => {
		const links = citations(2, { first: 9_000 });
		const [submitted] = await broker.submit(links, { wait: true, fileName: 'two links.json' });
		assert.equal(submitted?.event?.status, 'Done');
		assert.equal(submitted?.event?.file_name, 'two links.json');
		assert.equal(submitted?.event?.counts.new_relationships, 2);
		assert.equal((await broker.object(citingId(9_001))).counts.identity.cites, 1);
		await broker.withdrawEvent(submitted?.eventId ?? '');
	});

	it('accepts links from an iterable, in as many events as needed', async () => {
		async function* coming() {
			yield* citations(5);
		}
		const submitted = await broker.submit(coming(), { linksPerEvent: 2 });
		assert.deepEqual(
			submitted.map(({ firstLink, links }) => [firstLink, links]),
			[
				[0, 2],
				[2, 2],
				[4, 1],
			],
		);
		const links = await all(broker.eventLinks(submitted[2]?.eventId ?? ''));
		assert.equal(links[0]?.Source.Title, 'Paper 4');
	});

	it('gives the places of refused links among all links, and the events accepted before', async () => {
		const links = [...citations(4)].map((link, place) => (place === 3 ? { ...link, LinkPublicationDate: '' } : link));
		const failure = await failureOf(broker.submit(links, { linksPerEvent: 2 }));
		assert.equal(failure.code, 'invalid-links');
		assert.equal(failure.status, 422);
		assert.deepEqual(
			failure.errors.map(({ pointer }) => pointer),
			['/3/LinkPublicationDate'],
		);
		assert.equal(failure.submitted.length, 1);
	});

	it('leaves out invalid links if requested', async () => {
		const links = [...citations(3)].map((link, place) => (place === 2 ? { ...link, LinkPublicationDate: '' } : link));
		const submitted = await broker.submit(links, { partial: true, linksPerEvent: 2 }).catch((error) => error);
		// The second event has no valid link at all.
		assert.equal(submitted.code, 'invalid-links');
		const [one] = await broker.submit(links, { partial: true });
		assert.equal(one?.refusedCount, 1);
		assert.equal(one?.refused[0]?.pointer, '/2/LinkPublicationDate');
	});

	it('does not divide a replacement', async () => {
		await assert.rejects(broker.submit(citations(3), { action: 'replace', linksPerEvent: 2 }), RangeError);
	});

	it('withdraws everything about a Source with an empty event', async () => {
		await broker.submit(citations(1, { first: 9_100, provider: 'Other' }), { wait: true });
		await broker.submit([], { action: 'replace', source: citingId(9_100), provider: 'Other', wait: true });
		assert.equal((await failureOf(broker.object(citingId(9_100)))).code, 'not-found');
	});

	it('submits no event without links', async () => {
		assert.deepEqual(await broker.submit([]), []);
	});
});

describe('events', () => {
	it('are withdrawn and restored', async () => {
		const [one] = await broker.submit(citations(1, { first: 9_200 }), { wait: true });
		const { eventId = '' } = one ?? {};
		assert.equal((await broker.previewWithdrawal(eventId)).relationships, 1);
		const withdrawn = await broker.withdrawEvent(eventId, 'a test');
		assert.deepEqual([withdrawn.status, withdrawn.withdrawn?.reason], ['Withdrawn', 'a test']);
		assert.equal((await failureOf(broker.wait(eventId))).code, 'event-withdrawn');
		await broker.restoreEvent(eventId);
		assert.equal((await broker.wait(eventId)).status, 'Done');
		await broker.rerunEvent(eventId);
		assert.equal((await broker.wait(eventId)).status, 'Done');
		await broker.withdrawEvent(eventId);
	});

	it('are listed newest first, page by page', async () => {
		const events = await all(broker.events({ limit: 2 }));
		assert.ok(events.length > 4);
		const times = events.map(({ created }) => created);
		assert.deepEqual(times, times.toSorted().toReversed());
	});
});

describe('the change log', () => {
	it('is read to its end, and continued from there', async () => {
		const pages = await all(broker.changes({ limit: 1_000, provider: 'tests' }).pages());
		assert.ok(pages.flatMap(({ changes }) => changes).length >= 2_500);
		const cursor = pages.at(-1)?.next ?? '';
		assert.deepEqual(await all(broker.changes({ after: cursor })), []);
		await broker.submit(citations(1, { first: 9_300 }), { wait: true });
		const [change, ...more] = await all(broker.changes({ after: cursor }));
		assert.equal(change?.link.Source.Title, 'Paper 9300');
		assert.deepEqual(more, []);
	});

	it('is followed until the signal', async () => {
		const stop = new AbortController();
		const [newest] = await all(broker.changes({ after: 'now' }).pages());
		const followed = broker.changes({ ...(newest && { after: newest.next }), follow: true, signal: stop.signal });
		const seen: (string | null | undefined)[] = [];
		const following = (async () => {
			for await (const { link } of followed) {
				if (seen.push(link.Source.Title) === 2) stop.abort();
			}
		})();
		for (const first of [9_400, 9_401]) await broker.submit(citations(1, { first }));
		await assert.rejects(following, { name: 'AbortError' });
		assert.deepEqual(seen, ['Paper 9400', 'Paper 9401']);
	});
});
