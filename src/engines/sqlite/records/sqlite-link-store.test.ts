// Runs the suite of the records' storage on SQLite, and checks what is SQLite's own: how statements find their rows, what a killed process leaves.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { digestText } from '../../../links/digested-text.ts';
import { relationCode } from '../../../links/relation.ts';
import {
	acceptOne,
	createIds,
	gather,
	holdOne,
	minute,
	newEvent,
	noCounts,
	noon,
	worker,
} from '../../../ports/records/contract/opened-store.fixture.ts';
import { describeLinkStore } from '../../../ports/records/link-store.contract.ts';
import { type Id, type LinkRecords, type LinkStore, lookUp } from '../../../ports/records/link-store.ts';
import type { Sql, SqlDatabase, SqlValue } from '../../sql/sql-database.ts';
import { openSqlLinkStore } from '../../sql/sql-link-store.ts';
import { type FreshLinkStore, openFreshLinkStore } from './sqlite-link-store.fixture.ts';

describeLinkStore('SQLite', openFreshLinkStore);
describeLinkStore('SQLite, where two rows are recent', () => openFreshLinkStore({ kept: 2, step: 1 }));

type Statement = { text: string; parameters: readonly SqlValue[] };

/** Notes the statements that a database is given, apart from inserts of rows. */
function noting(database: SqlDatabase, noted: Statement[]): SqlDatabase {
	const noteOn = (sql: Sql): Sql => {
		const before =
			<Answer>(go: (text: string, parameters?: readonly SqlValue[]) => Answer) =>
			(text: string, parameters: readonly SqlValue[] = []) => {
				noted.push({ text, parameters });
				return go(text, parameters);
			};
		return {
			...sql,
			all: before(sql.all) as Sql['all'],
			run: before(sql.run),
			stream: before(sql.stream) as Sql['stream'],
		};
	};
	return {
		...database,
		read: (work) => database.read((sql) => work(noteOn(sql))),
		snapshot: (work) => database.snapshot((sql) => work(noteOn(sql))),
		write: (work, options) => database.write((sql) => work(noteOn(sql)), options),
	};
}

type Work = (records: LinkRecords, ids: readonly Id[], event: Id) => Promise<unknown>;

const pairs = (ids: readonly Id[]) =>
	ids.slice(0, ids.length / 2).map((id, at) => [id, ids.at(-1 - at) as Id] as const);
const cites = (ids: readonly Id[]) => pairs(ids).map(([one, other]) => [one, 1, other] as const);
const names = (ids: readonly Id[]) => ids.map((id) => ({ scheme: 'doi', key: `${id}`, value: `${id}` }));
const texts = (ids: readonly Id[]) => ids.map((id) => digestText(`"${id}"`));
const places = (ids: readonly Id[]) => ids.map((id) => ({ id, identity: id, version: id, alone: false }));

/** What applying an event and following it in the index does. */
const workOnRecords: Readonly<Record<string, Work>> = {
	identify: (records, ids) => records.identify(names(ids)),
	internProvenances: (records, ids) => records.internProvenances(texts(ids)),
	internDescriptions: (records, ids) => records.internDescriptions(texts(ids)),
	areNew: (records, ids) => records.areNew(cites(ids)),
	assert: (records, ids, event) => records.assert(cites(ids).map((key) => [...key, 1, event])),
	recordDescriptions: (records, ids, event) =>
		records.recordDescriptions(pairs(ids).map(([identifier, description]) => [identifier, event, description])),
	placements: (records, ids) => records.placements(ids),
	identityMembers: (records, ids) => records.identityMembers(ids),
	versionMembers: (records, ids) => records.versionMembers(ids),
	hold: (records, ids) => records.hold(ids, ids),
	holdAll: (records) => records.holdAll(),
	'weigh identity': (records, ids) => records.weigh('identity', ids, 64),
	'weigh version': (records, ids) => records.weigh('version', ids, 64),
	place: (records, ids) => records.place(places(ids)),
	move: (records, ids) => records.move(pairs(ids), pairs(ids)),
	descriptions: (records, ids) => records.descriptions(ids),
	groupDescriptions: (records, ids) => records.groupDescriptions(ids),
	describe: (records, ids) => records.describe(pairs(ids)),
	describedHistory: async (records, [group]) => {
		for await (const _ of records.describedHistory(group as Id)) break;
	},
	laterEventApplied: (records, _, event) => records.laterEventApplied(event),
	defer: (records, ids, event) => records.defer(event, ids, ids),
	deferredFor: (records, ids) => records.deferredFor(places(ids)),
	forgetDeferred: (records, ids) => records.forgetDeferred(ids),
	mark: (records, ids, event) =>
		records.mark(event, {
			relationships: cites(ids).map((key) => [...key, lookUp] as const),
			changed: ids,
			regrouped: ids,
		}),
	finish: (records, _, event) => records.finish(heldAs(event), worker, noCounts, noon),
	identifiers: (records, ids) => records.identifiers(ids),
	relationshipsOf: (records, ids) => records.relationshipsOf(ids),
	assertionsOf: (records, ids) => records.assertionsOf(ids, { last: relationCode.IsRelatedTo }),
	'assertionsOf sources': (records, ids) => records.assertionsOf(ids, { last: relationCode.Cites }, 'source'),
	provenancesOf: (records, ids) => records.provenancesOf(cites(ids)),
	provenances: (records, ids) => records.provenances(ids),
	versionEdges: (records, ids) => records.versionEdges(ids),
	marks: (records) => records.marks(64),
	waitingMarks: (records) => records.waitingMarks(),
};

