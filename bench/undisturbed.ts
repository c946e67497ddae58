// Measures again what was measured while the hypervisor gave the processors to others; knows not what is measured.
import { readFileSync } from 'node:fs';

/** Tells for how many seconds, summed over all processors, the hypervisor has given them to others since the system's start; null where no system tells. */
export type StolenSeconds = () => number | null;

// On Linux, /proc counts in hundredths of a second, whatever the kernel counts in.
const ticksASecond = 100;

/** Reads what Linux counts as stolen (https://docs.kernel.org/filesystems/proc.html, `/proc/stat`). */
export function readStolenSeconds(): number | null {
	let text: string;
	try {
		text = readFileSync('/proc/stat', 'utf8');
	} catch {
		return null;
	}
	const [, stolen] = /^cpu(?: +\d+){7} +(\d+)/.exec(text) ?? [];
	return stolen === undefined ? null : Number(stolen) / ticksASecond;
}

// Of what is asked at any moment, this part would wait for nothing but a standstill.
const mostStolen = 0.01;
const mostTimes = 4;

export type UndisturbedOptions = {
	/** Hears why it is measured again. */
	say(text: string): void;
	stolenSeconds?: StolenSeconds;
};

/**
 * Measures; where more than a hundredth of a processor's time was stolen meanwhile, again, four times at most. Answers the least disturbed figure. Whether a
 * figure counts depends on the machine alone, never on the figure.
 */
export async function measureUndisturbed(
	measure: () => Promise<number>,
	{ say, stolenSeconds = readStolenSeconds }: UndisturbedOptions,
): Promise<number> {
	let least = { stolen: Number.POSITIVE_INFINITY, figure: Number.NaN };
	for (let time = 1; time <= mostTimes && least.stolen > mostStolen; time++) {
		const startedAt = performance.now();
		const before = stolenSeconds();
		const figure = await measure();
		const after = stolenSeconds();
		if (before === null || after === null) return figure;
		const stolen = (after - before) / ((performance.now() - startedAt) / 1_000);
		if (stolen > mostStolen) say(`disturbed: ${(stolen * 100).toFixed(1)} % of a processor was stolen`);
		if (stolen < least.stolen) least = { stolen, figure };
	}
	return least.figure;
}
