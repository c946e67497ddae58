// One simulation: several servers on shared data for some days of simulated time, in which much
// goes wrong; then calm, in which everything that was accepted must come to its end.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { openTestRecords, type TestRecords } from '../../src/engines/sqlite/records/sqlite-records.fixture.ts';
import { createModelStore, openModelIndex } from '../../src/ports/search/suite/search-index.model.ts';
import { refuseNewerSchema } from '../../src/store/migrate.ts';
import { act } from '../../src/store/suite/audit.fixture.ts';
import { createRandom, type Random } from '../random.ts';
import { type Cast, createCast, newestOf } from './cast.ts';
import { assertInvariants, assertRebuilt, noteMoves } from './invariants.ts';
import { type Scene, writePlot } from './plot.ts';
import { createScheduler } from './scheduler.ts';
import { type Data, leaseMilliseconds, maxAttempts, pollMilliseconds } from './simulated-broker.ts';
import { calm, type Weather, type World } from './simulated-process.ts';
import { drawVersions, type Version } from './versions.ts';

export type SimulationOptions = {
	seed: number;
	days: number;
	/** The program, where it is broken on purpose. */
	program?: Program;
};

/** What the program takes for its stores, and how long it waits for their answers. */
export type Program = Partial<Pick<Data, 'open' | 'recordsAre' | 'indexIs'> & Pick<World, 'timeLimitMilliseconds'>>;

/** What happened: all of it, and a digest that is the same where all of it is. */
export type Simulation = { trace: string[]; digest: string; days: number; failure: Error | undefined };

const day = 86_400_000;
const scenesOfAnAct = 6;
/** In calm, everything must have come to its end after so long. */
const longestRecovery = 2 * (leaseMilliseconds + pollMilliseconds) + 3_600_000;

/** Runs a simulation; what fails in it is returned, not thrown. */
export async function simulate({ seed, days, program = {} }: SimulationOptions): Promise<Simulation> {
	const { open = refuseNewerSchema, recordsAre = same, indexIs = same, timeLimitMilliseconds } = program;
	const random = createRandom(seed);
	const scheduler = createScheduler();
	const trace: string[] = [];
	const world: World = {
		...{ scheduler, random, weather: weatherOf(random), incidents: new Map(), processes: 0, faults: [] },
		timeLimitMilliseconds: timeLimitMilliseconds ?? random.pick([5_000, 30_000, 120_000]),
		trace: (line) => trace.push(`${Math.floor(scheduler.time)} ${line}`),
	};
	const opened = await openTestRecords();
	await opened.database.write((sql) => sql.script(noteMoves));
	const data = {
		...{ path: opened.path, index: createModelStore(), versions: drawVersions(random), open, recordsAre, indexIs },
		idsPerPart: random.pick([undefined, 4, 1_000]),
		fewestLinksToRebuild: random.pick([8, 1_000_000]),
	};
	const cast = createCast(world, data, opened.records);
	let failure: Error | undefined;
	try {
		await scheduler.run(play(cast, writePlot(random, seed, days, cast.machines.length), opened));
		await cast.endAll();
		await assertRebuilt(opened, cast.data.index, cast.submitted);
	} catch (error) {
		failure = error as Error;
		await cast.endAll();
	}
	await opened.close();
	const digest = createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16);
	return { trace, digest, days: scheduler.time / day, failure };
}

const same = <Store>(store: Store): Store => store;

function weatherOf(random: Random): Weather {
	const often = random.pick([0, 0.2, 1, 3]);
	return {
		fails: random.pick([0, 0.003, 0.02]) * often,
		losesAnswer: random.pick([0, 0.003, 0.02]) * often,
		dies: random.pick([0, 0.0002, 0.002]) * often,
		isSlow: random.pick([0, 0.003, 0.03]),
		isSilent: random.pick([0, 0.003, 0.02]) * often,
		isPartial: random.pick([0, 0.02, 0.2]) * often,
		breaks: random.pick([0, 0, 0.0003]),
	};
}

/** Plays all scenes; after some of them there is calm, in which everything must come to its end. */
async function play(cast: Cast, scenes: readonly Scene[], opened: TestRecords): Promise<void> {
	const { world } = cast;
	await cast.startAll();
	for (const [at, scene] of scenes.entries()) {
		await world.scheduler.wait(scene.after);
		world.trace(`scene: ${scene.what}`);
		await cast.play(scene);
		if (world.random.happens(0.7)) await cast.startAll();
		if (at === scenes.length - 1 || world.random.happens(1 / scenesOfAnAct)) await calmDown(cast, opened);
	}
	const unended = cast.unendedCommands();
	if (unended.length > 0) throw new Error(`Commands do not end: ${unended.join(', ')}.`);
}

async function calmDown(cast: Cast, opened: TestRecords): Promise<void> {
	const { world, data, submitted } = cast;
	const { weather } = world;
	world.trace('calm');
	world.weather = calm;
	world.incidents.clear();
	await cast.repair();
	await cast.submitToOlder();
	await untilQuiet(cast, opened);
	assert.deepEqual(world.faults, []);
	await world.scheduler.during(() => assertInvariants(opened, data.index, submitted));
	world.weather = weather;
}

async function untilQuiet(
	{ world, data, machines, submitted, startAll }: Cast,
	{ records }: TestRecords,
): Promise<void> {
	const { scheduler } = world;
	const since = scheduler.time;
	for (;;) {
		await scheduler.wait(pollMilliseconds / 2);
		await startAll();
		const { events, entries } = await scheduler.during(() => records.backlog());
		const waiting = events.New + events.Processing;
		const failed = (await scheduler.during(() => records.events({ state: 'Error', limit: 1_000 }))).filter(
			({ eventId }) => submitted.given.get(eventId) !== null,
		);
		const early = failed.find(({ attempts }) => attempts < maxAttempts);
		if (early) throw new Error(`An event is in Error after ${early.attempts} tries: ${early.error}`);
		const { formats } = data.versions[newestOf(machines).version] as Version;
		const isOld = await openModelIndex(data.index, undefined, formats).outdated();
		const format = isOld ? 'old' : 'present';
		const left =
			`${waiting} events, ${entries} outbox entries and ${failed.length} failed events are left, ` +
			`and an index of the ${format} format`;
		world.trace(left);
		if (waiting + entries + failed.length === 0 && !isOld) return;
		if (scheduler.time - since > longestRecovery) throw new Error(`It does not recover: ${left}.`);
		const eventIds = failed.map(({ eventId }) => eventId);
		await scheduler.during(() => records.rerun(act, eventIds));
	}
}
