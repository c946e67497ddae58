// The part of the records' suite about news between processes: told by engines that can; knows no engine.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { acceptOne, minute, noon, type OpenLinkStore, storeForEach } from './opened-store.fixture.ts';

type Topic = 'events' | 'marks';

/** Counts calls and lets a test wait for the next one. */
function createEar() {
	let calls = 0;
	let next = Promise.withResolvers<void>();
	return {
		calls: () => calls,
		listen: () => {
			calls++;
			next.resolve();
			next = Promise.withResolvers();
		},
		next: () => next.promise,
	};
}

export function newsAreTold(open: OpenLinkStore, { tellsNews }: { tellsNews: boolean }): void {
	const opened = storeForEach(open);

	const leave: Record<Topic, () => Promise<void>> = {
		async events() {
			await acceptOne(await opened().openAnother());
		},
		async marks() {
			const another = await opened().openAnother();
			const event = await acceptOne(another);
			await another.change((records) => records.mark(event, { relationships: [], changed: [1], regrouped: [] }));
		},
	};

	if (!tellsNews) {
		it('is never called where the engine cannot tell', async () => {
			const ear = createEar();
			const stops = (['events', 'marks'] as const).map((topic) => opened().store.onNews(topic, ear.listen));
			await leave.marks();
			for (const stop of stops) await stop();
			assert.equal(ear.calls(), 0);
		});
		return;
	}

	it('calls when a worker has handed events back', async () => {
		await acceptOne(opened().store);
		const another = await opened().openAnother();
		const claimed = await another.claim('worker', noon, noon + minute, 1);
		const ear = createEar();
		const stop = opened().store.onNews('events', ear.listen);
		await ear.next();
		const called = ear.next();
		await another.handBack(claimed, 'worker');
		await called;
		await stop();
	});

	for (const topic of ['events', 'marks'] as const) {
		it(`calls when another handle has left ${topic}, until it is stopped`, async () => {
			const [ear, other] = [createEar(), createEar()];
			const stop = opened().store.onNews(topic, ear.listen);
			// The first call says that from now on nothing is missed.
			await ear.next();
			const called = ear.next();
			await leave[topic]();
			await called;
			await stop();
			const { calls } = ear;
			const heard = calls();
			const stopOther = opened().store.onNews(topic, other.listen);
			await other.next();
			const calledOther = other.next();
			await leave[topic]();
			await calledOther;
			await stopOther();
			assert.equal(calls(), heard);
		});
	}
}
