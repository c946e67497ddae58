// The keys of identifiers by which entries of the change log find who follows their works.
import {
	identifiersWithValue,
	longerReadings,
	readIdentifier,
	readText,
	withRepresentatives,
} from '../../identifiers/index.ts';
import type { ChangeFilter } from '../changes/change-query.ts';

/**
 * Lists every key that the work of a filter may have, in any reading of its text; none where the
 * filter names no work, or selects entries that need not name it, as retractions of works that cite
 * it. More than one work may have such a key: the filter itself decides.
 */
export function followedKeys({
	id,
	scheme,
	ids,
	kind,
}: Pick<ChangeFilter, 'id' | 'scheme' | 'ids' | 'kind'>): string[] {
	if (kind === 'retracted') return [];
	const texts = ids ?? (id === undefined ? [] : [id]);
	return [...new Set(texts.flatMap((text) => keysOf(text, scheme)))];
}

function keysOf(text: string, scheme: string | undefined): string[] {
	// A plus sign of an address that was not escaped arrives as a blank.
	const spellings = [text, text.trimStart().replaceAll(' ', '+')];
	return spellings.flatMap((spelling) => [
		...withRepresentatives(readingsOf(spelling, scheme)).map(({ key }) => key),
		...identifiersWithValue(spelling).keys,
	]);
}

function readingsOf(text: string, scheme: string | undefined) {
	if (scheme !== undefined) return [readIdentifier(text, scheme)];
	const reading = readText(text);
	if (reading.kind === 'several') return reading.found;
	return reading.kind === 'one' ? [...reading.candidates, ...longerReadings(text, reading.candidates)] : [];
}
