// The answers of the API for pages: each is requested once, cached for a minute, and sent with the
// page for its script.

import type { ClientOptions } from '../../../clients/typescript/src/http.ts';
import type { LinkBroker } from '../../../clients/typescript/src/link-broker.ts';
import { type Failure, failureOf, isRetryable } from './failure.ts';

/** The connection to the API. */
export type Connection = { address: string; options: ClientOptions; broker: LinkBroker };

/** A request to the API; requests with the same key are sent once. */
export type Question<T> = { key: string; ask(connection: Connection): Promise<T> };

/** The result of a question. */
export type Answer<T = unknown> = { value: T; failure?: undefined } | { failure: Failure; value?: undefined };

/** Creates a question; undefined parameters are ignored. */
export function question<T, Parameters>(
	name: string,
	parameters: Parameters,
	ask: (connection: Connection, parameters: Parameters) => Promise<T>,
): Question<T> {
	return { key: `${name} ${JSON.stringify(parameters)}`, ask: (connection) => ask(connection, parameters) };
}

const rememberedMilliseconds = 60_000;
const mostRemembered = 500;

/** Caches answers, starting with those that came with the page. */
export class Answers {
	/** Grows with each change; what is shown is then requested again. */
	revision = 0;
	readonly #connection: Connection;
	readonly #known = new Map<string, { at: number; answer: Answer }>();
	readonly #awaited = new Map<string, Promise<Answer>>();

	constructor(connection: Connection, held: Readonly<Record<string, Answer>> = {}) {
		this.#connection = connection;
		for (const [key, answer] of Object.entries(held)) this.#known.set(key, { at: Date.now(), answer });
	}

	/** Returns a cached answer. */
	find<T>({ key }: Pick<Question<T>, 'key'>): Answer<T> | undefined {
		const known = this.#known.get(key);
		return known && Date.now() - known.at < rememberedMilliseconds ? (known.answer as Answer<T>) : undefined;
	}

	/** Returns the cached answer, or requests it; never fails. */
	ask<T>(question: Question<T>): Promise<Answer<T>> {
		const { key } = question;
		const known = this.find<T>(question);
		if (known) return Promise.resolve(known);
		const awaited = this.#awaited.get(key) as Promise<Answer<T>> | undefined;
		if (awaited !== undefined) return awaited;
		const { revision } = this;
		const answering = question.ask(this.#connection).then(
			(value): Answer<T> => ({ value }),
			(error: unknown): Answer<T> => ({ failure: failureOf(error) }),
		);
		const remembering = answering.then((answer) => {
			if (this.#awaited.get(key) === remembering) this.#awaited.delete(key);
			if (this.revision === revision) this.#remember(key, answer);
			return answer;
		});
		this.#awaited.set(key, remembering);
		return remembering;
	}

	/** Waits for all pending questions; returns whether there were any. */
	async pending(): Promise<boolean> {
		const awaited = [...this.#awaited.values()];
		await Promise.all(awaited);
		return awaited.length > 0;
	}

	/** Removes one answer from the cache. */
	drop({ key }: Pick<Question<unknown>, 'key'>): void {
		this.#known.delete(key);
	}

	/** Empties the cache after a change. */
	dropAll(): void {
		this.revision += 1;
		this.#known.clear();
		this.#awaited.clear();
	}

	/** Returns whether no answer failed in a way that a retry may fix. */
	areComplete(): boolean {
		return this.#known.values().every(({ answer: { failure } }) => !failure || !isRetryable(failure));
	}

	/** Lists the cached answers by their keys. */
	cached(): Record<string, Answer> {
		return Object.fromEntries(this.#known.entries().map(([key, { answer }]) => [key, answer]));
	}

	#remember(key: string, answer: Answer): void {
		this.#known.delete(key);
		this.#known.set(key, { at: Date.now(), answer });
		if (this.#known.size > mostRemembered) this.#known.delete(this.#known.keys().next().value ?? '');
	}
}
