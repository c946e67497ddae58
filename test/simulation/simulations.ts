// Many simulations, one after the other, each with a seed of its own.
import { type Simulation, type SimulationOptions, simulate } from './simulate.ts';

/** So many days one simulation is meant to take; by chance it takes more or fewer. */
export const daysOfEach = 5;

export type Failed = Simulation & { seed: number; failure: Error };

/**
 * Simulates so many days in all, with this seed and those that follow it; answers the first that
 * fails, and how long all took in simulated days.
 */
export async function simulateAll(
	{ seed, days, ...options }: SimulationOptions,
	onEach: (simulation: Simulation & { seed: number }) => void = () => undefined,
): Promise<{ days: number; failed: Failed | undefined }> {
	let simulated = 0;
	for (let at = 0; at < Math.ceil(days / daysOfEach); at++) {
		const one = { seed: seed + at, ...(await simulate({ seed: seed + at, days: daysOfEach, ...options })) };
		onEach(one);
		simulated += one.days;
		const { failure } = one;
		if (failure) return { days: simulated, failed: { ...one, failure } };
	}
	return { days: simulated, failed: undefined };
}

/** Returns how a simulation failed, what came before, and how to see it again. */
export function describeFailure({ seed, failure, trace, digest }: Failed, lines = 40): string {
	return [
		`The simulation with seed ${seed} fails (${digest}): ${failure.message}`,
		`Again: npm run test:simulation -- --seed ${seed} --days ${daysOfEach}`,
		'What came before, with its millisecond:',
		...trace.slice(-lines).map((line) => `  ${line}`),
	].join('\n');
}
