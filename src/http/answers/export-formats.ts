// The forms of a whole result, as HTTP knows them: media types and file names; knows no writer.
import type { ExportFormat } from '../../formats/export-formats.ts';

/**
 * Describes a form: the media type of its answer, its name in Accept (null: only format= chooses
 * it), and the ending of its file.
 */
export type ExportForm = { contentType: string; accepted: string | null; extension: string };

/** Holds all forms. */
export const exportForms: Readonly<Record<ExportFormat, ExportForm>> = {
	csv: { contentType: 'text/csv; charset=utf-8; header=present', accepted: 'text/csv', extension: 'csv' },
	jsonl: { contentType: 'application/x-ndjson', accepted: 'application/x-ndjson', extension: 'jsonl' },
	// Accept cannot choose it: the same media type names another answer, a page.
	scholix: { contentType: 'application/x-scholix-v3+json', accepted: null, extension: 'json' },
	bibtex: {
		contentType: 'application/x-bibtex; charset=utf-8',
		accepted: 'application/x-bibtex',
		extension: 'bib',
	},
	ris: {
		contentType: 'application/x-research-info-systems; charset=utf-8',
		accepted: 'application/x-research-info-systems',
		extension: 'ris',
	},
	// Nor this one: JSON without more is a page.
	inveniordm: { contentType: 'application/json', accepted: null, extension: 'json' },
};

/**
 * Names a file of an answer: `10.5281-zenodo.11020-isCitedBy-version.csv`. Of the parameters only
 * letters, digits, dots and hyphens remain.
 */
export function exportFileName(parts: readonly (string | undefined)[], extension: string): string {
	const name = parts
		.map((part = '') => (part.match(/[A-Za-z0-9]+(\.[A-Za-z0-9]+)*/g) ?? []).join('-'))
		.filter((part) => part !== '')
		.join('-')
		.slice(0, mostCharacters);
	return `${name || 'links'}.${extension}`;
}

const mostCharacters = 120;
