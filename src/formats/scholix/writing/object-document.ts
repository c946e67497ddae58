// Writes the JSON of an object once, when it changes, so that answers need only join it.
import type { Identifier } from '../../../identifiers/index.ts';
import { type Agent, type Description, gatherKeywords, gatherPublishers } from '../../../links/description.ts';
import { plainText, safeMarkup } from '../../../links/markup/styled-text.ts';
import { linkLimits } from '../limits.ts';
import { shownIdentifier } from './shown-identifier.ts';

/** An identifier as far as answers show it. */
type Shown = Pick<Identifier, 'scheme' | 'value'>;

/**
 * Writes an object: `identifiers` is a JSON array of `{ID, IDScheme}`, `fields` JSON members
 * without braces, never empty, since Type is always there:
 * `"Title":"…","Type":{"Name":"software"},"PublicationDate":"2016-02-03"`. What is not known is
 * left out. Texts are told as what they say, whatever mark-up they were given in; `TitleMarkup`
 * follows a title that has some (see safeMarkup).
 */
export function describeObject(
	identifiers: readonly Shown[],
	{ Title, Type, Kind, Creator, PublicationDate, Publisher, Keywords }: Description,
): { identifiers: string; fields: string } {
	const known = {
		...(Title !== undefined && writeTitle(Title)),
		Type: Type ?? { Name: 'unknown', ...Kind },
		Creator: Creator?.map(asText),
		PublicationDate,
		Publisher: Publisher && gatherPublishers(Publisher.map(asText)),
		Keywords: Keywords && gatherKeywords(Keywords.map(plainText)),
	};
	return { identifiers: JSON.stringify(identifiers.map(shownIdentifier)), fields: JSON.stringify(known).slice(1, -1) };
}

/**
 * Writes a title as text, and with its mark-up where that tells more. The latter is what another
 * broker takes for the title, so it must fit there.
 */
function writeTitle(given: string): { Title: string | undefined; TitleMarkup: string | undefined } {
	const markup = safeMarkup(given);
	const fits = markup !== undefined && markup.length <= linkLimits.titleLength;
	return { Title: plainText(given) || undefined, TitleMarkup: fits ? markup : undefined };
}

function asText(agent: Agent): Agent {
	return { ...agent, Name: plainText(agent.Name) };
}

/** Writes the versions of a work, a JSON array of `{Identifiers}`. */
export function describeVersions(versions: readonly (readonly Shown[])[]): string {
	return JSON.stringify(versions.map((identifiers) => ({ Identifiers: identifiers.map(shownIdentifier) })));
}
