// The part of the records' suite about relationships and who asserted them, in which event; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digestText } from '../../../links/digested-text.ts';
import { relationCode } from '../../../links/relation.ts';
import type { Id, LinkRecords, LinkStore, RelationshipKey } from '../link-store.ts';
import {
	applyOne,
	assertAll,
	byNumbers,
	createIds,
	digested,
	type OpenLinkStore,
	storeForAll,
} from './opened-store.fixture.ts';

const { Cites, IsSupplementTo, IsRelatedTo, HasVersion } = relationCode;

export function assertionsAreKept(open: OpenLinkStore): void {
	const opened = storeForAll(open);
	const store = () => opened().store;
	describe('interned texts', () => {
		for (const kind of ['internProvenances', 'internDescriptions'] as const) textsAreInterned(store, kind);
	});
	describe('assert', () => relationshipsAreAsserted(store));
	describe('relationshipsOf', () => relationshipsAreListed(store));
	describe('assertionsOf', () => assertionsAreListed(store));
	describe('provenancesOf', () => provenancesAreListed(store));
	describe('versionEdges', () => versionsAreListed(store));
}

function textsAreInterned(store: () => LinkStore, kind: 'internProvenances' | 'internDescriptions'): void {
	const intern = (texts: readonly string[]) => store().change((records) => records[kind](texts.map(digestText)));
	const read = (ids: readonly Id[]) =>
		store().read((records) => (kind === 'internProvenances' ? records.provenances(ids) : records.descriptions(ids)));

	it(`${kind} finds or creates texts and answers ids in the order given`, async () => {
		const [a, b] = (await intern(['["a"]', '["b"]'])) as [Id, Id];
		const again = await intern(['["b"]', '["c"]', '["a"]', '["b"]']);
		assert.deepEqual([again[0], again[2], again[3]], [b, a, b]);
		assert.equal(new Set(again).size, 3);
		assert.deepEqual(await intern([]), []);
	});

	it(`${kind} keeps any text as it is`, async () => {
		const odd = ['"\'\\', 'Éloïse 😀 東京', 'a', 'A', 'a ', '', 'long é'.repeat(50_000), `${'long é'.repeat(50_000)}!`];
		const ids = await intern(odd);
		assert.equal(new Set(ids).size, odd.length);
		const texts = new Map(await read(ids));
		assert.deepEqual(
			ids.map((id) => texts.get(id)),
			odd,
		);
	});

	it(`${kind} creates a text that is given twice at once only once`, async () => {
		const [one, other] = await intern([`twice ${kind}`, `twice ${kind}`]);
		assert.equal(one, other);
	});

	it(`${kind} creates texts that are said to be new beside those that may be known`, async () => {
		const [known] = await intern([`known ${kind}`]);
		const fresh = { ...digestText(`new ${kind}`), isNew: true };
		const given = [fresh, digestText(`known ${kind}`), fresh];
		const [one, found, other] = (await store().change((records) => records[kind](given))) as [Id, Id, Id];
		assert.deepEqual([found, other], [known, one]);
		assert.deepEqual(await intern([`new ${kind}`]), [one]);
		assert.deepEqual(await read([one]), [[one, `new ${kind}`]]);
	});

	it(`${kind} takes sets of any size`, async () => {
		const many = Array.from({ length: 12_000 }, (_, number) => `["text ${number}"]`);
		const ids = await intern(many);
		assert.equal(new Set(ids).size, many.length);
		assert.deepEqual(await intern(many.toReversed()), ids.toReversed());
	});
}

const areNew = (store: LinkStore, relationships: readonly RelationshipKey[]) =>
	store.read((records) => records.areNew(relationships));

