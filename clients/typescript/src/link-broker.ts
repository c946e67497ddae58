// The client: one method for each operation of a broker.
import { type CallOptions, type ClientOptions, Http, pathPart, textOf } from './http.ts';
import { following, Paged, pageByPage } from './paged.ts';
import { cursorOf, type RelationshipsPage, readPage } from './relationships-page.ts';
import type {
	Change,
	Changes,
	DescribeObjectParameters,
	EventLinks,
	EventList,
	EventWithdrawalPreview,
	ExplainWhyParameters,
	FoundWork,
	FoundWorks,
	GetSourcesParameters,
	IdentifierToLookUp,
	LinkEvent,
	ListEventLinksParameters,
	ListEventsParameters,
	ListLoadsParameters,
	Load,
	LoadList,
	LookedUp,
	LookUpObjectsAnswer,
	ReadChangesParameters,
	Relationship,
	RelationshipsHits,
	ReportedWork,
	ReportOnList,
	ReportOnPrefix,
	ReportOnProvider,
	ReportQuestion,
	ReportWorksAnswer,
	ReportWorksParameters,
	ScholixLink,
	SearchRelationshipsParameters,
	Sources,
	Why,
	Work,
} from './schemas.ts';
import { type SubmitOptions, type Submitted, submitLinks, type WaitOptions, waitForEvent } from './submitting.ts';
import { Subscriptions } from './subscriptions.ts';

type OfPages = 'page' | 'cursor' | 'prettyprint' | 'format' | 'only';

/** A search; `size` is the number of results in each request. */
export type RelationshipsQuery = Omit<SearchRelationshipsParameters, OfPages>;

/** A search for works; `size` is the number of results in each request. */
export type ObjectsQuery = Omit<DescribeObjectParameters, OfPages | 'id' | 'scheme' | 'facets'>;

/** A selection of changes, and whether to wait for more at the end of the log. */
export type ChangesOptions = Omit<ReadChangesParameters, 'wait' | 'format'> & CallOptions & { follow?: boolean };

/** A page of found works. */
export type FoundWorksPage = FoundWorks & {
	/** The `cursor` of the next page; absent on the last one. */
	next?: string;
};

const scholixMediaType = 'application/x-scholix-v3+json';
const idsPerRequest = 1_000;
const mostOfPage = 1_000;
const longestWaitSeconds = 30;

/**
 * Sends requests to one broker. Requests that it refuses for the moment are sent again after
 * Retry-After. Every failure is a LinkBrokerError, except the reason of an aborted signal.
 */
export class LinkBroker {
	/** The subscriptions of the account. */
	readonly subscriptions: Subscriptions;
	protected readonly http: Http;

	/** Creates a client for the broker at this address, such as `https://links.example.org`. */
	constructor(address: string, options: ClientOptions = {}) {
		this.http = new Http(address, options);
		this.subscriptions = new Subscriptions(this.http);
	}

	/** Searches the relationships of a work: the related works, with providers and dates. */
	relationships(query: RelationshipsQuery, options: CallOptions = {}): Paged<Relationship, RelationshipsPage> {
		const read = () => pageByPage((cursor) => this.relationshipsPage({ ...query, cursor }, options));
		return new Paged(read, ({ Relationships }) => Relationships);
	}

	/** Returns one page of such a search: the first, one by number, or the one after `cursor`. */
	async relationshipsPage(
		query: RelationshipsQuery & Pick<SearchRelationshipsParameters, 'page' | 'cursor'>,
		options: CallOptions = {},
	): Promise<RelationshipsPage> {
		const asked = { ...options, path: '/relationships', query, accept: scholixMediaType, repeatable: true };
		return readPage(await this.http.send(asked));
	}

	/** Returns one page of such a search with counts by type, year, wording and version. */
	search(query: RelationshipsQuery & { page?: number }, options: CallOptions = {}): Promise<RelationshipsHits> {
		return this.http.get('/relationships', query, options);
	}

	/** Returns everything about a work. An unknown one is the error `not-found`, with suggestions. */
	object(id: string, query: { scheme?: string; facets?: boolean } = {}, options: CallOptions = {}): Promise<Work> {
		return this.http.get('/objects', { id, ...query }, options);
	}

	/** Returns the same by the permanent address of a work, its `self`. */
	objectAt(self: string, query: { facets?: boolean } = {}, options: CallOptions = {}): Promise<Work> {
		const number = /\/objects\/(\d+)$/.exec(self)?.[1];
		if (number === undefined)
			throw new TypeError(`${self} is not the address of a work, which ends with /objects/ and a number`);
		return this.http.get(`/objects/${number}`, query, options);
	}

	/** Finds works by words, type and year. */
	findObjects(query: string | ObjectsQuery, options: CallOptions = {}): Paged<FoundWork, FoundWorksPage> {
		const asked = typeof query === 'string' ? { q: query } : query;
		const read = () => pageByPage((cursor) => this.findObjectsPage({ ...asked, cursor }, options));
		return new Paged(read, ({ hits }) => hits);
	}

