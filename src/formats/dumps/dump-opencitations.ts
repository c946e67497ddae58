// Writes the citations of a dump as a table in the form of the OpenCitations Index.
import { csvLine } from '../csv/csv.ts';
import { type CitationEnd, citationColumns, citationRow, numberInMeta, prefixed } from '../opencitations/citation.ts';
import { type DumpedWork, type DumpWriter, textWriter } from './dump-writer.ts';

/** The schemes that OpenCitations has a prefix for, in the order of the output. */
const schemes = ['doi', 'pmid', 'pmcid', 'omid', 'openalex', 'arxiv', 'isbn', 'wikidata'];

/**
 * Writes a line for each citation between two works that both have an identifier of OpenCitations'
 * schemes: all of these, the date of the citing work, the time between both, and whether an author or a
 * journal cites itself. `oci` is given where both have a number of OpenCitations Meta.
 */
export function createOpenCitationsWriter(): DumpWriter {
	return textWriter('citations.csv', csvLine(citationColumns), function* ({ links }) {
		for (const { source, relation, target, flags } of links) {
			if (relation !== 'Cites') continue;
			const ends = [endOf(source), endOf(target)] as const;
			if (ends.some(({ identifiers }) => identifiers.length === 0)) continue;
			const numbers = ends.map(numberInMeta);
			const oci = numbers.includes(undefined) ? '' : numbers.join('-');
			const row = citationRow(ends, { identifiers: (end) => prefixed(end.identifiers), oci, flags });
			yield csvLine(citationColumns.map((column) => row[column]));
		}
	});
}

/** Lists the identifiers that OpenCitations has a prefix for. */
function endOf({ identifiers, description }: DumpedWork): CitationEnd {
	return {
		identifiers: identifiers
			.filter(({ scheme, value }) => schemes.includes(scheme) && !/\s/.test(value))
			.sort((one, other) => schemes.indexOf(one.scheme) - schemes.indexOf(other.scheme)),
		date: description.PublicationDate ?? '',
	};
}
