// Tests of `events withdraw` and `events restore`: their calls of the broker, and their output.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BrokerError } from '../../../errors.ts';
import { newEvent } from '../../../http/server/app.fixture.ts';
import { noon, openCommandLine } from '../../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

/** A broker with one event, e1, that notes what it is asked for. */
function brokerOfOne(state: 'Done' | 'Withdrawn' = 'Done') {
	const asked: unknown[] = [];
	let event = { ...newEvent('e1', null), state: state as string, submitter: null, withdrawnBy: null };
	return {
		asked,
		broker: {
			findEvent: async (eventId: string) => (eventId === 'e1' ? (event as never) : undefined),
			withdrawEvent: async (_: object, order: { reason: string | null }) => {
				asked.push(order);
				const withdrawn = { at: noon, by: null, reason: order.reason };
				event = { ...event, state: 'Withdrawn', withdrawn };
			},
			restoreEvent: async (_: object, eventId: string) => {
				asked.push(eventId);
				if (event.state !== 'Withdrawn') throw new BrokerError('conflict', 'The event e1 is not withdrawn.');
				event = { ...event, state: 'New' };
			},
		},
	};
}

describe('events withdraw', () => {
	it('withdraws an event, with the reason', async () => {
		const { asked, broker } = brokerOfOne();
		const words = ['events', 'withdraw', 'e1', '--reason', ' Both are other works. '];
		assert.deepEqual(await line.run(words, { broker }), { status: 0, out: 'Event e1 is withdrawn\n', err: '' });
		assert.deepEqual(asked, [{ eventId: 'e1', userId: null, reason: 'Both are other works.' }]);
	});

	it('needs no reason, and answers the event with --json', async () => {
		const { out } = await line.run('events withdraw e1 --json', brokerOfOne());
		const { status, withdrawn } = JSON.parse(out);
		assert.deepEqual([status, withdrawn], ['Withdrawn', { at: '2026-01-15T12:00:00.000Z', by: null, reason: null }]);
	});

	it('refuses a reason that is none, or too long, as wrong usage', async () => {
		for (const reason of [' ', 'x'.repeat(1_001)]) {
			const { asked, broker } = brokerOfOne();
			const { status, err } = await line.run(['events', 'withdraw', 'e1', '--reason', reason], { broker });
			assert.equal(status, 2);
			assert.match(err, /It must/);
			assert.deepEqual(asked, []);
		}
	});

	it('ends with status 1 for an unknown event', async () => {
		const { status, err } = await line.run('events withdraw e9', brokerOfOne());
		assert.equal(status, 1);
		assert.match(err, /Unknown event: e9/);
	});
});

describe('events restore', () => {
	it('brings an event back', async () => {
		const { asked, broker } = brokerOfOne('Withdrawn');
		const { status, out } = await line.run('events restore e1', { broker });
		assert.deepEqual([status, out], [0, 'Event e1 will be processed again\n']);
		assert.deepEqual(asked, ['e1']);
	});

	it('ends with status 1 for an event that is not withdrawn', async () => {
		const { status, err } = await line.run('events restore e1', brokerOfOne());
		assert.equal(status, 1);
		assert.match(err, /is not withdrawn/);
	});
});
