// Supported media types, and the choice among them (RFC 9110, 8.3 and 12.5.1).
import { BrokerError } from '../../errors.ts';
import { byteOrderMark } from '../../formats/csv/csv.ts';
import { type ExportFormat, exportFormats } from '../../formats/export-formats.ts';

export const scholixMediaType = 'application/x-scholix-v3+json';
export const jsonMediaType = 'application/json';
export const jsonLdMediaType = 'application/ld+json';
export const svgMediaType = 'image/svg+xml';
export const htmlMediaType = 'text/html';

/** The media types of a page of search results. */
export type AnswerMediaType = typeof scholixMediaType | typeof jsonMediaType;

/**
 * Describes a format: the media type of its answer, its name in Accept (null: only format= selects
 * it), and the extension of its file.
 */
type ExportForm = { contentType: string; accepted: string | null; extension: string };

/** All formats of a whole result. */
export const exportForms: Readonly<Record<ExportFormat, ExportForm>> = {
	csv: { contentType: 'text/csv; charset=utf-8; header=present', accepted: 'text/csv', extension: 'csv' },
	jsonl: { contentType: 'application/x-ndjson', accepted: 'application/x-ndjson', extension: 'jsonl' },
	// Accept cannot select it: this media type is that of a page.
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
	csl: {
		contentType: 'application/vnd.citationstyles.csl+json',
		accepted: 'application/vnd.citationstyles.csl+json',
		extension: 'json',
	},
	reference: { contentType: 'text/plain; charset=utf-8', accepted: 'text/plain', extension: 'txt' },
	// Accept cannot select it: JSON is the media type of a page.
	inveniordm: { contentType: 'application/json', accepted: null, extension: 'json' },
};

/** Returns what a CSV begins with: the byte order mark, unless `bom` is 0. */
export function csvMark({ bom }: { bom?: string | undefined }): string {
	return bom === '0' ? '' : byteOrderMark;
}

/** The formats of a whole result by their media type in Accept. */
const acceptedForms: ReadonlyMap<string, ExportFormat> = new Map(
	exportFormats.flatMap((format) => {
		const { accepted } = exportForms[format];
		return accepted === null ? [] : [[accepted, format]];
	}),
);

/**
 * Chooses the media type of a page, or the format of the whole result, by an Accept header. Among
 * types of equal quality, the most specific range wins, then Scholix, then JSON. The whole result
 * is chosen only if its format is named, not by `*`. Fails with `not-acceptable` if no type is
 * accepted.
 */
export function chooseMediaType(accept: string | undefined): AnswerMediaType | ExportFormat {
	if (accept === undefined || accept === '*/*' || accept === scholixMediaType) return scholixMediaType;
	if (accept === jsonMediaType) return jsonMediaType;
	if (accept.trim() === '') return scholixMediaType;
	const ranges = accept.split(',').flatMap(readRange);
	const named = ranges.flatMap(({ range }) => (acceptedForms.has(range) ? [range] : []));
	const offered = [scholixMediaType, jsonMediaType, ...named].map((name) => ({ name, ...welcome(name, ranges) }));
	const [first, ...others] = offered.filter(({ quality }) => quality > 0);
	if (!first) {
		const all = [scholixMediaType, jsonMediaType, ...acceptedForms.keys()].join(', ');
		throw new BrokerError('not-acceptable', `Accept allows none of the answer's media types: ${all}.`);
	}
	const preferred = others.reduce((best, one) => {
		const more = one.quality - best.quality || one.exactness - best.exactness;
		return more > 0 ? one : best;
	}, first).name;
	return acceptedForms.get(preferred) ?? (preferred as AnswerMediaType);
}

/**
 * Chooses one of the offered media types by an Accept header; among types of equal quality, the
 * first. Fails with `not-acceptable` if none is accepted.
 */
export function chooseOffered<Offered extends string>(
	accept: string | undefined,
	offered: readonly [Offered, ...Offered[]],
): Offered {
	if (accept === undefined || accept.trim() === '') return offered[0];
	const ranges = accept.split(',').flatMap(readRange);
	const welcomed = offered
		.map((name) => ({ name, ...welcome(name, ranges) }))
		.filter(({ quality }) => quality > 0)
		.sort((one, other) => other.quality - one.quality || other.exactness - one.exactness);
	const [first] = welcomed;
	if (first) return first.name;
	throw new BrokerError('not-acceptable', `Accept allows none of the available media types: ${offered.join(', ')}.`);
}

