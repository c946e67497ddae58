import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import type { Description } from '../links/description.ts';
import type { Link } from '../links/link.ts';
import { noCounts } from '../links/link-event.ts';
import type { ClaimedEvent } from '../store/claims.ts';
import type { Id, Placement } from '../store/graph.ts';
import type { StoredEntry } from '../store/outbox.ts';
import type { Records } from '../store/records.ts';
import { act } from '../store/suite/audit.fixture.ts';
import { wholeHistory } from '../store/suite/records.fixture.ts';
import {
	about,
	applyNow,
	bodyOf,
	forever,
	given,
	objectNamed,
	readGraph,
	receive,
	send,
	sendBody,
	testWorker,
} from './graph.fixture.ts';
import type { Graph } from './graph.model.ts';
import { rebuildGraph } from './rebuild-graph.ts';

let fresh: TestRecords;
let records: Records;

beforeEach(async () => {
	fresh = await openTestRecords();
	records = fresh.records;
});
afterEach(() => fresh.close());

/** Sends each list of links as an event of its own and reads the graph. */
async function graphOf(...events: (readonly Link[])[]): Promise<Graph> {
	for (const links of events) await send(records, links);
	return readGraph(records);
}

const works = async (...texts: string[]) => Object.keys((await graphOf(given(...texts))).works).sort();
const families = async (...texts: string[]) => Object.keys((await graphOf(given(...texts))).families).sort();

/** Places the identifiers named, by name. */
async function placesOf(...names: string[]): Promise<Record<string, Placement>> {
	const identifiers = names.flatMap((name) => objectNamed(name).identifiers);
	const places = await records.change((transaction) => transaction.identify(identifiers));
	return Object.fromEntries(names.map((name, at) => [name, places[at] as Placement]));
}

describe('an Identity group', () => {
	it('is one identifier alone where nothing is identical to it', async () => {
		assert.deepEqual(await works('A cites B'), ['a', 'b']);
	});

	it('is all identifiers connected by IsIdenticalTo, in either direction', async () => {
		assert.deepEqual(await works('A = B', 'C = B', 'X cites A'), ['a = b = c', 'x']);
	});

	it('is connected through any number of links', async () => {
		assert.deepEqual(await works('A = B', 'C = D', 'E = F', 'D = E', 'F = A'), ['a = b = c = d = e = f']);
	});

	it('is connected link by link, too', async () => {
		const graph = await graphOf(given('A = B'), given('C = D'), given('B = C'));
		assert.deepEqual(Object.keys(graph.works), ['a = b = c = d']);
	});

	it('holds all identifiers that one object comes with', async () => {
		assert.deepEqual(await works('A=B@arxiv=C cites X', 'C cites Y'), ['a = b@arxiv = c', 'x', 'y']);
	});

	it('holds an identifier and what is the same by a rule of its scheme, whichever is received', async () => {
		const link = (source: string, target: string) => bodyOf(given(`${source} cites ${target}`)).slice();
		await sendBody(records, link('10.1234/x', 'https://doi.org/10.1234/A@url'));
		await sendBody(records, link('10.1234/y', '10.1234/a'));
		const before = await readGraph(records);
		assert.deepEqual(Object.keys(before.works).sort(), [
			'10.1234/a = https://doi.org/10.1234/A@url',
			'10.1234/x',
			'10.1234/y',
		]);
		await rebuildGraph(records);
		assert.deepEqual(await readGraph(records), before);
	});

	it('does not join objects of another relation', async () => {
		assert.deepEqual(await works('A cites B', 'A supplements B', 'A relatesTo B', 'A hasVersion B'), ['a', 'b']);
	});

	it('has an identifier once, in any letter case, and distinguishes schemes', async () => {
		assert.deepEqual(await works('A = B', 'a = C', 'A@arxiv cites a'), ['a = b = c', 'a@arxiv']);
	});
});