	/** Returns one page of found works: the first, or the one after `cursor`. */
	async findObjectsPage(
		query: ObjectsQuery & Pick<DescribeObjectParameters, 'cursor'>,
		options: CallOptions = {},
	): Promise<FoundWorksPage> {
		const page = await this.http.get<FoundWorks>('/objects', query, options, { hits: 'list', links: 'object' });
		return { ...page, ...cursorOf(textOf(page.links.next)) };
	}

	/** Looks up any number of identifiers, a thousand in each request, in their order. */
	async *lookUp(
		ids: Iterable<IdentifierToLookUp> | AsyncIterable<IdentifierToLookUp>,
		options: CallOptions = {},
	): AsyncGenerator<LookedUp> {
		for await (const step of inSteps(ids, idsPerRequest)) {
			yield* (await this.lookUpOnce(step, options)).results;
		}
	}

	/** Looks up at most a thousand identifiers with one request. */
	lookUpOnce(ids: readonly IdentifierToLookUp[], options: CallOptions = {}): Promise<LookUpObjectsAnswer> {
		return this.http.ask('/objects/lookup', ids, options, { results: 'list' });
	}

	/**
	 * Reports on any number of identifiers: description, counts, and citing works by year. With `since`
	 * it also counts the citing works that nobody had asserted before that date.
	 */
	async *report(
		ids: Iterable<IdentifierToLookUp> | AsyncIterable<IdentifierToLookUp>,
		{ since, ...options }: CallOptions & Pick<ReportOnList, 'since'> = {},
	): AsyncGenerator<ReportedWork> {
		for await (const step of inSteps(ids, idsPerRequest)) {
			yield* (await this.reportPage({ identifiers: step, ...(since !== undefined && { since }) }, options)).works;
		}
	}

	/**
	 * Reports on all works with a DOI prefix, in the order of their DOIs, or on the works that a provider
	 * names, the most cited first. `size` is the number of works in each request.
	 */
	async *reportOn(
		selection: Omit<ReportOnPrefix, 'cursor'> | Omit<ReportOnProvider, 'cursor'>,
		options: CallOptions = {},
	): AsyncGenerator<ReportedWork> {
		for (let cursor: string | undefined; ; ) {
			const answer = await this.reportPage({ ...selection, ...(cursor !== undefined && { cursor }) }, options);
			yield* answer.works;
			cursor = following(answer.cursor, cursor);
			if (cursor === undefined) return;
		}
	}

	/**
	 * Reports with one request: on at most a thousand identifiers, or on the part of a selection after
	 * the `cursor` of the previous answer. `definition` and `exclude` also count the citations so.
	 */
	reportPage(
		question: ReportQuestion,
		{ definition, exclude, ...options }: CallOptions & Pick<ReportWorksParameters, 'definition' | 'exclude'> = {},
	): Promise<ReportWorksAnswer> {
		const query = { definition, exclude };
		return this.http.ask('/reports', question, { ...options, query }, { works: 'list' });
	}

	/** Returns the providers and the statistics, as last counted. */
	sources(query: Omit<GetSourcesParameters, 'prettyprint'> = {}, options: CallOptions = {}): Promise<Sources> {
		return this.http.get('/sources', query, options);
	}

	/** Explains how two identifiers are connected, and `flag` of the link between them. */
	why(
		id: string,
		other: string,
		query: Omit<ExplainWhyParameters, 'id' | 'other'> = {},
		options: CallOptions = {},
	): Promise<Why> {
		return this.http.get('/why', { id, other, ...query }, options);
	}

	/**
	 * Reads the change log to its end or, with `follow`, endlessly. To continue later, pass `next` of
	 * the last processed page as `after`.
	 */
	changes({ follow = false, signal, ...query }: ChangesOptions = {}): Paged<Change, Changes> {
		const http = this.http;
		const read = async function* () {
			let after = query.after;
			while (true) {
				const asked = { ...query, after, ...(follow && { wait: longestWaitSeconds }) };
				const page = await http.get<Changes>('/changes', asked, { signal }, { changes: 'list', next: 'string' });
				yield page;
				// With a filter, a page may be empty before the end of the log.
				if (!follow && page.changes.length === 0 && (page.next === after || after === 'now')) return;
				after = page.next;
			}
		};
		return new Paged(read, ({ changes }) => changes);
	}

	/**
	 * Submits links in as many events as needed. An error has the events accepted before it, and its
	 * places count all `links`.
	 */
	submit(links: Iterable<ScholixLink> | AsyncIterable<ScholixLink>, options: SubmitOptions = {}): Promise<Submitted[]> {
		return submitLinks(this.http, links, options);
	}

