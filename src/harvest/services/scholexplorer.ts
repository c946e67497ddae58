// How links of OpenAIRE ScholeXplorer are asked for, by the third version of its API.
import { dayMilliseconds, dayOf, given, type HarvestService, nextPage, numberAt, recordsAt } from '../service.ts';

/** See https://graph.openaire.eu/docs/apis/scholexplorer/v3/query_params. Pages begin with 0. */
export const scholexplorer: HarvestService = {
	name: 'scholexplorer',
	title: 'OpenAIRE ScholeXplorer: links from its API, version 3',
	address: 'https://api.scholexplorer.openaire.eu/v3',
	dialect: 'scholexplorer',
	filters: {
		query: { meaning: 'the identifier of the source', example: '10.5281/zenodo.11020' },
		client: { meaning: 'the publisher of the source', example: 'Zenodo' },
		set: { meaning: 'the type of the source, which is Publication, Dataset, Software or Other', example: 'Dataset' },
	},
	example: '--client Zenodo',
	needsOneOf: ['query', 'client', 'set'],
	changes: 'the date of the source of a link, from 90 days before the last run',
	overlapMilliseconds: 90 * dayMilliseconds,
	pauseMilliseconds: 500,
	needsContact: false,
	secret: null,
	first: () => ({ page: 0, total: null, size: null }),
	request: ({ filters: { query, client, set }, since }, { page }) => ({
		path: '/Links',
		query: given({
			sourcePid: query,
			sourcePublisher: client,
			sourceType: set,
			from: since === null ? undefined : dayOf(since),
			page: String(page),
		}),
	}),
	read(document, _asked, position) {
		const records = recordsAt(document, 'result');
		const total = numberAt(document, 'totalLinks');
		// The first page shows how long all but the last one are.
		const size = Number(position.size ?? Math.max(1, records.length));
		const { next, note } = nextPage({ ...position, size }, { size, count: records.length, total, first: 0 });
		return { records, next, total, ...(note !== undefined && { note }) };
	},
};