describe('a Version group', () => {
	it('is one work alone where nothing is a version of it', async () => {
		assert.deepEqual(await families('A = B', 'X cites A'), ['a = b', 'x']);
	});

	it('is all works connected by HasVersion, through any number of links', async () => {
		assert.deepEqual(await families('A hasVersion B', 'C hasVersion B', 'C hasVersion D'), ['a | b | c | d']);
	});

	it('is what identity merges, too', async () => {
		assert.deepEqual(await families('A hasVersion B', 'C hasVersion D', 'B = C'), ['a | b = c | d']);
	});

	it('is merged link by link, whatever comes first', async () => {
		const graph = await graphOf(given('A hasVersion B'), given('B = C'), given('C hasVersion D'), given('E = A'));
		assert.deepEqual(Object.keys(graph.families), ['a = e | b = c | d']);
	});

	it('may be a cycle', async () => {
		assert.deepEqual(await families('A hasVersion B', 'B hasVersion C', 'C hasVersion A'), ['a | b | c']);
	});

	it('lives on when a work of it is found to be another of it', async () => {
		const graph = await graphOf(given('A hasVersion B', 'A hasVersion C'), given('B = C'));
		assert.deepEqual(Object.keys(graph.works).sort(), ['a', 'b = c']);
		assert.deepEqual(Object.keys(graph.families), ['a | b = c']);
	});
});

describe('a relationship between groups', () => {
	it('is there when some identifier of one has it to some identifier of the other', async () => {
		const graph = await graphOf(given('A = B', 'X = Y', 'X cites B'));
		assert.deepEqual(Object.keys(graph.betweenWorks), ['x = y Cites a = b']);
		assert.deepEqual(Object.keys(graph.betweenFamilies), ['x = y Cites a = b']);
	});

	it('is there between Version groups when some of their works have it', async () => {
		const graph = await graphOf(given('A hasVersion B', 'X hasVersion Y', 'Y cites B'));
		assert.deepEqual(Object.keys(graph.betweenWorks), ['y Cites b']);
		assert.deepEqual(Object.keys(graph.betweenFamilies), ['x | y Cites a | b']);
	});

	it('is one for each source, relation and target, however many links say it', async () => {
		const graph = await graphOf(
			given('A = B', 'X cites A', 'X cites B', 'X supplements A', 'B cites X'),
			given('X cites A'),
		);
		assert.deepEqual(Object.keys(graph.betweenWorks).sort(), [
			'a = b Cites x',
			'x Cites a = b',
			'x IsSupplementTo a = b',
		]);
	});

	it('is none inside a work', async () => {
		const graph = await graphOf(given('A = B', 'A cites B', 'B relatesTo A'));
		assert.deepEqual([graph.betweenWorks, graph.betweenFamilies], [{}, {}]);
	});

	it('is none inside a Version group, and one between its works', async () => {
		const graph = await graphOf(given('A hasVersion B', 'B cites A'));
		assert.deepEqual(Object.keys(graph.betweenWorks), ['b Cites a']);
		assert.deepEqual(graph.betweenFamilies, {});
	});

	it('vanishes when the two become one', async () => {
		await graphOf(given('X cites A', 'Y cites A'));
		const graph = await graphOf(given('X = A'));
		assert.deepEqual(Object.keys(graph.betweenWorks), ['y Cites a = x']);
	});

	it('falls together with another when their ends do', async () => {
		await graphOf(given('X cites A by Crossref', 'Y cites B by Zenodo'));
		const graph = await graphOf(given('A = B', 'X hasVersion Y'));
		assert.deepEqual(Object.keys(graph.betweenWorks).sort(), ['x Cites a = b', 'y Cites a = b']);
		assert.deepEqual(graph.betweenFamilies, { 'x | y Cites a = b': ['Crossref 2018-01-01', 'Zenodo 2018-01-01'] });
	});

	it('of IsRelatedTo is found from both ends, with assertions in either direction', async () => {
		const graph = await graphOf(given('A relatesTo B by Crossref', 'B relatesTo A by Zenodo'));
		const history = ['Crossref 2018-01-01', 'Zenodo 2018-01-01'];
		assert.deepEqual(graph.betweenWorks, { 'a IsRelatedTo b': history, 'b IsRelatedTo a': history });
	});

	it('is none of an object to itself; that link is counted as ignored', async () => {
		const counts = await send(records, given('A cites a', 'A cites B'));
		assert.deepEqual([counts.links, counts.ignored, counts.newRelationships], [2, 1, 1]);
		assert.deepEqual(Object.keys((await readGraph(records)).betweenWorks), ['a Cites b']);
	});

	it('is none of HasVersion and IsIdenticalTo, which make groups instead', async () => {
		const graph = await graphOf(given('A = B', 'A hasVersion C'));
		assert.deepEqual([graph.betweenWorks, graph.betweenFamilies], [{}, {}]);
	});
});

