// The client: one method for each thing that is asked of a broker.
import { type Answer, type CallOptions, type ClientOptions, Http, pathPart, readJson } from './http.ts';
import { Paged, pageByPage } from './paged.ts';
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
	GetSourcesParameters,
	IdentifierToLookUp,
	LinkEvent,
	ListEventLinksParameters,
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
	ReportQuestion,
	ReportWorksAnswer,
	ScholixLink,
	SearchRelationshipsParameters,
	Sources,
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
	/** What `cursor` is for the page behind it; absent on the last one. */
	next?: string;
};

/** A page of works that were found. */
export type FoundWorksPage = FoundWorks & {
	/** What `cursor` is for the page behind it; absent on the last one. */
	next?: string;
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
	protected readonly http: Http;

	/** Takes the address of the broker (`https://links.example.org`). */
	constructor(address: string, options: ClientOptions = {}) {
		this.http = new Http(address, options);
	}

	/** Searches the relationships of a work: the other works, with who says so since when. */
	relationships(query: RelationshipsQuery, options: CallOptions = {}): Paged<Relationship, RelationshipsPage> {
		const read = () => pageByPage((cursor) => this.relationshipsPage({ ...query, cursor }, options));
		return new Paged(read, ({ Relationships }) => Relationships);
	}

	/** Searches likewise, and answers one page: the first, one by its number, or the one behind a `next`. */
	async relationshipsPage(
		query: RelationshipsQuery & Pick<SearchRelationshipsParameters, 'page' | 'cursor'>,
		options: CallOptions = {},
	): Promise<RelationshipsPage> {
		const asked = { ...options, path: '/relationships', query, accept: scholixMediaType, repeatable: true };
		return readPage(await this.http.send(asked));
	}

	/** Searches likewise, and answers a page with counts by type, year, wording and version. */
	search(query: RelationshipsQuery & { page?: number }, options: CallOptions = {}): Promise<RelationshipsHits> {
		return this.http.get('/relationships', query, options);
	}

	/** Tells what is known of a work. One that is not known is the failure `not-found`, with suggestions. */
	object(id: string, query: { scheme?: string; facets?: boolean } = {}, options: CallOptions = {}): Promise<Work> {
		return this.http.get('/objects', { id, ...query }, options);
	}

	/** Tells it by the address that stays, which `self` of a work is. */
	objectAt(self: string, query: { facets?: boolean } = {}, options: CallOptions = {}): Promise<Work> {
		const number = /\/objects\/(\d+)$/.exec(self)?.[1];
		if (number === undefined)
			throw new TypeError(`${self} is no address of a work: it ends with /objects/ and a number`);
		return this.http.get(`/objects/${number}`, query, options);
	}

	/** Finds works by words, type and year. */
	findObjects(query: string | ObjectsQuery, options: CallOptions = {}): Paged<FoundWork, FoundWorksPage> {
		const asked = typeof query === 'string' ? { q: query } : query;
		const read = () => pageByPage((cursor) => this.findObjectsPage({ ...asked, cursor }, options));
		return new Paged(read, ({ hits }) => hits);
	}

	/** Finds works likewise, and answers one page: the first, or the one behind a `next`. */
	async findObjectsPage(
		query: ObjectsQuery & Pick<DescribeObjectParameters, 'cursor'>,
		options: CallOptions = {},
	): Promise<FoundWorksPage> {
		const page = await this.http.get<FoundWorks>('/objects', query, options);
		return { ...page, ...cursorOf(page.links.next) };
	}

	/** Looks any number of identifiers up, a thousand with one request, and answers each in their order. */
	async *lookUp(
		ids: Iterable<IdentifierToLookUp> | AsyncIterable<IdentifierToLookUp>,
		options: CallOptions = {},
	): AsyncGenerator<LookedUp> {
		for await (const step of inSteps(ids, idsPerRequest)) {
			yield* (await this.lookUpOnce(step, options)).results;
		}
	}

	/** Looks at most a thousand identifiers up, with one request. */
	lookUpOnce(ids: readonly IdentifierToLookUp[], options: CallOptions = {}): Promise<LookUpObjectsAnswer> {
		return this.http.ask('/objects/lookup', ids, options);
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
			yield* (await this.reportPage({ identifiers: step, ...(since !== undefined && { since }) }, options)).works;
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
			const answer = await this.reportPage({ ...selection, ...(cursor !== undefined && { cursor }) }, options);
			yield* answer.works;
			if (answer.cursor === undefined) return;
			cursor = answer.cursor;
		}
	}

	/**
	 * Reports with one request: on at most a thousand identifiers, or on a step of a selection, behind
	 * the `cursor` of the answer before.
	 */
	reportPage(question: ReportQuestion, options: CallOptions = {}): Promise<ReportWorksAnswer> {
		return this.http.ask('/reports', question, options);
	}

	/** Tells where links come from and what is held, as it was counted last. */
	sources(query: Omit<GetSourcesParameters, 'prettyprint'> = {}, options: CallOptions = {}): Promise<Sources> {
		return this.http.get('/sources', query, options);
	}

	/** Tells whether two identifiers are of one work, of versions of one, or of linked works, and why. */
	why(
		id: string,
		other: string,
		query: Pick<ExplainWhyParameters, 'scheme' | 'otherScheme'> = {},
		options: CallOptions = {},
	): Promise<Why> {
		return this.http.get('/why', { id, other, ...query }, options);
	}

	/**
	 * Reads the log of what came to count and what ceased to, to its end or, with `follow`, for ever.
	 * `next` of the last page that was worked off is the `after` to go on with another time.
	 */
	changes({ follow = false, signal, ...query }: ChangesOptions = {}): Paged<Change, Changes> {
		const http = this.http;
		const read = async function* () {
			let after = query.after;
			while (true) {
				const asked = { ...query, after, ...(follow && { wait: longestWaitSeconds }) };
				const page = await http.get<Changes>('/changes', asked, { signal });
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
		return submitLinks(this.http, links, options);
	}

	/** Waits until all that an event changed can be found; fails where the event does. */
	wait(eventId: string, options: WaitOptions = {}): Promise<LinkEvent> {
		return waitForEvent(this.http, eventId, options);
	}

	/** Tells how far an event is. */
	async event(eventId: string, options: CallOptions = {}): Promise<LinkEvent> {
		return this.http.get(eventPath(eventId), {}, options);
	}

	/** Lists the events of the account, newest first. */
	events(query: Omit<ListEventsParameters, 'before'> = {}, options: CallOptions = {}): Paged<LinkEvent, EventList> {
		const read = () => pageByPage((before) => this.eventsPage({ ...query, before }, options));
		return new Paged(read, ({ events }) => events);
	}

	/** Lists one page of them: the newest, or those behind the `next` of another. */
	eventsPage(query: ListEventsParameters = {}, options: CallOptions = {}): Promise<EventList> {
		return this.http.get('/events', query, options);
	}

	/** Lists the links of an event in their order. */
	eventLinks(eventId: string, options: CallOptions = {}): Paged<ScholixLink, EventLinks> {
		const read = () => pageByPage((after) => this.eventLinksPage(eventId, { limit: mostOfPage, after }, options));
		return new Paged(read, ({ links }) => links);
	}

	/** Lists one page of them: the first, or those behind the `next` of another. */
	async eventLinksPage(
		eventId: string,
		query: ListEventLinksParameters = {},
		options: CallOptions = {},
	): Promise<EventLinks> {
		return this.http.get(`${eventPath(eventId)}/links`, query, options);
	}

	/** Withdraws an event: all is then as if it had never been submitted. */
	async withdrawEvent(eventId: string, reason?: string, options: CallOptions = {}): Promise<LinkEvent> {
		const body = JSON.stringify({ reason: reason ?? null });
		return this.http.json({ ...options, method: 'DELETE', path: eventPath(eventId), body, repeatable: true });
	}

	/** Tells what withdrawing an event would change, without changing it. */
	async previewWithdrawal(eventId: string, options: CallOptions = {}): Promise<EventWithdrawalPreview> {
		return this.http.get(`${eventPath(eventId)}/withdrawal`, {}, options);
	}

	/** Brings a withdrawn event back, to its old place in the order of events. */
	async restoreEvent(eventId: string, options: CallOptions = {}): Promise<LinkEvent> {
		return this.http.change('POST', `${eventPath(eventId)}/restore`, undefined, options);
	}

	/** Has an event that is Done or in Error processed again. */
	async rerunEvent(eventId: string, options: CallOptions = {}): Promise<LinkEvent> {
		return this.http.change('POST', `${eventPath(eventId)}/rerun`, undefined, options);
	}
}

function eventPath(eventId: string): string {
	return `/events/${pathPart(eventId)}`;
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

/** Takes the cursor of the next page from its address, which may be a relative one. */
function cursorOf(address: string | undefined): { next?: string } {
	const next = new URLSearchParams(/\?([^#]*)/.exec(address ?? '')?.[1]).get('cursor');
	return next === null ? {} : { next };
}

function readPage(answer: Answer): RelationshipsPage {
	const { headers } = answer;
	const [, scheme = '', id] = /^([^:]*):(.*)$/s.exec(headers.get('X-Understood-As') ?? '') ?? [];
	return {
		...(readJson(answer) as RelationshipsAnswer),
		total: Number(headers.get('X-Total-Count')),
		known: headers.get('X-Known') === 'true',
		...(id !== undefined && { understoodAs: { ID: decodeURIComponent(id), IDScheme: scheme } }),
		...cursorOf(/<([^>]*)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1]),
	};
}
