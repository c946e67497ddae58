// Tests what the doctor finds and repairs in data that are broken on purpose, on every engine of
// the records.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readIdentifier } from '../../identifiers/index.ts';
import type { Link } from '../../links/link.ts';
import type { IndexChanges } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { put } from '../../ports/search/suite/search-index.fixture.ts';
import { createModelStore, type ModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import type { Records } from '../../store/records.ts';
import type { SqlDatabase, SqlValue } from '../../store/sql-database.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import { about, given, readGraph, receive } from '../graph.fixture.ts';
import type { Place } from '../id-ranges.ts';
import { rebuildIndex } from '../indexing/rebuild-index.ts';
import { updateIndex } from '../indexing/update-index.ts';
import { withdrawEvent } from '../withdrawing/withdraw-event.ts';
import { type Diagnosis, type DoctorOptions, runDoctor } from './doctor.ts';
import type { FaultKind } from './findings.ts';
import { impatientClock } from './sound.fixture.ts';

type Opened = { records: Records; database: SqlDatabase; close(): Promise<void> };

// Groups and links cross ranges as small as these.
const sizes = { identifiers: 6, events: 3 };
const options = { clock: impatientClock, sizes, leaseMilliseconds: 1_000, onProgress: () => undefined };

/** What a test works on. */
type Patient = {
	records(): Records;
	index(): SearchIndex;
	/** Continues as a version of the program with these rules of flags. */
	useRulesOfFlags(flagRules: number): void;
	/** Runs a statement as nobody should. */
	harm(statement: string, parameters?: readonly SqlValue[]): Promise<number>;
	examine(more?: Partial<DoctorOptions>): Promise<Diagnosis>;
};

/** Describes the doctor. `open` gives empty records each time; `skip` says why there are none. */
export function describeDoctor(
	name: string,
	open: () => Promise<Opened>,
	{ skip = false }: { skip?: string | false } = {},
): void {
	describe(`the doctor on ${name}`, { skip }, () => {
		let opened: Opened;
		let index: SearchIndex;
		let kept: ModelStore;
		beforeEach(async () => {
			opened = await open();
			kept = createModelStore();
			index = openModelIndex(kept);
			await fill(opened.records);
			await rebuildIndex(opened.records, index, { ...options, destroy: false });
		});
		afterEach(() => opened.close());
		const patient: Patient = {
			records: () => opened.records,
			index: () => index,
			useRulesOfFlags(flagRules) {
				index = openModelIndex(kept, undefined, { written: 1, oldest: 1, flagRules });
			},
			harm: (statement, parameters) => opened.database.write((sql) => sql.run(statement, parameters)),
			examine: (more) => runDoctor({ records: opened.records, index }, { ...options, repair: false, ...more }),
		};
		describe('that finds nothing', () => findsNothing(patient));
		describe('that finds and mends', () => findsAndMends(patient));
		describe('that finds what cannot be mended', () => findsOnly(patient));
		describe('that looks at the index', () => looksAtIndex(patient));
		describe('that is interrupted', () => isInterrupted(patient));
		describe('beside others that write', () => worksBesideOthers(patient));
	});
}

/**
 * Sends something of every kind: works, versions, rules, descriptions, withdrawals, a withdrawn
 * event.
 */
async function fill(records: Records): Promise<void> {
	const event = (links: readonly Link[], more: object = {}) => ({ links, noindex: false, ...more });
	const [one, other] = [readIdentifier('https://doi.org/10.5555/rule', 'url'), readIdentifier('10.5555/rule', 'doi')];
	const [ruled] = given('X cites Y') as [Link];
	const target = { identifiers: [one], description: {}, sameByRule: [[one, other]] as const };
	await receive(records, [
		event([
			...given('A = B', 'B cites C', 'V hasVersion W', 'X cites W', 'P relatesTo Q'),
			about('A', { Title: 'A title' }),
		]),
		event([
			{ ...ruled, target },
			...[about('C', { Title: 'Of C' }), about('E', { Title: 'Of E' })],
			...given('D cites E', 'D = F'),
		]),
		event([about('D', { Title: 'Of D' }), ...given('X cites A by Crossref on 2019')]),
		event(given('D cites E', 'D = F'), { action: 'withdraw', takesAll: true }),
		event(given('G cites H', 'A = G')),
	]);
	const [last] = await records.events({ limit: 1 });
	await withdrawEvent(records, { eventId: last?.eventId ?? '', userId: null, reason: null, act });
}

const kindsOf = ({ faults }: Pick<Diagnosis, 'faults'>) => faults.map(({ kind }) => kind);

function findsNothing({ records, examine, harm }: Patient): void {
	it('where nothing is wrong, and says what it looked at', async () => {
		const { faults, indexLeftOut, mended, events, identifiers } = await examine();
		assert.deepEqual(
			{ faults, indexLeftOut, mended, events },
			{ faults: [], indexLeftOut: null, mended: null, events: 5 },
		);
		const graph = await readGraph(records());
		assert.equal(identifiers, Object.keys(graph.works).flatMap((work) => work.split(' = ')).length);
	});

	it('of the index while that is not up to date, or must not show everything', async () => {
		await receive(records(), [{ links: given('N cites O'), noindex: false }]);
		const waiting = await examine();
		assert.deepEqual(waiting.faults, []);
		assert.match(waiting.indexLeftOut ?? '', /not up to date/);
		await harm('delete from outbox_entry');
		await harm('update link_event set unindexed = 1 where action = ?1', ['assert']);
		assert.match((await examine()).indexLeftOut ?? '', /^\d+ events must not be found/);
	});
}

/** Statements that break something that follows from what was received, and what is found of it. */
const harms: readonly [what: string, kind: FaultKind, ...statements: string[]][] = [
	[
		'a relationship with an identifier that is not there',
		'orphan-rows',
		'update assertion set target_id = 999999 where relation = 1',
	],
	[
		'an assertion of an event that is not there',
		'orphan-rows',
		'update assertion set event_sequence = 999999 where relation = 3',
	],
	[
		'a description by an event that is not there',
		'orphan-rows',
		'update identifier_description set event_sequence = 999999',
	],
	['a description that is not there', 'orphan-rows', 'update identifier_description set description_id = 999999'],
	[
		'a description that is not there',
		'orphan-rows',
		'update identifier set description_id = 999999 where description_id is not null',
	],
	['a withdrawal by a provider that is not there', 'orphan-rows', 'update withdrawal set provider_id = 999999'],
	[
		'an unindexed change of an identifier that is not there',
		'orphan-rows',
		'insert into unindexed_change (identifier_id, event_sequence, regrouped) values (999999, 1, 0)',
	],
	[
		'what a withdrawn event left',
		'orphan-rows',
		"update link_event set state = 'Withdrawn', withdrawn_at = 1 where sequence = 3",
	],
	[
		'an assertion that counts though it was withdrawn',
		'counts-though-withdrawn',
		'insert into assertion select * from withdrawn_assertion',
		'delete from withdrawn_assertion',
	],
	['an assertion that no event withdraws', 'withdrawn-by-nothing', 'delete from withdrawal'],
	[
		'descriptions that count though their assertion does not',
		'description-counts-wrongly',
		`insert into identifier_description
		 select distinct source_id, event_sequence, 100, (select min(id) from description) from withdrawn_assertion`,
	],
	[
		'descriptions that do not count though nothing was withdrawn',
		'description-counts-wrongly',
		'delete from identifier_description where event_sequence = 1',
	],
	[
		'descriptions at another place than their assertion',
		'description-counts-wrongly',
		'update identifier_description set place = place + 100 where event_sequence = 1',
	],
	[
		'an identifier that nothing names',
		'known-wrongly',
		"insert into identifier (key, scheme) values ('nobody', 'doi')",
	],
	[
		'an identifier that is retired though it is named',
		'known-wrongly',
		"update identifier set retired = 1 where key = 'p'",
	],
	[
		'a retired identifier with a group',
		'known-wrongly',
		'update identifier set identity_id = id, version_id = id where retired = 1',
	],
	[
		'an identifier without its representative',
		'representative-wrong',
		'update identifier set representative_id = null',
	],
	['a work that is torn apart', 'group-wrong', "update identifier set identity_id = id where key in ('a', 'b')"],
	[
		'works that are thrown together',
		'group-wrong',
		'update identifier set identity_id = 1, version_id = 1 where retired is null',
	],
	[
		'a group named after a stranger',
		'group-wrong',
		"update identifier set version_id = 999999 where key in ('v', 'w')",
	],
	['a work without its description', 'description-wrong', 'update identifier set description_id = null'],
	[
		'a work with the description of another one',
		'description-wrong',
		"update identifier set description_id = (select max(id) from description) where key = 'p'",
	],
];

function findsAndMends({ records, harm, examine }: Patient): void {
	for (const [what, kind, ...statements] of harms) {
		it(what, async () => {
			for (const statement of statements) assert.ok((await harm(statement)) > 0, statement);
			const found = await examine();
			assert.ok(kindsOf(found).includes(kind), kindsOf(found).join());
			const fault = found.faults.find((one) => one.kind === kind);
			assert.ok((fault?.count ?? 0) > 0 && fault?.examples.every((words) => words !== ''));
			const mended = await examine({ repair: true });
			assert.deepEqual(mended.faults, []);
			assert.equal(mended.indexLeftOut, null);
			assert.deepEqual(mended.mended, found.faults);
		});
	}

	it('an entry for the index that cannot be read', async () => {
		const entry = 'insert into outbox_entry (event_sequence, size, body) values (1, 1, ?1)';
		await harm(entry, [new Uint8Array([1, 2, 3])]);
		assert.deepEqual(kindsOf(await examine()), ['orphan-rows']);
		assert.deepEqual((await examine({ repair: true })).faults, []);
	});

	it('and leaves the graph as it was', async () => {
		const before = await readGraph(records());
		await harm('update identifier set identity_id = 1, version_id = 1, description_id = null where retired is null');
		await harm('insert into assertion select * from withdrawn_assertion');
		await harm('delete from withdrawn_assertion');
		await examine({ repair: true });
		assert.deepEqual(await readGraph(records()), before);
	});

	it('reports each kind with its count, and the first of them by name', async () => {
		await harm("update identifier set identity_id = id, version_id = id where key in ('a', 'b')");
		// Both ranges have one of the two groups that should be one.
		const [fault] = (await examine({ sizes: { identifiers: 2, events: 1 } })).faults;
		assert.equal(fault?.kind, 'group-wrong');
		assert.equal(fault?.count, 1);
		assert.match(fault?.examples[0] ?? '', /^doi:[AB]$/);
	});
}

function findsOnly({ harm, examine }: Patient): void {
	for (const [what, kind, statement] of [
		['events without a payload', 'payload-unreadable', 'delete from event_payload'],
		['payloads that are damaged', 'payload-unreadable', "update event_payload set encoding = 'identity'"],
		['events with another number of links', 'payload-unreadable', 'update link_event set links = links + 1'],
		[
			'events whose state contradicts the rest',
			'event-contradictory',
			"update link_event set state = 'Error' where sequence = 1",
		],
		['gaps in the change log', 'change-log-gap', 'update change_log set last_number = last_number + 1'],
	] as const) {
		it(what, async () => {
			assert.ok((await harm(statement)) > 0);
			assert.deepEqual(kindsOf(await examine()), [kind]);
			assert.deepEqual(kindsOf(await examine({ repair: true })), [kind]);
		});
	}
}

function looksAtIndex({ index, examine, useRulesOfFlags }: Patient): void {
	/** Finds an object as the index has it. */
	const groupOf = async (key: string) => (await index().locateKeys([key]))[0]?.identity ?? 0;
	const isFoundAndMended = async (kinds: readonly FaultKind[], changes: Partial<IndexChanges>) => {
		await put(index(), changes);
		assert.deepEqual(kindsOf(await examine()), kinds);
		assert.deepEqual((await examine({ repair: true })).faults, []);
	};

	it('and leaves out one with flags by the rules of an earlier version: no fault, as it will be replaced', async () => {
		await put(index(), { removed: [{ level: 'identity', group: await groupOf('p') }] });
		useRulesOfFlags(2);
		const { faults, indexLeftOut } = await examine();
		assert.deepEqual(faults, []);
		assert.match(String(indexLeftOut), /^an earlier version built it, .*link-broker search reindex/);
	});

	it('and finds works that it lacks, and their links', async () => {
		const removed = [{ level: 'identity', group: await groupOf('p') } as const];
		await isFoundAndMended(['index-object-wrong', 'index-link-wrong'], { removed });
	});

	it('and finds works that it has besides', async () => {
		const object = {
			...({
				level: 'identity',
				group: 999_999,
				version: 999_999,
				type: 'unknown',
				year: null,
				published: null,
			} as const),
			...{ identifiers: [{ scheme: 'doi', key: 'stranger' }], sortKey: 'stranger' },
			text: { title: [], creator: [], journal: [], publisher: [], keyword: [], identifier: [] },
			versionTitles: [],
			traits: [],
			document: {
				identifiers: '[{"ID":"stranger","IDScheme":"doi"}]',
				fields: '"Type":{"Name":"unknown"}',
				versions: '',
			},
		};
		await isFoundAndMended(['index-object-surplus'], { objects: [object] });
	});

	it('and finds links with another history, and those that it has besides', async () => {
		const [p, q, x] = [await groupOf('p'), await groupOf('q'), await groupOf('x')];
		const history = [{ provider: 'Nobody', date: '2001', instant: 978_307_200, end: 1_009_843_199, subTypes: [] }];
		const link = (source: number, target: number) =>
			({ source, relation: 'IsRelatedTo', target, identity: history }) as const;
		await isFoundAndMended(['index-link-wrong'], { links: [link(p, q), link(q, p)] });
		await isFoundAndMended(['index-link-wrong'], { links: [link(p, x), link(x, p)] });
	});
}

function isInterrupted({ harm, examine }: Patient): void {
	/** Examines until the signal aborts after so many ranges. */
	const examineRanges = (most: number, more: Partial<DoctorOptions> = {}) => {
		const stop = new AbortController();
		let ranges = 0;
		const onProgress = () => void (++ranges === most && stop.abort());
		return examine({ ...more, sizes: { identifiers: 2, events: 1 }, signal: stop.signal, onProgress });
	};

	it('returns what it has found and where to continue, and finds the rest from there', async () => {
		await harm("insert into identifier (key, scheme) values ('nobody', 'doi')");
		const first = await examineRanges(1);
		assert.deepEqual([first.faults, first.interruptedAt], [[], { of: 'identifiers', id: 2 }]);
		const rest = await examine({ from: first.interruptedAt as Place });
		assert.deepEqual([kindsOf(rest), rest.interruptedAt], [['known-wrongly'], null]);
		const { identifiers } = await examine();
		assert.equal(first.identifiers + rest.identifiers, identifiers);
	});

	it('continues among the events', async () => {
		await harm('delete from event_payload');
		const interrupted = await examineRanges(9);
		assert.equal(interrupted.interruptedAt?.of, 'events');
		const rest = await examine({ from: interrupted.interruptedAt as Place });
		assert.equal(rest.identifiers, 0);
		const counted = [interrupted, rest].map(({ faults }) => faults[0]?.count ?? 0);
		assert.equal((counted[0] ?? 0) + (counted[1] ?? 0), 5);
	});

	it('keeps the ranges that are repaired, and repairs the others the next time', async () => {
		await harm("update identifier set identity_id = id where key in ('a', 'b')");
		await harm("insert into identifier (key, scheme) values ('nobody', 'doi')");
		const { faults } = await examine();
		const ranges = 12;
		const interrupted = await examineRanges(ranges + 3, { repair: true });
		assert.deepEqual([interrupted.faults, interrupted.interruptedAt?.id], [faults, 0]);
		assert.deepEqual((await examine({ repair: true })).faults, []);
	});
}

function worksBesideOthers({ records, index }: Patient): void {
	it('takes nothing for a fault that changed between two ranges', async () => {
		const later = ['P = A', 'C cites Q', 'V = X', 'N cites O', 'D = F', 'C = N', 'Q relatesTo P'];
		const snapshot: Records['snapshot'] = async (work, scope) => {
			const next = later.shift();
			if (next !== undefined) await receive(records(), [{ links: given(next), noindex: false }]);
			return records().snapshot(work, scope);
		};
		const clock = {
			...impatientClock,
			// The index learns what has come before it is compared again.
			async sleep() {
				while ((await updateIndex(records(), index())) > 0);
			},
		};
		const stores = { records: { ...records(), snapshot }, index: index() };
		const found = await runDoctor(stores, { ...options, clock, repair: false });
		assert.deepEqual([found.faults, found.indexLeftOut, later], [[], null, []]);
		assert.equal(found.linksLeftOut, true);
	});
}
