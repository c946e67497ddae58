// Suite of the records: finding identifiers by name, and who asserted what first.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EvidenceScope, Testimony } from '../evidence.ts';
import type { Id, RelationshipKey } from '../graph.ts';
import type { Records } from '../records.ts';
import {
	acceptOne,
	applyOne,
	assertAll,
	assertedBy,
	createIds,
	identifier,
	newEvent,
	type OpenRecords,
	recordsForAll,
} from './records.fixture.ts';

export function describeEvidence(open: OpenRecords): void {
	const opened = recordsForAll(open);
	describeFinding(() => opened().records);
	describeTestimonies(() => opened().records);
}

function describeFinding(records: () => Records): void {
	it('finds identifiers by scheme and key, and leaves out those that are not known, or not in that scheme', async () => {
		const [known, other] = [identifier('Known'), identifier('Other')];
		await records().change((transaction) => transaction.identify([known, other]));
		const elsewhere = { ...known, scheme: other.scheme };
		const found = await records().read((transaction) =>
			transaction.locate([known, elsewhere, identifier('new'), known]),
		);
		assert.deepEqual(
			found.map(({ scheme, key, value, alone }) => ({ scheme, key, value, alone })),
			[{ ...known, alone: true }],
		);
	});

	it('creates nothing', async () => {
		const unknown = identifier('unknown');
		await records().read((transaction) => transaction.locate([unknown]));
		const [created] = await records().change((transaction) => transaction.identify([unknown]));
		assert.equal(created?.created, true);
	});

	it('lists what assertions and rules join with identifiers, at either end, up to a bound', async () => {
		const [a = 0, b = 0, c = 0, d = 0, e = 0] = await createIds(records(), 5);
		await records().change((transaction) => transaction.represent([[d, a]]));
		await assertAll(records(), [
			[a, 5, b],
			[c, 4, a],
			[a, 1, e],
			[b, 5, e],
		]);
		const joined = (first: number, most: number) =>
			records().read((transaction) => transaction.joinedWith([a], { first, last: 5 }, most));
		const pairs = [`${a} ${b} 5`, `${c} ${a} 4`, `${d} ${a} 5`];
		assert.deepEqual((await joined(4, 9)).map((pair) => pair.join(' ')).sort(), pairs.sort());
		assert.equal((await joined(5, 9)).length, 2);
		assert.equal((await joined(4, 1)).length, 1);
	});

	it('returns their groups', async () => {
		const names = [identifier('one'), identifier('two')];
		const [one, two] = await records().change(async (transaction) => {
			const ids = (await transaction.identify(names)).map(({ id }) => id) as [Id, Id];
			await transaction.move([[ids[1], ids[0]]], [[ids[1], ids[0]]]);
			return ids;
		});
		const found = await records().read((transaction) => transaction.locate(names));
		assert.deepEqual(
			found.map(({ id, identity, version }) => [id, identity, version]).sort(),
			[one, two].map((id) => [id, one, one]).sort(),
		);
	});

	it('skips retired identifiers', async () => {
		const known = identifier('retired');
		await records().change(async (transaction) => {
			const [one] = await transaction.identify([known]);
			await transaction.setKnown([one?.id ?? 0], false);
		});
		const found = await records().read(async (transaction) => [
			...(await transaction.locate([known])),
			...(await transaction.locateKeys([known.key])).filter(({ scheme }) => scheme === known.scheme),
		]);
		assert.deepEqual(found, []);
	});

	it('lists identifiers with their representatives', async () => {
		const [one = 0, two = 0, three = 0] = await createIds(records(), 3);
		await records().change((transaction) => transaction.represent([[one, two]]));
		const found = await records().read((transaction) => transaction.representativesOf([one, two, three]));
		assert.deepEqual(found, [[one, two]]);
	});

	it('finds identifiers of any scheme by key, the long ones too', async () => {
		const long = 'x'.repeat(4_000);
		const names = [identifier(long), identifier(long), identifier(`${long}y`)];
		await records().change((transaction) => transaction.identify(names));
		const found = await records().read((transaction) => transaction.locateKeys([long, 'not known', long]));
		assert.deepEqual(found.map(({ scheme }) => scheme).sort(), [names[0]?.scheme, names[1]?.scheme].sort());
	});

	it('finds nothing by a name with NUL, and others beside it', async () => {
		const known = identifier('beside');
		const odd = [
			{ ...known, key: 'a\0b' },
			{ ...known, scheme: 'do\0i' },
		];
		await records().change((transaction) => transaction.identify([known]));
		const found = await records().read(async (transaction) => [
			...(await transaction.locate([...odd, known])),
			...(await transaction.locateKeys(['a\0b', known.key])).filter(({ scheme }) => scheme === known.scheme),
		]);
		assert.deepEqual(
			found.map(({ key }) => key),
			[known.key, known.key],
		);
	});
}

