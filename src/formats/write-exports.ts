// Writes whole results as files, page by page.
import type { SearchRelation } from '../links/relation.ts';
import { referenceText } from '../links/work-texts.ts';
import { bibtexEntry, bibtexKey } from './bibtex/bibtex.ts';
import { cslItem } from './csl-json/csl-json.ts';
import { type CsvVia, csvHeader, csvRow } from './csv/csv.ts';
import type { ExportFormat } from './export-formats.ts';
import { relatedIdentifier } from './inveniordm/related-identifier.ts';
import { risRecord } from './ris/ris.ts';
import { type DescribedObject, readObject } from './scholix/described-object.ts';
import type { AnswerItem, AnswerObject, AnswerVia } from './scholix/writing/write-answers.ts';
import { writeHistoryLinks } from './scholix/writing/write-link.ts';

/**
 * Writes a result in pieces that make a file when they are joined: `begin` once, `item` for every
 * relationship in order, `end` once. No piece holds more than one link.
 */
export type ExportWriter = {
	begin(): string;
	item(item: AnswerItem): Iterable<string>;
	end(): string;
};

/**
 * Begins to write the relationships of `source`. `csv`, `jsonl` and `scholix` write every
 * relationship, the latter two as Scholix link objects with their whole history (see
 * writeHistoryLinks); `scholix` writes their flags only if asked for, since that form has no place
 * for them. `inveniordm` writes those that such a repository has a place for (see
 * relatedIdentifier). `bibtex`, `ris`, `csl` and `reference` write every related object once; without
 * a `relation` that was asked for, an object may come several times.
 */
export function createExportWriter(
	format: ExportFormat,
	source: AnswerObject,
	{ relation, flags = false }: { relation?: SearchRelation | undefined; flags?: boolean } = {},
): ExportWriter {
	switch (format) {
		case 'csv':
			return csvWriter(source);
		case 'jsonl':
			return textWriter((item) => writeHistoryLinks(source, item).map((line) => `${line}\n`));
		case 'scholix':
			return arrayWriter((item) => writeHistoryLinks(source, flags ? item : { ...item, flags: [] }));
		case 'bibtex':
			return textWriter(references(bibtexEntry, relation));
		case 'ris':
			return textWriter(references(risRecord, relation));
		case 'csl':
			return arrayWriter(references((object) => JSON.stringify(cslItem(object)), relation));
		case 'reference':
			return textWriter(references((object) => `${referenceText(object)}\n`, relation));
		case 'inveniordm':
			return arrayWriter(({ relation, object, history }) => {
				const related = relatedIdentifier(relation, readObject(object), history);
				return related ? [JSON.stringify(related)] : [];
			});
	}
}

const nothing = () => '';

function csvWriter(source: AnswerObject): ExportWriter {
	const [asked] = readObject(source).Identifiers;
	return {
		begin: () => csvHeader,
		item: (item) => [csvRow(asked, item, readObject(item.object), item.via?.links.map(readVia))],
		end: nothing,
	};
}

function readVia({ source, target }: AnswerVia): CsvVia {
	return { source: JSON.parse(source), target: JSON.parse(target) };
}

/** Writes a JSON array of what `write` makes of each item: JSON texts. */
function arrayWriter(write: (item: AnswerItem) => Iterable<string>): ExportWriter {
	let separator = '\n';
	return {
		begin: () => '[',
		*item(item) {
			for (const one of write(item)) {
				yield separator + one;
				separator = ',\n';
			}
		},
		end: () => '\n]\n',
	};
}

/** Writes what `write` makes of each item, one after the other. */
function textWriter(write: (item: AnswerItem) => Iterable<string>): ExportWriter {
	return { begin: nothing, item: write, end: nothing };
}

/** Refers to the object of each item with `write`, once. */
function references(
	write: (object: DescribedObject) => string,
	relation?: SearchRelation,
): (item: AnswerItem) => string[] {
	const written = new Set<string>();
	return (item) => {
		const object = readObject(item.object);
		// One relation leads to an object only once.
		if (relation !== undefined) return [write(object)];
		const key = bibtexKey(object);
		if (written.has(key)) return [];
		written.add(key);
		return [write(object)];
	};
}
