// Finds which identifier of the index a text asks about. It knows no parameter of a search and no
// engine.
import { BrokerError } from '../errors.ts';
import { detectSchemes, type Identifier, readIdentifier } from '../identifiers/index.ts';
import type { GroupBy, IdentifierKey, Located } from '../ports/search/index-content.ts';
import type { SearchReader } from '../ports/search/search-reader.ts';

/** Names what is asked about, by a text and perhaps its scheme, and at which level it is searched. */
export type Question = { id: string; scheme?: string | undefined; group_by: GroupBy };

/**
 * Finds what is asked about. Fails with `ambiguous-identifier` where an id without scheme names
 * different works in different schemes.
 */
export async function findAsked(
	index: Pick<SearchReader, 'locate' | 'locateKeys'>,
	{ id, scheme, group_by }: Question,
): Promise<{ asked: Identifier; located: Located | undefined }> {
	if (scheme !== undefined) {
		const asked = readIdentifier(id, scheme);
		const [located] = await index.locate([asked]);
		return { asked, located };
	}
	const candidates = detectSchemes(id).map((detected) => readIdentifier(id, detected));
	let found: Located[] = candidates.length > 0 ? await index.locate(candidates) : [];
	if (found.length === 0) {
		const keys = new Set([id, id.toLowerCase(), ...candidates.map(({ key }) => key)]);
		found = await index.locateKeys([...keys]);
	}
	const groups = new Set(found.map((one) => one[group_by]));
	if (groups.size > 1) {
		const schemes = [...new Set(found.map((one) => one.scheme))].sort().join(', ');
		const message = `${JSON.stringify(id)} names different works in different schemes: add scheme=, one of ${schemes}.`;
		throw new BrokerError('ambiguous-identifier', message, { problems: [{ field: 'scheme', message }] });
	}
	const named = candidates.find((candidate) => found.some((one) => isSame(one, candidate)));
	if (named) return { asked: named, located: found.find((one) => isSame(one, named)) };
	const [located] = found.sort(byIdentifier);
	const asked = located
		? { scheme: located.scheme, value: id, key: located.key }
		: (candidates[0] ?? { scheme: 'unknown', value: id, key: id });
	return { asked, located };
}

const isSame = (one: IdentifierKey, other: IdentifierKey): boolean =>
	one.scheme === other.scheme && one.key === other.key;

// Engines find identifiers in any order; the same one is taken always.
function byIdentifier(one: IdentifierKey, other: IdentifierKey): number {
	if (one.scheme !== other.scheme) return one.scheme < other.scheme ? -1 : 1;
	return one.key < other.key ? -1 : 1;
}
