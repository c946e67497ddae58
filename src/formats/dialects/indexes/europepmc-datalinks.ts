// Reads the data links of Europe PMC: data of an article in other databases, found in its text or
// stated by its authors.
import type { Dialect, GivenLink } from '../dialect.ts';
import { json, type ObjectTable } from '../mapping.ts';
import { at, type Fields, fields, objects, text } from '../values.ts';

/** Answers of `/{source}/{id}/datalinks`. */
export const europepmcDatalinks: Dialect<'json'> = {
	name: 'europepmc-datalinks',
	title: 'Europe PMC: data links of its API',
	syntax: 'json',
	replacement: 'statement',
	provider: 'Europe PMC',
	dateRule: 'PublicationDate of the link',
	example:
		'{"dataLinkList": {"Category": [{"Name": "Protein Structures", "Section": [{"Linklist": {"Link": ' +
		'[{"PublicationDate": "04-11-2022", "LinkProvider": {"Name": "Europe PMC"}, "RelationshipType": {"Name": ' +
		'"References"}, "Source": {"Type": {"Name": "literature"}, "Identifier": {"ID": "1000", "IDScheme": "MED"}}, ' +
		'"Target": {"Type": {"Name": "dataset"}, "Identifier": {"ID": "6VW1", "IDScheme": "PDB"}}}]}}]}]}}',
	fits: (document) => fields(document).dataLinkList !== undefined,
	*read(document) {
		for (const category of objects(at(document, 'dataLinkList', 'Category'))) {
			for (const section of objects(category.Section)) {
				const links = objects(at(section, 'Linklist', 'Link'));
				yield { links: links.map((link) => readLink(link, text(section.ObtainedBy))) };
			}
		}
	},
};

/** What was found in the text is kept apart from what authors asserted, by how it was obtained. */
function readLink(link: Fields, obtainedBySection: string | undefined): GivenLink {
	const relation = text(at(link, 'RelationshipType', 'Name')) ?? 'IsRelatedTo';
	return {
		source: json.object(fields(link.Source), end),
		relation,
		target: json.object(fields(link.Target), end),
		subType: text(link.ObtainedBy) ?? obtainedBySection,
		date: dayFirst(text(link.PublicationDate)),
		provider: text(at(link, 'LinkProvider', 'Name')),
	};
}

const end: ObjectTable<Fields> = {
	identifiers: [{ each: 'Identifier[]', id: 'ID', scheme: { at: 'IDScheme', as: schemeOf } }],
	type: 'Type.Name',
	title: 'Title',
	publishers: 'Publisher[].Name',
};

function schemeOf(written: string): string {
	const scheme = written.toLowerCase();
	if (scheme === 'med') return 'pmid';
	return scheme === 'clinicaltrials.gov' ? 'clinicaltrials' : scheme;
}

/** `04-11-2022` is the fourth of November. */
function dayFirst(date: string | undefined): string | undefined {
	const parts = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(date ?? '');
	if (parts === null) return date;
	const [, day = '', month = '', year] = parts;
	return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
