// Tests the links that are derived for the index: they follow from what is asserted, and not from
// the order in which that is read.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { relationCode } from '../../links/relation.ts';
import { given, send } from '../graph.fixture.ts';
import { deriveLinks } from './derive-links.ts';

describe('links derived for the index', () => {
	let fresh: Awaited<ReturnType<typeof openTestRecords>>;
	before(async () => {
		fresh = await openTestRecords();
	});
	after(() => fresh.close());

	it('have the links that make them in one order between Version groups', async () => {
		await send(
			fresh.records,
			given('A hasVersion B', 'A hasVersion C', 'X hasVersion Y', 'X cites A', 'X cites C', 'Y cites B', 'Y cites A'),
		);
		const derived = await fresh.records.snapshot(async (transaction, snapshot) => {
			const rows = (await Array.fromAsync(snapshot.identifiers())).flat();
			const places = new Map(rows.map((row) => [row.id, row]));
			const cites = { first: relationCode.Cites, last: relationCode.Cites };
			const asserted = await transaction.assertionsOf([...places.keys()], cites);
			const keys = asserted.map(([source, relation, target]) => [source, relation, target] as const);
			// In the order in which an update may have read them.
			const known = { ids: new Set(places.keys()), assertions: asserted.toReversed() };
			return [await deriveLinks(transaction, keys, places), await deriveLinks(transaction, keys, places, known)];
		});
		const [one, other] = derived.map((links) => links.flatMap(({ via }) => via ?? []));
		assert.equal(one?.length, 4);
		assert.deepEqual(other, one);
	});
});
