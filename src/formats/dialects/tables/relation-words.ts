// Reads words for relations as people write them: `cited by`, `supplement to`, `same as`. It knows
// no column.
import { relationTypeName } from '../../../links/relation.ts';

/** A relation type, and the word where it is another; `isKnown`: it is no guess. */
export type RelationWord = { relation: string; subType?: string; isKnown: boolean };

/**
 * Reads a word; undefined where there is none. What nobody knows is a relation of its own wording.
 */
export function readWord(cell: string): RelationWord | undefined {
	const known = readings.get(cell);
	if (known !== undefined) return known;
	const letters = cell.toLowerCase().replaceAll(/[^a-z]+/g, '');
	if (letters === '') return undefined;
	const name = relationTypeName(letters) ?? relationTypeName(`is${letters}`) ?? otherWords.get(letters);
	const word: RelationWord =
		name === undefined
			? { relation: 'IsRelatedTo', subType: cell.trim(), isKnown: false }
			: { relation: name, isKnown: true };
	if (readings.size < mostReadings) readings.set(cell, word);
	return word;
}

const readings = new Map<string, RelationWord>();
const mostReadings = 1000;

const otherWords: ReadonlyMap<string, string> = new Map(
	Object.entries({
		cite: 'Cites',
		citing: 'Cites',
		citation: 'Cites',
		cited: 'Cites',
		uses: 'Cites',
		reference: 'References',
		supplements: 'IsSupplementTo',
		supplement: 'IsSupplementTo',
		issupplementof: 'IsSupplementTo',
		supplementof: 'IsSupplementTo',
		supplementaryto: 'IsSupplementTo',
		hassupplement: 'IsSupplementedBy',
		sameas: 'IsIdenticalTo',
		issameas: 'IsIdenticalTo',
		identical: 'IsIdenticalTo',
		equals: 'IsIdenticalTo',
		version: 'HasVersion',
		newversionof: 'IsNewVersionOf',
		newerversionof: 'IsNewVersionOf',
		olderversionof: 'IsPreviousVersionOf',
		previousversionof: 'IsPreviousVersionOf',
		preprintof: 'IsPreviousVersionOf',
		part: 'HasPart',
		basedon: 'IsDerivedFrom',
		isbasedon: 'IsDerivedFrom',
		related: 'IsRelatedTo',
		relates: 'IsRelatedTo',
		relatesto: 'IsRelatedTo',
		seealso: 'IsRelatedTo',
	}),
);
