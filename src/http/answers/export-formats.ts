// The forms in which a whole result can be taken away, as HTTP knows them: media types and names of files; knows no writer.
import type { ExportFormat } from '../../formats/write-exports.ts';

/** Describes a form: the media type of its answer, what Accept calls it (null: it can be had by format= alone), and how its file is called. */
export type ExportForm = { contentType: string; accepted: string | null; extension: string };

/** Holds all forms. */
export const exportForms: Readonly<Record<ExportFormat, ExportForm>> = {
	csv: { contentType: 'text/csv; charset=utf-8; header=present', accepted: 'text/csv', extension: 'csv' },
	jsonl: { contentType: 'application/x-ndjson', accepted: 'application/x-ndjson', extension: 'jsonl' },
	// The media type of what POST /events takes; as an answer it names another shape, so Accept cannot choose this one.
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
};

/** Names the file of an export: `10.5281-zenodo.11020-isCitedBy-version.csv`; of what was asked only letters, digits, dots and hyphens. */
export function exportFileName(parts: readonly (string | undefined)[], format: ExportFormat): string {
	const name = parts
		.map((part = '') => part.replaceAll(/[^A-Za-z0-9.]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, ''))
		.filter((part) => part !== '')
		.join('-')
		.slice(0, mostCharacters);
	return `${name || 'links'}.${exportForms[format].extension}`;
}

const mostCharacters = 120;
