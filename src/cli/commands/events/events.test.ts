// Tests of the commands for events: what they ask of the broker and how they show its answers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EventView, LoadView } from '../../../broker/event-view.ts';
import { eventSchema } from '../../../http/routes/events/event-schemas.ts';
import { noCounts } from '../../../links/link-event.ts';
import { noon, openCommandLine } from '../../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const counts = { ...noCounts, links: 1_200, ignored: 3, newRelationships: 1_100, newIdentifiers: 900, mergedGroups: 7 };

const event: EventView = {
	sequence: 41,
	eventId: 'e1',
	loadId: 'e1',
	action: 'assert',
	state: 'Done',
	noindex: false,
	indexed: true,
	userId: null,
	submitter: null,
	links: 1_200,
	refused: 0,
	fileName: null,
	sourceAddress: null,
	createdAt: noon,
	startedAt: noon + 1_000,
	finishedAt: noon + 61_000,
	dueAt: null,
	attempts: 1,
	counts,
	error: null,
	withdrawn: null,
	withdrawnBy: null,
};
const failed: EventView = {
	...event,
	eventId: 'e2',
	state: 'Error',
	indexed: null,
	finishedAt: null,
	counts: null,
	error: 'The disk is full',
};

describe('events list', () => {
	it('lists events, newest first as the broker does', async () => {
		const asked: unknown[] = [];
		const broker = {
			listEvents: async (query: object) => {
				asked.push(query);
				return [failed, event];
			},
		};
		const { status, out } = await line.run('events list', { broker });
		assert.equal(status, 0);
		assert.deepEqual(out.split('\n'), [
			'EVENT  ACTION  STATE  INDEXED  LINKS  CREATED           ERROR OR REASON',
			'e2     assert  Error  off      1,200  2026-01-15 12:00  The disk is full',
			'e1     assert  Done   yes      1,200  2026-01-15 12:00',
			'',
		]);
		assert.deepEqual(asked, [{ limit: 20 }]);
	});

	it('keeps numbers whole in a narrow window', async () => {
		const eventId = '0282993a-6f5d-45f3-b2f6-aaa5637a2490';
		const broker = { listEvents: async () => [{ ...event, eventId }] };
		const { out } = await line.run('events list', { broker, isTTY: true, columns: 60 });
		assert.match(out, new RegExp(`${eventId}  assert  Done   1,200\n    2026-01-15 12:00\n`));
	});

	it('takes a state in any letter case, a limit, and the event to continue after', async () => {
		const asked: unknown[] = [];
		const broker = {
			findEvent: async (eventId: string) => (eventId === 'e1' ? event : undefined),
			listEvents: async (query: object) => {
				asked.push(query);
				return [];
			},
		};
		const { out } = await line.run('events list --state error --limit 1000 --before e1', { broker });
		assert.equal(out, 'No events found.\n');
		assert.deepEqual(asked, [{ limit: 1_000, state: 'Error', before: 41 }]);
		assert.equal((await line.run('events list --before e9', { broker })).status, 1);
	});

	it('lists the events of one load', async () => {
		const asked: unknown[] = [];
		const broker = {
			findLoad: async (loadId: string) => (loadId === 'e1' ? ({ sequence: 7 } as LoadView) : undefined),
			listEvents: async (query: object) => {
				asked.push(query);
				return [];
			},
		};
		await line.run('events list --load e1', { broker });
		assert.deepEqual(asked, [{ limit: 20, load: 7 }]);
		const { status, err } = await line.run('events list --load e9', { broker });
		assert.equal(status, 1);
		assert.match(err, /Unknown load: e9\. `link-broker loads list` shows the latest\./);
	});

	it('refuses other states and limits', async () => {
		for (const words of ['--state failed', '--limit 0', '--limit 1001', '--limit x']) {
			assert.equal((await line.run(`events list ${words}`)).status, 2, words);
		}
	});

	it('answers one document with --json', async () => {
		const { out } = await line.run('events list --json', { broker: { listEvents: async () => [event] } });
		assert.equal(JSON.parse(out).events[0].event_id, 'e1');
	});
});

