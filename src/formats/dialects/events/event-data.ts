// Reads Event Data of Crossref (closed in 2023) and DataCite: what services saw of works elsewhere,
// one statement an event.
import type { Dialect, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, isFields, objects, text } from '../values.ts';

/**
 * Pages of events, lists of them, or single ones; the names of their members are written with
 * underscores, hyphens, or a capital letter in the middle.
 */
export const eventData: Dialect<'json'> = {
	name: 'event-data',
	title: 'Event Data of Crossref and of DataCite',
	syntax: 'json',
	replacement: 'statement',
	dateRule: 'when it occurred',
	example:
		'{"message-type": "event-list", "message": {"events": [{"id": "6b9c", "subj_id": ' +
		'"https://doi.org/10.1234/data", "relation_type_id": "is_supplement_to", "obj_id": ' +
		'"https://doi.org/10.1234/paper", "occurred_at": "2020-05-01T10:00:00Z", "source_id": "datacite"}]}}',
	fits: (document) =>
		eventsIn(document).some(
			(event) => member(event, 'subj_id') !== undefined && member(event, 'relation_type_id') !== undefined,
		),
	*read(document) {
		for (const event of eventsIn(document)) yield readEvent(event);
	},
};

function eventsIn(document: unknown): Fields[] {
	const events = at(document, 'message', 'events');
	if (events !== undefined) return objects(events);
	const { data, attributes } = fields(document);
	if (data !== undefined) return objects(data).map((resource) => fields(resource.attributes));
	return isFields(attributes) ? [attributes] : objects(document);
}

/** Answers a member by its name with underscores, whichever way it is written. */
function member(event: Fields, name: string): string | undefined {
	const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	return text(event[name]) ?? text(event[name.replaceAll('_', '-')]) ?? text(event[camel]);
}

function readEvent(event: Fields): GivenRecord {
	const relation = member(event, 'relation_type_id') ?? '';
	if (isNoLink(relation)) return { links: [], leftOut: [`${relation}: not a link between works`] };
	const source = readEnd(event, 'subj');
	const target = readEnd(event, 'obj');
	if (isPerson(source)) return { links: [], leftOut: ['a person is not a work'] };
	const link: GivenLink = {
		...{ source, target, ...readRelation(relation) },
		date: member(event, 'occurred_at') ?? text(at(event, 'subj', 'issued')),
		provider: member(event, 'source_id'),
		...(isDeleted(event) && { isWithdrawn: true }),
	};
	return { links: [link] };
}

/** Crossref keeps events that it withdrew; Lagotto was asked to remove them. */
function isDeleted(event: Fields): boolean {
	return member(event, 'updated') === 'deleted' || member(event, 'message_action') === 'delete';
}

/** Counts of use, and relations of works to people, funders and organisations. */
export function isNoLink(relation: string): boolean {
	return /^(?:total|unique)[-_]|^is[-_](?:authored|funded)[-_]/i.test(relation);
}

function isPerson({ identifiers }: GivenObject): boolean {
	return identifiers.length > 0 && identifiers.every(({ id }) => /^https?:\/\/(?:www\.)?orcid\.org\//.test(id));
}

/** Names that the services misspell. */
const misspelt: ReadonlyMap<string, string> = new Map(
	Object.entries({
		iscoutinuedby: 'IsContinuedBy',
		isvariantfromof: 'IsVariantFormOf',
		isobsoletedby: 'IsObsoletedBy',
		isobsoleteby: 'IsObsoletedBy',
	}),
);

/** `is-supplement-to` is IsSupplementTo; what pages do (`discusses`) is IsRelatedTo, so worded. */
export function readRelation(name: string): { relation: string; subType?: string } {
	const folded = name.replaceAll(/[-_\s]/g, '').toLowerCase();
	if (pageVerbs.has(folded)) return { relation: 'IsRelatedTo', subType: name };
	return {
		relation: misspelt.get(folded) ?? inOneWord(name.split(/[-_\s]/)),
	};
}

function inOneWord(words: readonly string[]): string {
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const pageVerbs: ReadonlySet<string> = new Set(
	'discusses annotates mentions recommends reviews shares likes'.split(' '),
);

/**
 * An end is its address; a DOI cut off after its resolver, or a whole site, names nothing. Titles
 * are those that the event gives.
 */
function readEnd(event: Fields, end: 'subj' | 'obj'): GivenObject {
	const id = member(event, `${end}_id`) ?? '';
	const about = fields(event[end]);
	const isWhole = /^https?:\/\/(?:(?:dx\.)?doi\.org|[^/]+)\/?$/.test(id);
	return {
		identifiers: isWhole || id === '' ? [] : [{ id }],
		title: text(about.title),
		publicationDate: text(about.issued),
	};
}
