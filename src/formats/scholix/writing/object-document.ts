// Writes the JSON of an object once, when it changes, so that answers need only join it.
import { canonicalValue, type Identifier } from '../../../identifiers/index.ts';
import {
	type Agent,
	type Container,
	containerTexts,
	type Description,
	gatherKeywords,
	gatherPublishers,
} from '../../../links/description.ts';
import { linkLimits, shownLimits } from '../../../links/limits.ts';
import { plainText, safeMarkup } from '../../../links/markup/styled-text.ts';

/** An identifier as answers show it. */
export type ShownIdentifier = { ID: string; IDScheme: string };

/** Shows the canonical form of an identifier. */
export function shownIdentifier({ scheme, value }: { scheme: string; value: string }): ShownIdentifier {
	return { ID: value, IDScheme: scheme };
}

/** An identifier as far as answers show it. */
type Shown = Pick<Identifier, 'scheme' | 'value'>;

/** The JSON of an object in pieces, as the search index stores it; see ObjectDocument. */
export type WrittenObject = { identifiers: string; fields: string; versions: string };

/**
 * Writes an object: `identifiers` is a JSON array of `{ID, IDScheme}`, `fields` JSON members
 * without braces, never empty, since Type is always there:
 * `"Title":"…","Type":{"Name":"software"},"PublicationDate":"2016-02-03"`; `versions` is a JSON array
 * of `{Identifiers}`, or '' where none are given. What is not known is left out. Texts are plain,
 * whatever markup they were given in; `TitleMarkup` follows a title that has some (see safeMarkup).
 * Each list has its first items and, where there are more, their total among the fields (see
 * shownLimits). With the `group` of the object, the whole lists of identifiers and versions have
 * addresses, relative to that of the HTTP interface: see withAddresses.
 */
export function describeObject(
	identifiers: readonly Shown[],
	description: Description,
	{ group, versions = [], bounds = shownLimits }: DescribeOptions = {},
): WrittenObject {
	const { Title, Type, Kind, Creator, PublicationDate, Container, Publisher, Keywords, Notice } = description;
	const shown = showFirst(identifiers, shownIdentifier, bounds);
	const listed = showFirst(versions, (each) => listOf('Identifier', showFirst(each, shownIdentifier, bounds)), bounds);
	const whole = (list: string, { total }: FirstItems<unknown>) =>
		total !== undefined && group !== undefined ? `objects/${group}/${list}` : undefined;
	const field = <T>(name: string, items: readonly T[] | undefined) =>
		items &&
		listOf(
			name,
			showFirst(items, (item) => item, bounds),
		);
	const agents = (given: readonly Agent[] | undefined) => given?.map((agent) => shownAgent(agent, bounds));
	const known = {
		...(Title !== undefined && writeTitle(Title)),
		Type: Type ?? { Name: 'unknown', ...Kind },
		...field('Creator', agents(Creator)),
		PublicationDate,
		...(Container !== undefined && writeContainer(Container)),
		Edition: plainOrNone(description.Edition),
		...field('Publisher', Publisher && gatherPublishers(agents(Publisher) ?? [])),
		PublisherPlace: plainOrNone(description.PublisherPlace),
		...field('Keywords', Keywords && gatherKeywords(Keywords.map(plainText))),
		...field('Notice', Notice),
		IdentifierTotal: shown.total,
		AllIdentifiers: whole('identifiers', shown),
		VersionsTotal: listed.total,
		AllVersions: whole('versions', listed),
	};
	return {
		identifiers: JSON.stringify(shown.first),
		fields: JSON.stringify(known).slice(1, -1),
		versions: versions.length === 0 ? '' : JSON.stringify(listed.first),
	};
}

type Bounds = Readonly<Record<'items' | 'listLength' | 'agentIdentifiersLength', number>>;

type DescribeOptions = { group?: number; versions?: readonly (readonly Shown[])[]; bounds?: Bounds };

/** No bounds, for objects that are stored again. */
export const everything: Bounds = {
	items: Number.POSITIVE_INFINITY,
	listLength: Number.POSITIVE_INFINITY,
	agentIdentifiersLength: Number.POSITIVE_INFINITY,
};

/**
 * Makes the addresses of the whole lists of an object absolute; `base` is where addresses begin.
 */
