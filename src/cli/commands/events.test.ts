// Tests of the commands for events: what they ask of the broker and how they show its answers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LoadSummary } from '../../broker/load-files.ts';
import { BrokerError } from '../../errors.ts';
import { eventSchema } from '../../http/routes/events/event-schemas.ts';
import { type LinkEvent, noCounts } from '../../links/link-event.ts';
import { noon, openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const counts = { ...noCounts, links: 1_200, ignored: 3, newRelationships: 1_100, newIdentifiers: 900, mergedGroups: 7 };

const summary: LoadSummary = {
	...counts,
	events: [{ eventId: 'e1', links: 1_200, state: 'Done', error: null }],
	refused: [],
	seconds: 0.4,
};

const event: LinkEvent = {
	sequence: 41,
	eventId: 'e1',
	action: 'assert',
	fileName: null,
	sourceAddress: null,
	withdrawn: null,
	state: 'Done',
	noindex: false,
	indexed: true,
	userId: null,
	links: 1_200,
	refused: 0,
	createdAt: noon,
	startedAt: noon + 1_000,
	finishedAt: noon + 61_000,
	dueAt: null,
	attempts: 1,
	counts,
	error: null,
};
const failed: LinkEvent = {
	...event,
	eventId: 'e2',
	state: 'Error',
	indexed: null,
	finishedAt: null,
	counts: null,
	error: 'The disk is full',
};

describe('events load', () => {
	const loading = (changes: Partial<LoadSummary> = {}) => {
		const asked: unknown[] = [];
		const loadFiles = async (
			files: readonly string[],
			{ onProgress: _, ...options }: object & { onProgress: unknown },
		) => {
			asked.push([files, options]);
			return { ...summary, ...changes };
		};
		return { asked, broker: { loadFiles } };
	};

	it('loads files and sums up', async () => {
		const { asked, broker } = loading();
		assert.deepEqual(await line.run('events load a.json b.jsonl.gz -', { broker }), {
			status: 0,
			out:
				'Loaded 1,200 links in 1 event, 0.4 s (3,000 links/s)\n' +
				'  new relationships  1,100\n' +
				'  new identifiers    900\n' +
				'  merged groups      7\n' +
				'  ignored links      3\n' +
				'  refused links      0\n' +
				'Event e1: Done\n',
			err: '',
		});
		assert.deepEqual(asked, [[['a.json', 'b.jsonl.gz', '-'], { noindex: false, skipInvalid: false }]]);
	});

	it('passes --no-index and --skip-invalid on', async () => {
		const { asked, broker } = loading();
		await line.run('events load --no-index a.json', { broker });
		await line.run('events load a.json --skip-invalid', { broker });
		assert.deepEqual(asked, [
			[['a.json'], { noindex: true, skipInvalid: false }],
			[['a.json'], { noindex: false, skipInvalid: true }],
		]);
	});

	it('answers one document with --json', async () => {
		const { status, out } = await line.run('events load a.json --json', loading());
		assert.equal(status, 0);
		assert.deepEqual(JSON.parse(out), {
			events: [{ event_id: 'e1', links: 1_200, status: 'Done', error: null }],
			links: 1_200,
			ignored: 3,
			containers: 0,
			unknown_relations: [],
			new_relationships: 1_100,
			new_identifiers: 900,
			merged_groups: 7,
			refused: [],
			seconds: 0.4,
		});
	});

	it('names the relations that are no relation types, and how many links give them', async () => {
		const unknownRelations = [{ name: 'Inspires', count: 1_200 }];
		const { out } = await line.run('events load a.json', loading({ unknownRelations }));
		assert.match(out, /Kept as IsRelatedTo, since they are no relation types: Inspires \(1,200\)/);
	});

	it('reports refused records on standard error with file and line', async () => {
		const problems = [{ pointer: '/Source', message: 'is missing' }, { message: 'is no link' }];
		const refused = Array.from({ length: 101 }, (_, index) => ({ file: 'a.jsonl', line: index + 1, problems }));
		const { status, out, err } = await line.run('events load --skip-invalid a.jsonl', loading({ refused }));
		assert.equal(status, 0);
		assert.match(out, /refused links +101\n/);
		assert.ok(err.startsWith('a.jsonl:1: /Source: is missing; is no link\na.jsonl:2: '));
		assert.ok(err.endsWith('\nand 1 refused link more\n'));
	});

	it('ends with status 1 and the reason where an event failed', async () => {
		const events = [
			{ eventId: 'e1', links: 600, state: 'Done', error: null },
			{ eventId: 'e2', links: 600, state: 'Error', error: 'The disk is full' },
			{ eventId: 'e3', links: 600, state: 'New', error: 'The disk is full' },
		];
		const { status, out } = await line.run('events load a.json', loading({ events }));
		assert.equal(status, 1);
		assert.match(out, /^Event e2 failed: The disk is full$/m);
		assert.match(out, /^Event e3 failed and is tried again later: The disk is full$/m);
		assert.doesNotMatch(out, /e1/);
	});

	it('ends with status 1 where the only event is to be tried again', async () => {
		const events = [{ eventId: 'e1', links: 600, state: 'New', error: 'The disk is full' }];
		assert.equal((await line.run('events load a.json', loading({ events }))).status, 1);
	});

	it('clears its progress on a terminal, also where it fails', async () => {
		const broker = {
			loadFiles: async (_: readonly string[], options: { onProgress(progress: object): void }): Promise<never> => {
				options.onProgress({ bytesRead: 50, bytesTotal: 100, stored: 20, applied: 10, indexed: 5 });
				throw new BrokerError('bad-file', 'There is no file a.json');
			},
		};
		const { status, out, err } = await line.run('events load a.json', { broker, isTTY: true });
		assert.equal(status, 1);
		assert.equal(out, '');
		assert.equal(
			err,
			'\r\u001b[K[############            ]   50 %  Loading  20 links stored, 10 applied, 5 indexed' +
				'\r\u001b[Klink-broker: There is no file a.json\n',
		);
	});
});

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
			'EVENT  STATE  INDEXED  LINKS  CREATED           WHAT HAPPENED',
			'e2     Error  off      1,200  2026-01-15 12:00  The disk is full',
			'e1     Done   yes      1,200  2026-01-15 12:00',
			'',
		]);
		assert.deepEqual(asked, [{ limit: 20 }]);
	});

	it('takes a state in any letter case, a limit, and where to go on', async () => {
		const asked: unknown[] = [];
		const broker = {
			findEvent: async (eventId: string) => (eventId === 'e1' ? event : undefined),
			listEvents: async (query: object) => {
				asked.push(query);
				return [];
			},
		};
		const { out } = await line.run('events list --state error --limit 1000 --before e1', { broker });
		assert.equal(out, 'There are no such events.\n');
		assert.deepEqual(asked, [{ limit: 1_000, state: 'Error', before: 41 }]);
		assert.equal((await line.run('events list --before e9', { broker })).status, 1);
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
				'tries              1',
				'links              1200',
				'ignored links      3',
				'new relationships  1100',
				'new identifiers    900',
				'merged groups      7',
				'',
			].join('\n'),
		);
		assert.match((await line.run('events show e2', { broker })).out, /^what happened +The disk is full$/m);
	});

	it('tells what reading noticed, where it did', async () => {
		const counts = { ...noCounts, containers: 4, unknownRelations: [{ name: 'Inspires', count: 3 }] };
		const noticed = { ...event, refused: 2, counts };
		const { out } = await line.run('events show e1', { broker: { findEvent: async () => noticed } });
		assert.match(out, /refused links +2\n/);
		assert.match(out, /identifiers of what holds a work +4\n/);
		assert.match(out, /unknown relations +Inspires \(3\)\n/);
		assert.doesNotMatch((await line.run('events show e1', { broker })).out, /refused links|unknown/);
	});

	it('answers with --json the document that HTTP answers', async () => {
		const eventId = '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51';
		for (const one of [event, failed]) {
			const findEvent = async () => ({ ...one, eventId });
			const { out } = await line.run(['events', 'show', eventId, '--json'], { broker: { findEvent } });
			eventSchema.parse(JSON.parse(out));
		}
		assert.deepEqual(JSON.parse((await line.run('events show e1 --json', { broker })).out), {
			event_id: 'e1',
			status: 'Done',
			indexed: true,
			created: '2026-01-15T12:00:00.000Z',
			started: '2026-01-15T12:00:01.000Z',
			finished: '2026-01-15T12:01:01.000Z',
			attempts: 1,
			next_try: null,
			counts: {
				links: 1_200,
				refused: 0,
				ignored: 3,
				containers: 0,
				unknown_relations: [],
				new_relationships: 1_100,
				new_identifiers: 900,
				merged_groups: 7,
			},
			error: null,
		});
	});

	it('ends with status 1 where there is no such event', async () => {
		const { status, err } = await line.run('events show e9', { broker });
		assert.equal(status, 1);
		assert.match(err, /There is no event e9/);
	});
});

describe('events rerun', () => {
	const rerunning = (known: number) => {
		const asked: unknown[] = [];
		const rerunEvents = async (eventIds: readonly string[] | 'errors') => {
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

	it('ends with status 1 where some were left alone', async () => {
		const { status, out, err } = await line.run('events rerun e1 e2', rerunning(1));
		assert.deepEqual([status, out], [1, '1 event will be processed again\n']);
		assert.match(err, /^1 event left alone/);
	});

	it('is done where no event is in error', async () => {
		assert.equal((await line.run('events rerun --errors', rerunning(0))).status, 0);
	});

	it('needs either ids or --errors', async () => {
		for (const words of ['events rerun', 'events rerun e1 --errors']) assert.equal((await line.run(words)).status, 2);
	});
});
