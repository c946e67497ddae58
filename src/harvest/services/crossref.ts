// How works of Crossref are asked for, by its REST API.
import {
	dayMilliseconds,
	dayOf,
	given,
	type HarvestService,
	numberAt,
	type Position,
	recordsAt,
	textAt,
} from '../service.ts';

const size = 200;

/**
 * See https://www.crossref.org/documentation/retrieve-metadata/rest-api/. A cursor is valid for five
 * minutes, and often the same on all pages. So works come in the order in which they were indexed,
 * and a run goes on with those that were indexed since the day it has reached.
 */
export const crossref: HarvestService = {
	name: 'crossref',
	title: 'Crossref: works from its REST API',
	address: 'https://api.crossref.org',
	dialect: 'crossref',
	filters: {
		prefix: { meaning: 'a DOI prefix', example: '10.7554' },
		client: { meaning: 'the number of a member', example: '4374' },
		query: { meaning: 'search words', example: 'software citation' },
		set: { meaning: 'further Crossref filters', example: 'has-references:true,type:posted-content' },
	},
	example: '--prefix 10.7554 --from 2026-01-01',
	needsOneOf: ['prefix', 'client', 'query', 'set'],
	isWholeSince: true,
	changes: 'the day on which a record was indexed',
	overlapMilliseconds: dayMilliseconds,
	// Lists of the polite pool: three a second.
	pauseMilliseconds: 350,
	needsContact: true,
	secret: null,
	cursorStays: true,
	positionMilliseconds: 4 * 60_000,
	first: ({ since }) => beginAt(since === null ? null : dayOf(since)),
	request: ({ filters, contact }, { cursor, from }) => ({
		path: '/works',
		query: given({
			filter:
				[
					filters.prefix && `prefix:${filters.prefix}`,
					filters.client && `member:${filters.client}`,
					filters.set,
					from && `from-index-date:${from}`,
				]
					.filter((one) => one)
					.join(',') || undefined,
			query: filters.query,
			sort: 'indexed',
			order: 'asc',
			rows: String(size),
			cursor: String(cursor),
			mailto: contact ?? undefined,
		}),
	}),
	read(document, _asked, position) {
		const records = recordsAt(document, 'message', 'items');
		const cursor = textAt(document, 'message', 'next-cursor');
		const indexed = textAt(records.at(-1), 'indexed', 'date-time')?.slice(0, 10);
		return {
			records,
			// The filter of a cursor stays that of its first page.
			next:
				records.length < size || cursor === undefined
					? null
					: { ...position, cursor, reached: indexed ?? position.reached ?? null },
			total: numberAt(document, 'message', 'total-results'),
		};
	},
	afterRefusal: (position) =>
		position.cursor === '*'
			? undefined
			: {
					position: renewed(position),
					note: 'The cursor was refused; the run continues from the day that it had reached.',
				},
	renewed,
};

function renewed({ reached }: Position): Position {
	return beginAt(reached ?? null);
}

function beginAt(day: string | number | null): Position {
	return { cursor: '*', from: day, reached: day };
}
