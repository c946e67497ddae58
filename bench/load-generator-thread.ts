// A thread that sends loads, one after the other; see load-generator.ts for what a plan means.
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { LoadOrder, LoadPlan, LoadResult } from './load-generator.ts';
import { percentile } from './percentile.ts';
import { openProbe, type Probe, probeBytes } from './probe.ts';
import { createRandom, drawExponential } from './random.ts';

// A server that is so many requests behind will not catch up.
const hopelesslyBehind = 50_000;
const bytes = Buffer.alloc(probeBytes);

// In milliseconds. Timers know whole ones, and come up to two late.
const timerLateness = 2;
// An answer that comes while this thread sleeps is noted that much too late.
const longestSleep = 0.1;
const nobodyWakes = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Stops this thread for some milliseconds, or a part of one. */
function sleep(milliseconds: number): void {
	Atomics.wait(nobodyWakes, 0, 0, milliseconds);
}

/** Sends a load; tells its result when it is over, or has been stopped. */
function sendLoad(plan: LoadPlan, tell: (result: LoadResult) => void): { stop(): void } {
	const connections = Array.from({ length: plan.connections }, () => openProbe(plan.origin, bytes));
	const idle: Probe[] = [];
	const due: number[] = [];
	const took: number[] = [];
	const countsFrom = performance.now() + plan.warmUpSeconds * 1_000;
	let countsTo = plan.seconds === null ? Number.POSITIVE_INFINITY : countsFrom + plan.seconds * 1_000;
	let next = 0;
	let underWay = 0;
	let finished = false;

	/** Sends the next request for a moment, which may have passed; answers that come in the time that counts are counted. */
	const send = (connection: Probe, moment: number): void => {
		const request = plan.requests[next] as Uint8Array;
		next = (next + 1) % plan.requests.length;
		underWay++;
		connection.send(
			request,
			(status) => {
				underWay--;
				note(status, moment);
				goOn(connection);
			},
			(error) => {
				throw error;
			},
		);
	};

	const note = (status: number, moment: number): void => {
		if (status !== plan.status) throw new Error(`answered with ${status} instead of ${plan.status}`);
		const now = performance.now();
		const counted = plan.rate === null ? now : moment;
		if (counted >= countsFrom && counted < countsTo) took.push(now - moment);
	};

	const goOn = (connection: Probe): void => {
		if (plan.rate !== null) {
			idle.push(connection);
			sendDue(plan.rate);
			return;
		}
		const now = performance.now();
		if (now < countsTo) send(connection, now);
		else if (underWay === 0) finish();
	};

	const random = createRandom(1);
	// The next that is not due yet.
	let coming = performance.now();

	/** Sends what is due by now, as far as connections are free. */
	const sendDue = (rate: number): void => {
		// A timer may still come, with what was due before the end: its answer would reach nobody.
		if (finished) return;
		const now = performance.now();
		for (; coming <= now && coming < countsTo; coming += drawExponential(random, 1_000 / rate)) {
			if (due.push(coming) > hopelesslyBehind) throw new Error(`cannot keep up with ${rate} requests a second`);
		}
		while (due.length > 0 && idle.length > 0) send(idle.pop() as Probe, due.shift() as number);
		if (now >= countsTo && underWay === 0) finish();
	};

	/**
	 * Sends what is due, now and at the next moment; answers send what is due as well. A timer alone would come a millisecond or two late, with all that was due
	 * meanwhile at once, and the server would be asked in bursts. To look at the clock all the time would keep a processor from it.
	 */
	const keepRate = (rate: number): void => {
		sendDue(rate);
		if (finished) return;
		const now = performance.now();
		const ahead = Math.min(coming, countsTo) - now;
		// When the time is over, the last answers end the load.
		if (ahead > timerLateness || now >= countsTo) {
			setTimeout(keepRate, Math.max(1, ahead - timerLateness), rate);
			return;
		}
		if (ahead > 0) sleep(underWay === 0 ? ahead : Math.min(ahead, longestSleep));
		setImmediate(keepRate, rate);
	};

	const finish = (): void => {
		if (finished) return;
		finished = true;
		for (const connection of connections) connection.close();
		took.sort((one, other) => one - other);
		tell({
			answers: took.length,
			perSecond: took.length / ((countsTo - countsFrom) / 1_000),
			p50Milliseconds: percentile(took, 50),
			p99Milliseconds: percentile(took, 99),
			longestMilliseconds: took.at(-1) ?? Number.NaN,
		});
	};

	if (plan.rate === null) for (const connection of connections) send(connection, performance.now());
	else {
		idle.push(...connections);
		keepRate(plan.rate);
	}
	return {
		stop() {
			countsTo = performance.now();
			if (underWay === 0) finish();
		},
	};
}

const port = parentPort as MessagePort;
let load: ReturnType<typeof sendLoad> | undefined;

port.on('message', (order: LoadOrder) => {
	if (order === 'stop') load?.stop();
	else load = sendLoad(order, (result) => port.postMessage(result satisfies LoadResult));
});
