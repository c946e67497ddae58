// What searches answer of groups, on real engines: descriptions, versions and order are the same
// whatever way the links came, kept up or rebuilt.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { systemClock } from '../clock.ts';
import { openSqliteIndex } from '../engines/sqlite/index/sqlite-index.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import type { BrokerError } from '../errors.ts';
import { readRecord } from '../formats/scholix/read-record.ts';
import { describeWork } from '../formats/scholix/writing/describe-work.ts';
import { describeAggregations, writeScholixAnswer } from '../formats/scholix/writing/write-answers.ts';
import type { Link } from '../links/link.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import { about, given, receive as receiveEvents, send } from './graph.fixture.ts';
import { rebuildIndex } from './indexing/rebuild-index.ts';
import { updateIndex } from './indexing/update-index.ts';
import { describeObject } from './objects/describe-object.ts';
import { readRelationshipQuery, relationshipQuerySchema } from './searching/relationship-query.ts';
import { searchRelationships } from './searching/search-relationships.ts';

type Broker = TestRecords & { index: SearchIndex; folder: string };

let opened: Broker[] = [];

async function openBroker(): Promise<Broker> {
	const folder = mkdtempSync(join(tmpdir(), 'link-broker-answers-'));
	const broker = { ...(await openTestRecords()), index: await openSqliteIndex(join(folder, 'search.db')), folder };
	opened.push(broker);
	return broker;
}

let broker: Broker;
beforeEach(async () => {
	broker = await openBroker();
});
afterEach(async () => {
	for (const { index, folder, close } of opened) {
		await index.close();
		await close();
		rmSync(folder, { recursive: true });
	}
	opened = [];
});

/** Sends each list of links as an event of its own, and has all of it found. */
async function receiveInto({ records, index }: Broker, ...events: (readonly Link[])[]): Promise<void> {
	for (const links of events) await send(records, links);
	while ((await updateIndex(records, index)) > 0);
}

const receive = (...events: (readonly Link[])[]) => receiveInto(broker, ...events);

const rebuild = ({ records, index }: Broker) =>
	rebuildIndex(records, index, {
		destroy: false,
		clock: systemClock,
		leaseMilliseconds: 1_000,
		onProgress: () => undefined,
	});

const find = (parameters: Record<string, string>, { index }: Broker = broker) =>
	searchRelationships({ index, definitions: [] }, readRelationshipQuery(parameters), { facets: true });

/** Asks as one who wants Scholix; returns the text. */
async function ask(parameters: Record<string, string>, from: Broker = broker): Promise<string> {
	const { source, groupBy, items } = await find(parameters, from);
	assert.ok(source);
	return writeScholixAnswer({ source, groupBy, items });
}

describe('the description of a Version group', () => {
	const family = [
		...given('Concept hasVersion V1', 'Concept hasVersion V2', 'Paper cites Concept', 'Concept cites Data'),
		about('V1', { Title: 'Corner plots', Type: { Name: 'software', SubType: 'package' }, PublicationDate: '2014' }),
		about('V2', { Title: 'Corner plots, again', PublicationDate: '2016-05' }),
	];
	const ofConcept = (parameters: Record<string, string>) =>
		find({ id: 'Paper', scheme: 'doi', group_by: 'version', ...parameters });

	it('comes from its members where its head has none, in answers as in filters, facets and q', async () => {
		await receive(family);
		const [item] = JSON.parse(await ask({ id: 'Paper', scheme: 'doi', group_by: 'version' })).Relationships;
		assert.deepEqual(item.Target, {
			Identifiers: [{ ID: 'Concept', IDScheme: 'doi' }],
			Title: 'Corner plots, again',
			Type: { Name: 'software', SubType: 'package' },
			PublicationDate: '2016-05',
			Versions: ['Concept', 'V1', 'V2'].map((ID) => ({ Identifiers: [{ ID, IDScheme: 'doi' }] })),
		});
		const { facets } = await ofConcept({});
		assert.deepEqual([facets?.type, facets?.publicationYear], [[['software', 1]], [[2016, 1]]]);
		const found = async (parameters: Record<string, string>) => (await ofConcept(parameters)).total;
		assert.deepEqual([await found({ type: 'software' }), await found({ type: 'unknown' })], [1, 0]);
		const years = ['2016--2016', '2014--2014'].map((publication_year) => found({ publication_year }));
		assert.deepEqual(await Promise.all(years), [1, 0]);
		assert.deepEqual([await found({ q: 'title:again' }), await found({ q: 'year:2014' })], [1, 0]);
	});

	it('follows a member that is described anew, as a rebuild has it', async () => {
		await receive(family, [about('V2', { Title: 'Renamed', PublicationDate: '2016-05' })]);
		assert.equal((await ofConcept({ q: 'title:renamed' })).total, 1);
		const answer = await ask({ id: 'V1', scheme: 'doi', group_by: 'version' });
		assert.equal(JSON.parse(answer).Source.Title, 'Renamed');
		await rebuild(broker);
		assert.equal(await ask({ id: 'V1', scheme: 'doi', group_by: 'version' }), answer);
	});

	it('is not that of its works by themselves', async () => {
		await receive(family);
		const [item] = JSON.parse(await ask({ id: 'Paper', scheme: 'doi' })).Relationships;
		assert.deepEqual(item.Target, {
			Identifiers: [{ ID: 'Concept', IDScheme: 'doi' }],
			Type: { Name: 'unknown' },
		});
	});
});

