// Runs `serve` in several processes that share one port, replaces those that end unasked, and ends
// them together.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BrokerError, errorCatalogue } from '../errors.ts';
import { type Metrics, type OwnMetrics, writeTogether } from '../http/operations/metrics.ts';
import { createLog } from '../log.ts';
import type { LogLevel } from '../settings.ts';
import { projectFolder } from './program.ts';
import { untilStopRequested } from './stop.ts';

const program = fileURLToPath(new URL('bin/link-broker.js', projectFolder));

/** What a process asks its parent, and is answered with; `asking` numbers its question. */
type Question = { ask: 'metrics'; asking: number };
type Order = { send: 'metrics'; asking: number };
type Sent = { metrics: OwnMetrics; asking: number };
type Answered = { answered: string; asking: number };

// A process that does not answer within that is left out.
const answerMilliseconds = 1_000;
// A process that ends again and again must not take the whole machine.
const pauseMilliseconds = 1_000;

/**
 * Serves in `count` processes until this one is asked to stop; then it stops all of them. Prints the
 * address once all listen. Fails if one ends before it listens, with `bad-setting` if that one did; it
 * has printed why.
 */
export async function serveInProcesses(count: number, logLevel: LogLevel): Promise<void> {
	const log = createLog(logLevel, 'processes');
	// A value of a metric may be no number, which JSON does not carry.
	const serialization = 'advanced';
	cluster.setupPrimary({ exec: program, args: ['serve'], stdio: ['ignore', 'pipe', 'inherit', 'ipc'], serialization });
	const stop = untilStopRequested();
	const failure = Promise.withResolvers<never>();
	let stopping = false;
	const listening = new Set<Worker>();
	let announced = false;

	const start = () => {
		const worker = cluster.fork();
		let printed = '';
		const announce = () => {
			if (announced || listening.size < count || !printed.includes('\n')) return;
			announced = true;
			process.stdout.write(printed);
		};
		worker.on('listening', () => {
			listening.add(worker);
			announce();
		});
		worker.process.stdout?.on('data', (text) => {
			printed += text;
			announce();
		});
		worker.on('message', (message: Partial<Question>) => {
			if (message.ask === 'metrics') void answerMetrics(worker, message.asking as number);
		});
		worker.on('exit', (status, signal) => {
			if (stopping) return;
			if (!listening.delete(worker) && !announced) {
				const code = status === errorCatalogue['bad-setting'].exit ? 'bad-setting' : 'unavailable';
				failure.reject(new BrokerError(code, 'A process ended before it could serve; see its message above.'));
				return;
			}
			log.error({ pid: worker.process.pid, status, signal }, 'A process has ended; starting another');
			setTimeout(() => !stopping && start(), pauseMilliseconds);
		});
	};

	for (let started = 0; started < count; started++) start();
	try {
		await Promise.race([stop.requested, failure.promise]);
	} finally {
		stopping = true;
		await endAll();
	}
}

/** Ends all processes; where a second signal ends this one at once, they go with it. */
async function endAll(): Promise<void> {
	const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
	const ended = Promise.all(workers.filter((worker) => !worker.isDead()).map((worker) => once(worker, 'exit')));
	process.once('exit', () => {
		for (const worker of workers) if (!worker.isDead()) worker.process.kill('SIGKILL');
	});
	for (const worker of workers) worker.process.kill('SIGTERM');
	await ended;
}

async function answerMetrics(asker: Worker, asking: number): Promise<void> {
	const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
	const sent = await Promise.all(workers.map((worker) => askMetrics(worker as Worker)));
	const answered: Answered = { answered: await writeTogether(sent.filter((one) => one !== undefined)), asking };
	if (asker.isConnected()) asker.send(answered);
}

let orders = 0;

function askMetrics(worker: Worker): Promise<OwnMetrics | undefined> {
	const asking = ++orders;
	const { promise, resolve } = Promise.withResolvers<OwnMetrics | undefined>();
	const listener = (message: Partial<Sent>) => {
		if (message.asking === asking && message.metrics !== undefined) resolve(message.metrics);
	};
	const timeout = setTimeout(resolve, answerMilliseconds, undefined);
	worker.on('message', listener);
	worker.send({ send: 'metrics', asking } satisfies Order);
	return promise.finally(() => {
		clearTimeout(timeout);
		worker.off('message', listener);
	});
}

/**
 * Makes a function that writes the metrics of all processes that serve together. Where there is one
 * process alone, they are its own.
 */
export function metricsOfAll(own: Pick<Metrics, 'read' | 'write'>): () => Promise<string> {
	if (!cluster.isWorker) return own.write;
	const waiting = new Map<number, (text: string) => void>();
	let questions = 0;
	process.on('message', async (message: Partial<Order & Answered>) => {
		const { asking } = message;
		if (asking === undefined) return;
		if (message.send === 'metrics') {
			// A process that fails is left out, like one that does not answer.
			const metrics = await own.read().catch(() => undefined);
			if (metrics !== undefined) process.send?.({ metrics, asking } satisfies Sent);
		}
		if (message.answered !== undefined) waiting.get(asking)?.(message.answered);
	});
	return async () => {
		const asking = ++questions;
		const { promise, resolve } = Promise.withResolvers<string>();
		waiting.set(asking, resolve);
		process.send?.({ ask: 'metrics', asking } satisfies Question);
		return promise.finally(() => waiting.delete(asking));
	};
}

/** Whether this process speaks for those that serve together: it is alone, or was started first. */
export function isFirstProcess(): boolean {
	return cluster.worker === undefined || cluster.worker.id === 1;
}

/**
 * Lets this process end after it has served, with its own exit status: the channel to its parent, if
 * it has one, would keep it.
 */
export function leaveOthers(): void {
	if (cluster.worker === undefined) return;
	// Otherwise, the module cluster ends the process with status 0.
	cluster.worker.exitedAfterDisconnect = true;
	process.disconnect?.();
}
