// A page of a search for relationships: what its headers say is added to its body.
import { type Answer, readJson } from './http.ts';
import type { AnsweredIdentifier, FlagNumbers, RelationshipsAnswer } from './schemas.ts';

/** A page of a search. */
export type RelationshipsPage = RelationshipsAnswer & {
	/** The number of results on all pages. */
	total: number;
	/** Whether the requested work is known. */
	known: boolean;
	/** The identifier as which `id` was read; absent if it is very long. */
	understoodAs?: AnsweredIdentifier;
	/** With `definition` or `exclude`: how many links were left out, by flag. */
	excluded?: FlagNumbers;
	/** Likewise: how many of those that count may have each of these flags. */
	unknown?: FlagNumbers;
	/** The `cursor` of the next page; absent on the last one. */
	next?: string;
};

/** Reads the cursor from the address of the next page, which may be relative. */
export function cursorOf(address: string | undefined): { next?: string } {
	const next = new URLSearchParams(/\?([^#]*)/.exec(address ?? '')?.[1]).get('cursor');
	return next === null ? {} : { next };
}

/** Decodes a text as far as its encoding is valid. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Reads `author-self=12, machine=3`. */
function numbersIn(header: string | null): FlagNumbers | undefined {
	if (header === null) return undefined;
	const found = header.matchAll(/([a-z-]+)=(\d{1,15})/g);
	return Object.fromEntries(Array.from(found, ([, flag = '', number]) => [flag, Number(number)]));
}

/** Reads a page of a search from its body and its headers. */
export function readPage(answer: Answer): RelationshipsPage {
	const { headers } = answer;
	const [excluded, unknown] = [numbersIn(headers.get('X-Excluded')), numbersIn(headers.get('X-Unknown'))];
	const [, scheme = '', id] = /^([^:]*):(.*)$/s.exec(headers.get('X-Understood-As') ?? '') ?? [];
	return {
		...readJson<RelationshipsAnswer>(answer, { Relationships: 'list' }),
		total: Number(headers.get('X-Total-Count')) || 0,
		known: headers.get('X-Known') === 'true',
		...(id !== undefined && { understoodAs: { ID: decoded(id), IDScheme: scheme } }),
		...(excluded && { excluded }),
		...(unknown && { unknown }),
		...cursorOf(/<([^>]*)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1]),
	};
}
