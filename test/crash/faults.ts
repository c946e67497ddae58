// Disturbs a broker from outside while clients use it: nodes of OpenSearch, PostgreSQL, servers and
// workers are killed, lines are cut, disks fill up. A seed chooses all of it. In the end the broker
// must be as one that nobody disturbed.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { findPostgres, startPostgres } from '../../scripts/services/postgres.ts';
import type { Service } from '../../scripts/services/service.ts';
import { type ClusterOfNodes, startClusterOfNodes } from '../cluster-of-nodes.ts';
import { eventually, openProgram, type Program } from '../end-to-end/program.ts';
import { type Line, openLine } from '../line.ts';
import { createRandom, type Random } from '../random.ts';
import { type Disturbed, prepareCommand, submitUntilDown } from './acts.ts';
import { adminToken, type BatchResult } from './batch.ts';

import { checkEverything } from './final-checks.ts';
import { openLedger } from './ledger.ts';
import { killAll, type Started, startProcess } from './processes.ts';

const kinds = [
	'node',
	'node',
	'server',
	'worker',
	'postgres',
	'line to PostgreSQL',
	'line to a node',
	'flood',
	'reindex',
] as const;
type Kind = (typeof kinds)[number];

/** One fault; all of it is chosen before it begins. */
type Fault = { kind: Kind; node: number; milliseconds: number; killsCommand: boolean };

const faultsOfBatch = 20;
const startTries = 20;
// Faults take longer than events: what came meanwhile has to be worked off in the end.
const pauseMilliseconds = 500;

/** What all batches of a run have in common: starting it takes longer than a batch. */
export type Surroundings = { cluster: ClusterOfNodes; postgres: Service; line: Line; stop(): Promise<void> };

/** Starts the servers that are disturbed. */
export async function startSurroundings(nodes: number): Promise<Surroundings> {
	const cluster = await startClusterOfNodes(nodes);
	const postgres = await startPostgres(findPostgres());
	const line = await openLine(new URL(postgres.url));
	return {
		...{ cluster, postgres, line },
		async stop() {
			await line.close();
			await postgres.stop();
			await cluster.stop();
		},
	};
}

/** Splits a number of faults into batches on fresh data. */
export function batchesOf(faults: number): number[] {
	const whole = Array.from({ length: Math.floor(faults / faultsOfBatch) }, () => faultsOfBatch);
	return faults % faultsOfBatch === 0 ? whole : [...whole, faults % faultsOfBatch];
}

/** Runs a batch of faults; fails where something is lost, invented, or not sound in the end. */
export async function runFaults(
	surroundings: Surroundings,
	{ seed, faults }: { seed: number; faults: number },
	log: (words: string) => void,
): Promise<BatchResult> {
	const { cluster, postgres, line } = surroundings;
	const prefix = `faults-${seed}`;
	const random = createRandom(seed);
	const address = await freshDatabase(postgres, `faults_${seed}`);
	address.port = String(line.port);
	const program = await openProgram({
		DATABASE_URL: address.href,
		SEARCH_URL: cluster.address(prefix),
		SEARCH_SHARDS: '2',
		LEASE_SECONDS: '2',
		POLL_SECONDS: '0.2',
		RETRY_SECONDS: '0.2',
		MAX_ATTEMPTS: '100',
		MAX_LINKS_PER_EVENT: '500',
		RATE_LIMIT: 'off',
	});
	try {
		const token = await adminToken(program);
		const disturbed: Disturbed = { folder: program.folder, token, ledger: openLedger(), isEmbedded: false };
		const crew = createCrew(program, disturbed, seed);
		await crew.begin();
		for (let number = 0; number < faults; number++) {
			const fault: Fault = {
				kind: random.pick(kinds),
				node: random.between(0, cluster.proxies.length - 1),
				milliseconds: random.between(50, 2_000),
				killsCommand: random.happens(0.5),
			};
			log(`seed ${seed}, fault ${number}: ${JSON.stringify(fault)}`);
			await disturb(surroundings, crew, { fault, prefix, name: `f${number}`, random });
			await pause(random.between(0, 1_500));
		}
		await crew.end();
		await cluster.untilGreen();
		const events = await checkEverything(program, disturbed.ledger);
		await program.remove();
		await cluster.ask('DELETE', `/${prefix}-*`);
		return { moments: faults, events };
	} catch (error) {
		await killAll();
		log(`The data of seed ${seed} are in ${program.folder}`);
		throw error;
	}
}

