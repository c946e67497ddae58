// What is answered in pages, as one run of items; knows no request.

/** Fetches pages as they are needed: `for await` gives the items, `pages()` the answers themselves. */
export class Paged<Item, Page> implements AsyncIterable<Item> {
	readonly #read: () => AsyncGenerator<Page>;
	readonly #itemsOf: (page: Page) => readonly Item[];

	constructor(read: () => AsyncGenerator<Page>, itemsOf: (page: Page) => readonly Item[]) {
		this.#read = read;
		this.#itemsOf = itemsOf;
	}

	/** Gives each page as the broker answers it, with all that it tells besides its items. */
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

/** Asks for one page after another, each of which says as `next` where the one after it begins. */
export async function* pageByPage<Page extends { next?: string | null }>(
	ask: (from: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
	let next: string | null | undefined;
	do {
		const page = await ask(next ?? undefined);
		yield page;
		next = page.next;
	} while (next);
}
