// The relations that the broker keeps, and the names by which feeds give them.

/**
 * Lists the relations as stored. A relation's place in this list, counted from 1, is its code in
 * databases, so the order never changes and new ones go to the end.
 */
export const relations = ['Cites', 'IsSupplementTo', 'IsRelatedTo', 'HasVersion', 'IsIdenticalTo'] as const;

/** Names a relation as stored. */
export type Relation = (typeof relations)[number];

/** Names the relations that join groups; HasVersion and IsIdenticalTo make groups instead. */
export type GroupRelation = Exclude<Relation, 'HasVersion' | 'IsIdenticalTo'>;

/** Numbers the relations for storage: Cites is 1. */
export const relationCode = Object.fromEntries(relations.map((relation, at) => [relation, at + 1])) as Readonly<
	Record<Relation, number>
>;

/** Whether a code is of a relation that joins groups; see relationsOfGroups. */
export function joinsGroups(code: number): boolean {
	return code >= relationsOfGroups.first && code <= relationsOfGroups.last;
}

/** Whether a relation means the same from either end. */
export function isSymmetric(relation: Relation): boolean {
	return relation === 'IsRelatedTo' || relation === 'IsIdenticalTo';
}

/** Whether a code is of such a relation. */
export function isSymmetricCode(code: number): boolean {
	return code === relationCode.IsRelatedTo || code === relationCode.IsIdenticalTo;
}

/** The codes of the relations that join groups follow each other. */
export const relationsOfGroups = { first: relationCode.Cites, last: relationCode.IsRelatedTo };

/** The codes of the relations that make groups follow each other. */
export const relationsWithinGroups = { first: relationCode.HasVersion, last: relationCode.IsIdenticalTo };

/** Lists the relations that a search may ask for, as the specification spells them. */
export const searchRelations = ['cites', 'isCitedBy', 'isSupplementTo', 'isSupplementedBy', 'isRelatedTo'] as const;

/** Names a relation as seen from the object that a search asks about. */
export type SearchRelation = (typeof searchRelations)[number];

/**
 * The stored relation of each search relation, and the end of the object that was asked for; `either`
 * for symmetric relations.
 */
export const searchRelationMeaning: Readonly<
	Record<SearchRelation, { relation: GroupRelation; asked: 'source' | 'target' | 'either' }>
> = {
	cites: { relation: 'Cites', asked: 'source' },
	isCitedBy: { relation: 'Cites', asked: 'target' },
	isSupplementTo: { relation: 'IsSupplementTo', asked: 'source' },
	isSupplementedBy: { relation: 'IsSupplementTo', asked: 'target' },
	isRelatedTo: { relation: 'IsRelatedTo', asked: 'either' },
};

/** A relation as seen from the object asked about, perhaps only in one wording. */
export type RelationAsked = { readonly relation: SearchRelation; readonly subType?: string };

/**
 * Finds the relation under which links of a type, which reads from the source, are found from an end:
 * isCitedBy for References from the target. Those that are kept by their word alone are found by it.
 */
export function relationFrom(end: 'source' | 'target', name: string): RelationAsked {
	const seen = end === 'source' ? name : (inverseRelationType(name) ?? name);
	const reading = readRelationType(seen);
	const found = searchRelations.find((one) => {
		const { relation, asked } = searchRelationMeaning[one];
		return reading?.relation === relation && asked !== (reading.swapped ? 'source' : 'target');
	});
	const relation = found ?? 'isRelatedTo';
	return { relation, ...(relation === 'isRelatedTo' && seen !== 'IsRelatedTo' && { subType: seen }) };
}

/** Says as which relation a name is kept, and whether source and target change places for it. */
export type RelationReading = {
	readonly relation: Relation;
	readonly swapped: boolean;
};

const cites: RelationReading = { relation: 'Cites', swapped: false };
const isCited: RelationReading = { relation: 'Cites', swapped: true };
const hasVersion: RelationReading = { relation: 'HasVersion', swapped: false };
const isVersion: RelationReading = { relation: 'HasVersion', swapped: true };
const isRelated: RelationReading = { relation: 'IsRelatedTo', swapped: false };

/**
 * Every relation type of Scholix v3 and of DataCite 4.7 (appendix 1, relationType), and how it is
 * read.
 */
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
	Other: isRelated,
	Requires: isRelated,
	Reviews: isRelated,
};