function relationshipsAreAsserted(store: () => LinkStore): void {
	it('makes relationships known that nobody has asserted before; areNew answers in the order given', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		const relationships: RelationshipKey[] = [
			[a, Cites, b],
			[b, Cites, a],
			[a, IsRelatedTo, b],
			[a, Cites, c],
		];
		assert.deepEqual(await areNew(store(), relationships), [true, true, true, true]);
		await assertAll(store(), [
			[a, Cites, b],
			[a, Cites, c],
		]);
		assert.deepEqual(await areNew(store(), relationships), [false, true, true, false]);
		assert.deepEqual(await areNew(store(), []), []);
	});

	it('knows relationships that may not be searched, too', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		await assertAll(store(), [[a, Cites, b]], { noindex: true });
		assert.deepEqual(await areNew(store(), [[a, Cites, b]]), [false]);
	});

	it('changes nothing where the event has asserted the same already', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		const before = await store().size();
		await applyOne(store(), {}, async (records, event) => {
			const [said] = (await records.internProvenances(digested('once'))) as [Id];
			for (let time = 0; time < 3; time++) {
				await records.assert([
					[a, Cites, b, said, event],
					[a, Cites, b, said, event],
				]);
			}
		});
		assert.equal((await store().size()).assertions, before.assertions + 1);
	});

	it('takes sets of any size', async () => {
		const ids = await createIds(store(), 2_001);
		const relationships = ids.slice(1).map((id): RelationshipKey => [ids[0] as Id, Cites, id]);
		await assertAll(store(), relationships);
		assert.ok((await areNew(store(), relationships)).every((one) => !one));
		await assertAll(store(), []);
	});
}

const relationshipsOf = async (store: LinkStore, ids: readonly Id[]) =>
	(await store.read((records) => records.relationshipsOf(ids))).sort(byNumbers);

function relationshipsAreListed(store: () => LinkStore): void {
	it('lists relationships that touch the identifiers at either end, each once', async () => {
		const [a, b, c, d] = (await createIds(store(), 4)) as [Id, Id, Id, Id];
		const touching: RelationshipKey[] = [
			[a, Cites, b],
			[a, IsSupplementTo, c],
			[c, HasVersion, a],
		];
		await assertAll(store(), [...touching, [c, Cites, d]], { by: 'one' });
		await assertAll(store(), touching, { by: 'another' });
		assert.deepEqual(await relationshipsOf(store(), [a]), touching.toSorted(byNumbers));
		assert.deepEqual(await relationshipsOf(store(), [a, b]), touching.toSorted(byNumbers));
		assert.deepEqual(await relationshipsOf(store(), []), []);
	});

	it('leaves out what only events that must not be searched asserted', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await assertAll(
			store(),
			[
				[a, Cites, b],
				[c, Cites, a],
			],
			{ noindex: true },
		);
		assert.deepEqual(await relationshipsOf(store(), [a]), []);
		await assertAll(store(), [[a, Cites, b]]);
		assert.deepEqual(await relationshipsOf(store(), [a]), [[a, Cites, b]]);
	});
}

