// The definition of a service that can be harvested: its address, its filters, how its pages are
// read and follow one another, and its rate limits.
import { BrokerError } from '../errors.ts';
import { at, text } from '../formats/dialects/values.ts';

/** What narrows a harvest, by the names of the options. */
export const filterNames = ['prefix', 'client', 'query', 'set'] as const;
export type FilterName = (typeof filterNames)[number];

/** What a filter means to a service, and a value of it. */
export type Filter = { meaning: string; example: string };

/** Where a run is, in what the service itself counts by: a cursor, a page, a window of time. */
export type Position = Readonly<Record<string, string | number | null>>;

/** What is asked. */
export type Asked = {
	filters: Readonly<Partial<Record<FilterName, string>>>;
	/** Changes at this moment or later; null: everything. Milliseconds since 1970. */
	since: number | null;
	/** When the run began; what changes later is for the next one. */
	until: number;
	/** The mail address of whoever runs the broker. */
	contact: string | null;
	/** The secret that the service knows the operator by (see HarvestService.secret). */
	secret: string | null;
	/** DOIs with this prefix that the broker knows, or all; some at a time. Null: these were the last. */
	knownDois(prefix: string | null, cursor: string | undefined): Promise<{ dois: string[]; cursor: string | null }>;
};

/**
 * A request, without the address of the service. `secretQuery` is part of the query and shown to
 * nobody.
 */
export type ServiceRequest = {
	/** Begins with a slash. */
	path: string;
	query: Readonly<Record<string, string>>;
	secretQuery?: Readonly<Record<string, string>>;
	headers?: Readonly<Record<string, string>>;
	/** It is answered in XML. */
	isXml?: true;
};

/** What an answer says of itself. */
export type ServicePage = {
	/** Its records, as far as they show whether a page is another one. */
	records: readonly unknown[];
	/** Where the next page is; null: this was the last. */
	next: Position | null;
	/** How many records the whole has; null: it does not say. */
	total: number | null;
	/** The list that they are part of, if the same page may occur in several lists. */
	list?: string;
	/** The records are not to be taken: `next` asks for fewer. */
	isTooMuch?: true;
	/** What is odd about it, in a sentence. */
	note?: string;
};

/** A secret that a service knows its users by. */
export type ServiceSecret = {
	/** The name of its setting, as the environment has it. */
	variable: 'ADS_TOKEN' | 'OPENALEX_KEY' | 'OPENCITATIONS_TOKEN' | 'ZENODO_TOKEN';
	/** The service answers nothing without it. */
	isNeeded: boolean;
	/** Where an operator gets one. */
	from: string;
};

/** A service. */
export type HarvestService = {
	/** As the command line names it. */
	name: string;
	title: string;
	/** Its usual address, without a slash at the end; null: each installation has its own. */
	address: string | null;
	/** The dialect of its answers. */
	dialect: string;
	/** What it may be narrowed by. */
	filters: Readonly<Partial<Record<FilterName, Filter>>>;
	/** Options of its command, as an example. */
	example: string;
	/** One of these must be given. */
	needsOneOf: readonly FilterName[];
	/** All that changed since a day may be asked for, without any of them. */
	isWholeSince?: true;
	/** How changes since a moment are recognised, for people; null: each run takes everything. */
	changes: string | null;
	/** A run begins that much before the last complete one began. */
	overlapMilliseconds: number;
	/** The least time between two requests, by the documentation of the service. */
	pauseMilliseconds: number;
	/** Whether it asks for the address of the operator. */
	needsContact: boolean;
	secret: ServiceSecret | null;
	/** The cursor may be the same on page after page: the service keeps the place. */
	cursorStays?: true;
	/** How long a position is valid; undefined: permanently. */
	positionMilliseconds?: number;
	/** Where a run begins; null: there is nothing to ask. */
	first(asked: Asked): Promise<Position | null> | Position | null;
	request(asked: Asked, position: Position): ServiceRequest;
	/** Fails with `harvest-failed` where the answer is none of this service. */
	read(document: unknown, asked: Asked, position: Position): Promise<ServicePage> | ServicePage;
	/** Where to go on after the service refused a position; undefined: nowhere. */
	afterRefusal?(position: Position, asked: Asked): { position: Position; note: string } | undefined;
	/** Where to go on where a position has grown too old. */
	renewed?(position: Position): Position;
};

