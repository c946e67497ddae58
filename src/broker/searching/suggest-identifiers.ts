// Suggests identifiers that may be meant instead of an unknown one.
import {
	broaderIdentifiers,
	type Identifier,
	identifierText,
	otherVersions,
	readText,
	withRepresentatives,
} from '../../identifiers/index.ts';
import { type Asked, type Locating, locateByValue, type Question } from './find-asked.ts';

/**
 * Says why an identifier is suggested: what was asked for is a version or a part of it, or another
 * version of it or all of them; or the text is a known identifier of another scheme.
 */
export const suggestionReasons = ['broader', 'version', 'other-scheme'] as const;

/** An identifier that is known, and why it may be meant. */
export type Suggestion = { identifier: Identifier; reason: (typeof suggestionReasons)[number] };

const mostSuggestions = 10;

/** Suggests a few known identifiers instead of one that is not known, the likeliest first. */
export async function suggestIdentifiers(
	index: Locating,
	{ id, scheme }: Question,
	{ asked, readings }: Asked,
): Promise<Suggestion[]> {
	const text = scheme === undefined ? undefined : readText(id);
	const otherReadings = text?.kind === 'one' ? text.candidates : [];
	const names = withRepresentatives([asked, ...readings, ...otherReadings]);
	const broader = withRepresentatives(names.flatMap(broaderIdentifiers));
	const byValue = await Promise.all([...new Set([id.trim(), asked.value])].map((value) => locateByValue(index, value)));
	const wanted: Suggestion[] = [
		...broader.map((identifier) => ({ identifier, reason: 'broader' as const })),
		...withRepresentatives(names.flatMap(otherVersions)).map((identifier) => ({
			identifier,
			reason: 'version' as const,
		})),
		...withRepresentatives(otherReadings).map((identifier) => ({ identifier, reason: 'other-scheme' as const })),
	];
	const known = new Set((await index.locate(wanted.map(({ identifier }) => identifier))).map(identifierText));
	const suggestions = [
		...wanted.filter(({ identifier }) => known.has(identifierText(identifier))),
		...byValue.flat().map(({ identifier }) => ({ identifier, reason: 'other-scheme' as const })),
	];
	const firsts = new Map(suggestions.toReversed().map((one) => [identifierText(one.identifier), one]));
	return suggestions.filter((one) => firsts.get(identifierText(one.identifier)) === one).slice(0, mostSuggestions);
}