	/** Waits until the changes of an event are searchable; throws if the event fails. */
	wait(eventId: string, options: WaitOptions = {}): Promise<LinkEvent> {
		return waitForEvent(this.http, eventId, options);
	}

	/** Returns the state of an event. */
	async event(eventId: string, options: CallOptions = {}): Promise<LinkEvent> {
		return this.http.get(eventPath(eventId), {}, options);
	}

	/** Lists the events of the account, or of a load, newest first. */
	events(query: Omit<ListEventsParameters, 'before'> = {}, options: CallOptions = {}): Paged<LinkEvent, EventList> {
		const read = () => pageByPage((before) => this.eventsPage({ ...query, before }, options));
		return new Paged(read, ({ events }) => events);
	}

	/** Lists one page of events: the newest, or those before `before`. */
	eventsPage(query: ListEventsParameters = {}, options: CallOptions = {}): Promise<EventList> {
		return this.http.get('/events', query, options, { events: 'list' });
	}

	/** Returns what one act brought, and what became of it, by the id of any of its events. */
	async load(eventId: string, options: CallOptions = {}): Promise<Load> {
		return this.http.get(loadPath(eventId), {}, options);
	}

	/** Lists the loads of the account, newest first. */
	loads(query: Omit<ListLoadsParameters, 'before'> = {}, options: CallOptions = {}): Paged<Load, LoadList> {
		const read = () => pageByPage((before) => this.loadsPage({ ...query, before }, options));
		return new Paged(read, ({ loads }) => loads);
	}

	/** Lists one page of loads: the newest, or those before `before`. */
	loadsPage(query: ListLoadsParameters = {}, options: CallOptions = {}): Promise<LoadList> {
		return this.http.get('/loads', query, options, { loads: 'list' });
	}

	/** Lists the links of an event in their order. */
	eventLinks(eventId: string, options: CallOptions = {}): Paged<ScholixLink, EventLinks> {
		const read = () => pageByPage((after) => this.eventLinksPage(eventId, { limit: mostOfPage, after }, options));
		return new Paged(read, ({ links }) => links);
	}

	/** Lists one page of them: the first, or those after `after`. */
	async eventLinksPage(
		eventId: string,
		query: ListEventLinksParameters = {},
		options: CallOptions = {},
	): Promise<EventLinks> {
		return this.http.get(`${eventPath(eventId)}/links`, query, options, { links: 'list' });
	}

	/** Withdraws an event: everything is then as if it had never been submitted. */
	async withdrawEvent(eventId: string, reason?: string, options: CallOptions = {}): Promise<LinkEvent> {
		return this.http.json(withdrawalAt(eventPath(eventId), reason, options));
	}

	/** Withdraws all events of a load; while its status is Withdrawing, the broker continues. */
	async withdrawLoad(loadId: string, reason?: string, options: CallOptions = {}): Promise<Load> {
		return this.http.json(withdrawalAt(loadPath(loadId), reason, options));
	}

	/** Returns what withdrawing an event would change, without changing it. */
	async previewWithdrawal(eventId: string, options: CallOptions = {}): Promise<EventWithdrawalPreview> {
		return this.http.get(`${eventPath(eventId)}/withdrawal`, {}, options);
	}

	/** Returns what withdrawing a load would change, without changing it. */
	async previewLoadWithdrawal(loadId: string, options: CallOptions = {}): Promise<EventWithdrawalPreview> {
		return this.http.get(`${loadPath(loadId)}/withdrawal`, {}, options);
	}

	/** Restores the events that were withdrawn with their load. */
	async restoreLoad(loadId: string, options: CallOptions = {}): Promise<Load> {
		return this.http.change('POST', `${loadPath(loadId)}/restore`, undefined, options, {});
	}

	/** Has all events of a load processed again. */
	async rerunLoad(loadId: string, options: CallOptions = {}): Promise<Load> {
		return this.http.change('POST', `${loadPath(loadId)}/rerun`, undefined, options, {});
	}

	/** Restores a withdrawn event at its old place in the order of events. */
	async restoreEvent(eventId: string, options: CallOptions = {}): Promise<LinkEvent> {
		return this.http.change('POST', `${eventPath(eventId)}/restore`, undefined, options, {});
	}

	/** Has an event that is Done or in Error processed again. */
	async rerunEvent(eventId: string, options: CallOptions = {}): Promise<LinkEvent> {
		return this.http.change('POST', `${eventPath(eventId)}/rerun`, undefined, options, {});
	}
}

function eventPath(eventId: string): string {
	return `/events/${pathPart(eventId)}`;
}

function loadPath(loadId: string): string {
	return `/loads/${pathPart(loadId)}`;
}

function withdrawalAt(path: string, reason: string | undefined, options: CallOptions) {
	const body = JSON.stringify({ reason: reason ?? null });
	return { ...options, method: 'DELETE', path, body, repeatable: true } as const;
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
