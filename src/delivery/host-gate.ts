// Bounds the connections to each host, and lets a host rest that fails, for all who send to it: one
// message tries it then, and the others wait for the outcome.
import type { Clock } from '../clock.ts';

const mostOfHost = 4;
const shortestRest = 5_000;
const longestRest = 300_000;
/** Who finds all places taken, or a try under way, looks again after that long. */
const busyMilliseconds = 1_000;

/** Bounds the hosts that are remembered: a domain may have any number of names. */
const mostHosts = 10_000;

type Host = { active: number; failures: number; restUntil: number };

/** Bounds what is sent to hosts. */
export type HostGate = ReturnType<typeof createHostGate>;

/** What came of sending: `down` where the host could not be reached, or is overloaded. */
export type HostOutcome = 'answered' | 'down';

/** Creates a gate; it knows what this process sends. */
export function createHostGate(clock: Pick<Clock, 'now'>) {
	const hosts = new Map<string, Host>();
	const waitFor = ({ active, failures, restUntil }: Host): number => {
		const rest = restUntil - clock.now();
		if (rest > 0) return rest;
		return active >= (failures > 0 ? 1 : mostOfHost) ? busyMilliseconds : 0;
	};
	return {
		/** Returns how many milliseconds to wait before sending to a host; 0: a message may be sent. */
		waitFor: (name: string): number => {
			const host = hosts.get(name);
			return host ? waitFor(host) : 0;
		},
		/**
		 * Sends in one of the places of a host, and notes what came of it; sends nothing, and answers
		 * undefined, where all are taken.
		 */
		async through<T>(
			name: string,
			send: () => Promise<T>,
			outcomeOf: (sent: T) => HostOutcome,
		): Promise<T | undefined> {
			if (hosts.size >= mostHosts) dropOldest(hosts);
			const host = hosts.getOrInsertComputed(name, () => ({ active: 0, failures: 0, restUntil: 0 }));
			// Others may have come since the host was waited for.
			if (host.active >= mostOfHost) return undefined;
			host.active++;
			try {
				const sent = await send();
				if (outcomeOf(sent) === 'answered') host.failures = 0;
				else host.restUntil = clock.now() + Math.min(shortestRest * 2 ** host.failures++, longestRest);
				return sent;
			} finally {
				host.active--;
				if (host.active === 0 && host.failures === 0) hosts.delete(name);
			}
		},
	};
}

/** Drops the host that has failed for longest, of those that nothing is sent to. */
function dropOldest(hosts: Map<string, Host>): void {
	for (const [name, { active }] of hosts) {
		if (active > 0) continue;
		hosts.delete(name);
		return;
	}
}
