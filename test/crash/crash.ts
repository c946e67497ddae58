// Kills the real program at chosen moments and looks whether it keeps what it promised:
// npm run test:crash [-- --moments N --seed S --engine sqlite|postgres]
import process from 'node:process';
import { parseArgs } from 'node:util';
import { runBatch } from './batch.ts';
import { type Engine, engines } from './stores.ts';

const usage = `Usage: npm run test:crash [-- --moments <number> --seed <number> --engine sqlite|postgres]

Kills the program (kill -9, SIGTERM) at so many moments (25) of loads, merges, withdrawals, rebuilds,
migrations, exports and backups, in batches of at most 9 on fresh data. After each restart what was
accepted is there; after each batch it is Done, what was refused is not there, the graph is that of an
undisturbed run, the index that of a full reindex, and no file is damaged. A failure tells its seed,
which chooses the same moments again.
PostgreSQL and OpenSearch: npm run services -- --exec npm run test:crash -- --engine postgres.
Exit status: 0 where all of it holds, 1 where not, 2 wrong usage.`;
const momentsOfBatch = 9;

type Asked = { moments: number; seed: number; engine: Engine };

function readAsked(): Asked | undefined {
	try {
		const { values } = parseArgs({
			options: {
				moments: { type: 'string', default: '25' },
				seed: { type: 'string', default: String(Date.now() % 1_000_000) },
				engine: { type: 'string', default: 'sqlite' },
			},
		});
		const [moments, seed] = [Number(values.moments), Number(values.seed)];
		const engine = engines.find((one) => one === values.engine);
		const isRight = Number.isSafeInteger(moments) && moments > 0 && Number.isSafeInteger(seed) && seed >= 0;
		return engine !== undefined && isRight ? { moments, seed, engine } : undefined;
	} catch {
		return undefined;
	}
}

async function main(): Promise<number> {
	const asked = readAsked();
	if (asked === undefined) {
		console.error(usage);
		return 2;
	}
	const { moments, engine } = asked;
	const told: string[] = [];
	let done = 0;
	let events = 0;
	let { seed } = asked;
	for (; done < moments; seed++) {
		const count = Math.min(momentsOfBatch, moments - done);
		try {
			const result = await runBatch({ engine, seed, moments: count }, (words) => told.push(words));
			done += result.moments;
			events += result.events;
			console.log(`seed ${seed}: ${result.moments} moments, ${result.events} events; ${done} of ${moments}`);
			told.length = 0;
		} catch (error) {
			console.error([...told, (error as Error).stack].join('\n').slice(0, 8_000));
			console.error(`Again: npm run test:crash -- --engine ${engine} --seed ${seed} --moments ${count}`);
			return 1;
		}
	}
	console.log(`${done} moments on ${engine}, ${events} events: nothing is lost, and nothing is wrong`);
	return 0;
}

process.exitCode = await main();