describe('an answer over all versions', () => {
	const statements = [
		'A cites B',
		'A cites C',
		'B hasVersion D',
		'D = E',
		'C = F',
		'G = A',
		'H cites A',
		'H hasVersion B',
	];

	it('is the same to the byte whatever the order in which the links came, and after a rebuild', async () => {
		await receive(given(...statements));
		const answer = await ask({ id: 'A', scheme: 'doi', group_by: 'version' });
		const other = await openBroker();
		await receiveInto(other, ...statements.toReversed().map((statement) => given(statement)));
		assert.equal(await ask({ id: 'A', scheme: 'doi', group_by: 'version' }, other), answer);
		await rebuild(other);
		assert.equal(await ask({ id: 'A', scheme: 'doi', group_by: 'version' }, other), answer);
	});

	it('lists the versions of every work, also where it is its only one', async () => {
		await receive(given(...statements));
		const { Source, Relationships } = JSON.parse(await ask({ id: 'A', scheme: 'doi', group_by: 'version' }));
		const idsOf = ({ Versions }: { Versions: { Identifiers: { ID: string }[] }[] }) =>
			Versions.map(({ Identifiers }) => Identifiers.map(({ ID }) => ID));
		assert.deepEqual(idsOf(Source), [['A', 'G']]);
		assert.deepEqual(
			Relationships.map(({ Target }: { Target: Parameters<typeof idsOf>[0] }) => idsOf(Target)),
			[[['C', 'F']], [['B'], ['D', 'E'], ['H']], [['B'], ['D', 'E'], ['H']]],
		);
	});
});

describe('a provider', () => {
	it('is one whatever the letter case and blanks of its name, spelled as it was first received', async () => {
		await receive(
			given('A cites B by DataCite on 2018', 'A cites C by zenodo on 2019'),
			given('A cites B by Datacite on 2018', 'A cites B by ZENODO on 2017', 'A cites B by DATACITE on 2017-02'),
		);
		const historyOf = async () => {
			const { items } = await find({ id: 'A', scheme: 'doi', q: 'provider:dataCITE' });
			return items.map(({ history }) => history.map(({ provider, date }) => `${provider} ${date}`));
		};
		const expected = [['DataCite 2018', 'DataCite 2017-02', 'zenodo 2017']];
		assert.deepEqual(await historyOf(), expected);
		await rebuild(broker);
		assert.deepEqual(await historyOf(), expected);
	});

	it('is spelled as in the event that was accepted first, whichever is applied first', async () => {
		const events = ['DataCite', 'DATACITE'].map((name) => ({
			links: given(`A cites B by ${name} on 2018`),
			noindex: false,
		}));
		await receiveEvents(broker.records, events, [1, 0]);
		await receive();
		const { items } = await find({ id: 'A', scheme: 'doi' });
		assert.deepEqual(
			items[0]?.history.map(({ provider }) => provider),
			['DataCite'],
		);
	});
});

