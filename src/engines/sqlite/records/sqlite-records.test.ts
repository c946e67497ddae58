// Runs the suite of the records on SQLite, and tests what is specific to SQLite: how statements
// find their rows, and what a killed process leaves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { noCounts } from '../../../links/link-event.ts';
import { relationCode } from '../../../links/relation.ts';
import type { ClaimedEvent } from '../../../store/claims.ts';
import type { Assertion, Id, PlacedAssertion } from '../../../store/graph.ts';
import { openRecords, type Records, type Transaction } from '../../../store/records.ts';

import type { Sql, SqlDatabase, SqlValue } from '../../../store/sql-database.ts';
import { act } from '../../../store/suite/audit.fixture.ts';
import { describeRecords } from '../../../store/suite/records.contract.ts';
import {
	acceptOne,
	assertedBy,
	claimOne,
	createIds,
	gather,
	minute,
	newEvent,
	noon,
	waitingEntries,
	worker,
} from '../../../store/suite/records.fixture.ts';
import { describeAuditRemains } from '../../../store/suite/stored-audit.contract.ts';
import type { Withdrawn } from '../../../store/withdrawing.ts';
import { openTestRecords, type TestRecords } from './sqlite-records.fixture.ts';

describeRecords('SQLite', openTestRecords);
describeAuditRemains('SQLite', openTestRecords);

type Statement = { text: string; parameters: readonly SqlValue[] };

/** Notes the statements that a database runs. */
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

type Work = (transaction: Transaction, ids: readonly Id[], event: Id) => Promise<unknown>;

const pairs = (ids: readonly Id[]) =>
	ids.slice(0, ids.length / 2).map((id, at) => [id, ids.at(-1 - at) as Id] as const);
const cites = (ids: readonly Id[]) => pairs(ids).map(([one, other]) => [one, 1, other] as const);
const names = (ids: readonly Id[]) => ids.map((id) => ({ scheme: 'doi', key: `${id}`, value: `${id}` }));
const texts = (ids: readonly Id[]) => ids.map((id) => `"${id}"`);
const places = (ids: readonly Id[]) => ids.map((id) => ({ id, identity: id, version: id, alone: false }));

/** The operations of applying an event and following it in the index. */
const workOnGraph: Readonly<Record<string, Work>> = {
	identify: (transaction, ids) => transaction.identify(names(ids)),
	identifiers: (transaction, ids) => transaction.identifiers(ids),
	'members of Identity groups': (transaction, ids) => transaction.members('identity', ids),
	'members of Version groups': (transaction, ids) => transaction.members('version', ids),
	lock: (transaction, ids) => transaction.lock({ update: ids, share: ids }),
	'lock everything': (transaction) => transaction.lock('everything'),
	'weigh Identity groups': (transaction, ids) => transaction.weigh('identity', ids, 64),
	'weigh Version groups': (transaction, ids) => transaction.weigh('version', ids, 64),
	move: (transaction, ids) => transaction.move(pairs(ids), pairs(ids)),
	place: (transaction, ids) => transaction.place(places(ids)),
	'providers created': (transaction, ids) => transaction.providers(texts(ids), 'created'),
	internProvenances: (transaction, ids) => transaction.internProvenances(assertedBy(...texts(ids))),
	'texts of provenances': (transaction, ids) => transaction.texts('provenance', ids),
	assert: (transaction, ids, event) => transaction.assert(cites(ids).map((key) => [...key, 1, event])),
	assertionsOf: (transaction, ids) => transaction.assertionsOf(ids, { last: relationCode.IsRelatedTo }),
	'assertionsOf sources': (transaction, ids) => transaction.assertionsOf(ids, { last: relationCode.Cites }, 'source'),
	provenancesOf: (transaction, ids) => transaction.provenancesOf(cites(ids)),
	relationshipsAmong: (transaction, ids) => transaction.relationshipsAmong(ids, { first: 4, last: 5 }),
	internDescriptions: (transaction, ids) =>
		transaction.internDescriptions(ids.map((group) => ({ group, text: `"${group}"` }))),
	'texts of descriptions': (transaction, ids) => transaction.texts('description', ids),
	recordDescriptions: (transaction, ids, event) =>
		transaction.recordDescriptions(pairs(ids).map(([identifier, description]) => [identifier, event, 0, description])),
	describe: (transaction, ids) => transaction.describe(pairs(ids)),
	describedHistory: (transaction, ids) => transaction.describedHistory(ids.map((group) => ({ group, before: 1_000 }))),
	'hasEvent applied after': (transaction, _, event) => transaction.hasEvent({ after: event, isApplied: true }),
	enqueue: (transaction, ids, event) =>
		transaction.enqueue(event, { relationships: cites(ids), changed: ids, regrouped: ids, separated: ids }),
	entries: (transaction) => transaction.entries(64, 1_000_000),
	recordUnindexed: (transaction, ids, event) =>
		transaction.recordUnindexed(event, { relationships: [], changed: ids, regrouped: ids, separated: ids }),
	unindexedChangesOf: (transaction, ids) => transaction.unindexedChangesOf(places(ids)),
	removeUnindexed: (transaction, ids) => transaction.removeUnindexed(ids),
	finish: (transaction, _, event) => transaction.finish([[claimedAs(event), noCounts]], worker, noon),
};

