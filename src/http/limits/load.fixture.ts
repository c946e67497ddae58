// Clients for load tests, in their own thread: they keep sending while the server works.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';

/** The answer to one request, and how long it took. */
export type Answered = { status: number; milliseconds: number; retryAfter: string | undefined };

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

function ask({ url, address }: { url: string; address: string }): Promise<Answered> {
	const startedAt = performance.now();
	const { promise, resolve, reject } = Promise.withResolvers<Answered>();
	const asked = request(url, { agent, headers: { 'X-Forwarded-For': address } }, (response) => {
		response.resume().on('end', () => {
			const retryAfter = response.headers['retry-after'];
			resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - startedAt, retryAfter });
		});
	});
	asked.on('error', reject).end();
	return promise;
}

async function send(load: { url: string; perSecond: number; seconds: number; addresses: number }): Promise<Answered[]> {
	const answers: Promise<Answered>[] = [];
	const startedAt = performance.now();
	while (performance.now() - startedAt < load.seconds * 1000) {
		const due = ((performance.now() - startedAt) / 1000) * load.perSecond;
		while (answers.length < due)
			answers.push(ask({ url: load.url, address: `192.0.2.${answers.length % load.addresses}` }));
		await sleep(2);
	}
	return Promise.all(answers);
}

/** The function of the thread. */
export type ClientCalls = { ask: typeof ask; send: typeof send };

// Calls are answered like those of the program's threads.
(parentPort as MessagePort).on('message', async ({ call, name, argument }) => {
	const calls: Record<string, (argument: never) => Promise<unknown>> = { ask, send };
	try {
		parentPort?.postMessage({ answer: call, result: await calls[name]?.(argument as never) });
	} catch (error) {
		parentPort?.postMessage({ answer: call, error: { message: String(error) } });
	}
});