describe('a LinkHistory', () => {
	it('has one item for each provider and date, newest first', async () => {
		const graph = await graphOf(
			given('X cites A by Zenodo on 2018', 'X cites A by Crossref on 2019-05-01', 'X cites A by Zenodo on 2019'),
			given('X cites A by Zenodo on 2018'),
		);
		assert.deepEqual(graph.betweenWorks['x Cites a'], ['Crossref 2019-05-01', 'Zenodo 2019', 'Zenodo 2018']);
	});

	it('gathers from all relationships between the groups', async () => {
		const graph = await graphOf(
			given('A = B', 'A hasVersion C', 'X cites A on 2017', 'X cites B on 2018', 'X cites C on 2019'),
		);
		assert.deepEqual(graph.betweenWorks['x Cites a = b'], ['Zenodo 2018', 'Zenodo 2017']);
		assert.deepEqual(graph.betweenFamilies['x Cites a = b | c'], ['Zenodo 2019', 'Zenodo 2018', 'Zenodo 2017']);
	});

	it('grows when a link comes again by another provider, though the link is known', async () => {
		await send(records, given('X cites A by Zenodo'));
		const counts = await send(records, given('X cites A by Crossref'));
		assert.deepEqual([counts.newRelationships, counts.newIdentifiers], [0, 0]);
		assert.equal((await readGraph(records)).betweenWorks['x Cites a']?.length, 2);
	});
});

/** Reads the description of a work. */
async function described(work: string): Promise<Description> {
	const text = (await readGraph(records)).works[work];
	return text === undefined || text === '' ? {} : JSON.parse(text);
}