function describeTestimonies(records: () => Records): void {
	const testimonies = (relationships: readonly RelationshipKey[], scope: EvidenceScope = 'searchable') =>
		records().read((transaction) => transaction.testimonies(relationships, scope));

	it('lists relationships between identifiers, each once, those of noindex events too', async () => {
		const [a = 0, b = 0, c = 0] = await createIds(records(), 3);
		await assertAll(records(), [[a, 4, b]]);
		await assertAll(records(), [[a, 4, b]], { by: 'another' });
		await assertAll(records(), [[a, 5, c]], { noindex: true });
		await assertAll(records(), [
			[a, 1, b],
			[b, 4, c],
		]);
		const found = await records().read((transaction) =>
			transaction.relationshipsAmong([a, b, c], { first: 4, last: 5 }),
		);
		assert.deepEqual(
			found.toSorted(([one, kind], [other, otherKind]) => one - other || kind - otherKind),
			[
				[a, 4, b],
				[a, 5, c],
				[b, 4, c],
			],
		);
	});

	it('finds the event accepted first, whenever it was applied, and counts all assertions', async () => {
		const [a = 0, b = 0] = await createIds(records(), 2);
		const [early, late] = [newEvent({ userId: 7 }), newEvent()];
		const assertBy = (event: typeof early, ...by: string[]) =>
			applyOne(records(), event, async (transaction, sequence) => {
				const provenances = await transaction.internProvenances(assertedBy(...by));
				await transaction.assert(provenances.map((provenance) => [a, 1, b, provenance, sequence]));
			});
		const sequence = await assertBy(early, 'one', 'two');
		await assertBy(late, 'one');
		const [found, ...more] = await testimonies([[a, 1, b]]);
		assert.equal(more.length, 0);
		const { provenances, ...rest } = found as Testimony;
		assert.deepEqual(rest, { position: 0, sequence, eventId: early.eventId, userId: 7, assertions: 3 });
		const texts = await records().read((transaction) => transaction.texts('provenance', provenances));
		assert.deepEqual(texts.map(([, text]) => text).sort(), ['one', 'two']);
		const submissions = await records().read((transaction) => transaction.submissions([sequence, sequence + 1_000]));
		assert.deepEqual(submissions, [[sequence, early.eventId, 7]]);
	});

	it('reports each relationship by its position in the list, and leaves out those that nobody asserts', async () => {
		const [a = 0, b = 0] = await createIds(records(), 2);
		await acceptOne(records());
		await assertAll(records(), [[a, 1, b]]);
		const found = await testimonies([
			[b, 1, a],
			[a, 1, b],
			[a, 2, b],
		]);
		assert.deepEqual(
			found.map(({ position }) => position),
			[1],
		);
		assert.deepEqual(await testimonies([]), []);
	});

	it('includes unindexed events where searches are explained', async () => {
		const [a = 0, b = 0] = await createIds(records(), 2);
		const hidden = await assertAll(records(), [[a, 1, b]], { noindex: true });
		assert.deepEqual(await testimonies([[a, 1, b]]), []);
		const shown = await assertAll(records(), [[a, 1, b]]);
		const sequences = async (scope: EvidenceScope) =>
			(await testimonies([[a, 1, b]], scope)).map(({ sequence, assertions }) => [sequence, assertions]);
		assert.deepEqual(await sequences('searchable'), [[shown, 1]]);
		assert.deepEqual(await sequences('everything'), [[hidden, 2]]);
	});
}
