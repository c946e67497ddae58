// The client: one method for each thing that is asked of a broker.
import { type CallOptions, type ClientOptions, Http, readJson } from './http.ts';
import { Paged } from './paged.ts';
import type {
	AnsweredIdentifier,
	Change,
	Changes,
	DescribeObjectParameters,
	EventLinks,
	EventList,
	EventWithdrawalPreview,
	ExplainWhyParameters,
	FoundWork,
	FoundWorks,
	IdentifierToLookUp,
	LinkEvent,
	ListEventsParameters,
	LookedUp,
	LookUpObjectsAnswer,
	ReadChangesParameters,
	Relationship,
	RelationshipsAnswer,
	RelationshipsHits,
	ReportedWork,
	ReportOnList,
	ReportOnPrefix,
	ReportOnProvider,
	ReportWorksAnswer,
	ScholixLink,
	SearchRelationshipsParameters,
	Sources,
	TellSourcesParameters,
	Why,
	Work,
} from './schemas.ts';
import { type SubmitOptions, type Submitted, submitLinks, type WaitOptions, waitForEvent } from './submitting.ts';

type OfPages = 'page' | 'cursor' | 'prettyprint' | 'format';

/** What to search for; `size` is how many come with one request. */
export type RelationshipsQuery = Omit<SearchRelationshipsParameters, OfPages>;

/** Which works to find; `size` is how many come with one request. */
export type ObjectsQuery = Omit<DescribeObjectParameters, OfPages | 'id' | 'scheme' | 'facets'>;

/** Which changes to read, and whether to wait for more at the end of the log. */
export type ChangesOptions = Omit<ReadChangesParameters, 'wait' | 'format'> & CallOptions & { follow?: boolean };

/** A page of a search. */
export type RelationshipsPage = RelationshipsAnswer & {
	/** How many there are on all pages. */
	total: number;
	/** Whether anything is known of what was asked about. */
	known: boolean;
	/** What `id` was understood to be; absent where it is very long. */
	understoodAs?: AnsweredIdentifier;
};

const scholixMediaType = 'application/x-scholix-v3+json';
const idsPerRequest = 1_000;
const mostOfPage = 1_000;
const longestWaitSeconds = 30;

/**
 * Asks one broker. Whatever is refused for the moment is asked again after as long as the broker says.
 * All that fails is a LinkBrokerError, but for what an AbortSignal ends.
 */
export class LinkBroker {
	readonly #http: Http;

	/** Takes the address of the broker (`https://links.example.org`). */
	constructor(address: string, options: ClientOptions = {}) {
		this.#http = new Http(address, options);
	}