describe('the description of a work', () => {
	it('is empty where nothing was asserted', async () => {
		await send(records, given('A cites B'));
		assert.deepEqual(await described('a'), {});
	});

	it('is, field by field, what the latest event gave', async () => {
		await send(records, [about('A', { Title: 'Old', PublicationDate: '2015', Creator: [{ Name: 'Ada' }] })]);
		await send(records, [about('A', { Title: 'New', Type: { Name: 'software' } })]);
		assert.deepEqual(await described('a'), {
			Title: 'New',
			Creator: [{ Name: 'Ada' }],
			PublicationDate: '2015',
			Type: { Name: 'software' },
		});
	});

	it('is the same when the events are applied in another order', async () => {
		const events = ['First', 'Second', 'Third'].map((Title, at) => ({
			links: [about('A', at === 1 ? { Title, PublicationDate: '2016' } : { Title })],
			noindex: false,
		}));
		await receive(records, events, [2, 0, 1]);
		assert.deepEqual(await described('a'), { Title: 'Third', PublicationDate: '2016' });
	});

	it('keeps a known type where a later event says unknown', async () => {
		await sendBody(records, bodyOf([about('A', { Type: { Name: 'dataset' } })]));
		await sendBody(records, bodyOf([about('A', { Type: { Name: 'unknown', SubType: 'image' }, Title: 'T' })]));
		assert.deepEqual(await described('a'), { Title: 'T', Type: { Name: 'dataset' }, Kind: { SubType: 'image' } });
	});

	it('replaces a whole field: a type comes with its SubType or without', async () => {
		await send(records, [about('A', { Type: { Name: 'literature', SubType: 'preprint' } })]);
		await send(records, [about('A', { Type: { Name: 'software' } })]);
		assert.deepEqual(await described('a'), { Type: { Name: 'software' } });
	});

	it('gathers publishers and keywords', async () => {
		await send(records, [about('A', { Publisher: [{ Name: 'Zenodo' }], Keywords: ['sampling'] })]);
		await send(records, [about('A', { Publisher: [{ Name: 'CERN' }], Keywords: ['mcmc', 'sampling'] })]);
		assert.deepEqual(await described('a'), {
			Publisher: [{ Name: 'CERN' }, { Name: 'Zenodo' }],
			Keywords: ['mcmc', 'sampling'],
		});
	});

	it('comes from a link that is known already, too', async () => {
		await send(records, given('X cites A'));
		const [known] = given('X cites A') as [Link];
		await send(records, [{ ...known, target: objectNamed('A', { Title: 'Given later' }) }]);
		assert.deepEqual(await described('a'), { Title: 'Given later' });
	});

	it('comes from a link of an object to itself, too', async () => {
		await send(records, [about('A', { Title: 'Only described' })]);
		assert.deepEqual(await described('a'), { Title: 'Only described' });
	});

	it('is stored once, however often it is asserted of a work', async () => {
		for (let time = 0; time < 3; time++) await send(records, [about('A', { Title: 'T' }), about('B', { Title: 'T' })]);
		const { A, B } = await placesOf('A', 'B');
		const stored = await records.read(async (transaction) => {
			const rows = [A, B].map((place) => wholeHistory(transaction, (place as Placement).id));
			return (await Promise.all(rows)).flat().map(({ description }) => description);
		});
		assert.equal(stored.length, 6);
		assert.equal(new Set(stored).size, 2);
	});

	it('keeps the rule field by field when works merge', async () => {
		await send(records, [about('A', { Title: 'A first', PublicationDate: '2011', Keywords: ['a'] })]);
		await send(records, [about('B', { Title: 'B second', Type: { Name: 'software' }, Keywords: ['b'] })]);
		await send(records, [about('A', { PublicationDate: '2013' })]);
		await send(records, given('A = B'));
		assert.deepEqual(await described('a = b'), {
			Title: 'B second',
			PublicationDate: '2013',
			Type: { Name: 'software' },
			Keywords: ['a', 'b'],
		});
	});

	it('keeps the rule when works with many descriptions merge', async () => {
		for (let time = 0; time < 25; time++) await send(records, [about('A', { Title: `A${time}` })]);
		await send(records, [about('B', { PublicationDate: '2015', Title: 'B' })]);
		for (let time = 25; time < 50; time++)
			await send(records, [about('A', { Title: `A${time}` }), about('C', { Title: 'C' })]);
		await send(records, given('A = B', 'C = B'));
		assert.deepEqual(await described('a = b = c'), { Title: 'C', PublicationDate: '2015' });
	});

	it('is the last word of an event that disagrees with itself, whichever identifier it names', async () => {
		const links = [
			about('B', { Title: 'Of B', Creator: [{ Name: 'Ada' }] }),
			about('A', { Title: 'Of A', PublicationDate: '2014' }),
		];
		await send(records, [...given('A = B'), ...links]);
		assert.deepEqual(await described('a = b'), { Title: 'Of A', Creator: [{ Name: 'Ada' }], PublicationDate: '2014' });
		await send(records, links.toReversed());
		assert.deepEqual(await described('a = b'), { Title: 'Of B', Creator: [{ Name: 'Ada' }], PublicationDate: '2014' });
	});

	it('is the last one of the event also where a later event makes both one work', async () => {
		await send(records, [about('B', { Title: 'Of B' }), about('A', { Title: 'Of A' })]);
		await send(records, given('A = B'));
		assert.deepEqual(await described('a = b'), { Title: 'Of A' });
	});

	it('keeps its SubType where a type of the same name comes without one', async () => {
		const preprint = { Type: { Name: 'literature', SubType: 'preprint' } } as const;
		const bare = { Type: { Name: 'literature' } } as const;
		await send(records, [about('A', preprint), about('A', bare)]);
		assert.deepEqual(await described('a'), preprint);
		await send(records, [about('A', bare)]);
		await send(records, [...given('A = B'), about('B', bare)]);
		assert.deepEqual(await described('a = b'), preprint);
		await send(records, [about('B', { Type: { Name: 'software' } })]);
		await send(records, [about('A', bare)]);
		assert.deepEqual(await described('a = b'), bare);
	});

	it('counts what the merging event says as the latest', async () => {
		await send(records, [about('A', { Title: 'Of A' })]);
		await send(records, [about('B', { Title: 'Of B' })]);
		await send(records, [about('A', { Title: 'Resolved' }), ...given('A = B')]);
		assert.deepEqual(await described('a = b'), { Title: 'Resolved' });
	});

	it('stays when an older event is run again', async () => {
		const events = ['Old', 'New'].map((Title) => ({ links: [about('A', { Title })], noindex: false }));
		await receive(records, events, [0, 1, 0]);
		assert.deepEqual(await described('a'), { Title: 'New' });
	});

	it('stays when an older event is run again while the newer one waits for that, too', async () => {
		const events = ['Old', 'New'].map((Title) => ({ links: [about('A', { Title })], noindex: false }));
		await receive(records, events);
		await records.rerun(
			act,
			(await records.events({ limit: 2 })).map(({ eventId }) => eventId),
		);
		const [older] = await records.claim({ worker: testWorker, until: forever }, forever - 1, 1);
		await applyNow(records, older as ClaimedEvent, [about('A', { Title: 'Old' })]);
		assert.deepEqual(await described('a'), { Title: 'New' });
	});
});