const assertions = (ids: readonly Id[], event: Id) => cites(ids).map((key): Assertion => [...key, 1, event]);
const placed = (ids: readonly Id[], event: Id) =>
	assertions(ids, event).map(
		(one, place): PlacedAssertion => [one[0], one[1], one[2], one[3], one[4], one[0], place, null, null],
	);
const taken = (ids: readonly Id[]): Withdrawn => ({
	withdrawals: cites(ids).map((key) => [...key, 1]),
	replacements: ids.map((id) => [id, 1]),
});
const described = (ids: readonly Id[], event: Id) => ids.map((id) => [id, event] as const);

/** The operations of withdrawing. */
const workOfWithdrawing: Readonly<Record<string, Work>> = {
	'identify reserved': (transaction, ids) => transaction.identify(names(ids), 'reserved'),
	represent: (transaction, ids) => transaction.represent(pairs(ids)),
	'identifiers retired': (transaction, ids) => transaction.identifiers(ids, 'retired'),
	'setKnown true': (transaction, ids) => transaction.setKnown(ids, true),
	'setKnown false': (transaction, ids) => transaction.setKnown(ids, false),
	'providers found': (transaction, ids) => transaction.providers(texts(ids), 'undefined'),
	recordWithdrawn: (transaction, ids, event) => transaction.recordWithdrawn(event, taken(ids)),
	'recordWithdrawn of nothing': (transaction, _, event) => transaction.recordWithdrawn(event, null),
	'hasEvent withdrawing after': (transaction, _, event) => transaction.hasEvent({ after: event, withdraws: true }),
	'hasEvent unapplied before': (transaction, _, event) => transaction.hasEvent({ before: event, isApplied: false }),
	'fitting that counts': (transaction, ids, event) => transaction.fitting(event, taken(ids), 'counting'),
	'fitting that is withdrawn': (transaction, ids, event) => transaction.fitting(event, taken(ids), 'withdrawn'),
	withdrawnLater: (transaction, ids, event) => transaction.withdrawnLater(assertions(ids, event)),
	withdrawAssertions: (transaction, ids, event) => transaction.withdrawAssertions(assertions(ids, event)),
	restoreAssertions: (transaction, ids, event) => transaction.restoreAssertions(assertions(ids, event)),
	removeAssertions: (transaction, ids, event) => transaction.removeAssertions(assertions(ids, event)),
	areAsserted: (transaction, ids) => transaction.areAsserted(cites(ids)),
	'areAsserted without events': (transaction, ids, event) => transaction.areAsserted(cites(ids), [event]),
	'placedAmong counting': (transaction, ids, event) => transaction.placedAmong(assertions(ids, event), 'counting'),
	'withdrawnLater without events': (transaction, ids, event) =>
		transaction.withdrawnLater(assertions(ids, event), [event]),
	joinedWith: (transaction, ids) => transaction.joinedWith(ids, { first: 4, last: 5 }, 10),
	findProvenances: (transaction, ids) => transaction.findProvenances(texts(ids)),
	recordedDescriptions: (transaction, ids, event) => transaction.recordedDescriptions(described(ids, event)),
	rederiveDescriptions: (transaction, ids, event) => transaction.rederiveDescriptions(described(ids, event)),
	placeAssertions: (transaction, ids, event) => transaction.placeAssertions(placed(ids, event)),
	placedAssertions: (transaction, ids) => transaction.placedAssertions(cites(ids)),
	submissions: (transaction, ids) => transaction.submissions(ids),
	searchableDescriptions: (transaction, ids) => transaction.searchableDescriptions(pairs(ids)),
	describingAssertions: (transaction, ids, event) =>
		transaction.describingAssertions(ids.map((id) => [id, event, 0] as const)),
	countArrayIdentities: (transaction, ids, event) => transaction.countArrayIdentities(assertions(ids, event)),
	unplacedEvents: (transaction, ids) => transaction.unplacedEvents(ids),
	setPlaced: (transaction, _, event) => transaction.setPlaced(event),
	areRepeatedLater: (transaction, ids, event) => transaction.areRepeatedLater(ids.map((id) => [id, event, 0, 1])),
	latestDescriptions: (transaction, ids) => transaction.latestDescriptions(pairs(ids)),
	namedAmong: (transaction, ids) => transaction.namedAmong(ids),
	'namedAmong without events': (transaction, ids, event) =>
		transaction.namedAmong(ids, { events: [event], identifiers: ids }),
	'latestDescriptions without events': (transaction, ids, event) => transaction.latestDescriptions(pairs(ids), [event]),
	'relationshipsAmong without events': (transaction, ids, event) =>
		transaction.relationshipsAmong(ids, { first: 1, last: 2 }, [event]),
	representativesOf: (transaction, ids) => transaction.representativesOf(ids),
	eventOf: (transaction) => transaction.eventOf('event', 'unlocked'),
	setWithdrawn: (transaction, _, event) =>
		transaction.setWithdrawn(event, { at: noon, by: 1, reason: null, withLoad: false }),
	'setWithdrawn to New': (transaction, _, event) => transaction.setWithdrawn(event, null),
};

