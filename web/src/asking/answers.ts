// The answers that pages are drawn with: asked once, remembered for a while, and sent along with the
// page for the script.

import type { ClientOptions } from '../../../clients/typescript/src/http.ts';
import type { LinkBroker } from '../../../clients/typescript/src/link-broker.ts';
import { type Failure, failureOf, mayEndOtherwise } from './failure.ts';

/** How the interface is reached. */
export type Connection = { address: string; options: ClientOptions; broker: LinkBroker };

/** Something to ask; what is asked with the same name and parameters is asked once. */
export type Question<T> = { key: string; ask(connection: Connection): Promise<T> };

/** What came of it. */
export type Answer<T = unknown> = { value: T; failure?: undefined } | { failure: Failure; value?: undefined };

/** Makes a question; parameters that are undefined do not count. */
export function question<T, Parameters>(
	name: string,
	parameters: Parameters,
	ask: (connection: Connection, parameters: Parameters) => Promise<T>,
): Question<T> {
	return { key: `${name} ${JSON.stringify(parameters)}`, ask: (connection) => ask(connection, parameters) };
}

const rememberedMilliseconds = 60_000;
const mostRemembered = 500;

/** Holds answers; begins with those that came with the page. */
export class Answers {
	/** Rises when something was changed: what is shown is asked for again. */
	revision = 0;
	readonly #connection: Connection;
	readonly #known = new Map<string, { at: number; answer: Answer }>();
	readonly #awaited = new Map<string, Promise<Answer>>();

	constructor(connection: Connection, held: Readonly<Record<string, Answer>> = {}) {
		this.#connection = connection;
		for (const [key, answer] of Object.entries(held)) this.#known.set(key, { at: Date.now(), answer });
	}

	/** Finds an answer that is there. */
	find<T>({ key }: Pick<Question<T>, 'key'>): Answer<T> | undefined {
		const known = this.#known.get(key);
		return known && Date.now() - known.at < rememberedMilliseconds ? (known.answer as Answer<T>) : undefined;
	}

	/** Asks, unless the answer is there or awaited; never fails. */
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

	/** Waits for all that was asked; answers whether there was anything. */
	async settle(): Promise<boolean> {
		const awaited = [...this.#awaited.values()];
		await Promise.all(awaited);
		return awaited.length > 0;
	}

	/** Drops one answer, so that it is asked for again. */
	drop({ key }: Pick<Question<unknown>, 'key'>): void {
		this.#known.delete(key);
	}

	/** Drops all, because something was changed. */
	dropAll(): void {
		this.revision += 1;
		this.#known.clear();
		this.#awaited.clear();
	}

	/** Tells that no answer is lacking for the moment: what another try may answer otherwise. */
	areWhole(): boolean {
		return this.#known.values().every(({ answer: { failure } }) => !failure || !mayEndOtherwise(failure));
	}

	/** Lists what is held, by its questions. */
	held(): Record<string, Answer> {
		return Object.fromEntries(this.#known.entries().map(([key, { answer }]) => [key, answer]));
	}

	#remember(key: string, answer: Answer): void {
		this.#known.delete(key);
		this.#known.set(key, { at: Date.now(), answer });
		if (this.#known.size > mostRemembered) this.#known.delete(this.#known.keys().next().value ?? '');
	}
}
