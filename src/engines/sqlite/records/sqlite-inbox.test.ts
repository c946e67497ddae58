// Tests of the inbox on SQLite: whom it waits for, what lists show of it, how the records take it in, and what a process that dies leaves.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { holdOne, minute, newEvent, noon, worker } from '../../../ports/records/contract/opened-store.fixture.ts';
import type { Inbox } from '../../../ports/records/inbox.ts';
import type { LinkStore } from '../../../ports/records/link-store.ts';
import { openSqliteInbox } from './sqlite-inbox.ts';
import { type FreshLinkStore, openFreshLinkStore } from './sqlite-link-store.fixture.ts';

describe('the inbox on SQLite', () => {
	let fresh: FreshLinkStore;
	let store: LinkStore;
	let inbox: Inbox;
	beforeEach(async () => {
		fresh = await openFreshLinkStore();
		store = fresh.store;
		inbox = openSqliteInbox(fresh.path);
	});
	afterEach(async () => {
		inbox.close();
		await fresh.close();
	});

	/** Lists the events that are found, newest first. */
	const found = async (query: Partial<Parameters<LinkStore['events']>[0]> = {}) =>
		(await store.events({ limit: 10, ...query })).map(({ eventId }) => eventId);
	const keep = (...eventIds: string[]) => {
		for (const eventId of eventIds) inbox.keep(newEvent({ eventId }));
	};

	it('keeps events while somebody writes to the records', async () => {
		await store.change(async () => {
			keep('a');
			assert.deepEqual(await found(), ['a']);
		});
	});

	describe('until the records take it in', () => {
		it('is listed behind all that is stored, the newest first', async () => {
			await store.accept([newEvent({ eventId: 'stored' })]);
			keep('a', 'b');
			assert.deepEqual(await found(), ['b', 'a', 'stored']);
			assert.deepEqual(await found({ limit: 2 }), ['b', 'a']);
		});

		it('is New, and shown as it will be', async () => {
			const event = newEvent({ links: 7, noindex: true, userId: 3, now: noon });
			inbox.keep(event);
			const [kept] = await store.events({ limit: 1 });
			await store.takeIn();
			const [taken] = await store.events({ limit: 1 });
			assert.deepEqual({ ...kept, sequence: 1 }, taken);
			assert.ok((kept?.sequence as number) > 1);
			assert.equal(taken?.state, 'New');
		});

		it('is found by its id, its state and its submitter, and only by these', async () => {
			inbox.keep(newEvent({ eventId: 'a', userId: 3 }));
			for (const query of [{ eventId: 'a' }, { state: 'New' }, { userId: 3 }] as const) {
				assert.deepEqual(await found(query), ['a'], JSON.stringify(query));
			}
			for (const query of [{ eventId: 'b' }, { state: 'Done' }, { userId: 4 }] as const) {
				assert.deepEqual(await found(query), [], JSON.stringify(query));
			}
		});

		it('comes page by page before all that is stored', async () => {
			await store.accept([newEvent({ eventId: 'stored' })]);
			keep('a', 'b', 'c');
			const pages: string[] = [];
			for (let before: number | undefined; ; ) {
				const [event] = await store.events({ limit: 1, ...(before === undefined ? {} : { before }) });
				if (!event) break;
				pages.push(event.eventId);
				before = event.sequence;
			}
			assert.deepEqual(pages, ['c', 'b', 'a', 'stored']);
		});

		it('counts as New in what is left to do', async () => {
			inbox.keep(newEvent({ now: noon }));
			assert.equal((await store.countEvents()).New, 1);
			const { events, oldestEventAt } = await store.backlog();
			assert.deepEqual([events.New, oldestEventAt], [1, noon]);
		});

		it('counts among the links that are to be applied and then found', async () => {
			inbox.keep(newEvent({ links: 40 }));
			inbox.keep(newEvent({ links: 2, noindex: true }));
			await store.accept([]);
			inbox.keep(newEvent({ links: 300 }));
			inbox.keep(newEvent({ links: 5, noindex: true }));
			assert.equal(await store.linksToApply(noon), 340);
		});
	});

	describe('taken in', () => {
		it('gets numbers in the order in which it came, is left in the inbox no more, and has its payload byte for byte', async () => {
			const payloads = ['[{}]', `[${'{},'.repeat(500)}{}]`].map((text) => Buffer.from(text));
			for (const [n, payload] of payloads.entries()) inbox.keep(newEvent({ eventId: `event-${n}`, payload }));
			const { taken, found: inInbox } = await store.takeIn();
			assert.equal(inInbox, 2);
			assert.deepEqual(
				taken.map(({ eventId }) => eventId),
				['event-0', 'event-1'],
			);
			assert.deepEqual(
				taken.map(({ sequence }) => sequence),
				[1, 2],
			);
			for (const [n, { sequence }] of taken.entries()) {
				assert.deepEqual(Buffer.from(await store.payload(sequence)), payloads[n]);
			}
			assert.deepEqual(inbox.list(), []);
			assert.deepEqual(await store.takeIn(), { taken: [], found: 0 });
			assert.deepEqual(await found(), ['event-1', 'event-0']);
		});

		const storing: Readonly<Record<string, (store: LinkStore) => Promise<unknown>>> = {
			accept: (store) => store.accept([newEvent({ eventId: 'later' })]),
			acceptClaimed: (store) => holdOne(store, { eventId: 'later' }),
			load: (store) => store.load((_, { accept }) => accept(newEvent({ eventId: 'later' }), worker, noon + minute)),
			importEvents(store) {
				const { now, ...event } = newEvent({ eventId: 'later' });
				const payload = new Uint8Array();
				return store.importEvents([
					{ ...event, payload, searchable: true, state: 'Done', createdAt: now, failure: null },
				]);
			},
		};
		for (const [name, work] of Object.entries(storing)) {
			it(`comes before what ${name} of another handle stores later`, async () => {
				const another = await fresh.openAnother();
				keep('earlier');
				await work(another);
				assert.deepEqual(inbox.list(), []);
				assert.deepEqual(await found(), ['later', 'earlier']);
				const [later, earlier] = await store.events({ limit: 2 });
				assert.ok((earlier?.sequence as number) < (later?.sequence as number));
			});
		}

		it('is done a hundred at a time, and by whoever stores events of its own with all that is kept', async () => {
			const numbered = Array.from({ length: 250 }, (_, n) => `${n}`);
			keep(...numbered);
			assert.deepEqual(
				(await store.takeIn()).taken.map(({ eventId }) => eventId),
				numbered.slice(0, 100),
			);
			assert.equal(inbox.list().length, 150);
			await store.accept([]);
			assert.deepEqual(inbox.list(), []);
			assert.deepEqual((await found({ limit: 300 })).reverse(), numbered);
		});

		it('is claimed like any other, and can be rerun at once', async () => {
			keep('a', 'b');
			assert.equal(await store.rerun(['a']), 1);
			assert.deepEqual(
				(await store.claim(worker, noon, noon + minute, 2)).map(({ eventId }) => eventId),
				['a', 'b'],
			);
		});

		it('waits its turn and hurries nobody, for nobody waits for it', async () => {
			const another = await fresh.openAnother();
			let taking: ReturnType<LinkStore['takeIn']> | undefined;
			await store.load(async (_, { othersWait, firstWaits }) => {
				keep('a');
				taking = another.takeIn();
				while (!othersWait()) await new Promise((resolve) => setTimeout(resolve, 1));
				assert.equal(firstWaits(), false);
			});
			assert.equal((await taking)?.taken.length, 1);
		});

		it('leaves the inbox later where somebody keeps one at that moment, and is taken in once all the same', async () => {
			keep('a');
			const keeping = new DatabaseSync(`${fresh.path}-inbox`);
			keeping.exec('begin immediate');
			assert.equal((await store.takeIn()).taken.length, 1);
			assert.deepEqual(await store.takeIn(), { taken: [], found: 0 });
			assert.deepEqual(
				inbox.list().map(({ eventId }) => eventId),
				['a'],
			);
			keeping.exec('rollback');
			keeping.close();
			for (let patience = 1_000; inbox.list().length > 0; patience--) {
				assert.ok(patience > 0, 'it has left');
				await new Promise((resolve) => setTimeout(resolve, 1));
			}
		});

		it('is given no further than asked for, also while something is about to leave', () => {
			keep('a', 'b', 'c');
			const keeping = new DatabaseSync(`${fresh.path}-inbox`);
			keeping.exec('begin immediate');
			inbox.remove(['a', 'one that has left']);
			assert.deepEqual(
				[...inbox.events(1)].map(({ eventId }) => eventId),
				['b'],
			);
			assert.deepEqual(
				inbox.list(1).map(({ eventId }) => eventId),
				['b'],
			);
			keeping.exec('rollback');
			keeping.close();
		});

		it('stays where the transaction fails', async () => {
			keep('a');
			await assert.rejects(
				store.load(() => Promise.reject(new Error('wrong'))),
				/wrong/,
			);
			assert.deepEqual(
				inbox.list().map(({ eventId }) => eventId),
				['a'],
			);
			assert.equal((await store.takeIn()).taken.length, 1);
		});

		it('is passed over where it is stored already, and never seen twice', async () => {
			// As a process leaves it that dies between the two.
			await store.accept([newEvent({ eventId: 'a' })]);
			keep('a');
			assert.deepEqual(await found(), ['a']);
			assert.equal((await store.countEvents()).New, 1);
			assert.equal((await store.backlog()).events.New, 1);
			assert.deepEqual(await store.takeIn(), { taken: [], found: 1 });
			assert.deepEqual(inbox.list(), []);
			assert.deepEqual(await found(), ['a']);
		});
	});

	const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
	const runScript = (script: string) =>
		spawn(process.execPath, ['--input-type=module', '--eval', script, fresh.path], { stdio: 'inherit' });

	it('is made once, however many open it first at the same moment', async () => {
		const script = `import { openSqliteInbox } from ${from('sqlite-inbox.ts')};
			openSqliteInbox(process.argv[1]).list();`;
		const ends = await Promise.all(Array.from({ length: 6 }, () => once(runScript(script), 'exit')));
		assert.deepEqual(new Set(ends.map(([status]) => status)), new Set([0]));
	});

	it('loses nothing of those who keep and take in at the same time', async () => {
		const script = `import { openSqliteInbox } from ${from('sqlite-inbox.ts')};
			const inbox = openSqliteInbox(process.argv[1]);
			for (let n = 0; n < 200; n++) {
				inbox.keep({ eventId: process.pid + '-' + n, payload: new Uint8Array(300), links: 1, noindex: false, userId: null, now: 1 });
			}`;
		const keeping = Promise.all(Array.from({ length: 2 }, () => once(runScript(script), 'exit')));
		let over = false;
		void keeping.finally(() => {
			over = true;
		});
		const taken: string[] = [];
		const handles = [store, await fresh.openAnother()];
		const takeIn = async () => {
			for (const handle of handles) taken.push(...(await handle.takeIn()).taken.map(({ eventId }) => eventId));
		};
		while (!over) {
			await takeIn();
			await new Promise(setImmediate);
		}
		for (let before = -1; taken.length > before; ) {
			before = taken.length;
			await takeIn();
		}
		assert.deepEqual([taken.length, new Set(taken).size], [400, 400]);
		assert.equal((await store.countEvents()).New, 400);
		// Those of each came in their order.
		const listed = (await store.events({ limit: 400 })).map(({ eventId }) => eventId).reverse();
		for (const process of new Set(listed.map((eventId) => eventId.split('-')[0]))) {
			const numbers = listed
				.filter((eventId) => eventId.startsWith(`${process}-`))
				.map((eventId) => Number(eventId.split('-')[1]));
			assert.deepEqual(
				numbers,
				numbers.toSorted((one, other) => one - other),
			);
		}
	});

	it('survives the death of who kept it', async () => {
		const script = `import { openSqliteInbox } from ${from('sqlite-inbox.ts')};
			const event = { eventId: 'a', payload: new Uint8Array(1000), links: 1, noindex: false, userId: null, now: 1 };
			openSqliteInbox(process.argv[1]).keep(event);
			process.kill(process.pid, 'SIGKILL');`;
		assert.deepEqual((await once(runScript(script), 'exit'))[1], 'SIGKILL');
		const {
			taken: [taken],
		} = await store.takeIn();
		assert.equal(taken?.eventId, 'a');
		assert.equal((await store.payload(taken?.sequence as number)).byteLength, 1_000);
	});
});