const heldAs = (sequence: Id) => ({ sequence, eventId: 'event', noindex: false, attempts: 1 });

/** What workers and submitters do with events. */
const workOnEvents: Readonly<Record<string, (store: LinkStore, event: Id) => Promise<unknown>>> = {
	accept: (store) => store.accept([newEvent()]),
	acceptClaimed: (store) => holdOne(store),
	load: (store) => store.load((_, { accept }) => accept(newEvent(), worker, noon + minute)),
	claim: (store) => store.claim(worker, noon, noon + minute, 4),
	renew: (store, event) => store.renew(heldAs(event), worker, noon),
	handBack: (store, event) => store.handBack([heldAs(event)], worker),
	fail: (store, event) => store.fail(heldAs(event), worker, 'reason', null, noon),
	'rerun by id': (store) => store.rerun(['event']),
	'rerun errors': (store) => store.rerun('errors'),
	nextDue: (store) => store.nextDue(noon),
	payload: (store, event) => store.payload(event),
	'events by id': (store) => store.events({ eventId: 'event', limit: 1 }),
	'events in Error': (store) => store.events({ state: 'Error', limit: 1 }),
	acknowledge: (store) => store.acknowledge([1], 1),
};

describe('statements on SQLite', () => {
	let fresh: FreshLinkStore;
	let store: LinkStore;
	let noted: Statement[];
	let event: Id;
	before(async () => {
		fresh = await openFreshLinkStore();
		noted = [];
		store = openSqlLinkStore(noting(fresh.database, noted));
		event = await acceptOne(store);
	});
	after(() => fresh.close());

	const plansOf = (statements: readonly Statement[]) =>
		fresh.database.read((sql) =>
			Promise.all(
				statements.map(async ({ text, parameters }) => {
					const steps = await sql.all<[number, number, number, string]>(`explain query plan ${text}`, parameters);
					return { text, steps: steps.map(([, , , step]) => step) };
				}),
			),
		);

	/** Tells a step that reads a table from end to end from one over a list parameter, a part of the statement itself, or rows that are few. */
	const readsAll = (step: string, steps: readonly string[]) => {
		const [, scanned] = /^SCAN (\S+)/.exec(step) ?? [];
		if (scanned === undefined || /^(jsonb?_each|CONSTANT|index_state)$/.test(scanned)) return false;
		if (/USING (COVERING )?INDEX (link_event_waiting|link_event_unsearchable|index_mark_waiting)$/.test(step))
			return false;
		return !steps.includes(`CO-ROUTINE ${scanned}`) && !steps.includes(`MATERIALIZE ${scanned}`);
	};

	const findRowsByKey = async () => {
		for (const { text, steps } of await plansOf(noted)) {
			const scans = steps.filter((step) => readsAll(step, steps));
			// The one table that is nearly always empty is looked at first.
			if (text.includes('from deferred_change limit 1')) continue;
			// Of recent rows there are never more than some, and they are counted now and then.
			if (text.startsWith('select sum(counted)')) continue;
			assert.deepEqual(scans, [], `${text}\n${steps.join('\n')}`);
		}
	};

	for (const [name, work] of Object.entries(workOnRecords)) {
		it(`${name} finds its rows by key`, async () => {
			const ids = await createIds(store, 6);
			await store.change((records) => records.defer(event, ids, ids));
			noted.length = 0;
			await store.change((records) => work(records, ids, event));
			await findRowsByKey();
		});

		it(`${name} costs the same number of statements for few and for many`, async () => {
			const costs = [];
			for (const count of [4, 3_000]) {
				const ids = await createIds(store, count);
				noted.length = 0;
				await store.change((records) => work(records, ids, event));
				costs.push(noted.length);
			}
			assert.equal(costs[0], costs[1]);
		});
	}

	for (const [name, work] of Object.entries(workOnEvents)) {
		it(`${name} finds its rows by key`, async () => {
			noted.length = 0;
			await work(store, event);
			await findRowsByKey();
		});
	}

	it('that look for a relationship look among what its source says', async () => {
		const ids = await createIds(store, 6);
		noted.length = 0;
		await store.read(async (records) => {
			await records.areNew(cites(ids));
			await records.provenancesOf(cites(ids));
		});
		const plans = await plansOf(noted);
		assert.equal(plans.length, 2);
		for (const { text, steps } of plans) {
			assert.ok(
				steps.some((step) => /SEARCH a .*USING PRIMARY KEY \(source_id=\? AND relation=\? AND target_id/.test(step)),
				`${text}\n${steps.join('\n')}`,
			);
		}
	});

	it('that read the oldest of a queue do not sort the queue', async () => {
		noted.length = 0;
		await store.claim(worker, noon, noon + minute, 4);
		await store.read((records) => records.marks(64));
		for (const { text, steps } of await plansOf(noted)) {
			assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), `${text}\n${steps.join('\n')}`);
		}
	});

	it('that stream whole tables in order do not sort them', async () => {
		noted.length = 0;
		await store.snapshot(async (_, stream) => {
			for (const steps of [
				stream.identifiers(),
				stream.members(),
				stream.assertions(),
				stream.assertions(3),
				stream.described(),
			]) {
				await gather<unknown>(steps);
			}
		});
		assert.equal(noted.length, 5);
		for (const { text, steps } of await plansOf(noted)) {
			assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), `${text}\n${steps.join('\n')}`);
		}
	});
});

