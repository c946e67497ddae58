// Fuzzes every boundary: npm run test:fuzz -- --cases 100000 --seed 47. A failure names the
// boundary, the smallest input that was found, and the command that finds it again.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type Boundary, boundaries } from './boundaries.ts';
import { openNotifications } from './notifications.ts';
import { openRunning } from './running.ts';

/** Tries so many cases, divided by the boundaries' shares; answers what fails, in words. */
export async function fuzz(
	{ cases, seed, only }: { cases: number; seed: number; only?: string | undefined },
	log: (line: string) => void,
): Promise<string[]> {
	const [running, inbox] = await Promise.all([openRunning(), openNotifications()]);
	try {
		const all = [...boundaries, ...running.boundaries, ...inbox.boundaries];
		const shares = all.reduce((sum, { share }) => sum + share, 0);
		const failures: string[] = [];
		for (const one of all.filter(({ name }) => only === undefined || name === only)) {
			const begunAt = performance.now();
			const numRuns = Math.ceil((cases * one.share) / shares);
			const failure = await tryBoundary(one, { numRuns, seed });
			log(`${one.name}: ${numRuns} cases, ${((performance.now() - begunAt) / 1_000).toFixed(1)} s`);
			if (failure)
				failures.push(`${failure}\nAgain: npm run test:fuzz -- --cases ${cases} --seed ${seed} --only "${one.name}"`);
		}
		return failures;
	} finally {
		await Promise.all([running.close(), inbox.close()]);
	}
}

/** Tries one boundary; answers in words what fails, the same for the same seed. */
export async function tryBoundary(
	{ name, property }: Boundary,
	options: { numRuns: number; seed: number },
): Promise<string | undefined> {
	const tried = await fc.check(property, { ...options, endOnFailure: false });
	if (!tried.failed) return undefined;
	const cause = tried.errorInstance instanceof Error ? tried.errorInstance.stack : String(tried.errorInstance);
	return `${name} fails on ${fc.stringify(tried.counterexample).slice(0, 2_000)}\n${cause?.slice(0, 2_000)}`;
}

if (import.meta.main) {
	const { values } = parseArgs({
		options: { cases: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
	});
	const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
	const cases = Number(values.cases ?? 100_000);
	if (!Number.isInteger(seed) || !Number.isInteger(cases) || cases < 1) {
		console.error('--cases and --seed must be whole numbers.');
		process.exit(2);
	}
	console.log(`seed ${seed}`);
	const failures = await fuzz({ cases, seed, only: values.only }, (line) => console.log(line));
	for (const failure of failures) console.error(failure);
	process.exitCode = failures.length === 0 ? 0 : 1;
}