describe('the head of a Version group', () => {
	const heads = async (...events: (readonly Link[])[]) => Object.values((await graphOf(...events)).families);
	const dated = (name: string, PublicationDate: string) => about(name, { PublicationDate });

	it('is the work from which the versions come', async () => {
		assert.deepEqual(await heads(given('C hasVersion A', 'C hasVersion B')), ['c']);
		assert.deepEqual(await heads(given('D hasVersion C')), ['d']);
	});

	it('is the one with the most versions, where several have no origin', async () => {
		assert.deepEqual(await heads(given('A hasVersion X', 'B hasVersion X', 'B hasVersion Y')), ['b']);
	});

	it('counts a version once, however many links say it and whatever its identifiers', async () => {
		const links = given('B hasVersion X by Zenodo', 'B hasVersion X by Crossref', 'B hasVersion Y', 'X = Y');
		assert.deepEqual(await heads([...links, ...given('A hasVersion X', 'A hasVersion Z')]), ['a']);
	});

	it('is then the earliest, one without a date last', async () => {
		const links = given('A hasVersion X', 'B hasVersion X', 'C hasVersion X');
		assert.deepEqual(await heads([...links, dated('B', '2016-02'), dated('C', '2016-01-31')]), ['c']);
	});

	it('is then the one with the smallest identifier', async () => {
		assert.deepEqual(await heads(given('B hasVersion X', 'A hasVersion X', 'A = Z')), ['a = z']);
	});

	it('is chosen by the same rules from all of a cycle', async () => {
		assert.deepEqual(await heads(given('B hasVersion C', 'C hasVersion B', 'C hasVersion A', 'A hasVersion C')), ['c']);
	});

	it('does not mind versions of a work among its own identifiers', async () => {
		assert.deepEqual(await heads(given('B hasVersion A', 'A = B', 'B hasVersion C')), ['a = b']);
	});

	it('changes when an origin is asserted later', async () => {
		await graphOf(given('B hasVersion A'));
		assert.deepEqual(await heads(given('C hasVersion B')), ['c']);
	});

	it('lists each work of the group as a version', async () => {
		// The graph names the versions only where they differ from the works of the group.
		assert.deepEqual((await graphOf(given('A hasVersion B', 'B = C'))).families, { 'a | b = c': 'a' });
	});
});

describe('the counts of an event', () => {
	it('count its effects', async () => {
		await send(records, given('A cites B'));
		assert.deepEqual(await send(records, given('A cites B', 'A cites C', 'C hasVersion D', 'A = E', 'X cites x')), {
			...noCounts,
			links: 5,
			ignored: 1,
			newRelationships: 3,
			newIdentifiers: 3,
			mergedGroups: 2,
		});
	});

	it('are nothing new when the same comes again', async () => {
		const links = given('A = B', 'A hasVersion C', 'X cites A');
		await send(records, links);
		const counts = await send(records, links);
		assert.deepEqual(counts, { ...noCounts, links: 3 });
	});
});