describe('a process that is killed', () => {
	let fresh: FreshLinkStore;
	beforeEach(async () => {
		fresh = await openFreshLinkStore();
	});
	afterEach(() => fresh.close());

	/** Runs a script in a process of its own, with `store` on the same data and `newEvent`, and waits for its death. */
	async function runAndDie(script: string): Promise<void> {
		const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
		const child = spawn(
			process.execPath,
			[
				'--input-type=module',
				'--eval',
				`import { openSqliteDatabase } from ${from('./sqlite-database.ts')};
				import { openSqlLinkStore } from ${from('../../sql/sql-link-store.ts')};
				const store = openSqlLinkStore(openSqliteDatabase(process.argv[1]));
				const newEvent = (eventId) => ({ eventId, payload: new Uint8Array(1000), links: 1, noindex: false, userId: null, now: 1 });
				const die = () => process.kill(process.pid, 'SIGKILL');
				${script}`,
				fresh.path,
			],
			{ stdio: ['ignore', 'ignore', 'inherit'] },
		);
		const [, signal] = await once(child, 'exit');
		assert.equal(signal, 'SIGKILL');
	}

	it('leaves every event that it had accepted', async () => {
		await runAndDie(`await store.accept([newEvent('a'), newEvent('b')]); die();`);
		const events = await fresh.store.events({ limit: 10 });
		assert.deepEqual(
			events.map(({ eventId, state }) => [eventId, state]),
			[
				['b', 'New'],
				['a', 'New'],
			],
		);
		assert.equal((await fresh.store.payload(events[0]?.sequence as Id)).byteLength, 1_000);
	});

	it('leaves nothing of a change that had not ended, and holds up nobody', async () => {
		await runAndDie(`
			await store.accept([newEvent('a')]);
			await store.change(async (records) => {
				await records.mark(1, { relationships: [], changed: [1], regrouped: [] });
				die();
				await new Promise(() => setTimeout(() => undefined, 60_000));
			});`);
		assert.equal(await fresh.store.read((records) => records.waitingMarks()), 0);
		const [event] = await fresh.store.claim(worker, noon, noon + minute, 1);
		assert.equal(event?.eventId, 'a');
	});
});
