// How works of NASA ADS are asked for, by its search API.
import {
	allOf,
	dayMilliseconds,
	dayOf,
	given,
	type HarvestService,
	nextPage,
	numberAt,
	recordsAt,
} from '../service.ts';

const size = 200;
const fields =
	'bibcode,identifier,alternate_bibcode,doi,title,author,pub,pubdate,year,doctype,keyword,reference,citation';

/** See https://ui.adsabs.harvard.edu/help/api/api-docs.html; a day has 5,000 requests. */
export const ads: HarvestService = {
	name: 'ads',
	title: 'NASA ADS: works from its search API',
	address: 'https://api.adsabs.harvard.edu/v1',
	dialect: 'ads',
	filters: {
		prefix: { meaning: 'a DOI prefix', example: '10.5281' },
		query: { meaning: 'an ADS query', example: 'bibgroup:CfA' },
		set: { meaning: 'a library or collection in ADS syntax', example: 'collection:astronomy' },
	},
	example: '--query bibgroup:CfA --every 7d',
	needsOneOf: ['prefix', 'query', 'set'],
	changes: 'the day on which ADS added a work',
	overlapMilliseconds: 7 * dayMilliseconds,
	pauseMilliseconds: 1_000,
	needsContact: false,
	secret: { variable: 'ADS_TOKEN', isNeeded: true, from: 'ui.adsabs.harvard.edu/user/settings/token' },
	first: () => ({ page: 0, total: null }),
	request: ({ filters: { prefix, query, set }, since, secret }, { page }) => ({
		path: '/search/query',
		query: given({
			q: allOf(
				query,
				prefix === undefined ? undefined : `doi:${prefix.replaceAll('/', '\\/')}*`,
				set,
				since === null ? undefined : `entdate:[${dayOf(since)} TO *]`,
			),
			fl: fields,
			rows: String(size),
			start: String(Number(page) * size),
			sort: 'bibcode asc',
		}),
		headers: { authorization: `Bearer ${secret}` },
	}),
	read(document, _asked, position) {
		const records = recordsAt(document, 'response', 'docs');
		const total = numberAt(document, 'response', 'numFound');
		const { next, note } = nextPage(position, { size, count: records.length, total, first: 0 });
		return { records, next, total, ...(note !== undefined && { note }) };
	},
};
