// Suite of the records: look-ups: what registries answered about identifiers, and the pass through
// all works, which one process continues.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type LookUp, noPass } from '../look-ups.ts';
import { createIds, minute, noon, type OpenRecords, recordsForEach, worker } from './records.fixture.ts';

const claim = { worker, now: noon, until: noon + minute };
const other = { ...claim, worker: 'other' };
const hour = 60 * minute;

export function describeLookUps(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;

	it('are read by identifier, and replaced by the next answer of the same registry', async () => {
		const [one, two] = (await createIds(records(), 2)) as [number, number];
		const asked = (identifier: number, service: string, askedAt: number, isFound: boolean): LookUp => ({
			...{ identifier, service, askedAt, isFound },
		});
		await records().keepLookUps([asked(two, 'crossref', noon, false), asked(one, 'crossref', noon, false)]);
		await records().keepLookUps([asked(one, 'crossref', noon + 1, true), asked(one, 'datacite', noon, false)]);
		await records().keepLookUps([]);
		const sorted = (await records().lookUps([one, one + 1_000])).sort((a, b) => b.askedAt - a.askedAt);
		assert.deepEqual(sorted, [asked(one, 'crossref', noon + 1, true), asked(one, 'datacite', noon, false)]);
	});

	it('find Identity groups by number, each once, without retired identifiers', async () => {
		const [first, second, third, retired] = (await createIds(records(), 4)) as [number, number, number, number];
		await records().change(async (transaction) => {
			await transaction.move([[first, second]], [[first, second]]);
			await transaction.setKnown([retired], false);
		});
		assert.deepEqual(await records().identityGroups(0, 1), [second]);
		assert.deepEqual(await records().identityGroups(second, 10), [third]);
	});

	it('belong to one process until it releases them or its claim is over', async () => {
		assert.deepEqual(await records().claimLookUps(claim), noPass);
		assert.equal((await records().lookUpPass()).claimedUntil, noon + minute);
		assert.deepEqual(await records().claimLookUps({ ...claim, until: noon + 2 * minute }), noPass);
		assert.equal(await records().claimLookUps(other), undefined);
		await records().releaseLookUps('other');
		assert.equal(await records().claimLookUps(other), undefined);
		await records().releaseLookUps(worker);
		assert.deepEqual(await records().claimLookUps(other), noPass);
		assert.deepEqual(await records().claimLookUps({ ...claim, now: noon + hour, until: noon + 2 * hour }), noPass);
	});

	it('belong to others at once where a claim was written by a clock that was far ahead', async () => {
		await records().claimLookUps({ ...other, now: noon + 99 * hour, until: noon + 99 * hour + minute });
		assert.deepEqual(await records().claimLookUps(claim), noPass);
	});

	it('store the progress of the process that has them, and of no other', async () => {
		await records().claimLookUps(claim);
		const pass = { position: { after: 7 }, completedAt: noon, notBefore: null };
		assert.equal(await records().notePass('other', noPass), false);
		assert.equal(await records().notePass(worker, pass), true);
		assert.deepEqual(await records().lookUpPass(), { ...pass, claimedUntil: noon + minute });
	});
}