const claimedAs = (sequence: Id): ClaimedEvent => ({
	...{ sequence, eventId: 'event', action: 'assert', replaces: null, noindex: false },
	...{ attempts: 1, hasLapsed: false, isCounted: false },
});
const lease = { worker, until: noon + minute };

/** The operations of workers and submitters on events. */
const workOnEvents: Readonly<Record<string, (records: Records, event: Id) => Promise<unknown>>> = {
	accept: (records) => records.accept([newEvent()]),
	acceptClaimed: (records) => claimOne(records),
	claim: (records) => records.claim(lease, noon, 4),
	renew: (records, event) => records.renew(claimedAs(event), lease),
	release: (records, event) => records.release([claimedAs(event)], worker),
	fail: (records, event) => records.fail(claimedAs(event), worker, { reason: 'reason', retryAt: null, now: noon }),
	'rerun by id': (records) => records.rerun(act, ['event']),
	'rerun errors': (records) => records.rerun(act, 'errors'),
	payload: (records, event) => records.payload(event),
	'events by id': (records) => records.events({ eventId: 'event', limit: 1 }),
	'events in Error': (records) => records.events({ state: 'Error', limit: 1 }),
	'events of a user': (records) => records.events({ userId: 1, limit: 1 }),
	'audit of an event': (records) => records.auditEntries({ subject: 'event', limit: 1 }),
	'audit of a user': (records) => records.auditEntries({ who: 'ada@example.org', limit: 1 }),
	'audit of an action': (records) => records.auditEntries({ action: 'token.created', limit: 1 }),
	'audit since then': (records) => records.auditEntries({ since: noon, limit: 1 }),
	'audit before an entry': (records) => records.auditEntries({ before: 7, limit: 1 }),
	backlog: (records) => records.backlog(),
	acknowledge: (records) => records.acknowledge([1], 1, ''),
};

