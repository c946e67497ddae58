// Reads Crossref's records in JSON: single answers and lists of its API, and the lines of its
// yearly public data file.
import { noticing } from '../../../links/notices.ts';
import type { Dialect, GivenAgent, GivenLink } from '../dialect.ts';
import { json } from '../mapping.ts';
import { at, type Fields, fields, isFields, list, objects, text } from '../values.ts';

/**
 * Crossref's works in JSON. Whoever deposited a relation (`asserted-by`), it runs from this work.
 */
export const crossrefRest: Dialect<'json'> = {
	name: 'crossref',
	title: 'Crossref: works of its REST API, public data file',
	syntax: 'json',
	replacement: 'record',
	provider: 'Crossref',
	dateRule: 'when the DOI was registered (created)',
	example:
		'{"message-type": "work", "message": {"DOI": "10.1234/paper", "reference-count": 1, ' +
		'"created": {"date-time": "2024-05-01T10:00:00Z"}, "reference": [{"key": "1", "DOI": "10.1234/cited"}]}}',
	...json.records((document) => worksIn(document).filter(isWork), {
		subject: {
			...{ id: 'DOI', scheme: '=doi' },
			type: 'type',
			title: 'title[]',
			creators: ({ author }) => creatorsOf(author),
			publicationDate: ({ issued, published, posted }) => dateOf(issued) ?? dateOf(published) ?? dateOf(posted),
			publishers: 'publisher[]',
			keywords: 'subject[]',
			container: {
				title: 'container-title[]',
				issns: 'ISSN[]',
				volume: 'volume',
				issue: 'issue',
				pages: ['page', 'article-number'],
			},
			edition: 'edition-number',
			publisherPlace: 'publisher-location',
		},
		links: [
			// An ISSN or ISBN of a reference names what holds the cited work, so its DOI alone counts. The
			// journal is not read: references abbreviate it, and would take the place of its title.
			{
				each: 'reference[]',
				relation: '=References',
				id: 'DOI',
				scheme: '=doi',
				title: ['article-title', 'volume-title'],
				publicationDate: 'year',
			},
			({ relation }) => Object.entries(fields(relation)).values().flatMap(readRelations),
			(work) => objects(work['update-to']).values().flatMap(readUpdate),
			(work) => objects(work['updated-by']).values().flatMap(readUpdate).map(fromOtherEnd),
		],
		date: ['created.date-time', ({ created }) => dateOf(created)],
	}),
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

/** Reads persons as Crossref and CSL-JSON write them: family and given name, or one name. */
export function creatorsOf(value: unknown): readonly GivenAgent[] {
	return json.creatorsOf(
		{ value },
		{
			each: 'value[]',
			name: [{ joined: ['family', 'given'] }, 'name', 'literal'],
			orcid: 'ORCID',
		},
	);
}

/** Reads `{"date-parts": [[2014, 2, 11]]}`; undefined for `[[null]]`, which stands for no date. */
export function dateOf(value: unknown): string | undefined {
	const parts = list(list(at(value, 'date-parts'))[0])
		.slice(0, 3)
		.map((part) => Number(text(part)));
	const [year, month, day] = parts;
	if (year === undefined || !Number.isInteger(year) || year < 1) return undefined;
	const known = [year, month, day].filter((part) => part !== undefined && Number.isInteger(part) && part > 0);
	return known.map((part, place) => String(part).padStart(place === 0 ? 4 : 2, '0')).join('-');
}

function readRelations([name, others]: [string, unknown]): Iterator<GivenLink> & Iterable<GivenLink> {
	const scheme = { at: 'id-type', as: crossrefScheme };
	return json.linksOf({ others }, { each: 'others[]', relation: `=${crossrefRelation(name)}`, id: 'id', scheme });
}

/** Answers the scheme that a type of Crossref's stands for. */
export function crossrefScheme(type: string): string {
	return type === 'uri' ? 'url' : type;
}

function readUpdate(update: Fields): GivenLink[] {
	const doi = text(update.DOI);
	if (doi === undefined) return [];
	const words = crossrefUpdate(text(update.type) ?? 'update');
	const stated = noticing(words.subType);
	const target = { identifiers: [{ id: doi, scheme: 'doi' }] };
	return [{ ...words, notice: stated && { ...stated, date: dateOf(update.updated) }, target }];
}

/** A notice that the updated work names: the relation runs the other way. */
function fromOtherEnd({ notice, ...update }: GivenLink): GivenLink {
	if (update.relation === 'IsNewVersionOf') return { ...update, relation: 'IsPreviousVersionOf' };
	return !notice ? update : { ...update, notice: { ...notice, of: 'source' } };
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
