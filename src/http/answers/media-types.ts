// Which media types are understood, and which one an answer takes (RFC 9110, 8.3 and 12.5.1).
import { BrokerError } from '../../errors.ts';
import { type ExportFormat, exportFormats } from '../../formats/export-formats.ts';

export const scholixMediaType = 'application/x-scholix-v3+json';
export const jsonMediaType = 'application/json';
export const svgMediaType = 'image/svg+xml';
export const htmlMediaType = 'text/html';

/** Names the media types of a page of a search's result. */
export type AnswerMediaType = typeof scholixMediaType | typeof jsonMediaType;

/**
 * Describes a form: the media type of its answer, its name in Accept (null: only format= chooses
 * it), and the ending of its file.
 */
type ExportForm = { contentType: string; accepted: string | null; extension: string };

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

/** Holds the forms of a whole result by the media type that Accept names them with. */
const acceptedForms: ReadonlyMap<string, ExportFormat> = new Map(
	exportFormats.flatMap((format) => {
		const { accepted } = exportForms[format];
		return accepted === null ? [] : [[accepted, format]];
	}),
);

/**
 * Chooses from an Accept header the media type of a page, or the form of the whole result. Of types
 * that are equally welcome it is the one that is named more exactly, then Scholix, then JSON. The
 * whole result is answered only where its form is named, not where `*` allows it. Fails with
 * `not-acceptable` where none is welcome.
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
 * Chooses from an Accept header one of the media types that are offered; of those that are equally
 * welcome the first. Fails with `not-acceptable` where none is welcome.
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

/** Fails with `not-acceptable` where Accept does not allow a page. */
export function requireHtmlAccepted(accept: string | undefined): void {
	if (accept === undefined || accept.trim() === '') return;
	if (welcome('text/html', accept.split(',').flatMap(readRange)).quality > 0) return;
	throw new BrokerError('not-acceptable', 'This address has a page for people only, as text/html.');
}

/** Tells whether a page for people is more welcome than JSON, as to a browser. */
export function prefersPage(accept: string | undefined): boolean {
	const ranges = (accept ?? '').split(',').flatMap(readRange);
	return welcome('text/html', ranges).quality > welcome(jsonMediaType, ranges).quality;
}

/**
 * Tells whether a problem is as welcome in a media type as it is in JSON, as to a client to which
 * everything is.
 */
export function prefersProblemAs(mediaType: string, accept: string | undefined): boolean {
	if (accept === undefined || accept.trim() === '') return true;
	const ranges = accept.split(',').flatMap(readRange);
	const inJson = ['application/problem+json', jsonMediaType].map((name) => welcome(name, ranges).quality);
	const { quality } = welcome(mediaType, ranges);
	return quality > 0 && quality >= Math.max(...inJson);
}

/** Fails with `unsupported-media-type` where a body is not declared as Scholix or JSON in UTF-8. */
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
 * One element of an Accept header; the more exactly it names a type, the more it counts (2: type,
 * 1: `application/*`, 0: `*` + `/*`).
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

/** Tells how welcome a type is: what names it most exactly decides. */
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
