// All that acts in a simulation: servers on their machines, commands, and those who submit.
import { inWorld } from '../../src/broker/graph.arbitrary.ts';
import { bodyOf } from '../../src/broker/graph.fixture.ts';
import type { GivenEvent } from '../../src/broker/graph.model.ts';
import { createModelStore } from '../../src/ports/search/suite/search-index.model.ts';
import { asAssertion, type NewEvent } from '../../src/store/events.ts';
import type { Records } from '../../src/store/records.ts';
import { by } from '../../src/store/suite/audit.fixture.ts';
import { type Submitted, world as theWorld } from './invariants.ts';
import { type CommandName, runCommand, type Scene } from './plot.ts';
import { type Data, leaseMilliseconds, openStores, type Server, type Stores, startServer } from './simulated-broker.ts';
import { calm, type Machine, SimulatedFailure, type World } from './simulated-process.ts';
import { lastBreaking, type Version } from './versions.ts';

const servers = 3;

export type Cast = {
	world: World;
	data: Data;
	machines: readonly Machine[];
	submitted: Submitted;
	/** Starts a server on each machine that has none that lives. */
	startAll(): Promise<void>;
	/**
	 * Sets all clocks right, upgrades versions that the schema excludes, starts a server on every
	 * machine, and ends what a command that died had begun with destroying the index.
	 */
	repair(): Promise<void>;
	/** Submits to each server of an older version than another; fails where one refuses. */
	submitToOlder(): Promise<void>;
	/** Lets a scene happen, or begin. */
	play(scene: Scene): Promise<void>;
	unendedCommands(): string[];
	/** Ends all processes and closes their files. */
	endAll(): Promise<void>;
};

/** Gathers those who act; `records` are the real ones, which never fail. */
export function createCast(world: World, data: Data, records: Records): Cast {
	const { scheduler } = world;
	const machines: Machine[] = Array.from({ length: servers }, (_, at) => ({
		name: `m${at}`,
		clockAhead: 0,
		version: 0,
	}));
	const { submitted, submit, submitNonsense, note } = createSubmitter(world, records);
	const running = new Map<Machine, Server>();
	const opened = new Set<Stores>();
	const commands = new Map<Stores, string>();
	const down = new Set<Machine>();

	const end = (stores: Stores): Promise<void> =>
		scheduler.during(async () => {
			if (!opened.delete(stores)) return;
			if (!stores.process.isDead) stores.process.die();
			await stores.close();
		});
	const start = async (machine: Machine) => {
		const last = running.get(machine);
		if (last && !last.process.isDead) return;
		if (last) await end(last);
		// An upgrade may have started one meanwhile.
		if (running.get(machine) !== last) return;
		const server = startServer(world, machine, data, {
			onAccept: note,
			onApplied: ({ sequence }) => submitted.applied.push(sequence),
		});
		running.set(machine, server);
		opened.add(server);
	};
	const startAll = async () => {
		for (const machine of machines) if (!down.has(machine)) await start(machine);
	};
	const endAll = async () => {
		for (const stores of [...opened]) await end(stores);
	};
	const versionOf = ({ version }: Machine) => data.versions[version] as Version;
	const install = (machine: Machine, version: number) => {
		machine.version = version;
		const server = running.get(machine);
		if (server && !server.process.isDead) server.process.die();
	};
	/** Upgrades one machine after the other, unless an upgrade is under way. In calm it pauses. */
	const upgrade = async (milliseconds: number) => {
		const [{ version }] = machines as [Machine];
		if (version + 1 === data.versions.length || machines.some((one) => one.version !== version)) return;
		for (const machine of machines) {
			while (world.weather === calm) await scheduler.wait(leaseMilliseconds);
			if (machine.version <= version) install(machine, version + 1);
			await startAll();
			await scheduler.wait(milliseconds / machines.length);
		}
	};
	// An index that a command destroyed stays as it is until one has built it anew.
	let isDestroyed = false;
	const command = async (name: CommandName, choice: number) => {
		if (name === 'destroy') isDestroyed = true;
		const stores = openStores(world, machines[choice % servers] as Machine, data, name.replace(' ', '-'));
		opened.add(stores);
		commands.set(stores, name);
		try {
			await stores.begin();
			await runCommand(stores, name, choice);
			if (name === 'destroy' || name === 'reindex') isDestroyed = false;
		} catch (error) {
			world.trace(`${name} fails: ${withoutEventIds((error as Error).message)}`);
		}
		commands.delete(stores);
		await end(stores);
	};
	const repair = async () => {
		const newest = newestOf(machines);
		for (const machine of machines) {
			machine.clockAhead = 0;
			// The others may go on beside the newest version.
			if (lastBreaking(versionOf(machine)) < lastBreaking(versionOf(newest))) install(machine, newest.version);
		}
		down.clear();
		await startAll();
		while (isDestroyed) {
			await scheduler.wait(leaseMilliseconds);
			await command('reindex', machines.indexOf(newest));
		}
	};
	const submitToOlder = async () => {
		const { version } = newestOf(machines);
		const event = submitted.last;
		if (!event) return;
		for (const machine of machines.filter((one) => one.version < version)) {
			// A server whose start failed just now is started again.
			for (let tries = 1; !(await submit(running.get(machine) as Server, event)); tries++) {
				if (tries === 3) throw new Error(`A server of version ${machine.version} refuses beside version ${version}.`);
				await scheduler.wait(leaseMilliseconds);
				await startAll();
			}
		}
	};
	/** Undoes a mishap after a while. */
	const later = (milliseconds: number, act: () => void) => void scheduler.wait(milliseconds).then(act);
	const kill = (machine: Machine, milliseconds: number) => {
		const server = running.get(machine);
		if (server && !server.process.isDead) server.process.die();
		down.add(machine);
		later(milliseconds, () => down.delete(machine));
	};
	const loseIndex = async () => {
		await endAll();
		Object.assign(data.index, createModelStore());
	};
	const play = async (scene: Scene): Promise<void> => {
		if (scene.what === 'submit') {
			const server = running.get(machines[scene.server] as Machine);
			if (server && !server.process.isDead) void submit(server, scene.event);
		}
		if (scene.what === 'submit nonsense') await scheduler.during(submitNonsense);
		if (scene.what === 'kill') kill(machines[scene.server] as Machine, scene.for);
		if (scene.what === 'set the clock') (machines[scene.machine] as Machine).clockAhead = scene.ahead;
		if (scene.what === 'incident') {
			world.incidents.set(scene.of, scene.incident);
			later(scene.for, () => world.incidents.delete(scene.of));
		}
		if (scene.what === 'upgrade') void upgrade(scene.for);
		if (scene.what === 'lose the index') await loseIndex();
		if (scene.what === 'command') void command(scene.command, scene.choice);
	};
	const unendedCommands = () => [...commands].filter(([{ process }]) => !process.isDead).map(([, name]) => name);
	const cast = { world, data, machines, submitted, startAll, repair, submitToOlder, play };
	return { ...cast, unendedCommands, endAll };
}