export function withAddresses<Written extends Pick<WrittenObject, 'fields'>>(object: Written, base: string): Written {
	if (!object.fields.includes(relativeAddress)) return object;
	// Quotation marks within texts are escaped, so this is a member.
	const absolute = JSON.stringify(`${base}/objects/`).slice(1, -1);
	const fields = object.fields.replaceAll(/"(All\w+)":"objects\//g, (_, name) => `"${name}":"${absolute}`);
	return { ...object, fields };
}

const relativeAddress = '":"objects/';

/** Writes an identifier as the first one of an object that shows only some of its identifiers. */
export function showingFirst<Written extends WrittenObject>(identifier: Shown, object: Written): Written {
	const own = JSON.stringify(shownIdentifier(identifier));
	if (object.identifiers.includes(own)) return object;
	const others = JSON.parse(object.identifiers) as ShownIdentifier[];
	const kept = others.slice(0, shownLimits.items - 1);
	return { ...object, identifiers: JSON.stringify([shownIdentifier(identifier), ...kept]) };
}

/**
 * Writes a title as text, and with its markup where that holds more. The latter is what another
 * broker takes for the title, so it must fit there.
 */
function writeTitle(given: string): { Title: string | undefined; TitleMarkup: string | undefined } {
	const markup = safeMarkup(given);
	const fits = markup !== undefined && markup.length <= linkLimits.titleLength;
	return { Title: plainText(given) || undefined, TitleMarkup: fits ? markup : undefined };
}

/** Shows a container with plain texts; none where it has no text. */
export function writeContainer(given: Container): { Container?: Container } {
	const { ISSN } = given;
	const Container: Container = {};
	for (const field of containerTexts) {
		const text = plainOrNone(given[field]);
		if (text !== undefined) Container[field] = text;
		if (field === 'Title' && ISSN !== undefined) Container.ISSN = ISSN;
	}
	return Object.keys(Container).length === 0 ? {} : { Container };
}

function plainOrNone(given: string | undefined): string | undefined {
	return given && (plainText(given) || undefined);
}

/** Shows a person or organisation, without identifiers that are too long. */
export function shownAgent(
	{ Name, Identifier }: Agent,
	{ agentIdentifiersLength }: Pick<Bounds, 'agentIdentifiersLength'>,
): Agent {
	const isShown = Identifier !== undefined && JSON.stringify(Identifier).length <= agentIdentifiersLength;
	if (!isShown) return { Name: plainText(Name) };
	return {
		Name: plainText(Name),
		Identifier: Array.isArray(Identifier) ? Identifier.map(asOrcid) : asOrcid(Identifier),
	};
}

/** Shows an ORCID iD as the bare number, in whichever spelling it was given. */
function asOrcid(identifier: unknown): unknown {
	const value = orcidIn(identifier);
	return value === undefined ? identifier : shownIdentifier({ scheme: 'orcid', value });
}

/** Reads the ORCID iD in an identifier of a person; undefined where it holds none, or a wrong one. */
export function orcidIn(identifier: unknown): string | undefined {
	const { ID = '', IDScheme = '' } = (identifier ?? {}) as Partial<ShownIdentifier>;
	return /orcid/i.test(IDScheme) || /\borcid\.org\//i.test(ID) ? canonicalValue('orcid', ID) : undefined;
}

/** The first items of a list; `total` where there are more. */
type FirstItems<T> = { first: T[]; total: number | undefined };

/** Names a list and its total. The list of identifiers of a version is Identifiers. */
function listOf<T>(name: string, { first, total }: FirstItems<T>): Record<string, unknown> {
	return { [name === 'Identifier' ? 'Identifiers' : name]: first, [`${name}Total`]: total };
}

/** Takes the items of a list that answers show, at least one. */
function showFirst<Item, T>(items: readonly Item[], show: (item: Item) => T, bounds: Bounds): FirstItems<T> {
	let length = 0;
	const first: T[] = [];
	for (const item of items.slice(0, bounds.items)) {
		const shown = show(item);
		length += JSON.stringify(shown).length + 1;
		if (length > bounds.listLength && first.length > 0) break;
		first.push(shown);
	}
	return { first, total: first.length < items.length ? items.length : undefined };
}