/**
 * Pairs the relation types that say the same from either end (DataCite, appendix 1). Those that are
 * not listed say nothing from the other end; IsRelatedTo and Other say the same from there.
 */
const inverses: readonly (readonly [string, string])[] = [
	['Cites', 'IsCitedBy'],
	['References', 'IsReferencedBy'],
	['IsSupplementTo', 'IsSupplementedBy'],
	['HasVersion', 'IsVersionOf'],
	['IsPreviousVersionOf', 'IsNewVersionOf'],
	['IsIdenticalTo', 'IsIdenticalTo'],
	['IsRelatedTo', 'IsRelatedTo'],
	['Other', 'Other'],
	['Collects', 'IsCollectedBy'],
	['Compiles', 'IsCompiledBy'],
	['Continues', 'IsContinuedBy'],
	['Describes', 'IsDescribedBy'],
	['Documents', 'IsDocumentedBy'],
	['HasMetadata', 'IsMetadataFor'],
	['HasPart', 'IsPartOf'],
	['HasTranslation', 'IsTranslationOf'],
	['IsDerivedFrom', 'IsSourceOf'],
	['IsOriginalFormOf', 'IsVariantFormOf'],
	['Obsoletes', 'IsObsoletedBy'],
	['Requires', 'IsRequiredBy'],
	['Reviews', 'IsReviewedBy'],
];

/** A relation type as its vocabulary spells it, and how it is read. */
type RelationType = { readonly name: string; readonly reading: RelationReading };

const relationTypes: ReadonlyMap<string, RelationType> = new Map(
	Object.entries(relationNames).flatMap(([name, reading]) => [
		[name, { name, reading }],
		[name.toLowerCase(), { name, reading }],
	]),
);

function relationType(name: string): RelationType | undefined {
	// Nearly all links spell a relation type as its vocabulary does.
	return relationTypes.get(name) ?? relationTypes.get(name.trim().toLowerCase());
}

/**
 * Spells a relation type as its vocabulary does, given in any letter case; undefined: it is none.
 */
export function relationTypeName(name: string): string | undefined {
	return relationType(name)?.name;
}

const inverseOf: ReadonlyMap<string, string> = new Map(
	inverses.flatMap(([name, other]) => [
		[name.toLowerCase(), other],
		[other.toLowerCase(), name],
	]),
);

/**
 * Names a relation type as the other end of a link would say it: HasPart for IsPartOf, in any
 * letter case. Undefined where the vocabulary has no such name.
 */
export function inverseRelationType(name: string): string | undefined {
	return inverseOf.get(name.trim().toLowerCase());
}

/**
 * Matches the schema by its name (`DataCite 4.6`) or its address
 * (`https://schema.datacite.org/meta/kernel-4`).
 */
const dataCite = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)*datacite(?![a-z0-9])/i;

/**
 * A vocabulary that grows must not make records wrong, so what reads as a name is taken for one.
 */
const nameShape = /^\p{L}{1,50}$/u;

/**
 * Reads the names that a link gives its relation, in any letter case. SubType decides where it is a
 * known relation type and its schema is DataCite or not named; else Name does, and a name that is
 * not known stands for IsRelatedTo. Undefined where Name is no name: more than 50 letters, or other
 * characters.
 */
export function readRelation(name: string, subType = '', subTypeSchema = ''): RelationReading | undefined {
	const byName = readRelationType(name) ?? (nameShape.test(name.trim()) ? isRelated : undefined);
	if (byName === undefined || !namesDataCite(subTypeSchema)) return byName;
	return readRelationType(subType) ?? byName;
}

/**
 * Lists those of the names that a link gives its relation which are no relation type of Scholix or
 * DataCite, each once. The SubType of another schema is none of ours.
 */
export function unknownRelationNames(name: string, subType = '', subTypeSchema = ''): string[] {
	const names = [name.trim(), namesDataCite(subTypeSchema) ? subType.trim() : ''];
	const unknown = names.filter((each) => readRelationType(each) === undefined && nameShape.test(each));
	return [...new Set(unknown)];
}

/** Reads one relation type alone, in any letter case; undefined: it is none. */
export function readRelationType(name: string): RelationReading | undefined {
	return relationType(name)?.reading;
}

function namesDataCite(schema: string): boolean {
	const text = schema.trim();
	return text === '' || dataCite.test(text);
}
