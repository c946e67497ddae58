// Chooses the words of a link that the broker writes, such that they read back as the relation that
// is meant. It knows neither objects nor answers.
import type { HistoryItem } from '../../links/provenance.ts';
import { type GroupRelation, readRelation } from '../../links/relation.ts';

export type RelationshipType = { Name: string; SubType?: string; SubTypeSchema?: string };

/** The words of one assertion; where they are `swapped`, they speak from the relation's target. */
export type Wording = { type: RelationshipType; swapped: boolean };

/**
 * Words a relation that has a whole history: by the first SubType given that says it in its own
 * direction, else by the usual one, and IsRelatedTo by none, since the direction of such a SubType
 * (IsPartOf …) is not known here.
 */
export function typeOfHistory(relation: GroupRelation, history: readonly HistoryItem[]): RelationshipType {
	if (relation === 'IsRelatedTo') return { Name: relation };
	for (const { subTypes } of history) {
		const given = subTypes.find((subType) => isRead({ Name: subType }, relation, false));
		if (given !== undefined) return inDataCite(names[relation].name, given);
	}
	return inDataCite(names[relation].name, names[relation].usual);
}

/**
 * Words what one item of a history says, once for each of its SubTypes, so that another broker keeps
 * the same SubTypes with it.
 */
export function wordingsOfItem(relation: GroupRelation, { subTypes }: HistoryItem): readonly Wording[] {
	if (relation === 'IsRelatedTo') return [{ type: { Name: relation }, swapped: false }];
	if (subTypes.length === 0) return [{ type: { Name: names[relation].name }, swapped: false }];
	return subTypes.map((subType) => wordingOf(relation, subType));
}

function wordingOf(relation: DirectedRelation, subType: string): Wording {
	for (const swapped of [false, true]) {
		const type = inDataCite(swapped ? names[relation].inverse : names[relation].name, subType);
		if (isRead({ Name: subType }, relation, swapped)) return { type, swapped };
	}
	// It belongs to another vocabulary, whose name is not known here; that of the relation decides.
	return { type: { Name: names[relation].name, SubType: subType, SubTypeSchema: 'other' }, swapped: false };
}

type DirectedRelation = Exclude<GroupRelation, 'IsRelatedTo'>;

const names: Readonly<Record<DirectedRelation, { name: string; inverse: string; usual: string }>> = {
	Cites: { name: 'References', inverse: 'IsReferencedBy', usual: 'Cites' },
	IsSupplementTo: { name: 'IsSupplementTo', inverse: 'IsSupplementedBy', usual: 'IsSupplementTo' },
};

function inDataCite(Name: string, SubType: string): RelationshipType {
	return { Name, SubType, SubTypeSchema: 'DataCite' };
}

function isRead(
	{ Name, SubType, SubTypeSchema }: RelationshipType,
	relation: GroupRelation,
	swapped: boolean,
): boolean {
	const reading = readRelation(Name, SubType, SubTypeSchema);
	return reading?.relation === relation && reading.swapped === swapped;
}