describe('a merge', () => {
	const cite = (name: string, times: number) =>
		given(...Array.from({ length: times }, (_, at) => `${name}${at} cites ${name}`));

	it('moves the lighter groups into the heaviest, whatever their order', async () => {
		await send(records, [...cite('A', 3), ...cite('B', 70), ...cite('C', 600), ...cite('D', 65)]);
		const { C } = await placesOf('C');
		await send(records, given('A = B', 'D = C', 'B = D'));
		for (const place of Object.values(await placesOf('A', 'B', 'C', 'D'))) {
			assert.deepEqual([place.identity, place.version], [C?.id, C?.id]);
		}
	});

	it('lets stay what was there before, however much the event says of what it creates', async () => {
		await send(records, given('A cites X'));
		const { A } = await placesOf('A');
		await send(records, [...cite('B', 5), ...given('B = A', 'B hasVersion C')]);
		for (const place of Object.values(await placesOf('A', 'B'))) {
			assert.deepEqual([place.identity, place.version], [A?.id, A?.id]);
		}
	});

	it('weighs a Version group with all its works', async () => {
		await send(records, [
			...given('A hasVersion B', 'A hasVersion C'),
			...cite('B', 40),
			...cite('C', 40),
			...cite('D', 60),
		]);
		const { A, D } = await placesOf('A', 'D');
		await send(records, given('A = D'));
		const places = await placesOf('A', 'B', 'C', 'D');
		assert.deepEqual(new Set(Object.values(places).map(({ version }) => version)), new Set([A?.version]));
		assert.deepEqual([places.A?.identity, places.D?.identity], [D?.id, D?.id]);
	});
});

const entries = (): Promise<StoredEntry[]> => records.read((transaction) => transaction.entries(100, 100_000));

/** Removes all entries, as once the index has applied them. */
async function acknowledgeAll(): Promise<void> {
	const ids = (await entries()).map(({ id }) => id);
	await records.acknowledge(ids, await records.currentGeneration(), '');
}

/** Reads what the waiting entries name, in the names of those asked for. */
async function enqueued(
	...names: string[]
): Promise<{ changed: string[]; regrouped: string[]; relationships: string[] }> {
	const places = await placesOf(...names);
	const nameOf = new Map(names.map((name) => [places[name]?.id as Id, name]));
	const named = (ids: readonly Id[]) => [...new Set(ids.map((id) => nameOf.get(id) ?? '?'))].sort();
	const all = (await entries()).map(({ entry }) => entry);
	return {
		changed: named(all.flatMap(({ changed }) => changed)),
		regrouped: named(all.flatMap(({ regrouped }) => regrouped)),
		relationships: all.flatMap(({ relationships }) =>
			relationships.map(([source, , target]) => `${nameOf.get(source)} ${nameOf.get(target)}`),
		),
	};
}

describe('an outbox entry', () => {
	it('lists what is new: identifiers, and relationships between groups', async () => {
		await send(records, given('A cites B', 'A hasVersion C'));
		const { changed, relationships } = await enqueued('A', 'B', 'C');
		assert.deepEqual(changed, ['A', 'B', 'C']);
		assert.deepEqual(relationships, ['A B']);
	});

	it('lists a known relationship, for its history may be longer now', async () => {
		await send(records, given('A cites B'));
		await acknowledgeAll();
		await send(records, given('A cites B by Crossref'));
		assert.deepEqual(await enqueued('A', 'B'), { changed: [], regrouped: [], relationships: ['A B'] });
	});

	it('lists works whose description has changed, and no others', async () => {
		await send(records, [about('A', { Title: 'A' }), about('B', { Title: 'B' })]);
		await acknowledgeAll();
		await send(records, [about('A', { Title: 'A' }), about('B', { Title: 'B again' })]);
		assert.deepEqual((await enqueued('A', 'B')).changed, ['B']);
	});

	it('lists no work that is described as a part of it was before they became one', async () => {
		await send(records, [...given('X cites A', 'Y cites A'), about('B', { Title: 'T' })]);
		await send(records, given('A = B'));
		await acknowledgeAll();
		await send(records, [about('A', { Title: 'T' })]);
		await send(records, [about('B', { Title: 'T' })]);
		assert.deepEqual((await enqueued('A', 'B')).changed, []);
		// The same asserted again is the description of the group, which need not be resolved again.
		const { A } = await placesOf('A');
		const { identity } = A as Placement;
		const [group, stored] = await records.read(
			async (transaction) =>
				[await transaction.identifiers([identity]), await wholeHistory(transaction, identity)] as const,
		);
		assert.equal(group[0]?.description, stored[0]?.description);
	});

	it('lists the groups that took in others', async () => {
		await send(records, given('X cites A', 'Y cites A', 'X cites B'));
		await acknowledgeAll();
		await send(records, given('A = B'));
		assert.deepEqual((await enqueued('A', 'B', 'X', 'Y')).regrouped, ['A']);
	});

	it('lists a work that gained a version inside its group: another may be the head now', async () => {
		await send(records, given('A hasVersion C', 'B hasVersion C'));
		await acknowledgeAll();
		await send(records, given('B hasVersion A'));
		assert.deepEqual((await enqueued('A', 'B', 'C')).changed, ['B']);
	});

	it('is one of several where an event says much, so that each can be delivered whole', async () => {
		const works = Array.from({ length: 6_000 }, (_, number) => `W${number}`);
		await send(records, given(...works.map((name) => `A cites ${name}`), 'A = A@arxiv'));
		const waiting = await entries();
		assert.deepEqual(
			waiting.map(({ entry }) => entry.relationships.length),
			[2_500, 2_500, 1_000],
		);
		assert.equal(
			new Set(waiting.flatMap(({ entry }) => entry.relationships.map(([, , target]) => target))).size,
			6_000,
		);
		// The groups that took in others come first.
		assert.deepEqual(
			waiting.map(({ entry }) => [entry.changed.length, entry.regrouped.length]),
			[
				[2_500, 1],
				[2_500, 0],
				[1_002, 0],
			],
		);
		assert.equal(new Set(waiting.flatMap(({ entry }) => entry.changed)).size, 6_002);
		assert.equal(new Set(waiting.map(({ event }) => event)).size, 1);
	});

	it('is none where an event brought nothing', async () => {
		await send(records, given('A = B', 'A hasVersion C'));
		await acknowledgeAll();
		await send(records, given('A = B', 'A hasVersion C', 'A cites a'));
		assert.deepEqual(await entries(), []);
	});
});

