// Finds which work a reader means by what they typed; knows no page.
import { detectSchemes, readIdentifier } from '../../src/identifiers/index.ts';
import { askLinks, type LinkPage } from './broker-api.ts';
import type { WireIdentifier } from './scholix-answer.ts';
import { type Spelling, spellings } from './spellings.ts';

/**
 * Names the work that a text means, in the spelling in which the broker keeps it: the first reading
 * of the text of which something is known. Without a scheme the broker chooses among those that
 * fit. Fails with RequestFailure, with the field `scheme` where it cannot choose.
 */
export async function findObject(text: string, scheme: string | undefined): Promise<WireIdentifier> {
	const readings = spellings(text, scheme);
	let first: WireIdentifier | undefined;
	for (const spelling of readings) {
		const page = await askLinks({ ...spelling, group_by: 'version', size: '1' });
		const identifier = chooseIdentifier(spelling, identifiersOf(page));
		if (isKnown(page)) return identifier;
		first ??= identifier;
	}
	return first ?? { ID: text, IDScheme: scheme ?? 'unknown' };
}

/**
 * Chooses among the identifiers of the found work the one that was typed; the work may have many.
 */
export function chooseIdentifier({ id, scheme }: Spelling, found: readonly WireIdentifier[]): WireIdentifier {
	const schemes = scheme === undefined ? detectSchemes(id) : [scheme];
	for (const candidate of schemes.map((name) => readIdentifier(id, name))) {
		const same = found.find(({ ID, IDScheme }) => {
			const identifier = readIdentifier(ID, IDScheme);
			return identifier.scheme === candidate.scheme && identifier.key === candidate.key;
		});
		if (same) return same;
	}
	return (
		found.find(({ ID }) => ID.toLowerCase() === id.toLowerCase()) ??
		found[0] ?? { ID: id, IDScheme: scheme ?? schemes[0] ?? 'unknown' }
	);
}

function identifiersOf({ answer }: LinkPage): WireIdentifier[] {
	return [...answer.Source.Identifiers, ...(answer.Source.Versions ?? []).flatMap(({ Identifiers }) => Identifiers)];
}

/** Of a work that the broker does not know, the answer tells no more than was asked. */
function isKnown({ answer: { Source }, total }: LinkPage): boolean {
	return total > 0 || Source.Title !== undefined || Source.Identifiers.length > 1 || Source.Versions !== undefined;
}
