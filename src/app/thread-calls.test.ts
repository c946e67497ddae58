import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { MessageChannel, Worker } from 'node:worker_threads';
import { BrokerError } from '../errors.ts';
import { answerCalls, callThread } from './thread-calls.ts';

// What the thread of these tests offers.
const offers = `{
	double: async (numbers) => numbers.map((number) => 2 * number),
	waitTurns: async (turns) => {
		for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
		return turns;
	},
	refuse: async () => {
		throw new BrokerError('invalid-links', 'One link is wrong.', {
			problems: [{ pointer: '/0', message: 'is wrong' }],
			retryAfterSeconds: 7,
			cause: new Error('an address is wrong'),
		});
	},
	fail: async (message) => {
		throw new TypeError(message);
	},
	failWithText: async (text) => {
		throw text;
	},
	neverAnswer: () => new Promise(() => undefined),
	crash: async () => {
		setImmediate(() => {
			throw new Error('out of order');
		});
		return new Promise(() => undefined);
	},
	end: () => process.exit(0),
}`;

type Offered = {
	double(numbers: number[]): Promise<number[]>;
	waitTurns(turns: number): Promise<number>;
	refuse(nothing: null): Promise<void>;
	fail(message: string): Promise<void>;
	failWithText(text: string): Promise<void>;
	neverAnswer(nothing: null): Promise<void>;
	crash(nothing: null): Promise<void>;
	end(nothing: null): Promise<void>;
};

function startThread(): Worker {
	const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
	const script = `
		import { parentPort } from 'node:worker_threads';
		import { BrokerError } from ${from('../errors.ts')};
		import { answerCalls } from ${from('./thread-calls.ts')};
		answerCalls(parentPort, ${offers});
		parentPort.postMessage({ notice: 'ready' });`;
	return new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
}

describe('calls to a thread', () => {
	let thread: Worker;
	let calls: Offered;
	beforeEach(() => {
		thread = startThread();
		calls = callThread<Offered>(thread);
	});
	afterEach(() => thread.terminate());

	it('answer what the function answers', async () => {
		assert.deepEqual(await calls.double([1, 2]), [2, 4]);
	});

	it('are answered each by its own, in whatever order that is', async () => {
		const order: number[] = [];
		const answers = [30, 0, 10].map((turns) => calls.waitTurns(turns).then((answer) => order.push(answer)));
		await Promise.all(answers);
		assert.deepEqual(order, [0, 10, 30]);
	});

	it('fail with the code, the words, the places and the cause of a failure', async () => {
		await assert.rejects(calls.refuse(null), (error) => {
			assert.ok(error instanceof BrokerError);
			assert.equal(error.code, 'invalid-links');
			assert.equal(error.message, 'One link is wrong.');
			assert.deepEqual(error.problems, [{ pointer: '/0', message: 'is wrong' }]);
			assert.equal(error.retryAfterSeconds, 7);
			assert.equal((error.cause as Error).message, 'an address is wrong');
			return true;
		});
	});

	it('fail with the message of any other error, and where it came from', async () => {
		await assert.rejects(calls.fail('no such thing'), (error) => {
			assert.ok(error instanceof Error && !(error instanceof BrokerError));
			assert.equal(error.message, 'no such thing');
			assert.match(error.stack ?? '', /^TypeError: no such thing\n\s+at /);
			return true;
		});
		await assert.rejects(calls.failWithText('just text'), { message: 'just text' });
		await assert.rejects(calls.fail(''), { message: 'TypeError' });
	});

	it('go on after one that failed', async () => {
		await assert.rejects(calls.fail('once'));
		assert.deepEqual(await calls.double([3]), [6]);
	});

	it('leave messages alone that are no calls', async () => {
		const [notice] = await once(thread, 'message');
		assert.deepEqual(notice, { notice: 'ready' });
		thread.postMessage({ something: 'else' });
		assert.deepEqual(await calls.double([3]), [6]);
	});

	it('fail when the thread ends, those that wait and all later ones', async () => {
		const isUnavailable = (error: unknown) => error instanceof BrokerError && error.code === 'unavailable';
		const waiting = [calls.neverAnswer(null), calls.end(null)].map((call) => assert.rejects(call, isUnavailable));
		await Promise.all(waiting);
		await assert.rejects(calls.double([1]), isUnavailable);
	});

	it('fail with its error when the thread breaks', async () => {
		const waiting = [calls.neverAnswer(null), calls.crash(null)].map((call) =>
			assert.rejects(call, { message: 'out of order' }),
		);
		await Promise.all(waiting);
		await assert.rejects(calls.double([1]), { message: 'out of order' });
	});
});

describe('calls through a port', () => {
	it('are answered at its other end, and fail when that is closed', async () => {
		const { port1, port2 } = new MessageChannel();
		answerCalls(port1, {
			double: async (numbers: number[]) => numbers.map((number) => 2 * number),
			refuse: async () => {
				throw new BrokerError('invalid-links', 'One link is wrong.');
			},
			neverAnswer: () => new Promise<never>(() => undefined),
		});
		const calls = callThread<Pick<Offered, 'double' | 'refuse' | 'neverAnswer'>>(port2);
		assert.deepEqual(await calls.double([1, 2]), [2, 4]);
		await assert.rejects(calls.refuse(null), { code: 'invalid-links', message: 'One link is wrong.' });
		const waiting = assert.rejects(calls.neverAnswer(null), { code: 'unavailable' });
		port1.close();
		await waiting;
		await assert.rejects(calls.double([1]), { code: 'unavailable' });
	});
});
