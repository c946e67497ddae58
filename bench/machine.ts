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

/** Writes the description as a sentence. */
export function machineText({ processor, processors, memoryBytes, system, node, loadBefore }: Machine): string {
	const memory = Math.round(memoryBytes / 2 ** 30);
	return (
		`${processors} × ${processor}, ${memory} GiB of memory, ${system}, Node.js ${node.slice(1)}; ` +
		`load in the minute before: ${loadBefore.toFixed(2)}.`
	);
}
