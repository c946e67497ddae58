// What happens in a simulation: submissions, commands of an operator, and all that goes wrong.
import fc from 'fast-check';
import { withdrawing } from '../../src/broker/graph.arbitrary.ts';
import type { GivenEvent } from '../../src/broker/graph.model.ts';
import { rebuildIndex } from '../../src/broker/indexing/rebuild-index.ts';
import { rebuildGraph } from '../../src/broker/rebuild-graph.ts';
import { restoreEvent, withdrawEvent } from '../../src/broker/withdrawing/withdraw-event.ts';
import { by } from '../../src/store/suite/audit.fixture.ts';
import type { Random } from '../random.ts';
import { leaseMilliseconds, type Stores } from './simulated-broker.ts';
import type { Incident } from './simulated-process.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** One thing that happens, so many milliseconds after the one before it. */
export type Scene = { after: number } & (
	| { what: 'submit'; event: GivenEvent; server: number }
	| { what: 'submit nonsense' }
	| { what: 'kill'; server: number; for: number }
	| { what: 'set the clock'; machine: number; ahead: number }
	| { what: 'incident'; incident: Incident; of: 'records' | 'index'; for: number }
	| { what: 'upgrade'; for: number }
	| { what: 'lose the index' }
	| { what: 'command'; command: CommandName; choice: number }
);

/** Makes the scenes of so many days, and what each of the events submitted says. */
export function writePlot(random: Random, seed: number, days: number, servers: number): Scene[] {
	const sometimesNoindex = random.happens(0.4);
	const groups = fc.sample(withdrawing, { seed, numRuns: days });
	const events = groups
		.flat()
		.map((event) => ({ ...inOneSpelling(event), noindex: event.noindex && sometimesNoindex }));
	const scenes: Scene[] = events.map((event) => ({
		...{ after: 0, what: 'submit', event, server: random.below(servers) },
	}));
	const mishaps = Math.ceil(events.length * 0.8);
	for (let at = 0; at < mishaps; at++) {
		scenes.splice(random.below(scenes.length + 1), 0, { after: 0, ...mishap(random, servers) });
	}
	// Bursts, with long silences between them.
	const pause = (days * day * 2) / scenes.length;
	return scenes.map((scene) => ({
		...scene,
		after: random.below(random.pick([200, 200, 200, 5 * minute, 5 * minute, 6 * pause])),
	}));
}

/**
 * Spells each provider in one way. A withdrawal that is applied while an earlier event waits, and
 * names a provider of whom nobody has spoken, gives it its spelling, which the model does not know.
 */
function inOneSpelling(event: GivenEvent): GivenEvent {
	const links = event.links.map((link) => ({
		...link,
		provenances: link.provenances.map((one) => ({ ...one, provider: one.provider.toLowerCase() })),
	}));
	return { ...event, links };
}

type WithoutTime<T> = T extends unknown ? Omit<T, 'after'> : never;

function mishap(random: Random, servers: number): WithoutTime<Scene> {
	const server = random.below(servers);
	const kind = random.below(20);
	if (kind < 6) return { what: 'kill', server, for: random.below(random.pick([100, 5 * minute, hour])) };
	if (kind < 9) {
		const incident = random.pick(['outage', 'silence', 'slowness'] as const);
		return { what: 'incident', incident, of: random.pick(['records', 'index'] as const), for: random.below(hour) };
	}
	if (kind < 12) {
		const ahead = random.pick([0, 0, 1, -1]) * random.below(random.pick([leaseMilliseconds, day, 60 * day]));
		return { what: 'set the clock', machine: server, ahead };
	}
	if (kind < 13) return { what: 'lose the index' };
	if (kind < 14) return { what: 'submit nonsense' };
	if (kind < 16) return { what: 'upgrade', for: random.below(hour) };
	const command = random.pick(commandNames);
	return { what: 'command', command, choice: random.below(1_000) };
}

const commandNames = [
	'reindex',
	'reindex',
	'destroy',
	'rebuild graph',
	'withdraw',
	'withdraw',
	'restore',
	'rerun',
] as const;
export type CommandName = (typeof commandNames)[number];

/** Does what an operator asks for; `choice` says of which event, where it is of one. */
export async function runCommand(
	{ process: { clock }, records, index }: Stores,
	command: CommandName,
	choice: number,
): Promise<void> {
	const act = { by, now: clock.now() };
	const choose = async (state?: 'Withdrawn') => {
		const events = await records.events({ limit: 1_000, ...(state && { state }) });
		return events[choice % Math.max(1, events.length)]?.eventId;
	};
	if (command === 'reindex' || command === 'destroy') {
		const options = { clock, leaseMilliseconds, onProgress: () => undefined };
		await rebuildIndex(records, index, { ...options, destroy: command === 'destroy' });
	}
	if (command === 'rebuild graph') await rebuildGraph(records);
	if (command === 'rerun') await records.rerun(act, 'errors');
	if (command === 'withdraw') {
		const eventId = await choose();
		if (eventId) await withdrawEvent(records, { eventId, userId: null, reason: null, act });
	}
	if (command === 'restore') {
		const eventId = await choose('Withdrawn');
		if (eventId) await restoreEvent(records, { eventId, act });
	}
}
