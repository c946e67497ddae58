// How DOIs of DataCite are asked for, by its REST API.
import { allOf, given, type HarvestService, numberAt, recordsAt, secondOf, textAt } from '../service.ts';

const size = '500';

/** See https://support.datacite.org/docs/pagination and …/docs/rate-limit. */
export const datacite: HarvestService = {
	name: 'datacite',
	title: 'DataCite: DOIs from its REST API',
	address: 'https://api.datacite.org',
	dialect: 'datacite',
	filters: {
		prefix: { meaning: 'a DOI prefix', example: '10.5281' },
		client: { meaning: 'the account of a repository', example: 'cern.zenodo' },
		query: { meaning: 'a DataCite query', example: 'relatedIdentifiers.relationType:Cites' },
	},
	example: '--prefix 10.5281 --every 6h',
	needsOneOf: ['prefix', 'client', 'query'],
	isWholeSince: true,
	changes: 'the last update of a record',
	overlapMilliseconds: 3_600_000,
	// 1,000 requests in five minutes of whoever says who they are.
	pauseMilliseconds: 300,
	needsContact: true,
	secret: null,
	first: () => ({ cursor: '1' }),
	request: ({ filters: { prefix, client, query }, since }, { cursor }) => ({
		path: '/dois',
		query: given({
			prefix: prefix?.toLowerCase(),
			'client-id': client?.toLowerCase(),
			query: allOf(query, since === null ? undefined : `updated:[${secondOf(since)} TO *]`),
			'page[cursor]': String(cursor),
			'page[size]': size,
			'disable-facets': 'true',
		}),
	}),
	read(document) {
		const records = recordsAt(document, 'data');
		const next = URL.parse(textAt(document, 'links', 'next') ?? '')?.searchParams.get('page[cursor]');
		return {
			records,
			next: records.length > 0 && next ? { cursor: next } : null,
			total: numberAt(document, 'meta', 'total'),
		};
	},
};
