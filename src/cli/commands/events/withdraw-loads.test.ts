// Tests of `loads withdraw`, `loads restore` and `loads rerun`: their calls of the broker, and their
// output.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LoadView } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import { loadSchema } from '../../../http/routes/events/event-schemas.ts';
import { noCounts } from '../../../links/link-event.ts';
import { noon, openCommandLine } from '../../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const loadId = '3f2a77c0-59d6-4f7e-9a53-5f8f4a7d0b11';
const noEvents = { New: 0, Processing: 0, Done: 0, Error: 0, Withdrawn: 0 };

/** A broker with one load of two events that notes what it is asked for; `left` are being processed. */
function brokerOfOne({ left = 0 } = {}) {
	const asked: unknown[] = [];
	let load: LoadView = {
		...{ sequence: 12, loadId, kind: 'files', name: 'links.json', userId: null, submitter: null },
		...{
			createdAt: noon,
			isComplete: true,
			finishedAt: noon,
			actions: ['assert'],
			links: 4,
			refused: 0,
			counts: noCounts,
		},
		...{ events: { ...noEvents, Done: 2 }, withdrawn: null, withdrawnBy: null, isWithdrawing: false },
	};
	return {
		asked,
		broker: {
			findLoad: async (id: string) => (id === loadId ? load : undefined),
			previewLoadWithdrawal: async () => ({
				...{ relationships: 1_200, identifiers: 1, splitGroups: 0, changedWorks: 1_001 },
				works: [{ ID: '10.1234/a', IDScheme: 'doi' }],
			}),
			withdrawLoad: async (_: object, order: { reason: string | null }) => {
				asked.push(order);
				const withdrawn = { at: noon, by: null, reason: order.reason };
				const events = { ...noEvents, Withdrawn: 2 - left, Processing: left };
				load = { ...load, events, withdrawn, isWithdrawing: left > 0 };
			},
			restoreLoad: async (_: object, order: object) => {
				asked.push(order);
				if (load.withdrawn === null) throw new BrokerError('conflict', `The load ${loadId} is not withdrawn.`);
			},
			rerunLoad: async (_: object, order: object) => void asked.push(order),
		},
	};
}

describe('loads withdraw', () => {
	it('withdraws a load, with the reason, and waits until it is', async () => {
		const { asked, broker } = brokerOfOne();
		const { status, out } = await line.run(['loads', 'withdraw', loadId, '--reason', ' Wrong file. '], { broker });
		assert.deepEqual([status, out], [0, `Load ${loadId} is withdrawn\n`]);
		const order = { sequence: 12, loadId, userId: null, reason: 'Wrong file.' };
		assert.deepEqual(asked, [{ ...order, forMilliseconds: Number.POSITIVE_INFINITY }]);
	});

	it('says how many events are left to others', async () => {
		const { out } = await line.run(`loads withdraw ${loadId}`, brokerOfOne({ left: 1 }));
		assert.match(out, /is being withdrawn: 1 event will be withdrawn by a server or worker after processing/);
	});

	it('shows with --dry-run what would change, and changes nothing', async () => {
		const { asked, broker } = brokerOfOne();
		const { out } = await line.run(`loads withdraw ${loadId} --dry-run`, { broker });
		const changes = 'remove 1,200 links between identifiers, leave 1 identifier unknown, add 0 groups by splits';
		assert.equal(out, `Withdrawing the load would change 1,001 works: ${changes}\n`);
		assert.deepEqual(asked, []);
		const json = JSON.parse((await line.run(`loads withdraw ${loadId} --dry-run --json`, { broker })).out);
		assert.deepEqual([json.changed_works, json.works.length], [1_001, 1]);
	});

	it('answers the load with --json', async () => {
		const { out } = await line.run(`loads withdraw ${loadId} --json`, brokerOfOne());
		assert.equal(loadSchema.parse(JSON.parse(out)).status, 'Withdrawn');
	});

	it('ends with status 1 for an unknown load, and with 2 for a reason that is none', async () => {
		const unknown = await line.run('loads withdraw l9', brokerOfOne());
		assert.equal(unknown.status, 1);
		assert.match(unknown.err, /Unknown load: l9/);
		assert.equal((await line.run(['loads', 'withdraw', loadId, '--reason', ' '], brokerOfOne())).status, 2);
	});
});

describe('loads restore', () => {
	it('brings a load back', async () => {
		const { asked, broker } = brokerOfOne();
		await line.run(`loads withdraw ${loadId}`, { broker });
		const { status, out } = await line.run(`loads restore ${loadId}`, { broker });
		assert.deepEqual([status, out], [0, `Load ${loadId} will be processed again\n`]);
		assert.deepEqual(asked.at(-1), { sequence: 12, loadId });
	});

	it('ends with status 1 for a load that is not withdrawn', async () => {
		const { status, err } = await line.run(`loads restore ${loadId}`, brokerOfOne());
		assert.equal(status, 1);
		assert.match(err, /is not withdrawn/);
	});
});

describe('loads rerun', () => {
	it('has a load processed again', async () => {
		const { asked, broker } = brokerOfOne();
		const { status, out } = await line.run(`loads rerun ${loadId}`, { broker });
		assert.deepEqual([status, out], [0, `Load ${loadId} will be processed again\n`]);
		assert.deepEqual(asked, [{ sequence: 12, loadId }]);
	});
});