describe('which version is linked', () => {
	const links = given(
		...['Concept hasVersion V1', 'Concept hasVersion V2', 'V2 = W', 'Paper hasVersion Preprint'],
		...['Paper cites V1 by ADS on 2018', 'Preprint cites V1 by ADS on 2017', 'Note cites V2', 'Note cites Concept'],
	);
	const ask = (more: Record<string, string> = {}) =>
		find({ id: 'Concept', scheme: 'doi', group_by: 'version', ...more });
	const nameOf = (identifiers: string) => (JSON.parse(identifiers) as { ID: string }[]).map(({ ID }) => ID).join('=');
	const viaOf = async (more?: Record<string, string>) =>
		(await ask(more)).items.map(({ via }) =>
			via?.links.map(({ source, target }) => `${nameOf(source)} ${nameOf(target)}`),
		);

	it('is shown for each item, and counted over all of them', async () => {
		await receive(links);
		const wanted = [
			['Concept Note', 'V2=W Note'],
			['V1 Paper', 'V1 Preprint'],
		];
		assert.deepEqual(await viaOf(), wanted);
		const { facets } = await ask();
		assert.deepEqual(
			facets?.via?.map(([identifiers, count]) => [nameOf(identifiers), count]),
			[
				['Concept', 1],
				['V1', 1],
				['V2=W', 1],
			],
		);
		await rebuild(broker);
		assert.deepEqual(await viaOf(), wanted);
	});

	it('adds up to the history of the item', async () => {
		await receive(links);
		for (const { via, history } of (await ask()).items) {
			const asserted = new Set(
				via?.links.flatMap((link) => link.history.map(({ provider, date }) => `${provider} ${date}`)),
			);
			assert.deepEqual(asserted, new Set(history.map(({ provider, date }) => `${provider} ${date}`)));
		}
	});

	it('follows works that become one', async () => {
		await receive(links, given('V1 = V2'));
		assert.deepEqual(await viaOf(), [
			['Concept Note', 'V1=V2=W Note'],
			['V1=V2=W Paper', 'V1=V2=W Preprint'],
		]);
		assert.equal((await ask({ via: 'doi:v2' })).total, 2);
	});

	it('is filtered by via, in any form of an identifier of the version', async () => {
		await receive(links);
		for (const via of ['doi:V1', 'DOI:v1', 'V1'])
			assert.deepEqual(await viaOf({ via }), [['V1 Paper', 'V1 Preprint']], via);
		assert.deepEqual(await viaOf({ via: 'w' }), [['Concept Note', 'V2=W Note']]);
		assert.equal((await ask({ via: 'V1', relation: 'cites' })).total, 0);
	});

	it('is refused by via where that names none', async () => {
		await receive(links);
		const refused = (problem: string) => (error: BrokerError) =>
			error.code === 'bad-query' &&
			error.problems.length === 1 &&
			error.problems[0]?.field === 'via' &&
			error.message.includes(problem);
		await assert.rejects(ask({ via: 'Paper' }), refused('is not a version'));
		await assert.rejects(ask({ via: '10.1000/unknown' }), refused('is not a version'));
		await assert.rejects(async () => ask({ via: 'V1', group_by: 'identity' }), refused('group_by=version'));
		assert.equal((await find({ id: '10.1000/unknown', group_by: 'version', via: 'V1' })).total, 0);
	});
});

describe('the words of a relation', () => {
	const worded = (text: string, subType: string): Link[] =>
		given(text).map((link) => ({ ...link, provenances: [{ provider: 'Zenodo', date: '2018', subType }] }));
	const ask = (id: string, more: Record<string, string> = {}) => find({ id, scheme: 'doi', ...more });

	it('are shown, counted and filtered by as they read from the work asked about', async () => {
		await receive(worded('Review relatesTo Paper', 'Reviews'), worded('Chapter relatesTo Paper', 'IsPartOf'));
		assert.deepEqual((await ask('Paper')).facets?.subType, [
			['HasPart', 1],
			['IsReviewedBy', 1],
		]);
		assert.deepEqual((await ask('Review')).facets?.subType, [['Reviews', 1]]);
		assert.equal((await ask('Paper', { subtype: 'isreviewedby' })).total, 1);
		assert.equal((await ask('Paper', { subtype: 'Reviews' })).total, 0);
		const [item] = (await ask('Paper', { subtype: 'HasPart' })).items;
		assert.deepEqual(item?.history[0]?.subTypes, ['HasPart']);
	});

	it('are a Name that Scholix does not have, where there is no SubType', async () => {
		const object = (ID: string) => ({ Identifier: { ID, IDScheme: 'doi' }, Type: { Name: 'literature' } });
		const linkNamed = (source: string, Name: string, target: string): Link => {
			const read = readRecord(
				{
					...{ Source: object(source), RelationshipType: { Name }, Target: object(target) },
					...{ LinkProvider: [{ Name: 'Zenodo' }], LinkPublicationDate: '2018' },
				},
				0,
			);
			return 'link' in read ? read.link : assert.fail(JSON.stringify(read.problems));
		};
		await receive([
			linkNamed('Note', 'CITES', 'Paper'),
			linkNamed('Paper', 'IsCitedBy', 'Preprint'),
			linkNamed('Talk', 'References', 'Paper'),
		]);
		assert.equal((await ask('Paper', { subtype: 'iscitedby' })).total, 2);
		assert.equal((await ask('Paper', { subtype: 'cites' })).total, 0);
		for (const citing of ['Note', 'Preprint']) assert.equal((await ask(citing, { subtype: 'cites' })).total, 1, citing);
		assert.equal((await ask('Talk', { subtype: 'cites' })).total, 0);
		assert.deepEqual((await ask('Paper')).facets?.subType, [['IsCitedBy', 2]]);
	});
});

