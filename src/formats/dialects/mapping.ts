// Reads records by tables that say where each thing stands in documents of JSON, YAML or XML.
import { linkLimits } from '../../links/limits.ts';
import type {
	DocumentOf,
	GivenAgent,
	GivenContainer,
	GivenIdentifier,
	GivenLink,
	GivenNotice,
	GivenObject,
	GivenRecord,
	XmlElement,
} from './dialect.ts';
import { child, children, textOf } from './syntaxes/xml-elements.ts';
import { at, type Fields, isFields, list, text } from './values.ts';

/**
 * Where a text stands in a node, which is an object of JSON or an element of XML:
 * - `metadata.title`: a way through names, in XML to the first element of each; `type.@name` leads
 *   to an attribute, and `.` is the node itself.
 * - `subjects[].subject`: every element of a list, or every element of that name.
 * - `dates[dateType=Issued].date`: those that have this text, in any letter case.
 * - `=doi`: this text itself.
 * - several places: the first that has a text.
 * - `at` and `as`: what a function makes of the text.
 * - `joined`: all these texts, with commas between them.
 * - a function, for what has no such form.
 */
export type Place<N> =
	| string
	| readonly Place<N>[]
	| { at: Place<N>; as: (text: string) => string | undefined }
	| { joined: readonly Place<N>[] }
	| ((node: N) => unknown);

/** Identifiers of the node, or of each node on a way; `only` those for which it answers true. */
type IdentifierRow<N> = {
	each?: string;
	id: Place<N>;
	scheme?: Place<N> | undefined;
	only?: (given: GivenIdentifier) => boolean;
};

/** The description of an object; `id` and `scheme` are short for one row of identifiers. */
export type ObjectTable<N> = {
	id?: Place<N>;
	scheme?: Place<N>;
	identifiers?: readonly IdentifierRow<N>[] | ((node: N) => readonly GivenIdentifier[]);
	type?: Place<N>;
	subType?: Place<N>;
	title?: Place<N>;
	creators?: { each: string; name: Place<N>; orcid?: Place<N> } | ((node: N) => readonly GivenAgent[]);
	publicationDate?: Place<N>;
	publishers?: Place<N>;
	keywords?: Place<N>;
	container?: ContainerTable<N>;
	/** Of a book, or the version of software or data. */
	edition?: Place<N>;
	publisherPlace?: Place<N>;
	notices?: (node: N) => readonly GivenNotice[];
};

/** What an object appeared in; `firstPage` and `lastPage` make the pages where they stand apart. */
export type ContainerTable<N> = {
	title?: Place<N>;
	issns?: Place<N>;
	volume?: Place<N>;
	issue?: Place<N>;
	pages?: Place<N>;
	firstPage?: Place<N>;
	lastPage?: Place<N>;
};

/** A link to the object, or one for each node on a way, where relation and identifier are given. */
export type LinkRow<N> = ObjectTable<N> & { each?: string; relation: Place<N>; date?: Place<N> };

/** A record: its subject, the links of it, and functions that add what has no such form. */
export type RecordTable<N> = {
	subject: ObjectTable<N>;
	links: readonly (LinkRow<N> | ((node: N) => Iterable<GivenLink>))[];
	date?: Place<N>;
	provider?: Place<N>;
	isWithdrawn?: (node: N) => boolean;
	leftOut?: (node: N) => readonly string[];
};

/** How to look into the nodes of a syntax: the value or first element of a name, and all of it. */
type Syntax<N> = {
	one(node: unknown, name: string): unknown;
	all(node: unknown, name: string): readonly unknown[];
	text(value: unknown): string | undefined;
	lineOf(node: N): number | undefined;
};

type Step = { name: string; isEach: boolean; where?: { name: string; text: string } };

const knownWays = new Map<string, readonly Step[]>();

function stepsOf(way: string): readonly Step[] {
	let steps = knownWays.get(way);
	if (steps === undefined) {
		steps = way === '.' ? [] : way.split('.').map(readStep);
		knownWays.set(way, steps);
	}
	return steps;
}

