// Suite of the records: relationships and who asserted them, in which event.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relationCode } from '../../links/relation.ts';
import type { Id, RelationshipKey } from '../graph.ts';
import type { Records } from '../records.ts';
import {
	applyOne,
	assertAll,
	assertedBy,
	byNumbers,
	claimOne,
	createIds,
	newEvent,
	type OpenRecords,
	recordsForAll,
} from './records.fixture.ts';
import { describeInterned } from './texts.contract.ts';

const { Cites, IsSupplementTo, IsRelatedTo, HasVersion } = relationCode;

export function describeAssertions(open: OpenRecords): void {
	const opened = recordsForAll(open);
	const records = () => opened().records;
	describe('internProvenances', () =>
		describeInterned({
			intern: (texts) => records().change((transaction) => transaction.internProvenances(assertedBy(...texts))),
			read: (ids) => records().read((transaction) => transaction.texts('provenance', ids)),
		}));
	describe('providers', () => describeInternProviders(records));
	describe('assert', () => describeAssert(records));
	describe('assertionsOf', () => describeAssertionsOf(records));
	describe('provenancesOf', () => describeProvenancesOf(records));
	describe('relationshipsAmong', () => describeRelationshipsAmong(records));
}

function describeInternProviders(records: () => Records): void {
	const intern = async (...names: string[]) => {
		const providers = await records().change((transaction) => transaction.providers(names, 'created'));
		return providers.map((one) => one?.name);
	};

	it('returns the spelling first received, in the order given', async () => {
		assert.deepEqual(await intern('Zenodo', 'DataCite'), ['Zenodo', 'DataCite']);
		assert.deepEqual(await intern('datacite', 'Crossref', ' ZENODO '), ['DataCite', 'Crossref', 'Zenodo']);
		assert.deepEqual(await intern(), []);
	});

	it('spells one that is given twice at once as it comes first', async () => {
		assert.deepEqual(await intern('Twice Given', 'twice  given'), ['Twice Given', 'Twice Given']);
	});

	it('receives providers with the events that name them, in the order of acceptance', async () => {
		await records().accept([newEvent({ providers: ['SciELO', 'OpenAIRE'] }), newEvent({ providers: ['Scielo'] })]);
		await claimOne(records(), { providers: ['openaire', 'EuropePMC'] });
		assert.deepEqual(await intern('EUROPEPMC', 'scielo', 'Openaire'), ['EuropePMC', 'SciELO', 'OpenAIRE']);
	});

	it('takes names of any length', async () => {
		const long = '出版'.repeat(2_000);
		assert.deepEqual(await intern(long, `${long} 2`), [long, `${long} 2`]);
		assert.deepEqual(await intern(` ${long}`), [long]);
	});
}

/** Asserts relationships in a separate event; returns those that no event had asserted before. */
async function assertAnew(
	records: Records,
	relationships: readonly RelationshipKey[],
	{ by = 'somebody', noindex = false } = {},
): Promise<RelationshipKey[]> {
	let newRelationships: RelationshipKey[] = [];
	await applyOne(records, { noindex }, async (transaction, event) => {
		const [provenance] = (await transaction.internProvenances(assertedBy(by))) as [Id];
		newRelationships = await transaction.assert(relationships.map((key) => [...key, provenance, event]));
	});
	return newRelationships.toSorted(byNumbers);
}

function describeAssert(records: () => Records): void {
	it('returns, each once, the relationships that no event had asserted before', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		const first: RelationshipKey[] = [
			[a, Cites, b],
			[a, Cites, c],
		];
		const more: RelationshipKey[] = [
			[a, Cites, b],
			[a, IsRelatedTo, b],
			[b, Cites, a],
		];
		assert.deepEqual(await assertAnew(records(), [...first, ...first]), first);
		assert.deepEqual(await assertAnew(records(), more, { by: 'another' }), more.slice(1));
		assert.deepEqual(await assertAnew(records(), []), []);
	});

	it('includes relationships that are unindexed', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await assertAnew(records(), [[a, Cites, b]], { noindex: true });
		assert.deepEqual(await assertAnew(records(), [[a, Cites, b]]), []);
	});

	it('changes nothing where the event has asserted the same already', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await applyOne(records(), {}, async (transaction, event) => {
			const [provenance] = (await transaction.internProvenances(assertedBy('once'))) as [Id];
			const same = [a, Cites, b, provenance, event] as const;
			for (let time = 0; time < 3; time++) await transaction.assert([same, same]);
			assert.deepEqual(await transaction.assertionsOf([a], { last: Cites }), [[a, Cites, b, provenance]]);
		});
	});

	it('takes sets of any size', async () => {
		const ids = await createIds(records(), 2_001);
		const relationships = ids.slice(1).map((id): RelationshipKey => [ids[0] as Id, Cites, id]);
		assert.equal((await assertAnew(records(), relationships)).length, relationships.length);
		assert.deepEqual(await assertAnew(records(), relationships), []);
	});
}