describe('the pages of a result', () => {
	it('lose and repeat nothing where identifiers differ only in where scheme and value part', async () => {
		const names = [
			['x', 'a b'],
			['b x', 'a'],
			['x', 'a'],
		] as const;
		const [link] = given('A cites T') as [Link];
		const citing = names.map(([scheme, key]): Link => {
			return { ...link, source: { identifiers: [{ scheme, key, value: key }], description: {} } };
		});
		await receive(citing);
		for (const sort of relationshipQuerySchema.shape.sort.unwrap().options) {
			const seen: string[] = [];
			for (let cursor: string | undefined, done = false; !done; ) {
				const page = await find({ id: 'T', scheme: 'doi', size: '1', sort, ...(cursor !== undefined && { cursor }) });
				seen.push(...page.items.map(({ object }) => object.identifiers));
				cursor = page.cursor;
				done = cursor === undefined;
			}
			assert.equal(new Set(seen).size, 3);
			assert.equal(seen.length, 3);
		}
	});
});

describe('the names of versions', () => {
	const release = (name: string, Title: string, PublicationDate: string) =>
		about(name, { Title, PublicationDate, Type: { Name: 'software' } });
	const links = [
		...given('Tide hasVersion T1', 'Tide hasVersion T2', 'Preprint hasVersion Article'),
		...given('Article cites T2', 'Preprint cites T1', 'Paper cites T2'),
		release('Tide', 'reef/tide', '2019-01-01'),
		release('T1', 'reef/tide: v1.0', '2019-01-01'),
		release('T2', 'reef/tide: v1.1', '2020-01-01'),
		about('Article', { Title: 'Tides, version 2' }),
	];
	const asked = { id: 'Tide', scheme: 'doi', group_by: 'version', relation: 'isCitedBy' };
	const search = async (parameters: Record<string, string> = {}) => {
		const query = readRelationshipQuery({ ...asked, ...parameters });
		const { source, groupBy, items, names, facets } = await searchRelationships(
			{ index: broker.index, definitions: [] },
			query,
			{
				...{ facets: true, named: true },
			},
		);
		assert.ok(source && facets);
		return { answer: JSON.parse(writeScholixAnswer({ source, groupBy, items, names })), facets, names };
	};
	type Version = { Identifiers: { ID: string }[]; VersionName?: string };
	const namesOf = (versions: readonly Version[]) =>
		Object.fromEntries(versions.map(({ Identifiers: [first], VersionName }) => [first?.ID, VersionName]));

	it('stand beside all versions of the work, of related works, and in Via', async () => {
		await receive(links);
		const { answer } = await search();
		const ofTide = { T1: 'v1.0', T2: 'v1.1', Tide: 'reef/tide' };
		assert.deepEqual(namesOf(answer.Source.Versions), ofTide);
		const article = answer.Relationships.find(({ Via }: { Via: unknown[] }) => Via.length === 2);
		assert.deepEqual(namesOf(article.Target.Versions), { Article: 'v2', Preprint: 'Preprint' });
		for (const { Source, Target } of article.Via) {
			assert.equal(Source.VersionName, ofTide[Source.Identifiers[0].ID as keyof typeof ofTide]);
			assert.equal(Target.VersionName, Target.Identifiers[0].ID === 'Article' ? 'v2' : 'Preprint');
		}
	});

	it('are in the counts of the versions, and those of the description', async () => {
		await receive(links);
		const { facets, names } = await search();
		const { via } = describeAggregations(facets, names);
		assert.deepEqual(namesOf(via?.buckets ?? []), { T1: 'v1.0', T2: 'v1.1' });
		const described = await describeObject(broker, { id: 'T2', scheme: 'doi' }, { facets: false });
		assert.ok(described?.overview);
		const work = describeWork(described.overview, 'http://localhost');
		assert.equal(work.VersionName, 'v1.1');
		assert.deepEqual(namesOf(work.family.versions), { T1: 'v1.0', T2: 'v1.1', Tide: 'reef/tide' });
	});

	it('are absent where a work has no other versions, and where works are not grouped by version', async () => {
		await receive(links);
		const { answer } = await search();
		const paper = answer.Relationships.find(({ Via }: { Via: unknown[] }) => Via.length === 1);
		assert.deepEqual(namesOf(paper.Target.Versions), { Paper: undefined });
		assert.equal((await search({ group_by: 'identity' })).names, undefined);
	});
});
