// Writes links as Scholix link objects that read back as the same: a link that was read, one
// assertion, and a relationship with the whole history of its assertions.
import type { Link, LinkedObject, Provenance } from '../../../links/link.ts';
import type { HistoryItem } from '../../../links/provenance.ts';
import { inverseRelationType, type Relation, readRelation, searchRelationMeaning } from '../../../links/relation.ts';
import { describeObject, everything } from './object-document.ts';
import { type RelationshipType, wordingsOfItem } from './relationship-type.ts';
import { type AnswerItem, type AnswerObject, writeEnd, writeEnds, writeFlags, writeVia } from './write-answers.ts';

/** A Scholix link object as plain data. */
export type LinkObject = {
	Source: object;
	RelationshipType: RelationshipType;
	Target: object;
	LinkProvider: readonly { Name: string }[];
	LinkPublicationDate: string;
	LicenseURL?: string;
};

/**
 * Writes a link as its record named it: with that record's Source, all its providers, its date, and
 * words that read back as the same relation in the same direction.
 */
export function writeLink(link: Link): LinkObject {
	const { source, relation, target, provenances } = link;
	const fromTarget = link.fromTarget === true;
	const [provenance] = provenances as readonly [Provenance, ...Provenance[]];
	const [from, to] = fromTarget ? [target, source] : [source, target];
	const type = relationshipType(relation, fromTarget, provenance);
	return {
		...(JSON.parse(`{${writeEnds(writeObject(from), writeObject(to), type)}}`) as { Source: object; Target: object }),
		RelationshipType: type,
		LinkProvider: provenances.map(({ provider }) => ({ Name: provider })),
		LinkPublicationDate: provenance.date,
		...(provenance.license !== undefined && { LicenseURL: provenance.license }),
	};
}

function writeObject({ identifiers, description }: LinkedObject): string {
	return writeEnd({ ...describeObject(identifiers, description, { bounds: everything }), versions: null });
}

/** The Name of Scholix v3 for each relation; the others have none and are given by their SubType. */
const scholixNames: Readonly<Partial<Record<Relation, string>>> = {
	Cites: 'References',
	IsSupplementTo: 'IsSupplementTo',
};

function relationshipType(relation: Relation, swapped: boolean, provenance: Provenance): RelationshipType {
	const reversed = (name: string): string => (swapped ? inverseRelationType(name) : undefined) ?? name;
	const { subType, subTypeSchema } = provenance;
	const scholixName = scholixNames[relation];
	const Name = scholixName === undefined ? 'IsRelatedTo' : reversed(scholixName);
	const words: RelationshipType = {
		Name,
		...(subType !== undefined && { SubType: subType }),
		...(subTypeSchema !== undefined && { SubTypeSchema: subTypeSchema }),
	};
	const read = readRelation(Name, subType, subTypeSchema);
	if (read?.relation === relation && read.swapped === swapped) return words;
	// The words beside the relation do not give it, so its own name has to.
	return subType === undefined
		? { Name, SubType: reversed(relation), SubTypeSchema: 'DataCite' }
		: { ...words, Name: reversed(relation) };
}

/**
 * Writes one relationship of `asked` as Scholix link objects, each on one line: one for each item
 * of its history with that item's provider and date (and one for each SubType, where the provider
 * gave several that day), newest first. Each has the Flags of the relationship. Via of each has the
 * versions that were linked by that provider on that date.
 */
export function* writeHistoryLinks(
	asked: AnswerObject,
	{ relation, flags, object, history, via }: AnswerItem,
): Generator<string, void> {
	const meaning = searchRelationMeaning[relation];
	const [from, to] = meaning.asked === 'target' ? [object, asked] : [asked, object];
	const [source, target] = [writeEnd(from), writeEnd(to)];
	for (const item of history) {
		for (const { type, swapped } of wordingsOfItem(meaning.relation, item)) {
			const ends = swapped ? writeEnds(target, source, type) : writeEnds(source, target, type);
			const { provider, date } = item;
			const common = { RelationshipType: type, LinkProvider: [{ Name: provider }], LinkPublicationDate: date };
			yield `{${ends},${JSON.stringify(common).slice(1, -1)}${writeFlags(flags)}${writeVia(via && partOf(via, item))}}`;
		}
	}
}

type Via = NonNullable<AnswerItem['via']>;

/**
 * Takes what one provider asserted on one date; where not all is known, the total stays that of all.
 */
function partOf({ total, links }: Via, { provider, date }: HistoryItem): Via {
	const those = links.flatMap(({ history, ...ends }) => {
		const stated = history.filter((item) => item.provider === provider && item.date === date);
		return stated.length === 0 ? [] : [{ ...ends, history: stated }];
	});
	return { total: total > links.length ? total : those.length, links: those };
}

/** The names of a relation from either end, as Scholix has them where it does. */
const names: Readonly<Record<Relation, readonly [name: string, inverse: string]>> = {
	Cites: ['References', 'IsReferencedBy'],
	IsSupplementTo: ['IsSupplementTo', 'IsSupplementedBy'],
	IsRelatedTo: ['IsRelatedTo', 'IsRelatedTo'],
	HasVersion: ['HasVersion', 'IsVersionOf'],
	IsIdenticalTo: ['IsIdenticalTo', 'IsIdenticalTo'],
};

/**
 * Writes the link; `source` and `target` are objects as writeEnd writes them. Where the provider's
 * word speaks from the target, they change places.
 */
export function writeAssertion(assertion: {
	source: string;
	relation: Relation;
	target: string;
	provenance: Provenance;
}): string {
	const { source, relation, target, provenance } = assertion;
	const { type, swapped } = typeOfAssertion(relation, provenance);
	const ends = swapped ? writeEnds(target, source, type) : writeEnds(source, target, type);
	const common = {
		RelationshipType: type,
		LinkProvider: [{ Name: provenance.provider }],
		LinkPublicationDate: provenance.date,
		...(provenance.license !== undefined && { LicenseURL: provenance.license }),
	};
	return `{${ends},${JSON.stringify(common).slice(1)}`;
}

function typeOfAssertion(
	relation: Relation,
	{ subType, subTypeSchema }: Provenance,
): { type: RelationshipType; swapped: boolean } {
	const [name, inverse] = names[relation];
	const words = {
		...(subType !== undefined && { SubType: subType }),
		...(subTypeSchema !== undefined && { SubTypeSchema: subTypeSchema }),
	};
	const reading = readRelation(name, subType, subTypeSchema);
	// Several identifiers of one object are asserted in the words of the link between two.
	if (reading?.relation !== relation) return { type: { Name: name }, swapped: false };
	return { type: { Name: reading.swapped ? inverse : name, ...words }, swapped: reading.swapped };
}
