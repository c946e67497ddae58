// Finds which work a reader means by what they typed; knows no page.
import { detectSchemes, readIdentifier } from '../../src/identifiers/index.ts';
import { askLinks } from './broker-api.ts';
import type { WireIdentifier } from './scholix-answer.ts';

/**
 * Names the work that a text means, in the spelling in which the broker keeps it. Without a scheme the broker chooses among those that
 * fit. Fails with RequestFailure, with the field `scheme` where it cannot choose.
 */
export async function findObject(text: string, scheme: string | undefined): Promise<WireIdentifier> {
	const { answer } = await askLinks({ id: text, scheme, group_by: 'identity', size: '1' });
	return chooseIdentifier(text, scheme, answer.Source.Identifiers);
}

/** Chooses among the identifiers of the found work the one that was typed; the work may have many. */
export function chooseIdentifier(text: string, scheme: string | undefined, found: readonly WireIdentifier[]): WireIdentifier {
	const schemes = scheme === undefined ? detectSchemes(text) : [scheme];
	for (const candidate of schemes.map((name) => readIdentifier(text, name))) {
		const same = found.find(({ ID, IDScheme }) => {
			const identifier = readIdentifier(ID, IDScheme);
			return identifier.scheme === candidate.scheme && identifier.key === candidate.key;
		});
		if (same) return same;
	}
	const asGiven = found.find(({ ID }) => ID.toLowerCase() === text.trim().toLowerCase());
	const detected = schemes[0] === undefined ? undefined : readIdentifier(text, schemes[0]);
	return asGiven ?? found[0] ?? { ID: detected?.value ?? text.trim(), IDScheme: detected?.scheme ?? 'unknown' };
}