describe('statements on SQLite', () => {
	let fresh: TestRecords;
	let records: Records;
	let noted: Statement[];
	let event: Id;
	before(async () => {
		fresh = await openTestRecords();
		noted = [];
		records = openRecords(noting(fresh.database, noted));
		event = await acceptOne(records);
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

	/**
	 * Whether a step reads a whole table, other than a list parameter, a part of the statement
	 * itself, or few rows.
	 */
	const readsAll = (step: string, steps: readonly string[]) => {
		const [, scanned] = /^SCAN (\S+)/.exec(step) ?? [];
		if (scanned === undefined || /^(jsonb_each|CONSTANT|index_state)$/.test(scanned)) return false;
		const few = /USING (COVERING )?INDEX (link_event_(by_state|waiting|unindexed)|outbox_entry_waiting)$/;
		if (few.test(step)) return false;
		return !steps.includes(`CO-ROUTINE ${scanned}`) && !steps.includes(`MATERIALIZE ${scanned}`);
	};

	const findRowsByKey = async () => {
		for (const { text, steps } of await plansOf(noted)) {
			const scans = steps.filter((step) => readsAll(step, steps));
			// The one table that is nearly always empty is checked first.
			if (text.includes('from unindexed_change limit 1')) continue;
			assert.deepEqual(scans, [], `${text}\n${steps.join('\n')}`);
		}
	};

	for (const [name, work] of Object.entries({ ...workOnGraph, ...workOfWithdrawing })) {
		it(`${name} finds its rows by key`, async () => {
			const ids = await createIds(records, 6);
			await records.change((transaction) =>
				transaction.recordUnindexed(event, { relationships: [], changed: ids, regrouped: ids, separated: ids }),
			);
			noted.length = 0;
			await records.change((transaction) => work(transaction, ids, event));
			await findRowsByKey();
		});

		it(`${name} costs the same number of statements for few and for many`, async () => {
			const costs = [];
			for (const count of [4, 3_000]) {
				const ids = await createIds(records, count);
				noted.length = 0;
				await records.change((transaction) => work(transaction, ids, event));
				costs.push(noted.length);
			}
			assert.equal(costs[0], costs[1]);
		});
	}

	for (const [name, work] of Object.entries(workOnEvents)) {
		it(`${name} finds its rows by key`, async () => {
			noted.length = 0;
			await work(records, event);
			await findRowsByKey();
		});
	}

	it('that ask whether any later or earlier event is of some kind read none of another kind', async () => {
		noted.length = 0;
		await records.change(async (transaction) => {
			await transaction.hasEvent({ after: event, withdraws: true });
			await transaction.hasEvent({ before: event, isApplied: false });
		});
		const plans = await plansOf(noted.filter(({ text }) => text.includes('from link_event')));
		assert.equal(plans.length, 2);
		for (const { text, steps } of plans) {
			assert.ok(
				steps.every((step) => /USING (COVERING )?INDEX link_event_\w+ \(sequence[<>]\?\)$/.test(step)),
				`${text}\n${steps.join('\n')}`,
			);
		}
	});

	it('that look up a relationship find it by both ends and the relation', async () => {
		const ids = await createIds(records, 6);
		noted.length = 0;
		await records.change(async (transaction) => {
			await transaction.assert(cites(ids).map((key) => [...key, 1, event]));
			await transaction.provenancesOf(cites(ids));
		});
		const plans = await plansOf(noted.filter(({ text }) => text.startsWith('select')));
		assert.equal(plans.length, 2);
		for (const { text, steps } of plans) {
			assert.ok(
				steps.some((step) =>
					/SEARCH a .*\((source_id=\? AND relation=\? AND target_id=\?|target_id=\? AND relation=\? AND source_id=\?)/.test(
						step,
					),
				),
				`${text}\n${steps.join('\n')}`,
			);
		}
	});

	it('that read the oldest of a queue do not sort the queue', async () => {
		noted.length = 0;
		await records.claim(lease, noon, 4);
		await waitingEntries(records);
		for (const { text, steps } of await plansOf(noted)) {
			assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), `${text}\n${steps.join('\n')}`);
		}
	});

	it('that stream whole tables in order do not sort them', async () => {
		noted.length = 0;
		await records.snapshot(async (_, snapshot) => {
			for (const steps of [
				snapshot.identifiers(),
				snapshot.members(),
				snapshot.assertions(),
				snapshot.assertions({ first: 2, last: 3 }),
			]) {
				await gather<unknown>(steps);
			}
		});
		assert.equal(noted.length, 4);
		for (const { text, steps } of await plansOf(noted)) {
			assert.ok(!steps.some((step) => step.includes('TEMP B-TREE')), `${text}\n${steps.join('\n')}`);
		}
	});
});

describe('a process that is killed', () => {
	let fresh: TestRecords;
	beforeEach(async () => {
		fresh = await openTestRecords();
	});
	afterEach(() => fresh.close());

	/**
	 * Runs a script in a separate process, with `records` on the same data and `newEvent`, and waits
	 * for its end.
	 */
	async function runAndDie(script: string): Promise<void> {
		const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
		const child = spawn(
			process.execPath,
			[
				'--input-type=module',
				'--eval',
				`import { openSqliteDatabase } from ${from('./sqlite-database.ts')};
				import { openRecords } from ${from('../../../store/records.ts')};
				import { asAssertion } from ${from('../../../store/events.ts')};
				const records = openRecords(openSqliteDatabase(process.argv[1]));
				const payload = new Uint8Array(1000);
				const anyEvent = { payload, links: 1, refused: 0, providers: [], noindex: false, now: 1 };
				const submittedBy = { who: 'somebody', address: null };
				const newEvent = (eventId) => ({ eventId, userId: null, submittedBy, ...asAssertion, ...anyEvent });
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
		await runAndDie(`await records.accept([newEvent('a'), newEvent('b')]); die();`);
		const events = await fresh.records.events({ limit: 10 });
		assert.deepEqual(
			events.map(({ eventId, state }) => [eventId, state]),
			[
				['b', 'New'],
				['a', 'New'],
			],
		);
		assert.equal((await fresh.records.payload(events[0]?.sequence as Id)).byteLength, 1_000);
	});

	it('leaves nothing of a change that had not ended, and no lock', async () => {
		await runAndDie(`
			await records.accept([newEvent('a')]);
			await records.change(async (transaction) => {
				await transaction.enqueue(1, { relationships: [], changed: [1], regrouped: [], separated: [] });
				die();
				await new Promise(() => setTimeout(() => undefined, 60_000));
			});`);
		assert.deepEqual(await waitingEntries(fresh.records), []);
		const [event] = await fresh.records.claim(lease, noon, 1);
		assert.equal(event?.eventId, 'a');
	});
});
