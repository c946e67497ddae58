// How citations of OpenCitations are asked for, DOI by DOI, by its Index API.

import { beforeFirstWork, nextWork } from '../next-work.ts';
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
	first: (asked) => ofNextWork(asked, beforeFirstWork),
	request: ({ secret }, { doi, part }) => ({
		path: `/${parts[Number(part)]}/doi:${encodeURIComponent(String(doi)).replaceAll('%2F', '/')}`,
		query: { format: 'json' },
		...(secret !== null && { headers: { authorization: secret } }),
	}),
	async read(document, asked, position) {
		const records = recordsAt(document);
		const part = Number(position.part) + 1;
		const next = part <= lastPart(asked) ? { ...position, part } : await ofNextWork(asked, position);
		return { records, next, list: `${position.doi} ${position.part}`, total: null };
	},
};

const firstPart = ({ filters: { set } }: Asked) => (set === 'references' ? 1 : 0);
const lastPart = ({ filters: { set } }: Asked) => (set === 'citations' ? 0 : 1);

async function ofNextWork(asked: Asked, position: Position): Promise<Position | null> {
	const work = await nextWork(asked, position);
	if (work === null) return null;
	const { id, ...place } = work;
	return { doi: id.replace(/^doi:/i, ''), part: firstPart(asked), ...place };
}
