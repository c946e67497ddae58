// Looks into linked data (JSON-LD) by the names of its members, without its contexts: what an
// object is called, who made it, what it is identified by.
import { linkLimits } from '../../../links/limits.ts';
import type { GivenAgent, GivenContainer, GivenIdentifier, GivenLink, GivenObject } from '../dialect.ts';
import { pageRange } from '../mapping.ts';
import { type Fields, isFields, list, text, texts } from '../values.ts';
import { lastingOnes, miswrittenOnes } from '../write-object.ts';

/** Returns the description of an object that may be only named: `{"@id": "#doe"}`. */
export type Follow = (value: unknown) => Fields;

/**
 * Makes a way to follow names in a flattened graph; an object that says more itself adds to that.
 */
export function followIn(nodes: readonly Fields[]): Follow {
	const byId = new Map(nodes.flatMap((node) => (text(node['@id']) === undefined ? [] : [[text(node['@id']), node]])));
	return (value) => {
		if (typeof value === 'string') return byId.get(value) ?? { '@id': value };
		if (!isFields(value)) return {};
		const known = byId.get(text(value['@id']));
		if (known === undefined || known === value) return value;
		// Many values may refer to one large object, which is not copied for each of them.
		return Object.keys(value).length === 1 ? known : Object.assign(Object.create(known), value);
	};
}

/** Follows nothing: objects lie in each other. */
export const asNested: Follow = (value) => (isFields(value) ? value : {});

/** Returns the name by which an object is identified, `id` where the sign is missing. */
export function idOf(node: Fields): string | undefined {
	return text(node['@id']) ?? text(node.id);
}

/** Lists the types of an object without the address of schema.org. */
export function typesOf(node: Fields): string[] {
	return texts(node['@type'] ?? node.type).map((type) => type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''));
}

/**
 * Lists what a value of `identifier`, `sameAs` or `@id` identifies by: a text, an object by its
 * name, a PropertyValue. Local names and numbers of which nobody says what they count are left out.
 */
export function identifiersIn(value: unknown, follow: Follow): GivenIdentifier[] {
	return list(value).flatMap((one): GivenIdentifier[] => {
		if (typeof one === 'string') return isGlobal(one) ? [{ id: one.trim() }] : [];
		if (!isFields(one)) return [];
		const node = follow(one);
		const written = text(node.value) ?? text(node['@value']);
		if (written !== undefined) {
			const scheme = text(node.propertyID ?? node.name)
				?.split('/')
				.at(-1)
				?.toLowerCase();
			if (scheme !== undefined && propertySchemes.has(scheme)) return [{ id: written, scheme }];
			if (isGlobal(written)) return [{ id: written }];
		}
		return [idOf(node), text(node.url)]
			.filter((id) => id !== undefined && isGlobal(id))
			.map((id) => ({ id: id as string }));
	});
}

const propertySchemes: ReadonlySet<string> = new Set(
	'doi pmid pmcid arxiv handle ark urn isbn swhid ascl bibcode hal'.split(' '),
);

/** Names within a file (`#doe`, `./`, `data/table.csv`) identify nothing outside of it. */
function isGlobal(id: string): boolean {
	return /^\s*(?:[a-z][a-z\d+.-]*:|10\.\d{4,9}\/|hal-\d|\d{4}\.\d{4,5}$)/i.test(id);
}

/**
 * Lists what a linked object is identified by: what lasts, else its address, else the one
 * identifier that stands in its text (`citation`: "Doe (2024). A Title.
 * https://doi.org/10.1234/a").
 */
function linkedIdentifiers(value: unknown, node: Fields, follow: Follow): GivenIdentifier[] {
	if (typeof value === 'string') return /^\d+$/.test(value.trim()) ? [] : [{ id: value }];
	const named = [
		...identifiersIn(idOf(node), follow),
		...identifiersIn(node.identifier, follow),
		...identifiersIn(node.doi, follow),
		...identifiersIn(node.sameAs, follow),
		...identifiersIn(node.url, follow),
	];
	const lasting = lastingOnes(named);
	if (lasting.length > 0) return [...lasting, ...miswrittenOnes(named)];
	return named.length > 0
		? named.slice(0, 1)
		: lastingOnes([...texts(node.text), ...texts(node.name)].map((id) => ({ id })));
}

