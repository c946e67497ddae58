// Suite of the records: loads of files: their progress, and which run continues them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noCounts } from '../../links/link-event.ts';
import type { LoadPart } from '../loads.ts';
import { claimOne, minute, noon, type OpenRecords, recordsForEach, worker } from './records.fixture.ts';

const part = (position: number, more: Partial<LoadPart> = {}): LoadPart => ({
	...{ key: 'load', run: 'first', settings: '{}', position, digest: `up to ${position}`, isFirst: position === 1 },
	...more,
});
const lease = { worker: 'another', until: noon + minute };

export function describeLoads(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	const take = (run = 'second') => records().takeLoad('load', run, lease, noon);

	it('are as far as their last event', async () => {
		const first = await claimOne(records(), { part: part(1), links: 3 });
		const last = await claimOne(records(), { part: part(4), links: 2 });
		await records().change((transaction) =>
			transaction.finish(
				[first, last].map((event) => [event, noCounts]),
				worker,
				noon,
			),
		);
		assert.deepEqual(await take(), {
			...{ settings: '{}', position: 4, digest: 'up to 4', links: 5, firstEvent: first.sequence },
			...{ loadId: first.eventId, unapplied: null },
		});
	});

	it('that never began, or have ended, do not exist', async () => {
		assert.equal(await take(), undefined);
		await claimOne(records(), { part: part(1) });
		await records().endLoad('load', 'another run');
		assert.ok(await take());
		await records().endLoad('load', 'second');
		assert.equal(await take(), undefined);
	});

	it('begin again with a first event', async () => {
		await claimOne(records(), { part: part(1) });
		await claimOne(records(), { part: part(2) });
		await claimOne(records(), { part: part(1, { run: 'anew' }) });
		assert.equal((await take())?.position, 1);
	});

	it('are continued by one run alone: an event of another is not stored', async () => {
		await claimOne(records(), { part: part(1) });
		await take();
		await assert.rejects(claimOne(records(), { part: part(2) }), { code: 'conflict' });
		assert.equal((await records().events({ limit: 10 })).length, 1);
		await claimOne(records(), { part: part(2, { run: 'second' }) });
		assert.equal((await take('third'))?.position, 2);
	});

	it('pass an event that was not applied to the continuing run; the former one cannot end it', async () => {
		const event = await claimOne(records(), { part: part(1), noindex: true });
		const taken = await take();
		assert.deepEqual(taken?.unapplied, { ...event, hasLapsed: true, isCounted: true });
		const finish = (by: string, claimed = event) =>
			records().change((transaction) => transaction.finish([[claimed, noCounts]], by, noon));
		assert.equal(await finish(worker), false);
		assert.equal(await finish('another', taken?.unapplied ?? event), true);
		assert.equal((await take('third'))?.unapplied, null);
	});
}