function assertionsAreListed(store: () => LinkStore): void {
	const assertionsOf = async (
		ids: readonly Id[],
		relations: { first?: number; last: number } = { last: IsRelatedTo },
		end?: 'either' | 'source',
	) =>
		store().read(async (records: LinkRecords) => {
			const found = await records.assertionsOf(ids, relations, end);
			const texts = new Map(await records.provenances([...new Set(found.map(([, , , provenance]) => provenance))]));
			const named = found.map(([source, relation, target, provenance]) =>
				[source, relation, target, texts.get(provenance)].join(' '),
			);
			return [...new Set(named)].sort();
		});

	it('lists who asserted relationships that touch the identifiers at either end', async () => {
		const [a, b, c, d] = (await createIds(store(), 4)) as [Id, Id, Id, Id];
		await assertAll(
			store(),
			[
				[a, Cites, b],
				[c, IsSupplementTo, a],
				[c, Cites, d],
			],
			{ by: 'one' },
		);
		await assertAll(store(), [[a, Cites, b]], { by: 'another' });
		const first = [`${a} ${Cites} ${b} another`, `${a} ${Cites} ${b} one`, `${c} ${IsSupplementTo} ${a} one`].sort();
		assert.deepEqual(await assertionsOf([a]), first);
		assert.deepEqual(await assertionsOf([a, b]), first);
		assert.deepEqual(await assertionsOf([d]), [`${c} ${Cites} ${d} one`]);
		assert.deepEqual(await assertionsOf([]), []);
	});

	it('leaves out relations with codes below the first and above the last one asked for', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		await assertAll(
			store(),
			[
				[a, Cites, b],
				[a, IsRelatedTo, b],
				[b, HasVersion, a],
			],
			{ by: 'one' },
		);
		assert.deepEqual(await assertionsOf([a], { last: Cites }), [`${a} ${Cites} ${b} one`]);
		assert.deepEqual(await assertionsOf([a], { first: IsRelatedTo, last: IsRelatedTo }), [
			`${a} ${IsRelatedTo} ${b} one`,
		]);
		assert.deepEqual(await assertionsOf([b]), [`${a} ${Cites} ${b} one`, `${a} ${IsRelatedTo} ${b} one`].sort());
		assert.equal((await assertionsOf([b], { last: HasVersion })).length, 3);
	});

	it('lists only those that have the identifiers as their source where so asked', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await assertAll(
			store(),
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

	it('leaves out who said so only in events that must not be searched', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		await assertAll(store(), [[a, Cites, b]], { by: 'quietly', noindex: true });
		assert.deepEqual(await assertionsOf([a, b]), []);
		await assertAll(store(), [[a, Cites, b]], { by: 'aloud' });
		assert.deepEqual(await assertionsOf([b]), [`${a} ${Cites} ${b} aloud`]);
	});
}

function provenancesAreListed(store: () => LinkStore): void {
	const provenancesOf = async (relationships: readonly RelationshipKey[]) =>
		store().read(async (records: LinkRecords) => {
			const found = await records.provenancesOf(relationships);
			const texts = new Map(await records.provenances([...new Set(found.map(([, provenance]) => provenance))]));
			return found.map(([position, provenance]) => `${position}: ${texts.get(provenance)}`).sort();
		});

	it('lists by whom each relationship was asserted, each once however many events said so', async () => {
		const [a, b, c] = (await createIds(store(), 3)) as [Id, Id, Id];
		await assertAll(store(), [[a, Cites, b]], { by: 'one' });
		await assertAll(store(), [[a, Cites, b]], { by: 'one' });
		await assertAll(
			store(),
			[
				[a, Cites, b],
				[a, Cites, c],
			],
			{ by: 'another' },
		);
		const asked: RelationshipKey[] = [
			[b, Cites, a],
			[a, Cites, c],
			[a, Cites, b],
		];
		assert.deepEqual(await provenancesOf(asked), ['1: another', '2: another', '2: one']);
		assert.deepEqual(await provenancesOf([]), []);
	});

	it('leaves out who said so only in events that must not be searched', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		await assertAll(store(), [[a, Cites, b]], { by: 'quietly', noindex: true });
		assert.deepEqual(await provenancesOf([[a, Cites, b]]), []);
		await assertAll(store(), [[a, Cites, b]], { by: 'aloud' });
		assert.deepEqual(await provenancesOf([[a, Cites, b]]), ['0: aloud']);
		await assertAll(store(), [[a, Cites, b]], { by: 'quietly' });
		assert.deepEqual(await provenancesOf([[a, Cites, b]]), ['0: aloud', '0: quietly']);
	});
}

function versionsAreListed(store: () => LinkStore): void {
	it('lists HasVersion relationships among the identifiers and no others, each once', async () => {
		const [a, b, c, d] = (await createIds(store(), 4)) as [Id, Id, Id, Id];
		const edges: RelationshipKey[] = [
			[a, HasVersion, b],
			[b, HasVersion, c],
			[c, HasVersion, d],
			[a, Cites, b],
		];
		await assertAll(store(), edges, { by: 'one' });
		await assertAll(store(), edges, { by: 'another' });
		const listed = await store().read((records) => records.versionEdges([a, b, c]));
		assert.deepEqual(listed.toSorted(byNumbers), [
			[a, b],
			[b, c],
		]);
		assert.deepEqual(await store().read((records) => records.versionEdges([])), []);
	});
}
