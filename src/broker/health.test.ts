import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '../clock.ts';
import { BrokerError } from '../errors.ts';
import { createHealth, type HealthSources, hindrances, type ReportedIncident } from './health.ts';

/** A clock that the test moves on; pauses end when their time has come. */
function manualClock() {
	let now = 1_000_000;
	let elapsed = 0;
	let sleepers: { until: number; wake(): void }[] = [];
	const clock: Clock = {
		now: () => now,
		elapsed: () => elapsed,
		sleep: (milliseconds, signal) =>
			new Promise((resolve) => {
				sleepers.push({ until: elapsed + milliseconds, wake: resolve });
				signal?.addEventListener('abort', () => resolve());
			}),
		turn: async () => undefined,
	};
	return {
		clock,
		setTime: (time: number) => {
			now = time;
		},
		pass(milliseconds: number) {
			now += milliseconds;
			elapsed += milliseconds;
			for (const { until, wake } of sleepers) if (until <= elapsed) wake();
			sleepers = sleepers.filter(({ until }) => until > elapsed);
		},
	};
}

const nothing = { oldestEventAt: null, oldestEntryAt: null, oldestMessageAt: null };

const free = async () => ({ database: 5, 'search index': 6 });

function open(more: Partial<HealthSources> = {}) {
	const time = manualClock();
	const sources: HealthSources = {
		records: { currentGeneration: async () => 1, incident: async () => null },
		writerIncident: async () => null,
		readIndex: async () => undefined,
		disks: { requireRoom: async () => undefined, free },
		oldest: async () => nothing,
		...more,
	};
	return { ...time, report: createHealth(sources, { overdueAfterSeconds: 300, clock: time.clock }) };
}

const words = (reasons: readonly { words: string }[]) => reasons.map((reason) => reason.words);
const never = () => new Promise<never>(() => undefined);
const away = () => Promise.reject(new Error('/var/lib/secret is unavailable'));
const full = new BrokerError('insufficient-storage', 'The disk has no room.');

describe('health', () => {
	it('is well where all answer', async () => {
		const health = await open().report.health();
		assert.deepEqual(hindrances(health), []);
		assert.deepEqual(health.dependencies, { database: null, search: null, disk: null });
		assert.deepEqual(health.figures.diskFreeBytes, { database: 5, 'search index': 6 });
	});

	it('takes no submissions without the database, and answers searches', async () => {
		const { report } = open({ records: { currentGeneration: away, incident: async () => null } });
		const { submissions, searches, dependencies } = await report.health();
		assert.deepEqual(words(submissions), ['The database does not answer.']);
		assert.deepEqual(searches, []);
		assert.ok(dependencies.database);
	});

	it('answers no searches without the index, and takes submissions', async () => {
		const { submissions, searches } = await open({ readIndex: away }).report.health();
		assert.deepEqual(submissions, []);
		assert.deepEqual(words(searches), ['The search index does not answer.']);
	});

	it('says why the index may not be read', async () => {
		const readIndex = () => Promise.reject(new BrokerError('index-behind', 'It is behind.'));
		const { searches } = await open({ readIndex }).report.health();
		assert.deepEqual(words(searches), ['It is behind.']);
	});

	it('takes no submissions where what writes cannot, in this thread or another, and says it once', async () => {
		const failure = new BrokerError('unavailable', 'A file was removed.', { cause: new Error('/the/file') });
		const { report } = open({
			records: { currentGeneration: async () => 1, incident: async () => ({ failure, needsRestart: false }) },
			writerIncident: async () => ({ words: 'A file was removed.', cause: '/the/file', needsRestart: false }),
		});
		const { submissions } = await report.health();
		assert.deepEqual(words(submissions), ['A file was removed.']);
		assert.equal(submissions[0]?.cause, '/the/file');
	});

	it('takes no submissions where the disk of the database is nearly full', async () => {
		const requireRoom: HealthSources['disks']['requireRoom'] = async (stored) => {
			if (stored === 'database') throw full;
		};
		const { submissions, searches, dependencies } = await open({ disks: { requireRoom, free } }).report.health();
		assert.deepEqual(words(submissions), ['The disk has no room.']);
		assert.deepEqual(searches, []);
		assert.ok(dependencies.disk);
	});

	it('serves everything where the disk of the index alone is nearly full, and says so', async () => {
		const requireRoom: HealthSources['disks']['requireRoom'] = async (stored) => {
			if (stored === 'search index') throw full;
		};
		const health = await open({ disks: { requireRoom, free } }).report.health();
		assert.deepEqual(hindrances(health), []);
		assert.ok(health.dependencies.disk);
	});

	it('waits three seconds for what says nothing', async () => {
		const { report, pass } = open({ readIndex: never });
		const asked = report.health();
		pass(3_000);
		assert.match(String((await asked).searches[0]?.cause), /no answer/);
	});

	it('bears with a writer that is busy for some seconds, and no longer', async () => {
		const answered = Promise.withResolvers<null>();
		const { report, pass } = open({ writerIncident: () => answered.promise });
		const asked = report.health();
		pass(9_000);
		assert.deepEqual((await asked).submissions, []);
		pass(2_000);
		const later = report.health();
		pass(3_000);
		assert.match(String(words((await later).submissions)), /^What stores submissions has not answered for \d+ s\.$/);
		answered.resolve(null);
		pass(1_001);
		assert.deepEqual((await report.health()).submissions, []);
	});

	it('asks once for all questions at the same time, and again later', async () => {
		let times = 0;
		const { report } = open({ readIndex: async () => ++times });
		await Promise.all([report.health(), report.health()]);
		assert.equal(times, 1);
		await report.health();
		assert.equal(times, 2);
	});
});