describe('a noindex event', () => {
	const quietly = { noindex: true };

	it('asserts nothing that may be searched, and everything that a reindex sees', async () => {
		await send(records, given('X cites A'), quietly);
		assert.deepEqual((await readGraph(records)).betweenWorks, {});
		assert.deepEqual((await readGraph(records, 'everything')).betweenWorks, { 'x Cites a': ['Zenodo 2018-01-01'] });
	});

	it('does not hide what came both ways', async () => {
		await send(records, given('X cites A by Zenodo', 'X cites A by Crossref'), quietly);
		await send(records, given('X cites A by Zenodo'));
		assert.deepEqual((await readGraph(records)).betweenWorks, { 'x Cites a': ['Zenodo 2018-01-01'] });
	});

	it('groups and describes in the records all the same', async () => {
		await send(records, [...given('A = B', 'A hasVersion C'), about('A', { Title: 'T' })], quietly);
		const graph = await readGraph(records);
		assert.deepEqual(graph.families, { 'a = b | c': 'a = b' });
		assert.deepEqual(graph.works, { 'a = b': '{"Title":"T"}', c: '' });
	});

	it('enqueues no entry', async () => {
		await send(records, [...given('A = B', 'X cites A'), about('A', { Title: 'T' })], quietly);
		assert.deepEqual(await entries(), []);
	});

	it('is enqueued with the next indexed event that touches the same groups', async () => {
		await send(records, given('A cites X', 'B cites Y', 'C cites Z'));
		await acknowledgeAll();
		await send(records, [...given('A = B'), about('C', { Title: 'T' })], quietly);
		await send(records, given('C cites Z by Crossref'));
		const { changed, regrouped } = await enqueued('A', 'B', 'C');
		assert.deepEqual([changed, regrouped], [['C'], []]);
		await acknowledgeAll();
		await send(records, given('B cites Y by Crossref'));
		const later = await enqueued('A', 'B', 'C');
		assert.deepEqual([later.changed, later.regrouped], [['A'], ['A']]);
	});

	it('is enqueued once', async () => {
		await send(records, given('A = B'), quietly);
		await send(records, given('A cites X'));
		await acknowledgeAll();
		await send(records, given('A cites X by Crossref'));
		assert.deepEqual((await enqueued('A', 'B', 'X')).regrouped, []);
	});

	it('is enqueued with an event about any version of the same work', async () => {
		await send(records, given('A hasVersion B'));
		await acknowledgeAll();
		await send(records, [about('B', { Title: 'T' })], quietly);
		await send(records, given('A cites X'));
		assert.deepEqual((await enqueued('A', 'B', 'X')).changed, ['B', 'X']);
	});
});
