// How citations of OpenCitations are asked for, DOI by DOI, by its Index API.

import { type Asked, type HarvestService, type Position, recordsAt } from '../service.ts';

const parts = ['citations', 'references'];

/** See https://api.opencitations.net/index/v2. It has no list of all: each work is asked for. */
export const opencitations: HarvestService = {
	name: 'opencitations',
	title: 'OpenCitations: citations and references of works from its Index API',
	address: 'https://api.opencitations.net/index/v2',
	dialect: 'opencitations',
	filters: {
		prefix: { meaning: 'known works with this DOI prefix', example: '10.5281' },
		query: { meaning: 'DOIs, separated by spaces', example: '10.5281/zenodo.11020' },
		set: { meaning: 'citations or references (default: both)', example: 'citations' },
	},
	example: '--prefix 10.5281 --set citations',
	needsOneOf: ['prefix', 'query'],
	changes: null,
	overlapMilliseconds: 0,
	// 180 requests a minute.
	pauseMilliseconds: 350,
	needsContact: false,
	secret: { variable: 'OPENCITATIONS_TOKEN', isNeeded: false, from: 'opencitations.net/accesstoken' },
	first: (asked) => nextWork(asked, { cursor: null, at: -1 }),
	request: ({ secret }, { doi, part }) => ({
		path: `/${parts[Number(part)]}/doi:${encodeURIComponent(String(doi)).replaceAll('%2F', '/')}`,
		query: { format: 'json' },
		...(secret !== null && { headers: { authorization: secret } }),
	}),
	async read(document, asked, position) {
		const records = recordsAt(document);
		const part = Number(position.part) + 1;
		const next = part <= lastPart(asked) ? { ...position, part } : await nextWork(asked, position);
		return { records, next, total: null };
	},
};

const firstPart = ({ filters: { set } }: Asked) => (set === 'references' ? 1 : 0);
const lastPart = ({ filters: { set } }: Asked) => (set === 'citations' ? 0 : 1);

/**
 * Finds the work after that of a position: of those that are listed, then of those with the prefix.
 */
async function nextWork(asked: Asked, { cursor, at }: Position): Promise<Position | null> {
	const { prefix, query } = asked.filters;
	const listed = query?.split(/[\s,]+/).filter((doi) => doi !== '') ?? [];
	const index = Number(at) + 1;
	const doi = listed[index]?.replace(/^doi:/i, '');
	if (doi !== undefined) return { doi, part: firstPart(asked), at: index, cursor: null };
	// Behind the last one there is no cursor any more.
	if (prefix === undefined || (cursor === null && index > listed.length)) return null;
	const found = await asked.knownDois(prefix, cursor === null ? undefined : String(cursor));
	const [known] = found.dois;
	return known === undefined ? null : { doi: known, part: firstPart(asked), at: listed.length, cursor: found.cursor };
}