/** Fails with `not-acceptable` if Accept does not allow a page. */
export function requireHtmlAccepted(accept: string | undefined): void {
	if (accept === undefined || accept.trim() === '') return;
	if (welcome('text/html', accept.split(',').flatMap(readRange)).quality > 0) return;
	throw new BrokerError('not-acceptable', 'This address has only a web page (text/html).');
}

/** Returns whether Accept prefers HTML to JSON, like that of a browser. */
export function prefersPage(accept: string | undefined): boolean {
	return prefers('text/html', jsonMediaType, accept);
}

/** Returns whether Accept prefers a media type to another one. */
export function prefers(mediaType: string, other: string, accept: string | undefined): boolean {
	const ranges = (accept ?? '').split(',').flatMap(readRange);
	return welcome(mediaType, ranges).quality > welcome(other, ranges).quality;
}

/** Returns whether Accept gives a media type at least the quality of JSON, for a problem. */
export function prefersProblemAs(mediaType: string, accept: string | undefined): boolean {
	if (accept === undefined || accept.trim() === '') return true;
	const ranges = accept.split(',').flatMap(readRange);
	const inJson = ['application/problem+json', jsonMediaType].map((name) => welcome(name, ranges).quality);
	const { quality } = welcome(mediaType, ranges);
	return quality > 0 && inJson.every((one) => quality >= one);
}

/** Fails with `unsupported-media-type` unless a body is declared as Scholix or JSON in UTF-8. */
export function checkContentType(contentType: string | undefined): void {
	if (contentType === scholixMediaType || contentType === jsonMediaType) return;
	if (contentType !== undefined && isUnderstood(contentType)) return;
	const given =
		contentType === undefined ? 'Content-Type is missing' : `Content-Type is ${JSON.stringify(contentType)}`;
	throw new BrokerError(
		'unsupported-media-type',
		`${given}; it must be ${scholixMediaType} or ${jsonMediaType}, and any charset must be UTF-8.`,
	);
}

function isUnderstood(contentType: string): boolean {
	const [name, ...parameters] = contentType.toLowerCase().split(';');
	const mediaType = name?.trim();
	if (mediaType !== scholixMediaType && mediaType !== jsonMediaType) return false;
	return parameters.every((parameter) => /^(charset=("utf-?8"|utf-?8))?$/.test(parameter.trim()));
}

/**
 * One element of an Accept header. A more specific range takes precedence (2: type, 1:
 * `application/*`, 0: `*` + `/*`).
 */
type Range = { range: string; exactness: number; quality: number };

function readRange(element: string): Range[] {
	const [name = '', ...parameters] = element.split(';');
	const range = name.trim().toLowerCase();
	if (!/^[^\s/]+\/[^\s/]+$/.test(range)) return [];
	const weight = parameters
		.map((parameter) => parameter.trim().toLowerCase())
		.find((text) => text.startsWith('q='))
		?.slice(2);
	if (weight !== undefined && !/^(?:0(?:\.\d*)?|1(?:\.0*)?)$/.test(weight)) return [];
	const exactness = range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2;
	return [{ range, exactness, quality: Number(weight ?? 1) }];
}

/** Returns the quality of a type: the most specific range decides. */
function welcome(mediaType: string, ranges: readonly Range[]): { quality: number; exactness: number } {
	let best = { quality: 0, exactness: -1 };
	const kind = `${mediaType.slice(0, mediaType.indexOf('/'))}/*`;
	for (const { range, exactness, quality } of ranges) {
		const matches = exactness === 0 || range === mediaType || (exactness === 1 && range === kind);
		if (!matches || exactness < best.exactness) continue;
		if (exactness > best.exactness || quality > best.quality) best = { quality, exactness };
	}
	return best;
}

/**
 * Makes the file name of an answer: `10.5281-zenodo.11020-isCitedBy-version.csv`. Only letters,
 * digits, dots and hyphens of the parameters remain.
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
