// Suite of the records: sets: what only earlier editions asserted.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Id, RelationshipKey } from '../graph.ts';
import type { Edition, RemovedPlace } from '../sets.ts';
import { acceptOne, assertAll, createIds, failOne, type OpenRecords, recordsForEach } from './records.fixture.ts';

const cites = 1;
const related = 3;

export function describeSets(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	const dump = (...links: readonly RelationshipKey[]) => assertAll(records(), links, { set: 'dump' });

	/** Lists all removed links, some rows at a time, by the positions of their identifiers. */
	async function removedOf(ids: readonly Id[], firstEvent: Id, rows = 2): Promise<string[]> {
		const edition: Edition = { set: 'dump', firstEvent };
		const names = await records().read((transaction) => transaction.identifiers(ids));
		const placeOf = (value: string) => names.findIndex((name) => name?.value === value);
		const found: string[] = [];
		for (let after: RemovedPlace | null = null; ; ) {
			const { removed, next } = await records().removedFromSet(edition, after, rows);
			for (const { source, relation, target, provider } of removed) {
				assert.equal(provider, 'Zenodo');
				found.push(`${placeOf(source.value)} ${relation} ${placeOf(target.value)}`);
			}
			if (next === null) return found;
			after = next;
		}
	}

	it('have lost what only earlier editions asserted, in the order of relationships', async () => {
		const ids = await createIds(records(), 4);
		const [a, b, c, d] = ids as [Id, Id, Id, Id];
		await dump([a, cites, b], [a, cites, c], [b, cites, c]);
		await dump([a, cites, b], [c, cites, d]);
		const last = await dump([b, cites, c], [a, cites, d]);
		assert.deepEqual(await removedOf(ids, last), ['0 1 1', '0 1 2', '2 1 3']);
		assert.deepEqual(await removedOf(ids, last, 100), ['0 1 1', '0 1 2', '2 1 3']);
		assert.deepEqual(await removedOf(ids, 1), []);
	});

	it('have not lost what is asserted in events outside the set, or of another one', async () => {
		const ids = await createIds(records(), 4);
		const [a, b, c, d] = ids as [Id, Id, Id, Id];
		await dump([a, cites, b], [a, cites, c], [a, cites, d]);
		await assertAll(records(), [[a, cites, b]]);
		await assertAll(records(), [[a, cites, c]], { set: 'another' });
		assert.deepEqual(await removedOf(ids, await dump([b, cites, c])), ['0 1 3']);
	});

	it('have not lost what is asserted about an identifier that is the same by rule, or from the other end', async () => {
		const ids = await createIds(records(), 5);
		const [a, variant, b, c, d] = ids as [Id, Id, Id, Id, Id];
		await records().change((transaction) => transaction.represent([[variant, a]]));
		await dump([variant, cites, b], [a, cites, c], [b, related, c], [c, related, d]);
		assert.deepEqual(await removedOf(ids, await dump([a, cites, b], [variant, cites, c], [c, related, b])), ['3 3 4']);
	});

	it('count the events that wait or failed', async () => {
		await dump();
		await acceptOne(records(), { set: 'dump' });
		await acceptOne(records(), { set: 'another' });
		await failOne(records(), { set: 'dump' });
		assert.equal(await records().unendedOfSet('dump'), 2);
	});
}
