// Writes whole results in the forms in which people take them away, page by page; knows neither HTTP nor the search index.
import type { SearchRelation } from '../links/relation.ts';
import { bibtexEntry, bibtexKey } from './bibtex/bibtex.ts';
import { csvHeader, csvRow } from './csv/csv.ts';
import { risRecord } from './ris/ris.ts';
import { type DescribedObject, readObject } from './scholix/described-object.ts';
import { type AnswerItem, type AnswerObject, writeLink } from './scholix/write-answers.ts';

/** Lists the forms: a table, links one a line, links in one JSON array, references for LaTeX and for reference managers. */
export const exportFormats = ['csv', 'jsonl', 'scholix', 'bibtex', 'ris'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Writes a result in pieces that make a file when they are joined: `begin` once, `items` for every page in order, `end` once. */
export type ExportWriter = {
	begin(): string;
	items(items: readonly AnswerItem[]): string;
	end(): string;
};

/**
 * Begins to write the relationships of `source`. `csv`, `jsonl` and `scholix` have each relationship; `bibtex` and `ris` have each related
 * object once, which is why they remember the ones they wrote where `relation` (the one that was asked for) leaves that open.
 * A line of `jsonl` and an element of `scholix` is a Scholix link object, as writeLinksAnswer writes it.
 */
export function createExportWriter(
	format: ExportFormat,
	source: AnswerObject,
	relation?: SearchRelation,
): ExportWriter {
	switch (format) {
		case 'csv':
			return csvWriter(source);
		case 'jsonl':
			return { begin: none, items: (items) => joined(items, (item) => `${writeLink(source, item)}\n`), end: none };
		case 'scholix':
			return arrayWriter(source);
		case 'bibtex':
			return referenceWriter(bibtexEntry, relation);
		case 'ris':
			return referenceWriter(risRecord, relation);
	}
}

const none = () => '';

function csvWriter(source: AnswerObject): ExportWriter {
	const [asked] = readObject(source).Identifiers;
	return {
		begin: () => csvHeader,
		items: (items) =>
			joined(items, ({ object, relation, history }) => csvRow(asked, relation, readObject(object), history)),
		end: none,
	};
}

function arrayWriter(source: AnswerObject): ExportWriter {
	let separator = '\n';
	return {
		begin: () => '[',
		items: (items) =>
			joined(items, (item) => {
				const text = separator + writeLink(source, item);
				separator = ',\n';
				return text;
			}),
		end: () => '\n]\n',
	};
}

function referenceWriter(write: (object: DescribedObject) => string, relation?: SearchRelation): ExportWriter {
	const written = new Set<string>();
	const isNew = (object: DescribedObject) => {
		// One relation leads to an object once.
		if (relation !== undefined) return true;
		const key = bibtexKey(object);
		return !written.has(key) && Boolean(written.add(key));
	};
	return {
		begin: none,
		items: (items) =>
			joined(items, ({ object }) => {
				const described = readObject(object);
				return isNew(described) ? write(described) : '';
			}),
		end: none,
	};
}

function joined(items: readonly AnswerItem[], write: (item: AnswerItem) => string): string {
	let text = '';
	for (const item of items) text += write(item);
	return text;
}
