// Suite of the records: the audit of changes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BrokerError } from '../../errors.ts';
import type { Actor, AuditEntry, AuditQuery, NewAuditEntry } from '../audit.ts';
import { act, by } from './audit.fixture.ts';
import {
	acceptOne,
	claimOne,
	failOne,
	minute,
	newEvent,
	noon,
	type OpenRecords,
	recordsForEach,
} from './records.fixture.ts';

const ada: Actor = { who: 'ada@example.org', address: '2001:db8::1' };
const machine: Actor = { who: 'command line (ada)', address: 'links.example.org' };

export function describeAudit(open: OpenRecords): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;
	const all = () => records().auditEntries({ limit: 1_000 });
	const add = (...entries: Partial<NewAuditEntry>[]) =>
		records().audit(entries.map((entry) => ({ ...act, action: 'role.created', subject: 'reader', ...entry })));
	const subjects = async (query: Partial<AuditQuery>) =>
		(await records().auditEntries({ limit: 10, ...query })).map(({ subject }) => subject);

	describe('entries', () => {
		it('are stored unchanged, newest first, with numbers that grow', async () => {
			const detail = { role: 'reader "é" \u0000 😀', tokens: ['a', 'b'], active: true, expires: null, links: 3 };
			await add({ by: ada, now: noon + 1, action: 'role.given', subject: 'bob@example.org', detail });
			await add({ by: { who: 'command line (ada)', address: null }, action: 'reindex.started', subject: null });
			const [newer, older] = (await all()) as [AuditEntry, AuditEntry];
			assert.ok(newer.number > older.number);
			const { number: _, ...entry } = older;
			assert.deepEqual(entry, { ...ada, at: noon + 1, action: 'role.given', subject: 'bob@example.org', detail });
			const { number: __, ...bare } = newer;
			const nothing = { subject: null, detail: {}, address: null };
			assert.deepEqual(bare, { who: 'command line (ada)', at: noon, action: 'reindex.started', ...nothing });
		});

		it('keep the order in which they were given at once', async () => {
			await add({ subject: 'a' }, { subject: 'b' }, { subject: 'c' });
			await records().audit([]);
			assert.deepEqual(await subjects({}), ['c', 'b', 'a']);
		});

		it('are selected by what was done, by whom, to what and when, and by all of these together', async () => {
			await add(
				{ subject: 'a', action: 'event.submitted', by: ada, now: noon },
				{ subject: 'b', action: 'event.submitted', by: machine, now: noon + minute },
				{ subject: 'c', action: 'event.rerun', by: ada, now: noon + 2 * minute },
				{
					subject: 'c',
					action: 'event.withdrawn',
					by: { who: 'command line (bob)', address: null },
					now: noon + 3 * minute,
				},
			);
			assert.deepEqual(await subjects({ action: 'event.submitted' }), ['b', 'a']);
			assert.deepEqual(await subjects({ action: 'event.rerun' }), ['c']);
			assert.deepEqual(await subjects({ who: 'ada@example.org' }), ['c', 'a']);
			assert.deepEqual(await subjects({ who: 'command line (ada)' }), ['b']);
			assert.deepEqual(await subjects({ who: 'command line' }), ['c', 'b']);
			assert.deepEqual(await subjects({ who: 'ada' }), []);
			assert.deepEqual(await subjects({ subject: 'c' }), ['c', 'c']);
			assert.deepEqual(await subjects({ since: noon + minute }), ['c', 'c', 'b']);
			assert.deepEqual(await subjects({ since: noon + 4 * minute }), []);
			assert.deepEqual(await subjects({ until: noon + minute }), ['b', 'a']);
			assert.deepEqual(await subjects({ since: noon + minute, until: noon + minute }), ['b']);
			const both = {
				action: 'event.rerun',
				who: 'ada@example.org',
				subject: 'c',
				since: noon,
				until: noon + 5 * minute,
			} as const;
			assert.deepEqual(await subjects(both), ['c']);
			assert.deepEqual(await subjects({ ...both, who: 'command line' }), []);
		});

		it('whose times are not in the order of their numbers are all found', async () => {
			await add({ subject: 'late', now: noon + minute });
			await add({ subject: 'early', now: noon });
			await add({ subject: 'later', now: noon + 2 * minute });
			assert.deepEqual(await subjects({ since: noon + minute }), ['later', 'late']);
			assert.deepEqual(await subjects({ until: noon + minute }), ['early', 'late']);
		});

		it('are listed in pages, no more than asked for, before a given one', async () => {
			await add(...['a', 'b', 'c', 'd'].map((subject) => ({ subject })));
			const [, second] = await records().auditEntries({ limit: 2 });
			assert.deepEqual(await subjects({ limit: 2 }), ['d', 'c']);
			assert.deepEqual(await subjects({ limit: 2, before: second?.number as number }), ['b', 'a']);
		});
	});

	describe('acts', () => {
		it('are recorded in their own transaction, or not at all', async () => {
			await records().change((transaction) =>
				transaction.audit([{ ...act, action: 'event.withdrawn', subject: 'kept' }]),
			);
			const failing = records().change(async (transaction) => {
				await transaction.audit([{ ...act, action: 'event.withdrawn', subject: 'lost' }]);
				throw new BrokerError('conflict', 'It cannot be withdrawn.');
			});
			await assert.rejects(failing, { code: 'conflict' });
			assert.deepEqual(await subjects({}), ['kept']);
		});

		it('are submissions, each with its sender and its links', async () => {
			await acceptOne(records(), { eventId: 'a', submittedBy: ada, links: 3, now: noon + 1 });
			await claimOne(records(), {
				...{ eventId: 'b', submittedBy: machine, refused: 2, noindex: true },
				...{ action: 'withdraw', fileName: 'links.json' },
			});
			const entries = (await all()).map(({ number: _, ...entry }) => entry);
			const submitted = { action: 'event.submitted' };
			const detail = { links: 1, refused: 2, noindex: true, action: 'withdraw', file_name: 'links.json' };
			assert.deepEqual(entries, [
				{ ...machine, ...submitted, at: noon, subject: 'b', detail },
				{ ...ada, ...submitted, at: noon + 1, subject: 'a', detail: { links: 3 } },
			]);
		});

		it('are not submissions that were not stored', async () => {
			await acceptOne(records(), { eventId: 'a' });
			await assert.rejects(records().accept([newEvent({ eventId: 'b' }), newEvent({ eventId: 'a' })]));
			assert.deepEqual(await subjects({}), ['a']);
		});

		it('are events that are run again, each of them', async () => {
			await failOne(records(), { eventId: 'failed' });
			await failOne(records(), { eventId: 'broken' });
			await claimOne(records(), { eventId: 'held' });
			const again = { by: ada, now: noon + minute };
			await records().rerun(again, 'errors');
			assert.deepEqual((await subjects({ action: 'event.rerun', ...{ who: ada.who } })).sort(), ['broken', 'failed']);
			await records().rerun({ by: machine, now: noon + 2 * minute }, ['failed', 'held', 'unknown', 'failed']);
			assert.deepEqual(await subjects({ action: 'event.rerun', since: noon + 2 * minute }), ['failed']);
			assert.ok(!(await all()).some(({ who, action }) => who === by.who && action === 'event.rerun'));
		});
	});
}