describe('what is overdue', () => {
	it('is an event or a change that has waited for longer than it may', async () => {
		const { report, clock } = open({
			oldest: async () => ({
				...{ oldestEventAt: clock.now() - 301_000, oldestEntryAt: clock.now() - 299_000 },
				oldestMessageAt: clock.now() - 302_000,
			}),
		});
		const { overdue, figures, submissions } = await report.health();
		assert.deepEqual(overdue, [
			'The oldest event has waited for 5 min to be applied.',
			'The oldest message to a subscriber has waited for 5 min to be sent.',
		]);
		assert.deepEqual([figures.oldestEventSeconds, figures.oldestChangeSeconds], [301, 299]);
		assert.deepEqual(submissions, []);
	});

	it('is so, too, where it came while the clock was ahead', async () => {
		const time = { ahead: 0 };
		const { report, pass, clock } = open({ oldest: async () => ({ ...nothing, oldestEventAt: time.ahead }) });
		time.ahead = clock.now() + 30 * 86_400_000;
		assert.deepEqual((await report.health()).overdue, []);
		pass(301_000);
		assert.equal((await report.health()).overdue.length, 1);
	});

	it('is nothing where something else is the oldest each time', async () => {
		const { report, pass, clock } = open({ oldest: async () => ({ ...nothing, oldestEventAt: clock.now() }) });
		for (let time = 0; time < 10; time++) {
			assert.deepEqual((await report.health()).overdue, []);
			pass(100_000);
		}
	});
});

describe('a restart', () => {
	const incident: ReportedIncident = { words: 'A file was removed.', cause: '/the/file', needsRestart: true };

	it('is not needed where all is well, or where it would not help', async () => {
		assert.equal(await open().report.needsRestart(), null);
		const hopeless = open({ writerIncident: async () => ({ ...incident, needsRestart: false }) });
		assert.equal(await hopeless.report.needsRestart(), null);
	});

	it('is needed where the writer says so', async () => {
		assert.equal(
			(await open({ writerIncident: async () => incident }).report.needsRestart())?.words,
			'A file was removed.',
		);
	});

	it('is needed where the writer has been silent for two minutes, and not before', async () => {
		const { report, pass } = open({ writerIncident: never });
		const ask = () => {
			const asked = report.needsRestart();
			pass(500);
			return asked;
		};
		assert.equal(await ask(), null);
		pass(119_000);
		assert.equal(await ask(), null);
		pass(1_000);
		assert.match(String((await ask())?.words), /has not answered for 2 min/);
	});
});
