// The relations that the broker keeps and the names by which feeds give them; knows nothing of groups or answers.

/** Lists the relations as stored; the index in this list plus one is the code kept in databases, so the order never changes. */
export const relations = ['Cites', 'IsSupplementTo', 'IsRelatedTo', 'HasVersion', 'IsIdenticalTo'] as const;

/** Names a relation as stored. */
export type Relation = (typeof relations)[number];

/** Names the relations that join groups; HasVersion and IsIdenticalTo make groups instead. */
export type GroupRelation = Exclude<Relation, 'HasVersion' | 'IsIdenticalTo'>;

/** Numbers a relation for storage, from 1. */
export const relationCode: Readonly<Record<Relation, number>> = {
	Cites: 1,
	IsSupplementTo: 2,
	IsRelatedTo: 3,
	HasVersion: 4,
	IsIdenticalTo: 5,
};

/** Lists the relations that a search may ask for, as the specification spells them. */
export const searchRelations = ['cites', 'isCitedBy', 'isSupplementTo', 'isSupplementedBy', 'isRelatedTo'] as const;

/** Names a relation as seen from the object that a search asks about. */
export type SearchRelation = (typeof searchRelations)[number];

/** Tells which stored relation a search means and at which end the asked object stands; `either`: the relation is symmetric. */
export const searchRelationMeaning: Readonly<
	Record<SearchRelation, { relation: GroupRelation; asked: 'source' | 'target' | 'either' }>
> = {
	cites: { relation: 'Cites', asked: 'source' },
	isCitedBy: { relation: 'Cites', asked: 'target' },
	isSupplementTo: { relation: 'IsSupplementTo', asked: 'source' },
	isSupplementedBy: { relation: 'IsSupplementTo', asked: 'target' },
	isRelatedTo: { relation: 'IsRelatedTo', asked: 'either' },
};

/** Says how a link's names are kept: as which relation, and whether source and target change places for it. */
export type RelationReading = {
	readonly relation: Relation;
	readonly swapped: boolean;
};

const cites: RelationReading = { relation: 'Cites', swapped: false };
const isCited: RelationReading = { relation: 'Cites', swapped: true };
const hasVersion: RelationReading = { relation: 'HasVersion', swapped: false };
const isVersion: RelationReading = { relation: 'HasVersion', swapped: true };
const isRelated: RelationReading = { relation: 'IsRelatedTo', swapped: false };

/** The relation types of Scholix v3 and of DataCite 4.6 (appendix 1, relationType). */
const relationNames: Readonly<Record<string, RelationReading>> = {
	IsRelatedTo: isRelated,
	References: cites,
	IsReferencedBy: isCited,
	Cites: cites,
	IsCitedBy: isCited,
	IsSupplementTo: { relation: 'IsSupplementTo', swapped: false },
	IsSupplementedBy: { relation: 'IsSupplementTo', swapped: true },
	HasVersion: hasVersion,
	IsPreviousVersionOf: hasVersion,
	IsVersionOf: isVersion,
	IsNewVersionOf: isVersion,
	IsIdenticalTo: { relation: 'IsIdenticalTo', swapped: false },
	Collects: isRelated,
	Compiles: isRelated,
	Continues: isRelated,
	Describes: isRelated,
	Documents: isRelated,
	HasMetadata: isRelated,
	HasPart: isRelated,
	HasTranslation: isRelated,
	IsCollectedBy: isRelated,
	IsCompiledBy: isRelated,
	IsContinuedBy: isRelated,
	IsDerivedFrom: isRelated,
	IsDescribedBy: isRelated,
	IsDocumentedBy: isRelated,
	IsMetadataFor: isRelated,
	IsObsoletedBy: isRelated,
	IsOriginalFormOf: isRelated,
	IsPartOf: isRelated,
	IsPublishedIn: isRelated,
	IsRequiredBy: isRelated,
	IsReviewedBy: isRelated,
	IsSourceOf: isRelated,
	IsTranslationOf: isRelated,
	IsVariantFormOf: isRelated,
	Obsoletes: isRelated,
	Requires: isRelated,
	Reviews: isRelated,
};

// Both spellings are keys, so that the usual one is found without folding its letter case.
const readings: ReadonlyMap<string, RelationReading> = new Map(
	Object.entries(relationNames).flatMap(([name, reading]) => [
		[name, reading],
		[name.toLowerCase(), reading],
	]),
);

// The schema by name (`DataCite`, `DataCite 4.6`) or by address (`https://schema.datacite.org/meta/kernel-4`).
const dataCite = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*datacite(?![a-z0-9])/i;

/**
 * Reads the names that a link gives its relation. SubType decides where it is a known relation type and its schema is DataCite or not
 * named; else Name does. Letter case does not matter. Undefined where Name is no relation type of Scholix or DataCite.
 */
export function readRelation(name: string, subType?: string, subTypeSchema?: string): RelationReading | undefined {
	const byName = findReading(name);
	if (byName === undefined || !subType) return byName;
	if (subTypeSchema && !namesDataCite(subTypeSchema)) return byName;
	return findReading(subType) ?? byName;
}

function findReading(name: string): RelationReading | undefined {
	return readings.get(name) ?? readings.get(name.trim().toLowerCase());
}

function namesDataCite(schema: string): boolean {
	const text = schema.trim();
	return text === '' || text === 'DataCite' || dataCite.test(text);
}
