// Spells what was asked about as the answer spells it; knows no question.
import { type ShownIdentifier, shownIdentifier } from '../../formats/scholix/writing/shown-identifier.ts';
import { type Identifier, isSame, readIdentifier } from '../../identifiers/index.ts';
import type { ObjectDocument } from '../../ports/search/index-content.ts';

/**
 * Spells an identifier as the answer does: in the letter case first received. Most are asked for in
 * that spelling, and then nothing needs to be read.
 */
export function asAnswered(asked: Identifier, { identifiers, versions }: ObjectDocument): Identifier {
	const asAsked = JSON.stringify(shownIdentifier(asked));
	if (identifiers.includes(asAsked) || versions.includes(asAsked)) return asked;
	const members: { Identifiers: ShownIdentifier[] }[] = versions === '' ? [] : JSON.parse(versions);
	const all: ShownIdentifier[] = [...JSON.parse(identifiers), ...members.flatMap(({ Identifiers }) => Identifiers)];
	const readings = all.map(({ ID, IDScheme }) => readIdentifier(ID, IDScheme));
	return readings.find((one) => isSame(one, asked)) ?? asked;
}
