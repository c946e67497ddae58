// Lets one thread call another's functions by messages: arguments and results are cloned, failures keep their code; knows no function.
import type { MessagePort, Transferable, Worker } from 'node:worker_threads';
import { BrokerError, type ErrorCode, type Problem } from '../errors.ts';

/** Functions that a thread offers, by name; each takes one plain argument. */
export type Calls = Record<string, (argument: never) => Promise<unknown>>;

/** Calls the functions of the other thread. */
export type Caller<T extends Calls> = {
	[Name in keyof T]: (argument: Parameters<T[Name]>[0], transfer?: readonly Transferable[]) => ReturnType<T[Name]>;
};

type Request = { call: number; name: string; argument: unknown };
type PlainError = {
	code?: ErrorCode;
	message: string;
	/** Where a failure that is none of ours came from, for the log. */
	stack?: string | undefined;
	problems?: readonly Problem[];
	retryAfterSeconds?: number | undefined;
	/** What the cause says, for the log. */
	because?: string;
};
type Answer = { answer: number; result?: unknown; error?: PlainError };

/** Answers the other thread's calls. */
export function answerCalls(port: MessagePort, calls: Calls): void {
	// The answer knows no argument: a large one need not stay in memory for it.
	port.on('message', ({ call, name, argument }: Request) => {
		if (call === undefined) return;
		const answer = (content: Omit<Answer, 'answer'>) => port.postMessage({ answer: call, ...content });
		const called = calls[name] as (argument: unknown) => Promise<unknown>;
		called(argument).then(
			(result) => answer({ result }),
			(error: unknown) => answer({ error: plainError(error) }),
		);
	});
}

/** Makes calls to a thread, or to what answers calls at the other end of a port. When that ends, calls that wait fail, and all later ones. */
export function callThread<T extends Calls>(thread: Worker | MessagePort): Caller<T> {
	// What both have; MessagePort's own types know only its own events.
	const other = thread as Pick<Worker, 'on' | 'postMessage'>;
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
	return new Proxy({} as Caller<T>, {
		get:
			(_, name: string) =>
			(argument: unknown, transfer: readonly Transferable[] = []) =>
				new Promise((resolve, reject) => {
					if (ended) return reject(ended);
					const call = next++;
					waiting.set(call, { resolve, reject });
					other.postMessage({ call, name, argument } satisfies Request, transfer);
				}),
	});
}

function plainError(error: unknown): PlainError {
	if (error instanceof BrokerError) {
		const { code, message, problems, retryAfterSeconds, cause } = error;
		return { code, message, problems, retryAfterSeconds, ...(cause instanceof Error && { because: cause.message }) };
	}
	if (!(error instanceof Error)) return { message: String(error) };
	const { message, code, name, stack } = error as NodeJS.ErrnoException;
	// Several failures in one (a host of several addresses that all refuse) have no words of their own.
	return { message: message || (code ?? name), stack };
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
