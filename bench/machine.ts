// Describes the machine that a run was made on; measures nothing.
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

export type Machine = {
	processor: string;
	/** How many threads may run at once. */
	processors: number;
	memoryBytes: number;
	system: string;
	node: string;
	/** Threads that wanted to run in the minute before; what is not far below 1 spoils the figures. */
	loadBefore: number;
};

/** For which part of the time threads that did nothing else stood still, before and after all that was measured; see measureStandstill. */
export type Standstill = { before: number; after: number };

/** Describes this machine as it is now. */
export function describeMachine(): Machine {
	return {
		processor: cpus()[0]?.model.trim() ?? 'unknown processor',
		processors: availableParallelism(),
		memoryBytes: totalmem(),
		system: `${platform()} ${release()} ${arch()}`,
		node: process.version,
		loadBefore: loadavg()[0] as number,
	};
}

/** Writes the description as a sentence, and how still the machine stood as another one. */
export function machineText(
	{ processor, processors, memoryBytes, system, node, loadBefore }: Machine,
	{ before, after }: Standstill,
): string {
	const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
	const memory = Math.round(memoryBytes / 2 ** 30);
	return (
		`${processors} × ${processor}, ${memory} GiB of memory, ${system}, Node.js ${node.slice(1)}; ` +
		`load in the minute before: ${loadBefore.toFixed(2)}. Threads that did nothing else stood still for ${percent(before)} of the time before, ${percent(after)} after.`
	);
}
