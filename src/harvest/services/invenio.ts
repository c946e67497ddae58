// How records of repositories that run InvenioRDM are asked for, Zenodo among them. Their search
// hands out no more than 10,000 records, so it is asked for one window of time after the other.
import {
	type Asked,
	allOf,
	firstHalf,
	given,
	type HarvestService,
	nextPage,
	numberAt,
	type Position,
	recordsAt,
	windowAfter,
} from '../service.ts';

const mostRecords = 10_000;
const beginning = Date.UTC(2000, 0, 1);

const common = {
	filters: {
		prefix: { meaning: 'a DOI prefix', example: '10.5281' },
		query: { meaning: 'an InvenioRDM query', example: 'resource.type:software' },
		set: { meaning: 'the name of a community', example: 'astropy' },
	},
	needsOneOf: ['prefix', 'query', 'set'],
	isWholeSince: true,
	changes: 'the last update of a record',
	overlapMilliseconds: 3_600_000,
	needsContact: false,
	first: ({ since, until }: Asked) => ({ from: since ?? beginning, to: until, page: 1, total: null }),
} as const;

/** See https://inveniordm.docs.cern.ch/reference/rest_api_drafts_records/. */
export const invenio: HarvestService = {
	...common,
	needsOneOf: [],
	name: 'invenio',
	title: 'InvenioRDM: records of a repository from its REST API',
	address: null,
	example: '--address https://repository.example.org --provider "Example Repository"',
	dialect: 'inveniordm',
	pauseMilliseconds: 1_000,
	secret: null,
	request: (asked, position) => ({
		...requestOf(asked, position, { size: 100, allVersions: 'allversions' }),
		headers: { accept: 'application/vnd.inveniordm.v1+json' },
	}),
	read: (document, asked, position) => readWindow(document, asked, position, 100),
};

const zenodoSize = ({ secret }: Asked) => (secret === null ? 25 : 100);

/**
 * See https://developers.zenodo.org/#rate-limiting: 30 searches a minute; pages have 25 records,
 * 100 for whoever has a token.
 */
export const zenodo: HarvestService = {
	...common,
	name: 'zenodo',
	title: 'Zenodo: records from its REST API',
	address: 'https://zenodo.org',
	example: '--set astropy',
	dialect: 'zenodo',
	pauseMilliseconds: 2_000,
	secret: { variable: 'ZENODO_TOKEN', isNeeded: false, from: 'zenodo.org/account/settings/applications' },
	request: (asked, position) => ({
		...requestOf(asked, position, { size: zenodoSize(asked), allVersions: 'all_versions' }),
		...(asked.secret !== null && { headers: { authorization: `Bearer ${asked.secret}` } }),
	}),
	read: (document, asked, position) => readWindow(document, asked, position, zenodoSize(asked)),
};

function requestOf(
	{ filters: { prefix, query, set } }: Asked,
	{ from, to, page }: Position,
	{ size, allVersions }: { size: number; allVersions: string },
) {
	const [begin, end] = [from, to].map((moment) => new Date(Number(moment)).toISOString().slice(0, 19));
	return {
		path: set === undefined ? '/api/records' : `/api/communities/${encodeURIComponent(set)}/records`,
		query: given({
			q: allOf(
				query,
				prefix === undefined ? undefined : `doi:${prefix.replaceAll('/', '\\/')}*`,
				`updated:["${begin}" TO "${end}"}`,
			),
			sort: 'oldest',
			page: String(page),
			size: String(size),
			[allVersions]: 'true',
		}),
	};
}

function readWindow(document: unknown, asked: Asked, position: Position, size: number) {
	const { until } = asked;
	const records = recordsAt(document, 'hits', 'hits');
	const total = numberAt(document, 'hits', 'total');
	const [from, to] = [Number(position.from), Number(position.to)];
	// The first answer is about all that is asked for; others say how much their window holds.
	const isFirst = from === common.first(asked).from && to === until && position.page === 1;
	const whole = isFirst ? total : null;
	const half = total !== null && total > mostRecords ? firstHalf({ from, to }, 1_000) : undefined;
	if (half !== undefined) {
		return { records: [], next: { ...half, page: 1, total: null }, total: whole, isTooMuch: true as const };
	}
	const { next, note } = nextPage(position, { size, count: records.length, total, first: 1 });
	const window = windowAfter({ from, to }, { until, isSparse: (total ?? 0) < mostRecords / 4 });
	const after = window && { ...window, page: 1, total: null };
	return { records, next: next ?? after, total: whole, ...(note !== undefined && { note }) };
}
