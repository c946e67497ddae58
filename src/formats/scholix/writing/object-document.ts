// Writes the JSON of an object once, when it changes, so that answers need only join it.
import type { Identifier } from '../../../identifiers/index.ts';
import { type Agent, type Description, gatherKeywords, gatherPublishers } from '../../../links/description.ts';
import { linkLimits, shownLimits } from '../../../links/limits.ts';
import { plainText, safeMarkup } from '../../../links/markup/styled-text.ts';

/** An identifier as answers show it. */
export type ShownIdentifier = { ID: string; IDScheme: string };

/** Shows the canonical form of an identifier. */
export function shownIdentifier({ scheme, value }: { scheme: string; value: string }): ShownIdentifier {
	return { ID: value, IDScheme: scheme };
}

/** An identifier as far as answers show it. */
type Shown = Pick<Identifier, 'scheme' | 'value'>;

/**
 * Writes an object: `identifiers` is a JSON array of `{ID, IDScheme}`, `fields` JSON members
 * without braces, never empty, since Type is always there:
 * `"Title":"…","Type":{"Name":"software"},"PublicationDate":"2016-02-03"`. What is not known is
 * left out. Texts are plain, whatever markup they were given in; `TitleMarkup`
 * follows a title that has some (see safeMarkup). Of long lists the first are shown, and how many
 * there are (see shownLimits).
 */
export function describeObject(
	identifiers: readonly Shown[],
	{ Title, Type, Kind, Creator, PublicationDate, Container, Publisher, Keywords }: Description,
): { identifiers: string; fields: string } {
	const known = {
		...(Title !== undefined && writeTitle(Title)),
		Type: Type ?? { Name: 'unknown', ...Kind },
		...showFirst('Creator', Creator?.map(asText)),
		PublicationDate,
		...(Container !== undefined && writeContainer(Container)),
		...showFirst('Publisher', Publisher && gatherPublishers(Publisher.map(asText))),
		...showFirst('Keywords', Keywords && gatherKeywords(Keywords.map(plainText))),
	};
	return { identifiers: JSON.stringify(identifiers.map(shownIdentifier)), fields: JSON.stringify(known).slice(1, -1) };
}

/**
 * Writes a title as text, and with its markup where that holds more. The latter is what another
 * broker takes for the title, so it must fit there.
 */
function writeTitle(given: string): { Title: string | undefined; TitleMarkup: string | undefined } {
	const markup = safeMarkup(given);
	const fits = markup !== undefined && markup.length <= linkLimits.titleLength;
	return { Title: plainText(given) || undefined, TitleMarkup: fits ? markup : undefined };
}

function writeContainer(given: NonNullable<Description['Container']>): Pick<Description, 'Container'> {
	const Title = plainText(given.Title);
	return Title === '' ? {} : { Container: { Title } };
}

function asText({ Name, Identifier }: Agent): Agent {
	const isShown = Identifier !== undefined && JSON.stringify(Identifier).length <= shownLimits.agentIdentifiersLength;
	return { Name: plainText(Name), ...(isShown && { Identifier }) };
}

/**
 * Returns the first items of a list under its name, and how many there are where these are not all.
 */
function showFirst<T>(name: string, items: readonly T[] | undefined): Record<string, readonly T[] | number> {
	if (items === undefined) return {};
	let length = 0;
	const shown: T[] = [];
	for (const item of items.slice(0, shownLimits.items)) {
		length += JSON.stringify(item).length + 1;
		if (length > shownLimits.listLength) break;
		shown.push(item);
	}
	return { [name]: shown, ...(shown.length < items.length && { [`${name}Total`]: items.length }) };
}

/** Writes the versions of a work, a JSON array of `{Identifiers}`. */
export function describeVersions(versions: readonly (readonly Shown[])[]): string {
	return JSON.stringify(versions.map((identifiers) => ({ Identifiers: identifiers.map(shownIdentifier) })));
}
