// Writes whole results as files, page by page; knows neither HTTP nor the search index.
                                                           
import { bibtexEntry, bibtexKey } from './bibtex/bibtex.js';
import {              csvHeader, csvRow } from './csv/csv.js';
import { risRecord } from './ris/ris.js';
import {                       readObject } from './scholix/described-object.js';
                                                                                              
import { writeHistoryLinks } from './scholix/writing/write-history.js';

/**
 * Lists the formats: a table, links one a line, links in an array, references for LaTeX and for
 * reference managers.
 */
export const exportFormats = ['csv', 'jsonl', 'scholix', 'bibtex', 'ris']         ;
                                                          

/**
 * Writes a result in pieces that make a file when they are joined: `begin` once, `item` for every
 * relationship in order, `end` once. No piece holds more than one link.
 */
                            
	                
	                                         
	              
  

/**
 * Begins to write the relationships of `source`. `csv`, `jsonl` and `scholix` write every
 * relationship, the latter two as Scholix link objects with their whole history (see
 * writeHistoryLinks). `bibtex` and `ris` write every related object once; without a `relation` that
 * was asked for, an object may come several times.
 */
export function createExportWriter(
	format              ,
	source              ,
	relation                 ,
)               {
	switch (format) {
		case 'csv':
			return csvWriter(source);
		case 'jsonl':
			return {
				begin: nothing,
				item: (item) => writeHistoryLinks(source, item).map((line) => `${line}\n`),
				end: nothing,
			};
		case 'scholix':
			return arrayWriter(source);
		case 'bibtex':
			return referenceWriter(bibtexEntry, relation);
		case 'ris':
			return referenceWriter(risRecord, relation);
	}
}

const nothing = () => '';

function csvWriter(source              )               {
	const [asked] = readObject(source).Identifiers;
	return {
		begin: () => csvHeader,
		item: ({ object, relation, history, via }) => [
			csvRow(asked, relation, readObject(object), history, via?.links.map(readVia)),
		],
		end: nothing,
	};
}

function readVia({ source, target }           )         {
	return { source: JSON.parse(source), target: JSON.parse(target) };
}

function arrayWriter(source              )               {
	let separator = '\n';
	return {
		begin: () => '[',
		item: (item) =>
			writeHistoryLinks(source, item).map((link) => {
				const text = separator + link;
				separator = ',\n';
				return text;
			}),
		end: () => '\n]\n',
	};
}

function referenceWriter(write                                     , relation                 )               {
	const written = new Set        ();
	const writeOnce = (object                 ) => {
		// One relation leads to an object only once.
		if (relation !== undefined) return write(object);
		const key = bibtexKey(object);
		if (written.has(key)) return '';
		written.add(key);
		return write(object);
	};
	return {
		begin: nothing,
		item: ({ object }) => [writeOnce(readObject(object))],
		end: nothing,
	};
}