export const dayMilliseconds = 86_400_000;

/** Writes the day of a moment, as filters have it. */
export function dayOf(moment: number): string {
	return new Date(moment).toISOString().slice(0, 10);
}

/** Writes a moment to the second, as filters have it. */
export function secondOf(moment: number): string {
	return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}

/** Leaves out what is undefined. */
export function given(query: Readonly<Record<string, string | undefined>>): Record<string, string> {
	return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Joins conditions of a query in Lucene's language; undefined where there are none. */
export function allOf(...conditions: readonly (string | undefined)[]): string | undefined {
	const those = conditions.filter((condition) => condition !== undefined);
	return those.length === 0 ? undefined : those.map((one) => (those.length > 1 ? `(${one})` : one)).join(' AND ');
}

/** Answers the list of records at the end of a way; fails where there is none. */
export function recordsAt(document: unknown, ...way: readonly string[]): readonly unknown[] {
	const found = way.length === 0 ? document : at(document, ...way);
	if (Array.isArray(found)) return found;
	const place = way.length === 0 ? 'a list' : `a list in ${way.join('.')}`;
	throw new BrokerError('harvest-failed', `The answer does not look like one of this service: it lacks ${place}.`);
}

/**
 * Answers the whole number at the end of a way, which may be written as a text; null where there is
 * none. Null, true and lists are none: taken for 0 or 1, they would end a harvest too early.
 */
export function numberAt(document: unknown, ...way: readonly string[]): number | null {
	const found = Number(textAt(document, ...way) ?? Number.NaN);
	return Number.isSafeInteger(found) && found >= 0 ? found : null;
}

/** Answers the text at the end of a way. */
export function textAt(document: unknown, ...way: readonly string[]): string | undefined {
	return text(at(document, ...way));
}

/**
 * Finds the next page of a list that is asked for by pages of a fixed size. Where the list has
 * become shorter, records have moved to pages that were read already: it goes back as many pages
 * as that takes.
 */
export function nextPage(
	position: Position,
	{ size, count, total, first }: { size: number; count: number; total: number | null; first: number },
): { next: Position | null; note?: string } {
	const page = Number(position.page);
	const before = position.total === null || position.total === undefined ? total : Number(position.total);
	const shorterBy = before !== null && total !== null ? Math.max(0, before - total) : 0;
	if (shorterBy > 0 && page > first) {
		const next = { ...position, page: Math.max(first, page - Math.ceil(shorterBy / size)), total };
		return { next, note: `The list became shorter by ${shorterBy} while it was read; some pages are read again.` };
	}
	const isLast = count === 0 || (total !== null && (page - first + 1) * size >= total);
	return { next: isLast ? null : { ...position, page: page + 1, total } };
}

/** A span of time, in milliseconds since 1970, without its end. */
export type TimeWindow = { from: number; to: number };

/** Halves a window with too much in it; undefined where it has no two units. */
export function firstHalf({ from, to }: TimeWindow, unit: number): TimeWindow | undefined {
	if (to - from < 2 * unit) return undefined;
	return { from, to: from + Math.floor((to - from) / 2 / unit) * unit };
}

/**
 * Returns the window after another, up to the end of all: as long, and twice as long where that one
 * had little in it; null: it was the last.
 */
export function windowAfter(
	{ from, to }: TimeWindow,
	{ until, isSparse }: { until: number; isSparse: boolean },
): TimeWindow | null {
	return to >= until ? null : { from: to, to: Math.min(until, to + (to - from) * (isSparse ? 2 : 1)) };
}