async function freshDatabase({ url }: Service, name: string): Promise<URL> {
	const { default: pg } = await import('pg');
	const client = new pg.Client(url);
	await client.connect();
	await client.query(`create database ${name}`);
	await client.end();
	const address = new URL(url);
	address.pathname = `/${name}`;
	return address;
}

/** The processes of a broker and the clients of its server. */
type Crew = {
	program: Program;
	disturbed: Disturbed;
	begin(): Promise<void>;
	kill(which: 'serve' | 'worker'): Promise<void>;
	end(): Promise<void>;
};

function createCrew(program: Program, disturbed: Disturbed, seed: number): Crew {
	const running = new Map<'serve' | 'worker', Started>();
	const clients: Promise<void>[] = [];
	let isOver = false;
	let failure: unknown;
	let lives = 0;
	const start = async (which: 'serve' | 'worker') => {
		// What it needs may be unavailable when it starts: then it says so, and is started again.
		for (let tries = 1; ; tries++) {
			const started = startProcess(program.environment, which);
			running.set(which, started);
			if (which === 'worker') return;
			const url = await started.address;
			if (url !== undefined) {
				const name = `l${++lives}`;
				const client = createRandom(seed * 1_000 + lives);
				clients.push(
					submitUntilAllDown(disturbed, { url, name, random: client, started }).catch((error) => {
						failure ??= error;
					}),
				);
				return;
			}
			if (isOver) return;
			if (tries === startTries) assert.fail(`it does not start: ${(await started.ended).errors}`);
			await pause(500);
		}
	};
	return {
		program,
		disturbed,
		async begin() {
			await start('serve');
			await start('worker');
		},
		async kill(which) {
			await running.get(which)?.end('SIGKILL');
			await start(which);
		},
		async end() {
			isOver = true;
			await Promise.all([...running.values()].map((one) => one.end('SIGTERM')));
			await Promise.all(clients);
			if (failure) throw failure;
		},
	};
}

/** Submits for as long as a server lives; an answer that does not come is no reason to stop. */
async function submitUntilAllDown(
	disturbed: Disturbed,
	{ started, name, ...given }: { url: string; name: string; random: Random; started: Started },
): Promise<void> {
	for (let part = 0; started.isRunning(); part++) {
		await submitUntilDown(disturbed, { ...given, name: `${name}.${part}`, pauseMilliseconds });
		await pause(100);
	}
}

type Given = { fault: Fault; prefix: string; name: string; random: Random };

async function disturb(surroundings: Surroundings, crew: Crew, { fault, prefix, name, random }: Given): Promise<void> {
	const { cluster, postgres, line } = surroundings;
	const { kind, node, milliseconds } = fault;
	switch (kind) {
		case 'node':
			// One at a time: with two down, both copies of a shard may be down.
			await cluster.untilGreen();
			await cluster.kill(node);
			await pause(milliseconds);
			return cluster.restart(node);
		case 'server':
			return crew.kill('serve');
		case 'worker':
			return crew.kill('worker');
		case 'postgres':
			await postgres.kill();
			await pause(milliseconds);
			return eventually(
				() =>
					postgres.restart().then(
						() => true,
						() => false,
					),
				(isBack) => isBack,
				{ timeoutSeconds: 60 },
			).then(() => undefined);
		case 'line to PostgreSQL':
			await line.cut();
			await pause(milliseconds);
			return line.mend();
		case 'line to a node': {
			const proxy = cluster.proxies[node];
			if (!proxy) return;
			proxy.handle = () => 'lose';
			await pause(milliseconds);
			proxy.handle = () => 'pass';
			return;
		}
		case 'flood': {
			// What OpenSearch does by itself at its flood stage.
			const block = (isOn: boolean) =>
				cluster.ask('PUT', `/${prefix}-*/_settings`, { 'index.blocks.read_only_allow_delete': isOn || null });
			await block(true);
			await pause(milliseconds);
			// Refused as a whole where one of the indexes is deleted meanwhile: then the block would
			// stay.
			await eventually(
				() => block(false) as Promise<{ acknowledged?: boolean }>,
				({ acknowledged }) => acknowledged === true,
			);
			return;
		}
		case 'reindex': {
			const command = await prepareCommand(crew.disturbed, { kind: 'reindex', name, random });
			const started = startProcess(crew.program.environment, ...command.words);
			await pause(milliseconds);
			const { status, errors } = await (fault.killsCommand ? started.end('SIGKILL') : started.ended);
			const isRight = fault.killsCommand || status === 0 || /Another reindex/.test(errors);
			assert.ok(isRight, `search reindex ended with ${status}: ${errors}`);
		}
	}
}