/** Lists the names of persons and organisations. */
export function agentsIn(value: unknown, follow: Follow): GivenAgent[] {
	const counted = list(value).slice(0, linkLimits.items);
	return counted.flatMap((one): GivenAgent[] => {
		const node = follow(one);
		// A text is a name, where it is no address of somebody who is not described.
		const written = typeof one === 'string' && !/^\s*https?:/i.test(one) ? text(one) : undefined;
		const parts = [texts(node.familyName)[0], texts(node.givenName)[0]].filter((part) => part !== undefined);
		const name = texts(node.name)[0] ?? (parts.length > 0 ? parts.join(', ') : written);
		const ids = [idOf(node), ...texts(node.identifier), ...texts(node.sameAs)];
		const orcid = ids.map((id) => orcidIn.exec(id ?? '')?.[1]).find((id) => id !== undefined);
		return name === undefined ? [] : [{ name, orcid }];
	});
}

const orcidIn = /orcid\.org\/((?:\d{4}-){3}\d{3}[\dX])/i;

/** Lists keywords: an array, or one text with commas. */
export function keywordsIn(value: unknown): string[] {
	return texts(value).flatMap((keywords) =>
		keywords
			.split(',')
			.map((keyword) => keyword.trim())
			.filter((keyword) => keyword !== ''),
	);
}

/**
 * Finds the journal, book or series that a work is a part of (`isPartOf`), which for an article may
 * lie behind its issue and its volume, and where in it the work stands.
 */
function containerIn(node: Fields, follow: Follow): GivenContainer {
	let way: readonly Fields[] = [node];
	let title: string | undefined;
	let parts = list(node.isPartOf).slice(0, mostParts).map(follow);
	for (let steps = 0; steps < mostParts && parts.length > 0 && title === undefined; steps++) {
		const known = parts.filter((part) => typesOf(part).some((type) => containers.has(type)));
		way = way.concat(parts.filter((part) => typesOf(part).some((type) => containers.has(type) || places.has(type))));
		title = known.map((part) => text(part.name)).find((name) => name !== undefined);
		parts = parts.flatMap((part) => list(part.isPartOf).slice(0, mostParts).map(follow));
	}
	const onWay = (name: string) => way.map((part) => text(part[name])).find((value) => value !== undefined);
	return {
		title,
		issns: way.flatMap(({ issn }) => texts(issn).slice(0, linkLimits.issns)),
		volume: onWay('volumeNumber'),
		issue: onWay('issueNumber'),
		pages: text(node.pagination) ?? pageRange(text(node.pageStart), text(node.pageEnd)),
	};
}

/** An issue of a volume of a journal is the longest way; graphs may go round. */
const mostParts = 4;
const places: ReadonlySet<string> = new Set(['PublicationVolume', 'PublicationIssue']);
const containers: ReadonlySet<string> = new Set([
	...['Periodical', 'Newspaper', 'Blog', 'Book', 'BookSeries', 'CreativeWorkSeries'],
]);

/** Returns the description of a work without its identifiers and kind, in schema.org terms. */
export function descriptionOf(work: Fields, follow: Follow): Omit<GivenObject, 'identifiers'> {
	return {
		title: text(work.name),
		creators: agentsIn(work.author ?? work.creator, follow),
		publicationDate: text(work.datePublished),
		publishers: agentsIn(work.publisher, follow).map(({ name }) => name),
		keywords: keywordsIn(work.keywords),
		container: containerIn(work, follow),
		edition: text(work.bookEdition) ?? text(work.softwareVersion) ?? text(work.version),
	};
}

/** A relation, what is related so, and which of the identifiers of each count, if not all. */
export type LinkRow = readonly [
	relation: string,
	value: unknown,
	counting?: (identifiers: readonly GivenIdentifier[]) => readonly GivenIdentifier[],
];

/** Lists the links to all that has an identifier. */
export function* linksOf(rows: readonly LinkRow[], follow: Follow): Generator<GivenLink & { about: Fields }> {
	const read = new Map<Fields, readonly GivenIdentifier[]>();
	const identifiersOf = (value: unknown, node: Fields): readonly GivenIdentifier[] => {
		const known = read.get(node) ?? linkedIdentifiers(value, node, follow);
		if (known.length > 1) read.set(node, known);
		return known;
	};
	for (const [relation, value, counting = (all: readonly GivenIdentifier[]) => all] of rows) {
		for (const one of list(value)) {
			const about = follow(one);
			const identifiers = counting(identifiersOf(one, about));
			if (identifiers.length === 0) continue;
			const target = { identifiers, title: text(about.name), container: containerIn(about, follow) };
			yield { relation, target, about };
		}
	}
}

/** Answers a context as one text, in which the names of vocabularies stand. */
export function contextOf(document: Fields): string {
	return document['@context'] === undefined ? '' : (JSON.stringify(document['@context']) ?? '');
}