function describeAssertionsOf(records: () => Records): void {
	const assertionsOf = (
		ids: readonly Id[],
		relations: { first?: number; last: number } = { last: IsRelatedTo },
		end?: 'either' | 'source',
	) =>
		records().read(async (transaction) => {
			const found = await transaction.assertionsOf(ids, relations, end);
			const texts = new Map(
				await transaction.texts('provenance', [...new Set(found.map(([, , , provenance]) => provenance))]),
			);
			const named = found.map(([source, relation, target, provenance]) =>
				[source, relation, target, texts.get(provenance)].join(' '),
			);
			return [...new Set(named)].sort();
		});

	it('lists who asserted relationships that touch the identifiers at either end', async () => {
		const [a, b, c, d] = (await createIds(records(), 4)) as [Id, Id, Id, Id];
		await assertAll(
			records(),
			[
				[a, Cites, b],
				[c, IsSupplementTo, a],
				[c, Cites, d],
			],
			{ by: 'one' },
		);
		await assertAll(records(), [[a, Cites, b]], { by: 'another' });
		const first = [`${a} ${Cites} ${b} another`, `${a} ${Cites} ${b} one`, `${c} ${IsSupplementTo} ${a} one`].sort();
		assert.deepEqual(await assertionsOf([a]), first);
		assert.deepEqual(await assertionsOf([a, b]), first);
		assert.deepEqual(await assertionsOf([d]), [`${c} ${Cites} ${d} one`]);
		assert.deepEqual(await assertionsOf([]), []);
	});

	it('leaves out relations with codes below the first and above the last one asked for', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await assertAll(
			records(),
			[
				[a, Cites, b],
				[a, IsRelatedTo, b],
				[b, HasVersion, a],
			],
			{ by: 'one' },
		);
		const [cites, relates] = [`${a} ${Cites} ${b} one`, `${a} ${IsRelatedTo} ${b} one`];
		assert.deepEqual(await assertionsOf([a], { last: Cites }), [cites]);
		assert.deepEqual(await assertionsOf([a], { first: IsRelatedTo, last: IsRelatedTo }), [relates]);
		assert.deepEqual(await assertionsOf([b]), [cites, relates].sort());
		assert.equal((await assertionsOf([b], { last: HasVersion })).length, 3);
	});

	it('lists only those with the identifiers as source on request', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		await assertAll(
			records(),
			[
				[a, Cites, b],
				[b, Cites, c],
				[c, IsRelatedTo, b],
			],
			{ by: 'one' },
		);
		assert.deepEqual(await assertionsOf([b], undefined, 'source'), [`${b} ${Cites} ${c} one`]);
		assert.deepEqual(await assertionsOf([a, c], { last: Cites }, 'source'), [`${a} ${Cites} ${b} one`]);
	});

	it('leaves out what only unindexed events assert', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await assertAll(records(), [[a, Cites, b]], { by: 'quietly', noindex: true });
		assert.deepEqual(await assertionsOf([a, b]), []);
		await assertAll(records(), [[a, Cites, b]], { by: 'aloud' });
		assert.deepEqual(await assertionsOf([b]), [`${a} ${Cites} ${b} aloud`]);
	});
}

function describeProvenancesOf(records: () => Records): void {
	const provenancesOf = (relationships: readonly RelationshipKey[]) =>
		records().read(async (transaction) => {
			const found = await transaction.provenancesOf(relationships);
			const texts = new Map(
				await transaction.texts('provenance', [...new Set(found.map(([, provenance]) => provenance))]),
			);
			return found.map(([position, provenance]) => `${position}: ${texts.get(provenance)}`).sort();
		});

	it('lists who asserted each relationship, each once in however many events', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		await assertAll(records(), [[a, Cites, b]], { by: 'one' });
		await assertAll(records(), [[a, Cites, b]], { by: 'one' });
		const two: RelationshipKey[] = [
			[a, Cites, b],
			[a, Cites, c],
		];
		await assertAll(records(), two, { by: 'another' });
		const asked: RelationshipKey[] = [
			[b, Cites, a],
			[a, Cites, c],
			[a, Cites, b],
		];
		assert.deepEqual(await provenancesOf(asked), ['1: another', '2: another', '2: one']);
		assert.deepEqual(await provenancesOf([]), []);
	});

	it('leaves out those of unindexed events', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await assertAll(records(), [[a, Cites, b]], { by: 'quietly', noindex: true });
		assert.deepEqual(await provenancesOf([[a, Cites, b]]), []);
		await assertAll(records(), [[a, Cites, b]], { by: 'aloud' });
		assert.deepEqual(await provenancesOf([[a, Cites, b]]), ['0: aloud']);
		await assertAll(records(), [[a, Cites, b]], { by: 'quietly' });
		assert.deepEqual(await provenancesOf([[a, Cites, b]]), ['0: aloud', '0: quietly']);
	});
}

function describeRelationshipsAmong(records: () => Records): void {
	const versionEdges = (ids: readonly Id[]) =>
		records().read((transaction) => transaction.relationshipsAmong(ids, { first: HasVersion, last: HasVersion }));

	it('lists HasVersion relationships among the identifiers and no others, each once', async () => {
		const [a, b, c, d] = (await createIds(records(), 4)) as [Id, Id, Id, Id];
		const edges: RelationshipKey[] = [
			[a, HasVersion, b],
			[b, HasVersion, c],
			[c, HasVersion, d],
			[a, Cites, b],
		];
		await assertAll(records(), edges, { by: 'one' });
		await assertAll(records(), edges, { by: 'another' });
		const listed = await versionEdges([a, b, c]);
		assert.deepEqual(listed.toSorted(byNumbers), [
			[a, HasVersion, b],
			[b, HasVersion, c],
		]);
		assert.deepEqual(await versionEdges([]), []);
	});

	it('includes all, also those of unindexed events', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		await assertAll(records(), [[a, HasVersion, b]], { noindex: true });
		assert.deepEqual(await versionEdges([a, b]), [[a, HasVersion, b]]);
	});
}
