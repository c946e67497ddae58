// Reads Crossref's records in JSON: single answers and lists of its API, and the lines of its
// yearly public data file.
import type { Dialect, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, isFields, list, objects, text, texts } from '../values.ts';

/**
 * Crossref's works in JSON. Whoever deposited a relation (`asserted-by`), it runs from this work.
 */
export const crossrefRest: Dialect<'json'> = {
	name: 'crossref',
	title: 'Crossref: works of its REST API, public data file',
	frame: 'json',
	replacement: 'record',
	provider: 'Crossref',
	dateRule: 'when the DOI was registered (created)',
	example:
		'{"message-type": "work", "message": {"DOI": "10.1234/paper", "reference-count": 1, ' +
		'"created": {"date-time": "2024-05-01T10:00:00Z"}, "reference": [{"key": "1", "DOI": "10.1234/cited"}]}}',
	fits: (document) => worksIn(document).some(isWork),
	*read(document) {
		for (const work of worksIn(document)) if (isWork(work)) yield readWork(work);
	},
};

function worksIn(document: unknown): Fields[] {
	const whole = fields(document);
	const message = isFields(whole.message) ? whole.message : whole;
	return message.items === undefined ? [message] : objects(message.items);
}

/** CSL-JSON from Crossref has the same names, but not its counts. */
function isWork(work: Fields): boolean {
	const counts = work['reference-count'] ?? work['references-count'] ?? work['is-referenced-by-count'];
	return text(work.DOI) !== undefined && counts !== undefined;
}

function readWork(work: Fields): GivenRecord {
	return {
		subject: readSubject(work),
		links: readLinks(work),
		date: text(at(work, 'created', 'date-time')) ?? dateOf(work.created),
	};
}

function* readLinks(work: Fields): Generator<GivenLink> {
	for (const reference of objects(work.reference)) yield* readReference(reference);
	yield* readRelations(work.relation);
	for (const update of objects(work['update-to'])) yield* readUpdate(update);
}

function readSubject(work: Fields): GivenObject {
	return {
		identifiers: [{ id: text(work.DOI) ?? '', scheme: 'doi' }],
		type: text(work.type),
		title: texts(work.title)[0],
		creators: creatorsOf(work.author),
		publicationDate: dateOf(work.issued) ?? dateOf(work.published) ?? dateOf(work.posted),
		publishers: texts(work.publisher),
		keywords: texts(work.subject),
		container: texts(work['container-title'])[0],
	};
}

/** Reads persons as Crossref and CSL-JSON write them: family and given name, or one name. */
export function creatorsOf(value: unknown): { name: string; orcid: string | undefined }[] {
	return objects(value).flatMap((person) => {
		const parts = [text(person.family), text(person.given)].filter((part) => part !== undefined);
		const name = parts.length > 0 ? parts.join(', ') : (text(person.name) ?? text(person.literal));
		return name === undefined ? [] : [{ name, orcid: text(person.ORCID) }];
	});
}

/** Reads `{"date-parts": [[2014, 2, 11]]}`; undefined for `[[null]]`, which stands for no date. */
export function dateOf(value: unknown): string | undefined {
	const parts = list(list(at(value, 'date-parts'))[0]).map(Number);
	const [year, month, day] = parts;
	if (year === undefined || !Number.isInteger(year) || year < 1) return undefined;
	const known = [year, month, day].filter((part) => part !== undefined && Number.isInteger(part) && part > 0);
	return known.map((part, place) => String(part).padStart(place === 0 ? 4 : 2, '0')).join('-');
}

/**
 * An ISSN or ISBN of a reference names what holds the cited work, so its DOI alone counts. The
 * journal is not read: references abbreviate it, and would take the place of its title.
 */
function readReference(reference: Fields): GivenLink[] {
	const doi = text(reference.DOI);
	if (doi === undefined) return [];
	const title = text(reference['article-title']) ?? text(reference['volume-title']);
	const target = { identifiers: [{ id: doi, scheme: 'doi' }], title, publicationDate: text(reference.year) };
	return [{ relation: 'References', target }];
}

function readRelations(value: unknown): GivenLink[] {
	return Object.entries(fields(value)).flatMap(([name, others]) =>
		objects(others).flatMap((other): GivenLink[] => {
			const id = text(other.id);
			const scheme = text(other['id-type']);
			if (id === undefined) return [];
			return [
				{
					relation: crossrefRelation(name),
					target: { identifiers: [{ id, scheme: scheme === 'uri' ? 'url' : scheme }] },
				},
			];
		}),
	);
}

function readUpdate(update: Fields): GivenLink[] {
	const doi = text(update.DOI);
	if (doi === undefined) return [];
	return [{ ...crossrefUpdate(text(update.type) ?? 'update'), target: { identifiers: [{ id: doi, scheme: 'doi' }] } }];
}

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
function crossrefUpdate(type: string): { relation: string; subType?: string } {
	const folded = type.toLowerCase().replaceAll(/[-\s]/g, '_');
	return folded === 'new_version' || folded === 'new_edition'
		? { relation: 'IsNewVersionOf' }
		: { relation: 'IsRelatedTo', subType: folded };
}
