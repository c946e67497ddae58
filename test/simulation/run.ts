// Runs simulations from the command line: npm run test:simulation -- --seed S --days D.
import { parseArgs } from 'node:util';
import { daysOfEach, describeFailure, simulateAll } from './simulations.ts';

const USAGE = `Usage: npm run test:simulation -- [--seed S] [--days D] [--trace]

Simulates D days (365) of several servers on shared data, ${daysOfEach} days at a time: with the seed
S (1), then S + 1 and so on. The same seed is the same simulation. --trace prints all that happens in the last one.
Exit status: 0 where everything that must be true is, 1 where something is not, 2 wrong usage.`;

const { values } = parseArgs({
	options: {
		seed: { type: 'string' },
		days: { type: 'string' },
		trace: { type: 'boolean' },
		help: { type: 'boolean' },
	},
});
const [seed, days] = [Number(values.seed ?? 1), Number(values.days ?? 365)];
if (values.help || !Number.isSafeInteger(seed) || !(days > 0)) {
	console.error(USAGE);
	process.exit(values.help ? 0 : 2);
}
const startedAt = performance.now();
let last: readonly string[] = [];
const simulated = await simulateAll({ seed, days }, (one) => {
	last = one.trace;
	console.error(`seed ${one.seed}: ${one.days.toFixed(1)} days, ${one.trace.length} steps, ${one.digest}`);
});
if (values.trace) console.log(last.join('\n'));
const seconds = (performance.now() - startedAt) / 1_000;
console.log(`${simulated.days.toFixed(0)} simulated days in ${seconds.toFixed(0)} s`);
if (simulated.failed) console.log(describeFailure(simulated.failed));
process.exit(simulated.failed ? 1 : 0);
