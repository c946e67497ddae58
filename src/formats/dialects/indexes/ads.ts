// Reads answers of the API of NASA ADS: works of astronomy with the bibcodes that they cite and
// that cite them.
import type { Dialect, GivenIdentifier, GivenLink, GivenRecord } from '../dialect.ts';
import { at, type Fields, isFields, list, objects, text, texts } from '../values.ts';

/** Answers of `/v1/search/query`, or the documents in them. */
export const ads: Dialect<'json'> = {
	name: 'ads',
	title: 'NASA ADS: answers of its search API',
	frame: 'json',
	replacement: 'record',
	provider: 'SAO/NASA Astrophysics Data System',
	dateRule: 'when the citing work was published',
	example:
		'{"response": {"docs": [{"bibcode": "2020ApJ...900....1A", "pubdate": "2020-09-00", "doi": ["10.1234/apj"], ' +
		'"reference": ["2013PASP..125..306F"]}]}}',
	fits: (document) => documentsIn(document).some((work) => text(work.bibcode) !== undefined),
	*read(document) {
		for (const work of documentsIn(document)) if (text(work.bibcode) !== undefined) yield readWork(work);
	},
};

function documentsIn(document: unknown): Fields[] {
	const docs = at(document, 'response', 'docs');
	if (docs !== undefined) return objects(docs);
	return isFields(document) ? [document] : [];
}

function readWork(work: Fields): GivenRecord {
	const bibcode = text(work.bibcode) as string;
	const published = text(work.pubdate) ?? text(work.year);
	const links: GivenLink[] = [
		...texts(work.reference).map((cited): GivenLink => ({ relation: 'Cites', target: ofBibcode(cited) })),
		...texts(work.citation).map(
			(citing): GivenLink => ({ relation: 'IsCitedBy', target: ofBibcode(citing), date: yearOf(citing) }),
		),
	];
	return {
		subject: {
			identifiers: [{ id: bibcode, scheme: 'ads' }, ...identifiersOf(work)],
			type: typeOf(text(work.doctype)),
			title: texts(work.title)[0],
			creators: texts(work.author).map((name) => ({ name })),
			publicationDate: published,
			publishers: texts(work.publisher),
			keywords: texts(work.keyword),
			container: text(work.pub),
		},
		links,
		date: published,
	};
}

function ofBibcode(id: string): { identifiers: GivenIdentifier[] } {
	return { identifiers: [{ id, scheme: 'ads' }] };
}

/** `identifier` has bibcodes old and new, DOIs, arXiv and ASCL numbers, each more than once. */
function identifiersOf({ identifier, alternate_bibcode: alternate, doi, eid }: Fields): GivenIdentifier[] {
	const bibcodes = texts(alternate).map((id) => ({ id, scheme: 'ads' }));
	const dois = list(doi)
		.flatMap((one) => text(one) ?? [])
		.map((id) => ({ id, scheme: 'doi' }));
	const arxiv = texts(eid).filter((id) => /^arxiv:/i.test(id));
	return [...dois, ...bibcodes, ...[...texts(identifier), ...arxiv].map((id) => ({ id }))];
}

/** A bibcode begins with the year in which its work was published. */
function yearOf(bibcode: string): string | undefined {
	return /^\d{4}/.exec(bibcode)?.[0];
}

/** ADS has words of its own; all that is neither software nor data is literature. */
function typeOf(doctype: string | undefined): string {
	if (doctype === 'software') return 'software';
	return doctype === 'catalog' || doctype === 'dataset' ? 'dataset' : 'literature';
}
