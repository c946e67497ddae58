// The relations of Crossref's records and what they are in the words of DataCite; knows no record.

/**
 * What Crossref's relation types (its schema 5.4, relations.xsd) say, with hyphens or not. A
 * preprint or manuscript and its article are versions of one work, not one publication.
 */
const meanings: ReadonlyMap<string, string> = new Map(
	Object.entries({
		ispreprintof: 'IsPreviousVersionOf',
		haspreprint: 'IsNewVersionOf',
		ismanuscriptof: 'IsPreviousVersionOf',
		hasmanuscript: 'IsNewVersionOf',
		isversionof: 'IsVersionOf',
		hasversion: 'HasVersion',
		issameas: 'IsIdenticalTo',
		isidenticalto: 'IsIdenticalTo',
		isreviewof: 'Reviews',
		hasreview: 'IsReviewedBy',
		issupplementto: 'IsSupplementTo',
		issupplementedby: 'IsSupplementedBy',
		iscomponentof: 'IsPartOf',
		ispartof: 'IsPartOf',
		haspart: 'HasPart',
		replaces: 'Obsoletes',
		isreplacedby: 'IsObsoletedBy',
		isderivedfrom: 'IsDerivedFrom',
		hasderivation: 'IsSourceOf',
		isbasedon: 'IsDerivedFrom',
		isbasisfor: 'IsSourceOf',
		istranslationof: 'IsTranslationOf',
		hastranslation: 'HasTranslation',
		references: 'References',
		isreferencedby: 'IsReferencedBy',
		cites: 'Cites',
		iscitedby: 'IsCitedBy',
		documents: 'Documents',
		isdocumentedby: 'IsDocumentedBy',
		compiles: 'Compiles',
		iscompiledby: 'IsCompiledBy',
		continues: 'Continues',
		iscontinuedby: 'IsContinuedBy',
		requires: 'Requires',
		isrequiredby: 'IsRequiredBy',
		isvariantformof: 'IsVariantFormOf',
		isoriginalformof: 'IsOriginalFormOf',
	}),
);

/**
 * Answers the relation that a name of Crossref's stands for; others are as they are, in one word.
 */
export function crossrefRelation(name: string): string {
	const words = name.split(/[-_\s]+/);
	const folded = words.join('').toLowerCase();
	return meanings.get(folded) ?? words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/**
 * What an update says: a new version is one; a correction or retraction is a word about the work.
 */
export function crossrefUpdate(type: string): { relation: string; subType?: string } {
	const folded = type.toLowerCase().replaceAll(/[-\s]/g, '_');
	return folded === 'new_version' || folded === 'new_edition'
		? { relation: 'IsNewVersionOf' }
		: { relation: 'IsRelatedTo', subType: folded };
}
