// Reads PMC's table of identifiers (PMC-ids.csv): which DOI, PMCID and PMID are one article.
import type { Dialect, GivenIdentifier } from '../dialect.ts';
import { columnNamed, hasColumns, oncePerTable } from './columns.ts';

/** PMC's table of identifiers. */
export const pmcIds: Dialect<'table'> = {
	name: 'pmc-ids',
	title: 'PubMed Central: its table of identifiers (PMC-ids.csv)',
	syntax: 'table',
	replacement: 'set',
	provider: 'PubMed Central',
	dateRule: 'the year of the article',
	example: 'Journal Title,ISSN,Year,DOI,PMCID,PMID\nA Journal,1234-5679,2024,10.1234/a,PMC1234,1234567\n',
	fits: ({ table }) => hasColumns(table, 'DOI', 'PMCID', 'PMID', 'Year'),
	*read({ table, cells }) {
		const columns = columnsOf(table);
		// Titles of journals have commas that are not quoted, which moves all that follows.
		const shift = cells.length - table.columns.length;
		const cell = (at: number) => cells[at === -1 ? -1 : at + shift] ?? '';
		const pmcid = cell(columns.pmcid);
		const year = cell(columns.year);
		const pmid = cell(columns.pmid);
		if (shift < 0 || !isPmcid(pmcid) || (year !== '' && !isYear(year))) {
			yield { links: [], leftOut: ['a row with other columns than the first'] };
			return;
		}
		const identifiers: GivenIdentifier[] = [{ id: pmcid, scheme: 'pmcid' }];
		const doi = cell(columns.doi);
		if (pmid !== '' && pmid !== '0') identifiers.push({ id: pmid, scheme: 'pmid' });
		if (doi !== '') identifiers.unshift({ id: doi, scheme: 'doi' });
		if (identifiers.length === 1) {
			yield { links: [], leftOut: ['an article with one identifier'] };
			return;
		}
		const container = {
			title: columns.title === 0 ? cells.slice(0, shift + 1).join(', ') : undefined,
			issns: [cell(columns.issn), cell(columns.eissn)],
			...{ volume: cell(columns.volume), issue: cell(columns.issue), pages: cell(columns.page) },
		};
		yield { subject: { identifiers, type: 'literature', container }, links: [], date: year };
	},
};

const columnsOf = oncePerTable((table) => ({
	doi: columnNamed(table, 'DOI'),
	pmcid: columnNamed(table, 'PMCID'),
	pmid: columnNamed(table, 'PMID'),
	year: columnNamed(table, 'Year'),
	title: columnNamed(table, 'Journal Title'),
	issn: columnNamed(table, 'ISSN'),
	eissn: columnNamed(table, 'eISSN'),
	volume: columnNamed(table, 'Volume'),
	issue: columnNamed(table, 'Issue'),
	page: columnNamed(table, 'Page'),
}));

function isPmcid(text: string): boolean {
	return text.startsWith('PMC') && text.length > 3;
}

function isYear(text: string): boolean {
	return text.length === 4 && Number(text) > 1000;
}
