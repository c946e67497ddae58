// Chooses the words of a link that the broker writes, such that they read back as the relation that
// is meant.
import type { HistoryItem } from '../../../links/provenance.ts';
import { type GroupRelation, readRelationType } from '../../../links/relation.ts';

export type RelationshipType = { Name: string; SubType?: string; SubTypeSchema?: string };

/** The words of one assertion; where they are `swapped`, they speak from the relation's target. */
export type Wording = { type: RelationshipType; swapped: boolean };

/**
 * Words a relation that has a whole history by the first SubType given that says it in its own
 * direction, else by the usual one. IsRelatedTo is worded by the first SubType of the vocabulary,
 * else by the first of another one, else by the first that speaks from the target, else by none.
 */
export function typeOfHistory(relation: GroupRelation, history: readonly HistoryItem[]): Wording {
	if (relation === 'IsRelatedTo') return typeOfRelated(history);
	for (const { subTypes } of history) {
		const given = subTypes.find((subType) => isRead(subType, relation, false));
		if (given !== undefined) return { type: inDataCite(names[relation].name, given), swapped: false };
	}
	return { type: inDataCite(names[relation].name, names[relation].usual), swapped: false };
}

function typeOfRelated(history: readonly HistoryItem[]): Wording {
	const words = history.flatMap((item) => wordingsOfItem('IsRelatedTo', item));
	const inVocabulary = words.find(({ type }) => type.SubTypeSchema === 'DataCite');
	const inItsDirection = words.find(({ type, swapped }) => type.SubType !== undefined && !swapped);
	return (
		inVocabulary ??
		inItsDirection ??
		words.find(({ swapped }) => swapped) ?? { type: { Name: 'IsRelatedTo' }, swapped: false }
	);
}

/**
 * Words what one item of a history says, once for each of its SubTypes, so that another broker
 * keeps the same SubTypes with it.
 */
export function wordingsOfItem(relation: GroupRelation, { subTypes, reversed = [] }: HistoryItem): readonly Wording[] {
	const { name } = names[relation];
	if (subTypes.length + reversed.length === 0) return [{ type: { Name: name }, swapped: false }];
	const wordings = subTypes.map((subType) => wordingOf(relation, subType, [false, true]));
	return [...wordings, ...reversed.map((subType) => wordingOf(relation, subType, [true]))];
}

function wordingOf(relation: GroupRelation, subType: string, directions: readonly [boolean, boolean?]): Wording {
	for (const swapped of directions) {
		const type = inDataCite(swapped ? names[relation].inverse : names[relation].name, subType);
		// A symmetric relation is read without swapping, whichever end says it.
		const isReadSo = isRead(subType, relation, relation !== 'IsRelatedTo' && swapped === true);
		if (isReadSo) return { type, swapped: swapped === true };
	}
	// It belongs to another vocabulary, whose name is not known here; that of the relation decides.
	const [swapped] = directions;
	return { type: { Name: names[relation].name, SubType: subType, SubTypeSchema: 'other' }, swapped };
}

const names: Readonly<Record<GroupRelation, { name: string; inverse: string; usual: string }>> = {
	Cites: { name: 'References', inverse: 'IsReferencedBy', usual: 'Cites' },
	IsSupplementTo: { name: 'IsSupplementTo', inverse: 'IsSupplementedBy', usual: 'IsSupplementTo' },
	IsRelatedTo: { name: 'IsRelatedTo', inverse: 'IsRelatedTo', usual: 'IsRelatedTo' },
};

function inDataCite(Name: string, SubType: string): RelationshipType {
	return { Name, SubType, SubTypeSchema: 'DataCite' };
}

/** Returns whether a relation type of the vocabulary is read as this relation, in this direction. */
function isRead(name: string, relation: GroupRelation, swapped: boolean): boolean {
	const reading = readRelationType(name);
	return reading?.relation === relation && reading.swapped === swapped;
}