function readStep(written: string): Step {
	const [, name = written, list, key, wanted = ''] = /^([^[]+)(\[(?:([^=]+)=(.+))?\])?$/.exec(written) ?? [];
	const step = { name, isEach: list !== undefined };
	return key === undefined ? step : { ...step, where: { name: key, text: wanted.toLowerCase() } };
}

/** Makes the readers of tables for a syntax. */
function createMapping<F extends 'json' | 'xml', N>(syntax: Syntax<N>) {
	function nodesAt(node: unknown, way: string): readonly unknown[] {
		let found: readonly unknown[] = [node];
		for (const { name, isEach, where } of stepsOf(way)) {
			found = isEach ? found.flatMap((one) => syntax.all(one, name)) : found.map((one) => syntax.one(one, name));
			if (where !== undefined)
				found = found.filter((one) => syntax.text(syntax.one(one, where.name))?.toLowerCase() === where.text);
		}
		return found;
	}

	function valuesAt(node: unknown, place: Place<N>): readonly unknown[] {
		if (typeof place === 'string') return place.startsWith('=') ? [place.slice(1)] : nodesAt(node, place);
		if (typeof place === 'function') return list(place(node as N));
		if ('at' in place && 'as' in place) return textsAt(node, place.at).map(place.as);
		if ('joined' in place) return [place.joined.flatMap((part) => textAt(node, part) ?? []).join(', ')];
		for (const one of place) {
			const found = textsAt(node, one);
			if (found.length > 0) return found;
		}
		return [];
	}

	/** Lists the texts at a place. */
	function textsAt(node: unknown, place: Place<N> | undefined): string[] {
		if (place === undefined) return [];
		return valuesAt(node, place)
			.map(syntax.text)
			.filter((found) => found !== undefined);
	}

	/** Answers the first text at a place. */
	function textAt(node: unknown, place: Place<N> | undefined): string | undefined {
		return textsAt(node, place)[0];
	}

	function each(node: unknown, way: string | undefined): readonly unknown[] {
		return way === undefined ? [node] : nodesAt(node, way).filter((one) => one !== null);
	}

	function identifiersOf(node: unknown, { identifiers, id, scheme }: ObjectTable<N>): readonly GivenIdentifier[] {
		if (typeof identifiers === 'function') return identifiers(node as N);
		const rows = identifiers ?? (id === undefined ? [] : [{ id, scheme }]);
		return rows.flatMap((row: IdentifierRow<N>) =>
			each(node, row.each)
				.flatMap((one) => textsAt(one, row.id).map((text) => ({ id: text, scheme: textAt(one, row.scheme) })))
				.filter(row.only ?? (() => true)),
		);
	}

	/** Reads persons and organisations. */
	function creatorsOf(node: unknown, creators: ObjectTable<N>['creators']): readonly GivenAgent[] {
		if (creators === undefined || typeof creators === 'function') return creators?.(node as N) ?? [];
		const counted = each(node, creators.each).slice(0, linkLimits.items);
		return counted.flatMap((one) => {
			const name = textAt(one, creators.name);
			return name === undefined ? [] : [{ name, orcid: textAt(one, creators.orcid) }];
		});
	}

	function containerOf(node: unknown, table: ContainerTable<N>): GivenContainer {
		return {
			title: textAt(node, table.title),
			issns: textsAt(node, table.issns),
			volume: textAt(node, table.volume),
			issue: textAt(node, table.issue),
			pages: textAt(node, table.pages) ?? pageRange(textAt(node, table.firstPage), textAt(node, table.lastPage)),
		};
	}

	/** Reads an object. */
	function object(node: unknown, table: ObjectTable<N>): GivenObject {
		return {
			identifiers: identifiersOf(node, table),
			type: textAt(node, table.type),
			subType: textAt(node, table.subType),
			title: textAt(node, table.title),
			creators: creatorsOf(node, table.creators),
			publicationDate: textAt(node, table.publicationDate),
			publishers: textsAt(node, table.publishers),
			keywords: textsAt(node, table.keywords),
			container: table.container && containerOf(node, table.container),
			edition: textAt(node, table.edition),
			publisherPlace: textAt(node, table.publisherPlace),
			notices: table.notices?.(node as N),
		};
	}

	/** Reads links one by one: a work may have so many that not all are to be held. */
	function* linksOf(node: unknown, row: LinkRow<N>): Generator<GivenLink> {
		for (const one of each(node, row.each)) {
			const relation = textAt(one, row.relation);
			if (relation === undefined) continue;
			const target = object(one, row);
			if (target.identifiers.length > 0) yield { relation, target, date: textAt(one, row.date) };
		}
	}

	function* linksOfRows(node: N, rows: RecordTable<N>['links']): Generator<GivenLink> {
		for (const row of rows) yield* typeof row === 'function' ? row(node) : linksOf(node, row);
	}

	/** Reads a record, whose links are read as they are asked for, once. */
	function record(node: N, table: RecordTable<N>): GivenRecord & { subject: GivenObject; links: Generator<GivenLink> } {
		return {
			subject: object(node, table.subject),
			links: linksOfRows(node, table.links),
			date: textAt(node, table.date),
			provider: textAt(node, table.provider),
			isWithdrawn: table.isWithdrawn?.(node) || undefined,
			leftOut: table.leftOut?.(node),
			line: syntax.lineOf(node),
		};
	}

	/** Makes a dialect's reading of the records in a document, where it has any. */
	function records(recordsIn: (document: DocumentOf[F]) => readonly N[], table: RecordTable<N>) {
		return {
			fits: (document: DocumentOf[F]) => recordsIn(document).length > 0,
			*read(document: DocumentOf[F]) {
				for (const node of recordsIn(document)) yield record(node, table);
			},
		};
	}

	return { textAt, textsAt, creatorsOf, object, linksOf, record, records };
}

/** Reads JSON and YAML by tables. */
export const json = createMapping<'json', Fields>({
	one: at,
	all: (node, name) => list(at(node, name)),
	text,
	lineOf: () => undefined,
});

/** Reads XML by tables. */
export const xml = createMapping<'xml', XmlElement>({
	one: (node, name) =>
		name.startsWith('@') ? asElement(node)?.attributes[name.slice(1)] : child(asElement(node), name),
	all: (node, name) => children(asElement(node), name),
	text: (value) => (typeof value === 'string' ? text(value) : textOf(asElement(value))),
	lineOf: ({ line }) => line,
});

/** Joins pages that stand apart: `101-110`. */
export function pageRange(first: string | undefined, last: string | undefined): string | undefined {
	return first === undefined || last === undefined || first === last ? (first ?? last) : `${first}-${last}`;
}

/** All that ways lead to in XML is an element or the text of an attribute. */
function asElement(value: unknown): XmlElement | undefined {
	return isFields(value) ? (value as XmlElement) : undefined;
}
