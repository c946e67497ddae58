// Starts threads, and lets one thread call another's functions by messages: arguments and results
// are cloned, failures keep their code.
import { type MessagePort, parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { BrokerError, type ErrorCode, errorText, type Problem } from '../errors.ts';
import type { Settings } from '../settings.ts';

/** Memory that a message moves to the other thread, instead of copying it. */
const handedOver = new WeakMap<object, ArrayBuffer>();

/**
 * Moves the bytes of an argument or a result to the other thread with the message; this thread no
 * longer has them afterwards. Bytes that are a part of other memory are copied.
 */
export function handOver<T extends object>(value: T, { buffer, byteLength }: Uint8Array): T {
	if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) handedOver.set(value, buffer);
	return value;
}

function movedIn(values: readonly unknown[]): ArrayBuffer[] {
	return values.flatMap((value) => handedOver.get(value as object) ?? []);
}

/** Functions that a thread offers, by name; what they take and answer can be cloned. */
export type Calls = Record<string, (...given: never[]) => Promise<unknown>>;

/** Functions of a background thread; `stop` has it finish what it does. */
export type ThreadCalls = Calls & { stop(): Promise<void> };

type Request = { call: number; name: string; given: unknown[] };
type PlainError = {
	code?: ErrorCode;
	message: string;
	/** For the log, where the failure is no BrokerError. */
	stack?: string | undefined;
	problems?: readonly Problem[];
	retryAfterSeconds?: number | undefined;
	/** What the cause says, for the log. */
	because?: string;
};
type Answer = { answer: number; result?: unknown; error?: PlainError };

/** What a background thread reports to the main thread without a call. */
export type Notice =
	| { notice: 'applied'; links: number }
	| { notice: 'failed' }
	| { notice: 'withdrawn' }
	| { notice: 'sent'; kind: string; outcome: 'accepted' | 'failed' }
	| { notice: 'notified'; outcome: string }
	| { notice: 'updated'; entries: number }
	| { notice: 'outage'; words: string; cause: string }
	| { notice: 'dumped'; works: number };

/** Makes the notice of an outage that a thread meets. */
export function outageNotice({ message, cause }: Error): Notice {
	return { notice: 'outage', words: message, cause: errorText(cause) };
}

/** Sends a notice to the main thread. */
export type Notify = (notice: Notice) => void;

/**
 * Runs a background thread: starts its work and answers the calls of the thread that started it,
 * until `stop` is called; `ready` as soon as it takes calls.
 */
export async function answerParent(start: (notify: Notify) => Promise<ThreadCalls>): Promise<void> {
	const port = parentPort as MessagePort;
	const calls = await start((notice) => port.postMessage(notice));
	answerCalls(port, {
		...calls,
		ready: async () => undefined,
		async stop() {
			await calls.stop();
			// The answer goes out first.
			setImmediate(() => port.close());
		},
	});
}

/**
 * Starts a thread; `settings` is what it is given to work with. `stop` has it finish, for so long
 * at most, `end` does not wait for what it does.
 */
export function startThread<T extends ThreadCalls>(
	file: string,
	settings: Settings,
	{ onNotice, onFailure, heapMebibytes }: { onNotice: Notify; onFailure(error: Error): void; heapMebibytes?: number },
) {
	const resourceLimits = heapLimits(settings, heapMebibytes);
	const thread = new Worker(new URL(file, import.meta.url), { workerData: settings, resourceLimits });
	let isStopping = false;
	thread.on('error', onFailure);
	thread.on('message', (message: Partial<Notice>) => {
		if (message.notice !== undefined) onNotice(message as Notice);
	});
	const ended = new Promise<void>((resolve) =>
		thread.on('exit', () => {
			if (!isStopping) onFailure(new Error(`The thread of ${file} has ended.`));
			resolve();
		}),
	);
	const calls = callThread<T & { ready(): Promise<void> }>(thread);
	return {
		calls,
		async stop(withinMilliseconds?: number): Promise<void> {
			isStopping = true;
			const late = withinMilliseconds && setTimeout(() => void thread.terminate(), withinMilliseconds);
			await calls.stop().catch(() => thread.terminate());
			await ended;
			clearTimeout(late);
		},
		async end(): Promise<void> {
			isStopping = true;
			await thread.terminate();
		},
	};
}

/**
 * Bounds the heap of a thread. Below 2 GiB V8 collects garbage when a heap has doubled, above only
 * when it has grown fourfold; a large submission is in memory a few times over.
 */
function heapLimits({ maxBodyBytes }: Settings, heapMebibytes?: number): ResourceLimits {
	const maxBodyMebibytes = Math.ceil(maxBodyBytes / 2 ** 20);
	return { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: heapMebibytes ?? 1_024 + 4 * maxBodyMebibytes };
}

/** Returns the other thread's calls. */
export function answerCalls(port: MessagePort, calls: Calls): void {
	port.on('message', ({ call, name, given }: Request) => {
		if (call === undefined) return;
		const answer = (content: Omit<Answer, 'answer'>) =>
			port.postMessage({ answer: call, ...content }, movedIn([content.result]));
		const called = calls[name] as (...given: unknown[]) => Promise<unknown>;
		called(...given).then(
			(result) => answer({ result }),
			(error: unknown) => answer({ error: plainError(error) }),
		);
	});
}

/**
 * Makes calls to a thread, or through a port. When the other end has closed, calls that wait and all
 * later ones fail with `unavailable`.
 */
export function callThread<T extends Calls>(thread: Worker | MessagePort): T {
	// The types of MessagePort name no events but its own.
	const other = thread as Worker;
	let next = 0;
	const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
	other.on('message', (message: Answer) => {
		const call = waiting.get(message.answer);
		if (!call) return;
		waiting.delete(message.answer);
		if (message.error) call.reject(readError(message.error));
		else call.resolve(message.result);
	});
	let ended: Error | undefined;
	const failAll = (error: Error) => {
		ended ??= error;
		for (const { reject } of waiting.values()) reject(error);
		waiting.clear();
	};
	other.on('error', failAll);
	// A thread exits, a port closes.
	for (const end of ['exit', 'close']) {
		other.on(end, () => failAll(new BrokerError('unavailable', 'The background work has ended.')));
	}
	return new Proxy({} as T, {
		get:
			(_, name: string) =>
			(...given: unknown[]) =>
				new Promise((resolve, reject) => {
					if (ended) return reject(ended);
					const call = next++;
					waiting.set(call, { resolve, reject });
					other.postMessage({ call, name, given } satisfies Request, movedIn(given));
				}),
	});
}

function plainError(error: unknown): PlainError {
	if (error instanceof BrokerError) {
		const { code, message, problems, retryAfterSeconds, cause } = error;
		return { code, message, problems, retryAfterSeconds, ...(cause instanceof Error && { because: errorText(cause) }) };
	}
	if (!(error instanceof Error)) return { message: String(error) };
	return { message: errorText(error), stack: error.stack };
}

function readError({ code, message, stack, problems, retryAfterSeconds, because }: PlainError): Error {
	if (code === undefined) {
		const error = new Error(message);
		if (stack !== undefined) error.stack = stack;
		return error;
	}
	return new BrokerError(code, message, {
		...(problems && { problems }),
		...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
		...(because !== undefined && { cause: new Error(because) }),
	});
}
