// Writes the JSON of an object once, when it changes, so that answers need only join it.
import type { Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';

/** An identifier as far as answers show it. */
type Shown = Pick<Identifier, 'scheme' | 'value'>;

/**
 * Writes an object: `identifiers` is a JSON array of `{ID, IDScheme}`, `fields` JSON members
 * without braces, never empty, since Type is always there:
 * `"Title":"…","Type":{"Name":"software"},"PublicationDate":"2016-02-03"`. What is not known is
 * left out.
 */
export function describeObject(
	identifiers: readonly Shown[],
	{ Title, Type, Creator, PublicationDate, Publisher, Keywords }: Description,
): { identifiers: string; fields: string } {
	const known = { Title, Type: Type ?? { Name: 'unknown' }, Creator, PublicationDate, Publisher, Keywords };
	return { identifiers: JSON.stringify(identifiers.map(shown)), fields: JSON.stringify(known).slice(1, -1) };
}

/** Writes the versions of a work, a JSON array of `{Identifiers}`. */
export function describeVersions(versions: readonly (readonly Shown[])[]): string {
	return JSON.stringify(versions.map((identifiers) => ({ Identifiers: identifiers.map(shown) })));
}

function shown({ scheme, value }: Shown): { ID: string; IDScheme: string } {
	return { ID: value, IDScheme: scheme };
}
