// Writes the citations of a dump as a table in the form of the OpenCitations Index.
import type { Identifier } from '../../identifiers/index.ts';
import { csvLine } from '../csv/csv.ts';
import { type DumpedWork, type DumpWriter, textWriter } from './dump-writer.ts';

const columns = ['oci', 'citing', 'cited', 'creation', 'timespan', 'journal_sc', 'author_sc'];

/** The schemes that OpenCitations has a prefix for, in the order of the output. */
const schemes = ['doi', 'pmid', 'pmcid', 'omid', 'openalex', 'arxiv', 'isbn', 'wikidata'];

/**
 * Writes a line for each citation between two works that both have an identifier of OpenCitations'
 * schemes: all of these, the date of the citing work, and the time between both. `oci` is given
 * where both have a number of OpenCitations Meta. Whether authors or journals cite themselves is
 * not known.
 */
export function createOpenCitationsWriter(): DumpWriter {
	return textWriter('citations.csv', csvLine(columns), function* ({ links }) {
		for (const { source, relation, target } of links) {
			if (relation !== 'Cites') continue;
			const [citing, cited] = [identifiersOf(source), identifiersOf(target)];
			if (citing.length === 0 || cited.length === 0) continue;
			const creation = dayOf(source);
			yield csvLine([
				...[ociOf(citing, cited), prefixed(citing), prefixed(cited)],
				...[creation, timespan(creation, dayOf(target)), '', ''],
			]);
		}
	});
}

/** Lists those that OpenCitations has a prefix for. A blank would end a value in such a list. */
function identifiersOf({ identifiers }: DumpedWork): Identifier[] {
	return identifiers
		.filter(({ scheme, value }) => schemes.includes(scheme) && !/\s/.test(value))
		.sort((one, other) => schemes.indexOf(one.scheme) - schemes.indexOf(other.scheme));
}

function prefixed(identifiers: readonly Identifier[]): string {
	return identifiers.map(({ scheme, value }) => `${scheme}:${withoutScheme(value)}`).join(' ');
}

/** The canonical form of some schemes names them already (`arXiv:1207.4464`). */
function withoutScheme(value: string): string {
	return value.replace(/^arxiv:/i, '');
}

/** Names a citation by the numbers of both works in OpenCitations Meta (Peroni, OCI 1.0). */
function ociOf(citing: readonly Identifier[], cited: readonly Identifier[]): string {
	const [from, to] = [citing, cited].map((identifiers) => {
		const omid = identifiers.find(({ scheme }) => scheme === 'omid');
		return /^br\/(\d+)$/.exec(omid?.value ?? '')?.[1];
	});
	return from === undefined || to === undefined ? '' : `${from}-${to}`;
}

/** Returns the date of a work as far as the day. */
function dayOf({ description }: DumpedWork): string {
	return /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(description.PublicationDate ?? '')?.[0] ?? '';
}

/**
 * Returns the time from the cited to the citing date as a duration (ISO 8601), as exactly as both are
 * known; negative where the cited work is younger; empty where one is not known.
 */
export function timespan(citing: string, cited: string): string {
	if (citing === '' || cited === '') return '';
	const length = Math.min(citing.length, cited.length);
	const [first, second] = [cited.slice(0, length), citing.slice(0, length)];
	const isBackwards = second < first;
	const [from, to] = (isBackwards ? [second, first] : [first, second]).map((date) => date.split('-').map(Number)) as [
		number[],
		number[],
	];
	const parts = durationBetween(from, to);
	const written = parts.map((part, at) => (part === 0 ? '' : `${part}${'YMD'[at]}`)).join('');
	return `${isBackwards ? '-' : ''}P${written || `0${'YMD'[parts.length - 1]}`}`;
}

/** Subtracts dates of the same parts, the earlier first. */
function durationBetween(from: readonly number[], to: readonly number[]): number[] {
	const parts = to.map((part, at) => part - (from[at] as number));
	const [, month = 0] = to;
	if ((parts[2] ?? 0) < 0) {
		// Day 0 of a month is the last one of the month before.
		parts[2] = (parts[2] as number) + new Date(Date.UTC(to[0] as number, month - 1, 0)).getUTCDate();
		parts[1] = (parts[1] as number) - 1;
	}
	if ((parts[1] ?? 0) < 0) {
		parts[1] = (parts[1] as number) + 12;
		parts[0] = (parts[0] as number) - 1;
	}
	return parts;
}
