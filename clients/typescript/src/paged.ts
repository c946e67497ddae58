// Results in pages as one sequence of items.
import { LinkBrokerError } from './errors.ts';

/** Fetches pages on demand: `for await` gives the items, `pages()` whole answers. */
export class Paged<Item, Page> implements AsyncIterable<Item> {
	readonly #read: () => AsyncGenerator<Page>;
	readonly #itemsOf: (page: Page) => readonly Item[];

	constructor(read: () => AsyncGenerator<Page>, itemsOf: (page: Page) => readonly Item[]) {
		this.#read = read;
		this.#itemsOf = itemsOf;
	}

	/** Returns each page as answered, with its totals and cursors. */
	pages(): AsyncGenerator<Page> {
		return this.#read();
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
		for await (const page of this.#read()) yield* this.#itemsOf(page);
	}

	/** Collects the items, at most `most` of them. */
	async toArray(most = Number.POSITIVE_INFINITY): Promise<Item[]> {
		const items: Item[] = [];
		if (items.length >= most) return items;
		for await (const item of this) {
			items.push(item);
			if (items.length >= most) break;
		}
		return items;
	}
}

/** Requests one page after another; `next` of a page is the position of the following one. */
export async function* pageByPage<Page extends { next?: string | null }>(
	ask: (from: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
	let next: string | undefined;
	do {
		const from = next;
		const page = await ask(from);
		yield page;
		next = following(page.next, from);
	} while (next);
}

/** Returns the position of the following page; a page that follows itself would never end. */
export function following(next: unknown, from: string | undefined): string | undefined {
	if (typeof next !== 'string') return undefined;
	if (next !== from) return next;
	throw new LinkBrokerError('network', 'The answer names its own page as the next one.');
}
