// Tests of the commands for loads: what they ask of the broker and how they show its answers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LoadView } from '../../../broker/event-view.ts';
import { loadSchema } from '../../../http/routes/events/event-schemas.ts';
import { noCounts } from '../../../links/link-event.ts';
import { noon, openCommandLine } from '../../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const loadId = '3f2a77c0-59d6-4f7e-9a53-5f8f4a7d0b11';
const load: LoadView = {
	...{ sequence: 12, loadId, kind: 'files', name: 'feeds/ more.jsonl.gz', userId: null, submitter: null },
	...{ createdAt: noon, isComplete: true, finishedAt: noon + 61_000, actions: ['assert'], links: 351_000, refused: 2 },
	events: { New: 0, Processing: 0, Done: 175, Error: 2, Withdrawn: 0 },
	counts: { ...noCounts, newRelationships: 340_001 },
	...{ withdrawn: null, withdrawnBy: null, isWithdrawing: false },
};
const submission: LoadView = {
	...load,
	...{ sequence: 11, loadId: 's1', kind: 'submission', name: null, userId: 4, submitter: 'ada@example.org', links: 3 },
	events: { New: 1, Processing: 0, Done: 0, Error: 0, Withdrawn: 0 },
	counts: null,
};

describe('loads list', () => {
	it('lists loads, newest first as the broker does', async () => {
		const asked: unknown[] = [];
		const broker = {
			listLoads: async (query: object) => {
				asked.push(query);
				return [load, submission];
			},
		};
		const { status, out } = await line.run('loads list', { broker });
		assert.equal(status, 0);
		assert.deepEqual(out.split('\n'), [
			'LOAD                                  KIND        STATUS  EVENTS    LINKS  CREATED           NAME OR SUBMITTER',
			`${loadId}  files       Error      177  351,000  2026-01-15 12:00  feeds/ more.jsonl.gz`,
			's1                                    submission  New          1        3  2026-01-15 12:00  ada@example.org',
			'',
		]);
		assert.deepEqual(asked, [{ limit: 20 }]);
	});

	it('takes a kind, a limit, and the load to continue after', async () => {
		const asked: unknown[] = [];
		const broker = {
			findLoad: async (id: string) => (id === loadId ? load : undefined),
			listLoads: async (query: object) => {
				asked.push(query);
				return [];
			},
		};
		const { out } = await line.run(`loads list --kind harvest --limit 5 --before ${loadId}`, { broker });
		assert.equal(out, 'No loads found.\n');
		assert.deepEqual(asked, [{ kind: 'harvest', limit: 5, before: 12 }]);
		assert.equal((await line.run('loads list --before e9', { broker })).status, 1);
		assert.equal((await line.run('loads list --kind file', { broker })).status, 2);
	});
});

describe('loads show', () => {
	const broker = { findLoad: async (id: string) => (id === loadId ? load : undefined) };

	it('shows what is known of a load', async () => {
		const { out } = await line.run(`loads show ${loadId}`, { broker });
		assert.match(out, /^name +feeds\/ more\.jsonl\.gz\nstatus +Error\nevents +177 \(175 Done, 2 Error\)$/m);
		assert.match(out, /^links +351000\nrefused links +2\n/m);
		assert.match(out, /^new relationships +340001$/m);
		assert.doesNotMatch(out, /submitter|withdrawn/);
	});

	it('shows that more may come', async () => {
		const going = { ...load, isComplete: false };
		const broker = { findLoad: async () => going, listLoads: async () => [going] };
		assert.match((await line.run(`loads show ${loadId}`, { broker })).out, /^complete +no: it is being loaded, or/m);
		assert.match((await line.run('loads list', { broker })).out, / files +Error, incomplete +177 /);
	});

	it('answers with --json the document that HTTP answers', async () => {
		const { out } = await line.run(`loads show ${loadId} --json`, { broker });
		const { status, counts } = loadSchema.parse(JSON.parse(out));
		assert.deepEqual([status, counts.new_relationships, counts.split_groups], ['Error', 340_001, 0]);
	});

	it('ends with status 1 for an unknown load', async () => {
		const { status, err } = await line.run('loads show e9', { broker });
		assert.equal(status, 1);
		assert.match(err, /Unknown load: e9/);
	});
});