	/** Searches the relationships of a work: the other works, with who says so since when. */
	relationships(query: RelationshipsQuery, options: CallOptions = {}): Paged<Relationship, RelationshipsPage> {
		const http = this.#http;
		const read = async function* () {
			let next: URLSearchParams | RelationshipsQuery | undefined = query;
			while (next) {
				const asked = { ...options, path: '/relationships', query: next, accept: scholixMediaType, repeatable: true };
				const answer = await http.send(asked);
				yield pageOf(readJson(answer) as RelationshipsAnswer, answer.headers);
				next = nextQuery(/<([^>]*)>;\s*rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1]);
			}
		};
		return new Paged(read, ({ Relationships }) => Relationships);
	}

	/** Searches likewise, and answers one page with counts by type, year, wording and version. */
	search(query: RelationshipsQuery & { page?: number }, options: CallOptions = {}): Promise<RelationshipsHits> {
		return this.#get('/relationships', query, options);
	}

	/** Tells what is known of a work. One that is not known is the failure `not-found`, with suggestions. */
	object(id: string, query: { scheme?: string; facets?: boolean } = {}, options: CallOptions = {}): Promise<Work> {
		return this.#get('/objects', { id, ...query }, options);
	}

	/** Tells it by the address that stays, which `self` of a work is. */
	objectAt(self: string, query: { facets?: boolean } = {}, options: CallOptions = {}): Promise<Work> {
		const number = /\/objects\/(\d+)$/.exec(self)?.[1];
		if (number === undefined)
			throw new TypeError(`${self} is no address of a work: it ends with /objects/ and a number`);
		return this.#get(`/objects/${number}`, query, options);
	}

	/** Finds works by words, type and year. */
	findObjects(query: string | ObjectsQuery, options: CallOptions = {}): Paged<FoundWork, FoundWorks> {
		const http = this.#http;
		const read = async function* () {
			let next: URLSearchParams | ObjectsQuery | undefined = typeof query === 'string' ? { q: query } : query;
			while (next) {
				const page: FoundWorks = await http.json({ ...options, path: '/objects', query: next, repeatable: true });
				yield page;
				next = nextQuery(page.links.next);
			}
		};
		return new Paged(read, ({ hits }) => hits);
	}

	/** Looks any number of identifiers up, a thousand with one request, and answers each in their order. */
	async *lookUp(
		ids: Iterable<IdentifierToLookUp> | AsyncIterable<IdentifierToLookUp>,
		options: CallOptions = {},
	): AsyncGenerator<LookedUp> {
		for await (const step of inSteps(ids, idsPerRequest)) {
			yield* (await this.#post<LookUpObjectsAnswer>('/objects/lookup', step, options)).results;
		}
	}

	/**
	 * Reports on any number of identifiers likewise: what each work is, its counts, and by year how many
	 * works that cite it were published; with `since` also how many of them nobody had reported before.
	 */
	async *report(
		ids: Iterable<IdentifierToLookUp> | AsyncIterable<IdentifierToLookUp>,
		{ since, ...options }: CallOptions & Pick<ReportOnList, 'since'> = {},
	): AsyncGenerator<ReportedWork> {
		for await (const step of inSteps(ids, idsPerRequest)) {
			yield* (await this.#post<ReportWorksAnswer>('/reports', { identifiers: step, since }, options)).works;
		}
	}

	/**
	 * Reports likewise on all works with a DOI that begins so, in the order of the DOIs, or on those
	 * of which a provider speaks, the most cited first; `size` are asked for with one request.
	 */
	async *reportOn(
		selection: Omit<ReportOnPrefix, 'cursor'> | Omit<ReportOnProvider, 'cursor'>,
		options: CallOptions = {},
	): AsyncGenerator<ReportedWork> {
		for (let cursor: string | undefined; ; ) {
			const answer = await this.#post<ReportWorksAnswer>('/reports', { ...selection, cursor }, options);
			yield* answer.works;
			if (answer.cursor === undefined) return;
			cursor = answer.cursor;
		}
	}

	/** Tells where links come from and what is held, as it was counted last. */
	sources(query: Omit<TellSourcesParameters, 'prettyprint'> = {}, options: CallOptions = {}): Promise<Sources> {
		return this.#get('/sources', query, options);
	}

	/** Tells whether two identifiers are of one work, of versions of one, or of linked works, and why. */
	why(
		id: string,
		other: string,
		query: Pick<ExplainWhyParameters, 'scheme' | 'otherScheme'> = {},
		options: CallOptions = {},
	): Promise<Why> {
		return this.#get('/why', { id, other, ...query }, options);
	}

	/**
	 * Reads the log of what came to count and what ceased to, to its end or, with `follow`, for ever.
	 * `next` of the last page that was worked off is the `after` to go on with another time.
	 */
	changes({ follow = false, signal, ...query }: ChangesOptions = {}): Paged<Change, Changes> {
		const http = this.#http;
		const read = async function* () {
			let after = query.after;
			while (true) {
				const asked = { ...query, after, ...(follow && { wait: longestWaitSeconds }) };
				const request = { path: '/changes', query: asked, repeatable: true, ...(signal && { signal }) };
				const page = await http.json<Changes>(request);
				yield page;
				// A filter may have passed over all entries that were looked at.
				if (!follow && page.changes.length === 0 && (page.next === after || after === 'now')) return;
				after = page.next;
			}
		};
		return new Paged(read, ({ changes }) => changes);
	}

	/**
	 * Submits links, in as many events as are needed. A failure tells what was accepted before it, and
	 * its places are those in `links`.
	 */
	submit(links: Iterable<ScholixLink> | AsyncIterable<ScholixLink>, options: SubmitOptions = {}): Promise<Submitted[]> {
		return submitLinks(this.#http, links, options);
	}

	/** Waits until all that an event changed can be found; fails where the event does. */
	wait(eventId: string, options: WaitOptions = {}): Promise<LinkEvent> {
		return waitForEvent(this.#http, eventId, options);
	}

	/** Tells how far an event is. */
	event(eventId: string, options: CallOptions = {}): Promise<LinkEvent> {
		return this.#get(eventPath(eventId), {}, options);
	}

	/** Lists the events of the account, newest first. */
	events(query: Omit<ListEventsParameters, 'before'> = {}, options: CallOptions = {}): Paged<LinkEvent, EventList> {
		const read = () => this.#listed<EventList>('/events', query, 'before', options);
		return new Paged(read, ({ events }) => events);
	}

	/** Lists the links of an event in their order. */
	eventLinks(eventId: string, options: CallOptions = {}): Paged<ScholixLink, EventLinks> {
		const read = () => this.#listed<EventLinks>(`${eventPath(eventId)}/links`, { limit: mostOfPage }, 'after', options);
		return new Paged(read, ({ links }) => links);
	}

	/** Withdraws an event: all is then as if it had never been submitted. */
	withdrawEvent(eventId: string, reason?: string, options: CallOptions = {}): Promise<LinkEvent> {
		const body = JSON.stringify({ reason: reason ?? null });
		return this.#http.json({ ...options, method: 'DELETE', path: eventPath(eventId), body, repeatable: true });
	}

	/** Tells what withdrawing an event would change, without changing it. */
	previewWithdrawal(eventId: string, options: CallOptions = {}): Promise<EventWithdrawalPreview> {
		return this.#get(`${eventPath(eventId)}/withdrawal`, {}, options);
	}

	/** Brings a withdrawn event back, to its old place in the order of events. */
	restoreEvent(eventId: string, options: CallOptions = {}): Promise<LinkEvent> {
		const path = `${eventPath(eventId)}/restore`;
		return this.#http.json({ ...options, method: 'POST', path, repeatable: false });
	}

	/** Has an event that is Done or in Error processed again. */
	rerunEvent(eventId: string, options: CallOptions = {}): Promise<LinkEvent> {
		const path = `${eventPath(eventId)}/rerun`;
		return this.#http.json({ ...options, method: 'POST', path, repeatable: false });
	}

	#get<T>(path: string, query: Record<string, string | number | boolean>, options: CallOptions): Promise<T> {
		return this.#http.json({ ...options, path, query, repeatable: true });
	}

	/** Asks with a body what changes nothing. */
	#post<T>(path: string, body: unknown, options: CallOptions): Promise<T> {
		return this.#http.json({ ...options, method: 'POST', path, body: JSON.stringify(body), repeatable: true });
	}

	/** Reads a list whose pages have the place to go on as `next`, for the parameter `place`. */
	async *#listed<Page extends { next: string | null }>(
		path: string,
		query: Record<string, string | number>,
		place: string,
		options: CallOptions,
	): AsyncGenerator<Page> {
		let next: string | null | undefined;
		do {
			const page: Page = await this.#get(path, { ...query, ...(next && { [place]: next }) }, options);
			yield page;
			next = page.next;
		} while (next);
	}
}

function eventPath(eventId: string): string {
	return `/events/${encodeURIComponent(eventId)}`;
}

async function* inSteps<T>(items: Iterable<T> | AsyncIterable<T>, length: number): AsyncGenerator<T[]> {
	let step: T[] = [];
	for await (const item of items) {
		step.push(item);
		if (step.length < length) continue;
		yield step;
		step = [];
	}
	if (step.length > 0) yield step;
}

/** Takes the query of an address alone: its server may be called otherwise by those who ask. */
function nextQuery(address: string | undefined): URLSearchParams | undefined {
	return address === undefined ? undefined : new URL(address).searchParams;
}

function pageOf(answer: RelationshipsAnswer, headers: Headers): RelationshipsPage {
	const [, scheme = '', id] = /^([^:]*):(.*)$/s.exec(headers.get('X-Understood-As') ?? '') ?? [];
	return {
		...answer,
		total: Number(headers.get('X-Total-Count')),
		known: headers.get('X-Known') === 'true',
		...(id !== undefined && { understoodAs: { ID: decodeURIComponent(id), IDScheme: scheme } }),
	};
}
