// Reads answers of the API of NASA ADS: works of astronomy with the bibcodes that they cite and
// that cite them.
import { linkLimits } from '../../../links/limits.ts';
import type { Dialect, GivenAgent } from '../dialect.ts';
import { json } from '../mapping.ts';
import { at, type Fields, isFields, list, objects, text } from '../values.ts';

/** Answers of `/v1/search/query`, or the documents in them. */
export const ads: Dialect<'json'> = {
	name: 'ads',
	title: 'NASA ADS: answers of its search API',
	syntax: 'json',
	replacement: 'record',
	provider: 'SAO/NASA Astrophysics Data System',
	dateRule: 'when the citing work was published',
	example:
		'{"response": {"docs": [{"bibcode": "2020ApJ...900....1A", "pubdate": "2020-09-00", "doi": ["10.1234/apj"], ' +
		'"reference": ["2013PASP..125..306F"]}]}}',
	...json.records((document) => documentsIn(document).filter(({ bibcode }) => text(bibcode) !== undefined), {
		subject: {
			// `identifier` has bibcodes old and new, DOIs, arXiv and ASCL numbers, each more than once.
			identifiers: [
				{ id: 'bibcode', scheme: '=ads' },
				{ id: 'doi[]', scheme: '=doi' },
				{ id: 'alternate_bibcode[]', scheme: '=ads' },
				{ id: 'identifier[]' },
				{ id: 'eid[]', only: ({ id }) => /^arxiv:/i.test(id) },
			],
			// All that is neither software nor data is literature.
			type: '=literature',
			subType: 'doctype',
			title: 'title[]',
			creators: creatorsOf,
			publicationDate: ['pubdate', 'year'],
			publishers: 'publisher[]',
			keywords: 'keyword[]',
			container: {
				title: 'pub',
				issns: 'issn[]',
				volume: 'volume',
				issue: 'issue',
				pages: ['page_range', 'page[]', 'eid'],
			},
		},
		links: [
			{ each: 'reference[]', relation: '=Cites', id: '.', scheme: '=ads' },
			{ each: 'citation[]', relation: '=IsCitedBy', id: '.', scheme: '=ads', date: { at: '.', as: yearOf } },
		],
		date: ['pubdate', 'year'],
	}),
};

function documentsIn(document: unknown): Fields[] {
	const docs = at(document, 'response', 'docs');
	if (docs !== undefined) return objects(docs);
	return isFields(document) ? [document] : [];
}

/** Lists the authors; ORCID iDs stand in lists beside that of the names, `-` where one has none. */
function creatorsOf({ author, ...work }: Fields): readonly GivenAgent[] {
	const orcids = ['orcid_pub', 'orcid_user', 'orcid_other'].map((name) => list(work[name]));
	return list(author)
		.slice(0, linkLimits.items)
		.flatMap((one, at) => {
			const name = text(one);
			const orcid = orcids.map((known) => text(known[at])).find((id) => id !== undefined && id !== '-');
			return name === undefined ? [] : [{ name, orcid }];
		});
}

/** A bibcode begins with the year in which its work was published. */
function yearOf(bibcode: string): string | undefined {
	return /^\d{4}/.exec(bibcode)?.[0];
}