/** Returns the machine with the newest version, the first of several. */
export function newestOf(machines: readonly Machine[]): Machine {
	return machines.toSorted((one, other) => other.version - one.version)[0] as Machine;
}

/**
 * Leaves out of a message what differs each time: the program draws the ids of events by chance.
 */
function withoutEventIds(message: string): string {
	return message.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '…');
}

/** Creates submitters, which report afterwards what they were answered. */
function createSubmitter(world: World, records: Records) {
	const submitted: Submitted = { given: new Map(), accepted: new Set(), refused: new Set(), applied: [] };
	const bodies = new Map<Uint8Array, GivenEvent>();
	/** Notes what a server is about to store. */
	const note = (events: readonly Pick<NewEvent, 'eventId' | 'payload'>[]): void => {
		for (const { eventId, payload } of events) submitted.given.set(eventId, bodies.get(payload) as GivenEvent);
	};
	/** Submits an event; returns whether it was accepted. */
	const submit = async (server: Server, event: GivenEvent): Promise<boolean> => {
		submitted.last = event;
		const [given] = inWorld([event], theWorld, { plain: true }) as [GivenEvent];
		const body = bodyOf(given.links);
		bodies.set(body, given);
		const { action = 'assert', takesAll = false, noindex, userId = null } = given;
		const sent = { body, action, takesAll, noindex, userId, replaces: null, partial: false, submittedBy: by };
		const idOf = () => [...submitted.given].find(([, one]) => one === given)?.[0] as string;
		try {
			await server.submit(sent);
			submitted.accepted.add(idOf());
			return true;
		} catch (error) {
			world.trace(`a submission fails: ${(error as Error).message}`);
			if (error instanceof SimulatedFailure && error.done === 'nothing') submitted.refused.add(idOf());
			return false;
		}
	};
	const submitNonsense = async () => {
		const eventId = `nonsense-${submitted.given.size}`;
		submitted.given.set(eventId, null);
		const [payload, counts] = [new TextEncoder().encode('[{}]'), { links: 1, refused: 0 }];
		const sender = { userId: null, submittedBy: by, now: 0 };
		await records.accept([{ ...asAssertion, eventId, payload, ...counts, providers: [], noindex: false, ...sender }]);
	};
	return { submitted, submit, submitNonsense, note };
}
