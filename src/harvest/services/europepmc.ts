// How articles of Europe PMC are asked for, by the search of its API.
import { allOf, dayMilliseconds, dayOf, given, type HarvestService, numberAt, recordsAt, textAt } from '../service.ts';

/** See https://europepmc.org/RestfulWebService. */
export const europepmc: HarvestService = {
	name: 'europepmc',
	title: 'Europe PMC: articles with preprints, corrections and comments',
	address: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
	dialect: 'europepmc',
	filters: { query: { meaning: 'a Europe PMC query', example: 'SRC:PPR AND PUBLISHER:bioRxiv' } },
	example: "--query 'SRC:PPR AND PUBLISHER:bioRxiv'",
	needsOneOf: ['query'],
	changes: 'the day of the last update of an article',
	overlapMilliseconds: dayMilliseconds,
	// Ten requests a second and address.
	pauseMilliseconds: 200,
	needsContact: false,
	secret: null,
	first: () => ({ cursor: '*' }),
	request: ({ filters: { query }, since, until }, { cursor }) => ({
		path: '/search',
		query: given({
			query: allOf(
				query,
				since === null ? undefined : `UPDATE_DATE:[${dayOf(since)} TO ${dayOf(until + dayMilliseconds)}]`,
			),
			resultType: 'core',
			format: 'json',
			pageSize: '100',
			cursorMark: String(cursor),
		}),
	}),
	read(document, _asked, position) {
		const records = recordsAt(document, 'resultList', 'result');
		const cursor = textAt(document, 'nextCursorMark');
		// At the end the mark is left out, or the same as before.
		const isLast = records.length === 0 || cursor === undefined || (records.length < 100 && cursor === position.cursor);
		return { records, next: isLast ? null : { cursor }, total: numberAt(document, 'hitCount') };
	},
};
