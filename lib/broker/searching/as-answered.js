// Spells what was asked about as the answer spells it; knows no question.
import {                       shownIdentifier } from '../../formats/scholix/writing/shown-identifier.js';
import {                  isSame, readIdentifier } from '../../identifiers/index.js';
                                                                          

/**
 * Spells an identifier as the answer does: in the letter case first received. Most are asked for in
 * that spelling, and then nothing needs to be read.
 */
export function asAnswered(asked            , { identifiers, versions }                )             {
	const asAsked = JSON.stringify(shownIdentifier(asked));
	if (identifiers.includes(asAsked) || versions.includes(asAsked)) return asked;
	const members                                       = versions === '' ? [] : JSON.parse(versions);
	const all                    = [...JSON.parse(identifiers), ...members.flatMap(({ Identifiers }) => Identifiers)];
	const readings = all.map(({ ID, IDScheme }) => readIdentifier(ID, IDScheme));
	return readings.find((one) => isSame(one, asked)) ?? asked;
}
