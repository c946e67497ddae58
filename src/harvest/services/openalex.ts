// How works of OpenAlex are asked for, by its API.
import { dayMilliseconds, dayOf, given, type HarvestService, numberAt, recordsAt, textAt } from '../service.ts';

/**
 * See https://developers.openalex.org/guides/page-through-results: cursors need a key, which is
 * free; changes need one that is paid for. Without that, what was published since is asked for,
 * with a quarter of a year before it, since works come to OpenAlex after they were published.
 */
export const openalex: HarvestService = {
	name: 'openalex',
	title: 'OpenAlex: works from its API',
	address: 'https://api.openalex.org',
	dialect: 'openalex',
	filters: {
		prefix: { meaning: 'a DOI prefix', example: '10.7554' },
		query: { meaning: 'search words', example: 'software citation' },
		set: { meaning: 'further OpenAlex filters', example: 'authorships.institutions.ror:https://ror.org/01ggx4157' },
	},
	example: '--set authorships.institutions.ror:https://ror.org/01ggx4157',
	needsOneOf: ['prefix', 'query', 'set'],
	changes:
		'the last update of a work if OPENALEX_KEY allows it; otherwise by its publication date, from 90 days before the ' +
		'last run',
	overlapMilliseconds: dayMilliseconds,
	pauseMilliseconds: 200,
	needsContact: true,
	secret: { variable: 'OPENALEX_KEY', isNeeded: true, from: 'openalex.org/settings/api gives one for nothing' },
	first: ({ since }) => ({ cursor: '*', by: since === null ? null : 'updated' }),
	request: ({ filters: { prefix, query, set }, since, contact, secret }, { cursor, by }) => ({
		path: '/works',
		query: given({
			filter:
				[
					prefix && `doi_starts_with:${prefix}`,
					set,
					since !== null && by === 'updated' && `from_updated_date:${dayOf(since)}`,
					since !== null && by === 'published' && `from_publication_date:${dayOf(since - 90 * dayMilliseconds)}`,
				]
					.filter((one) => one)
					.join(',') || undefined,
			search: query,
			per_page: '100',
			cursor: String(cursor),
			mailto: contact ?? undefined,
		}),
		...(secret !== null && { secretQuery: { api_key: secret } }),
	}),
	read(document, _asked, { by }) {
		const records = recordsAt(document, 'results');
		const cursor = textAt(document, 'meta', 'next_cursor');
		return {
			records,
			next: records.length === 0 || cursor === undefined ? null : { cursor, by: by ?? null },
			total: numberAt(document, 'meta', 'count'),
		};
	},
	afterRefusal: ({ cursor, by }) =>
		cursor === '*' && by === 'updated'
			? {
					position: { cursor, by: 'published' },
					note: 'The key does not allow changes; works published since are taken, and 90 days before.',
				}
			: undefined,
};