describe('events show', () => {
	const broker = { findEvent: async (eventId: string) => [event, failed].find((one) => one.eventId === eventId) };

	it('shows what is known of an event', async () => {
		assert.equal(
			(await line.run('events show e1', { broker })).out,
			[
				'event              e1',
				'state              Done',
				'indexed            yes',
				'created            2026-01-15 12:00',
				'started            2026-01-15 12:00',
				'finished           2026-01-15 12:01',
				'attempts           1',
				'links              1200',
				'ignored links      3',
				'new relationships  1100',
				'new identifiers    900',
				'merged groups      7',
				'',
			].join('\n'),
		);
		assert.match((await line.run('events show e2', { broker })).out, /^error +The disk is full$/m);
	});

	it('shows what reading noticed', async () => {
		const counts = { ...noCounts, containers: 4, unknownRelations: [{ name: 'Inspires', count: 3 }] };
		const noticed = { ...event, refused: 2, counts };
		const { out } = await line.run('events show e1', { broker: { findEvent: async () => noticed } });
		assert.match(out, /refused links +2\n/);
		assert.match(out, /identifiers of containers +4\n/);
		assert.match(out, /unknown relations +Inspires \(3\)\n/);
		assert.doesNotMatch((await line.run('events show e1', { broker })).out, /refused links|unknown/);
	});

	it('shows what an event withdrew, and when and why it was withdrawn itself', async () => {
		const taken = { ...noCounts, withdrawn: 5, nothingToWithdraw: 1, notYours: 2, splitGroups: 3 };
		const taking: EventView = { ...event, action: 'withdraw', submitter: 'ada@example.org', counts: taken };
		const shown = (await line.run('events show e1', { broker: { findEvent: async () => taking } })).out;
		for (const expected of [
			/^action +withdraw$/m,
			/^submitter +ada@example\.org$/m,
			/^withdrawn assertions +5$/m,
			/^links not asserted before +1$/m,
			/^links of others +2$/m,
			/^groups split +3$/m,
		]) {
			assert.match(shown, expected);
		}
		const withdrawn: EventView = {
			...event,
			state: 'Withdrawn',
			withdrawn: { at: noon, by: null, reason: 'They differ.' },
		};
		const { out } = await line.run('events show e1', { broker: { findEvent: async () => withdrawn } });
		assert.match(out, /^withdrawn +2026-01-15 12:00\nwithdrawn by +the command line\nreason +They differ\.$/m);
	});

	it('answers with --json the document that HTTP answers', async () => {
		const eventId = '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51';
		for (const one of [event, failed]) {
			const findEvent = async () => ({ ...one, eventId, loadId: eventId });
			const { out } = await line.run(['events', 'show', eventId, '--json'], { broker: { findEvent } });
			eventSchema.parse(JSON.parse(out));
		}
		assert.deepEqual(JSON.parse((await line.run('events show e1 --json', { broker })).out), {
			event_id: 'e1',
			load: 'e1',
			action: 'assert',
			status: 'Done',
			indexed: true,
			submitter: null,
			file_name: null,
			source_address: null,
			created: '2026-01-15T12:00:00.000Z',
			started: '2026-01-15T12:00:01.000Z',
			finished: '2026-01-15T12:01:01.000Z',
			attempts: 1,
			next_try: null,
			counts: {
				links: 1_200,
				refused: 0,
				descriptions: 0,
				ignored: 3,
				containers: 0,
				unknown_relations: [],
				new_relationships: 1_100,
				new_identifiers: 900,
				merged_groups: 7,
				withdrawn: 0,
				nothing_to_withdraw: 0,
				not_yours: 0,
				identities_kept: 0,
				split_groups: 0,
			},
			error: null,
			withdrawn: null,
		});
	});

	it('ends with status 1 for an unknown event', async () => {
		const { status, err } = await line.run('events show e9', { broker });
		assert.equal(status, 1);
		assert.match(err, /Unknown event: e9/);
	});
});

describe('events rerun', () => {
	const rerunning = (known: number) => {
		const asked: unknown[] = [];
		const rerunEvents = async (_by: object, eventIds: readonly string[] | 'errors') => {
			asked.push(eventIds);
			return known;
		};
		return { asked, broker: { rerunEvents } };
	};

	it('reruns the events named, each once, or all in error', async () => {
		const { asked, broker } = rerunning(2);
		const { status, out } = await line.run('events rerun e1 e2 e1', { broker });
		assert.deepEqual([status, out], [0, '2 events will be processed again\n']);
		assert.deepEqual(JSON.parse((await line.run('events rerun --errors --json', { broker })).out), { rerun: 2 });
		assert.deepEqual(asked, [['e1', 'e2'], 'errors']);
	});

	it('ends with status 1 if some events were skipped', async () => {
		const { status, out, err } = await line.run('events rerun e1 e2', rerunning(1));
		assert.deepEqual([status, out], [1, '1 event will be processed again\n']);
		assert.match(err, /^1 event skipped/);
	});

	it('succeeds if no event is in Error', async () => {
		assert.equal((await line.run('events rerun --errors', rerunning(0))).status, 0);
	});

	it('needs either ids or --errors', async () => {
		for (const words of ['events rerun', 'events rerun e1 --errors']) assert.equal((await line.run(words)).status, 2);
	});
});
