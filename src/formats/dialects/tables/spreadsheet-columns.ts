// Recognises the columns of a user's table by their names and contents.
import { canonicalSchemeName, schemes } from '../../../identifiers/index.ts';
import { type ColumnRole, type DescribingRole, describingRoles } from '../column-roles.ts';
import type { Table } from '../dialect.ts';
import { miswritten } from '../write-object.ts';
import { isLongText, type NumberOrder, orderOf, readCell, readCells, readWord, readWrittenDate } from './cells.ts';
import { mostOf, plainColumn, someOf } from './columns.ts';
import { type DescribedColumns, describingRoleOf, severalOf } from './described-columns.ts';

/** A column of identifiers, and the column that names their scheme, or the scheme itself. */
export type IdentifierColumn = { at: number; schemeAt: number; scheme: string | undefined };

/** A column; -1 stands for none. */
type Column = number;

/** What a table states of the objects at one end of the links. */
export type EndColumns = { identifiers: readonly IdentifierColumn[]; described: DescribedColumns };

/** What the columns of a table are. */
export type SpreadsheetColumns = {
	source: EndColumns;
	target: EndColumns;
	relation: Column;
	/** Where no column has relations: the one that the names of the ends say (`citing`, `cited`). */
	impliedRelation: 'Cites' | undefined;
	date: Column;
	dateOrder: NumberOrder;
	provider: Column;
	/** The first row holds identifiers already: the table names no columns. */
	hasNoNames: boolean;
	/** All identifiers are of one object, so that its source must be given. */
	isOfOne: boolean;
};

/** An end of the links. */
export type Side = 'source' | 'target';

// Whole words and beginnings by which tables call the two ends of a link.
const sourceName =
	/^(?:source|src|citing|referencing|citedby|referencedby|from(?=$|id|doi|pid)|subject(?=$|id|doi|pid)|article|paper|publication|manuscript)/;
const targetName =
	/^(?:target|cite[ds](?!by)|to(?=$|id|doi|pid)|object(?=$|id|doi|pid)|related|referenc(?!edby)|data|software|code(?=$|doi|ur[il]|link|repo)|linked|use[ds](?=$|doi|pid|id))/;
// The same in other languages, and behind what stands there: `Zitierte DOI`, `Article citing`.
const citingWord = /citing|zitierend|citant/;
const citedWord = /cited(?!by)|zitiert(?!von)|citad[ao](?!por)|cité(?!par)/;
/** Names of what stands at an end, rather than of the end. */
const kindName =
	/^(?!.*(?:citing|cited|zitier|citant|citad|cité))(?:article|paper|publication|manuscript|data|software)/;
/** Names that leave no doubt, where both ends of a table have one. */
const endName = /^(?:source|target)(?:doi|p?id|identifier)?$/;
const citingName = /^(?:cite|referenc)|citing|cited|zitier|citant|citad|cité/;
const relationName = /relation|predicate|linktype/;
const schemeName = /(?:scheme|type)$/;
const identifierName = /doi|pmc?id|pubmed|bibcode|arxiv|isbn|handle|swhid|url|identifier$|pid$|id$/;
/** Columns of other things, `Daten` (data, in German) not among them. */
export const otherName =
	/issn|orcid|\bror\b|date(?!n)|year|title|licen[cs]e|^via(?:source|target)$|^(?:journal|publisher|funder|grant|award|institution|affiliation|author|creator|editor)/;
/** What stands behind the name of an object in the name of a column: `RetractionPubMedID`. */
const identifierEnd = /(?:pmc?id|pubmedid|pubmed|doi|bibcode|arxiv|isbn|handle|swhid|ur[il]|link|identifier|pid|id)$/;
const dateName = /date|month|datum|created|added|fecha/;
const providerName = /provider|providedby|assertedby|curator|^source$|quelle/;

/** Works out the columns of a table; undefined where none of them holds identifiers. */
export function spreadsheetColumns(table: Table): SpreadsheetColumns | undefined {
	const names = table.columns.map(plainColumn);
	const all = [...table.columns.keys()];
	const hasNoNames = isWithoutNames(table);
	const schemeAt = all.filter((at) => schemeName.test(names[at] ?? '') && mostOf(table, at, isScheme));
	const identifiers = identifierColumns(table, hasNoNames ? names.map(() => '') : names, schemeAt);
	if (identifiers.length === 0) return undefined;
	const others = all.filter((at) => !schemeAt.includes(at) && !identifiers.some((one) => one.at === at));
	const named = (pattern: RegExp, isSuch: (cell: string) => boolean = () => true) =>
		others.find((at) => pattern.test(names[at] ?? '') && mostOf(table, at, isSuch)) ?? -1;
	const relation = relationColumn(table, named, others);
	const isReversed = readsFromTarget(names, identifiers, relation);
	const sides = names.map((name) => (isReversed ? otherSide(sideOf(name)) : sideOf(name)));
	const ends = endsOf(hasNoNames ? names.map(() => '') : names, sides, {
		...{ columns: identifiers, hasRelation: relation !== -1 },
	});
	// The year of a work is not the date of a link.
	const mayBeDate = (at: Column) =>
		describingRoleOf(names[at] ?? '', objectOf(names, ends, at) !== undefined) !== 'date';
	const dates = others.filter((at) => mayBeDate(at) && mostOf(table, at, isWrittenDate));
	const date =
		dates.find((at) => dateName.test(names[at] ?? '')) ?? dates.find((at) => mostOf(table, at, isPlainlyDate)) ?? -1;
	const free = others.filter((at) => at !== relation && at !== date);
	const describing = describingColumns(table, { names, sides, ends }, free);
	const end = (side: Side): EndColumns => ({ identifiers: ends[side], described: describing[side] });
	return {
		source: end('source'),
		target: end('target'),
		relation,
		impliedRelation: impliedRelation(names, identifiers),
		date,
		dateOrder: orderOf(cellsOf(table, date)),
		provider: named(providerName),
		hasNoNames,
		isOfOne: ends.source.length === 0,
	};
}

/** Makes the columns of roles that were chosen, one for each column of the table. */
export function columnsOfRoles(table: Table, roles: readonly ColumnRole[]): SpreadsheetColumns {
	const names = table.columns.map(plainColumn);
	const end = (side: Side): EndColumns => ({
		identifiers: roles.flatMap((role, at) =>
			role === side ? [{ at, schemeAt: roles.indexOf(`${side}-scheme`), scheme: schemeOfName(names[at] ?? '') }] : [],
		),
		described: Object.fromEntries(
			describingRoles.map((what) => [what, roles.flatMap((role, at) => (role === `${side}-${what}` ? [at] : []))]),
		),
	});
	// Columns of one end alone are those at the other end of the source that is given.
	const [source, target] = [end('source'), end('target')];
	const isOfOne = source.identifiers.length === 0 || target.identifiers.length === 0;
	const nothing: EndColumns = { identifiers: [], described: {} };
	const date = roles.indexOf('date');
	return {
		source: isOfOne ? nothing : source,
		target: target.identifiers.length === 0 ? source : target,
		relation: roles.indexOf('relation'),
		impliedRelation: impliedRelation(names, [...source.identifiers, ...target.identifiers]),
		date,
		dateOrder: orderOf(cellsOf(table, date)),
		provider: roles.indexOf('provider'),
		hasNoNames: isWithoutNames(table),
		isOfOne,
	};
}

/** Returns the role of each column; undefined stands for columns of which nothing was found out. */
export function rolesOf(columns: SpreadsheetColumns | undefined, { columns: names }: Table): ColumnRole[] {
	const roles = names.map((): ColumnRole => '-');
	if (columns === undefined) return roles;
	const give = (at: Column, role: ColumnRole) => {
		if (at !== -1) roles[at] = role;
	};
	for (const side of ['source', 'target'] as const) {
		const { identifiers, described } = columns[side];
		for (const { schemeAt } of identifiers) give(schemeAt, `${side}-scheme`);
		for (const what of describingRoles) for (const at of described[what] ?? []) give(at, `${side}-${what}`);
		for (const { at } of identifiers) give(at, side);
	}
	give(columns.relation, 'relation');
	give(columns.date, 'date');
	give(columns.provider, 'provider');
	return roles;
}

function isWithoutNames({ columns }: Table): boolean {
	return columns.some((name) => readCell(name, undefined).kind === 'identifier');
}

function cellsOf({ sample }: Table, at: Column): string[] {
	return sample.flatMap((row) => row[at] ?? []);
}

function impliedRelation(names: readonly string[], identifiers: readonly IdentifierColumn[]): 'Cites' | undefined {
	return identifiers.some(({ at }) => citingName.test(names[at] ?? '')) ? 'Cites' : undefined;
}

/** The scheme of numbers alone, where the name of their column says it. */
export function schemeOfName(name: string): string | undefined {
	return ['pmcid', 'pmid'].find((one) => name.includes(one)) ?? (name.includes('pubmed') ? 'pmid' : undefined);
}

/** Numbers alone are identifiers only where the column says of what: a count would be a PMID. */
function identifierColumns(table: Table, names: readonly string[], schemeAt: readonly number[]): IdentifierColumn[] {
	const isEnd = (name: string, side: Side) => sideOf(name) === side && endName.test(name);
	const areEndsNamed = (['source', 'target'] as const).every((side) => names.some((name) => isEnd(name, side)));
	const isNamed = (at: number) => identifierName.test(names[at] ?? '') || sideOf(names[at]) !== undefined;
	const found = [...table.columns.keys()].flatMap((at) => {
		const name = names[at] ?? '';
		if (schemeAt.includes(at) || otherName.test(name)) return [];
		const scheme = schemeOfName(name);
		const isIdentifier = (cell: string) => readCells(cell, scheme)[0]?.kind === 'identifier';
		// What is named like that is meant to hold identifiers, also where all of them are wrong.
		const isMeant =
			(areEndsNamed && endName.test(name)) ||
			(name.includes('isbn') && someOf(table, at, (cell) => miswritten(cell) !== undefined));
		const holds = isMeant || (isNamed(at) ? someOf(table, at, isIdentifier) : mostOf(table, at, isIdentifier));
		const isBeside = (other: number) => other === at + 1 && sideOf(names[other]) === sideOf(name);
		const followed = schemeAt.find((other) => isBeside(other) || sameSide(names, at, other));
		// Where the scheme stands beside it, a number or a local name is one as well.
		if (!holds && followed === undefined) return [];
		return [{ at, schemeAt: followed ?? -1, scheme }];
	});
	// Beside columns of identifiers, a citation in words that ends with a DOI describes its row.
	const isText = ({ at }: IdentifierColumn) => !isNamed(at) && mostOf(table, at, isLongText);
	return found.every(isText) ? found : found.filter((one) => !isText(one));
}

function sameSide(names: readonly string[], at: number, other: number): boolean {
	const [side, otherSide] = [sideOf(names[at]), sideOf(names[other])];
	return side !== undefined && side === otherSide && /id|pid|identifier$/.test(names[at] ?? '');
}

/** Answers the end that a name begins with, and what is behind that: `citing`, `DOI`; not of kinds. */
export function nameBehindEnd(name: string): { side: Side; rest: string } | undefined {
	const side = kindName.test(name) ? undefined : sideOf(name);
	return side && { side, rest: name.replace(side === 'source' ? sourceName : targetName, '') };
}

function sideOf(name = ''): Side | undefined {
	if (citingWord.test(name)) return 'source';
	if (citedWord.test(name)) return 'target';
	if (sourceName.test(name)) return 'source';
	return targetName.test(name) ? 'target' : undefined;
}

/**
 * Distinguishes rows that are read as sentences from what is mostly linked to what mostly links: this data
 * set IsSupplementTo that article.
 */
function readsFromTarget(names: readonly string[], columns: readonly IdentifierColumn[], relation: Column): boolean {
	const isKind = ({ at }: IdentifierColumn) => kindName.test(names[at] ?? '');
	const before = columns.filter(({ at }) => at < relation);
	const behind = columns.filter(({ at }) => at > relation);
	const mayBe = (column: IdentifierColumn, side: Side) => {
		const named = sideOf(names[column.at]);
		return named === undefined || (named === side && isKind(column));
	};
	const isFitting = before.every((one) => mayBe(one, 'target')) && behind.every((one) => mayBe(one, 'source'));
	return before.length > 0 && behind.length > 0 && isFitting && columns.some(isKind);
}

function otherSide(side: Side | undefined): Side | undefined {
	return side && (side === 'source' ? 'target' : 'source');
}

/**
 * Says which identifiers are of which end: as the names of their columns say. Where those say
 * nothing, the columns of the object that comes first are the source, those of the next one the
 * target. Columns that are named by schemes alone (`doi`, `pmid`, `url`) are of one object, which is
 * all that a row has unless a name or a relation says otherwise.
 */
function endsOf(
	names: readonly string[],
	sides: readonly (Side | undefined)[],
	{ columns, hasRelation }: { columns: readonly IdentifierColumn[]; hasRelation: boolean },
): Record<Side, IdentifierColumn[]> {
	const used = hasRelation ? columns : withoutFurtherNames(names, sides, columns);
	const of = (side: Side | undefined) => used.filter(({ at }) => sides[at] === side);
	const [source, target, rest] = [of('source'), of('target'), of(undefined)];
	if (source.length > 0 && target.length > 0) return { source, target };
	const bare = rest.filter(({ at }) => objectName(names[at] ?? '', at) === '');
	if (source.length > 0 && rest.length > 0) {
		// An article with a DOI and a PMID is one work; what is citing has another one beside it.
		const isOfOne = !hasRelation && source.every(({ at }) => kindName.test(names[at] ?? ''));
		return isOfOne ? { source: [], target: [...source, ...bare] } : { source, target: rest };
	}
	if (target.length > 0 && rest.length > 0) return { source: bare.length > 0 ? bare : rest, target };
	if (used.length === 1) return { source: [], target: [...used] };
	if (bare.length > 0 && !hasRelation) return { source: [], target: bare };
	const [first = [], second] = [...Map.groupBy(used, ({ at }) => objectName(names[at] ?? '', at)).values()];
	if (second !== undefined) return { source: first, target: second };
	return hasRelation ? { source: first.slice(0, 1), target: first.slice(1, 2) } : { source: [], target: first };
}

/**
 * Leaves out what names no other work beside the identifiers of a row: the address of a page
 * (`page url`, `scopus_link`).
 */
function withoutFurtherNames(
	names: readonly string[],
	sides: readonly (Side | undefined)[],
	columns: readonly IdentifierColumn[],
): readonly IdentifierColumn[] {
	const isFurther = ({ at }: IdentifierColumn) => sides[at] === undefined && furtherName.test(names[at] ?? '');
	return columns.every(isFurther) ? columns : columns.filter((one) => !isFurther(one));
}

const furtherName = /.(?:ur[il]|link|page|site)$/;

/** Names the object of a column: `retraction` for `RetractionDOI`, and nothing for `DOI`. */
function objectName(name: string, at: Column): string {
	// Without a name, each column is of another object.
	if (name === '') return String(at);
	const object = name.replace(identifierEnd, '');
	return isScheme(name) || isScheme(object) ? '' : object;
}

function relationColumn(table: Table, named: (pattern: RegExp) => Column, others: readonly Column[]): Column {
	const isRelation = (cell: string) => readWord(cell)?.isKnown === true;
	const byWords = others.find((at) => mostOf(table, at, isRelation));
	return byWords ?? named(relationName);
}

type Ends = Record<Side, IdentifierColumn[]>;
type NamedEnds = { names: readonly string[]; sides: readonly (Side | undefined)[]; ends: Ends };

/** Finds the end whose object a column is named after: `RetractionDate` beside `RetractionDOI`. */
function objectOf(names: readonly string[], ends: Ends, at: Column): Side | undefined {
	const name = names[at] ?? '';
	if (/^(?:source|target|citing|cited)/.test(name)) return sideOf(name);
	return (['source', 'target'] as const).find((side) =>
		ends[side].some((column) => {
			const object = objectName(names[column.at] ?? '', column.at);
			return object.length > 2 && name.startsWith(object);
		}),
	);
}

/**
 * Finds the columns that describe each end: by their names, else those that stand beside its
 * identifiers. Behind both ends, a column may be of either: it counts only where it goes on with
 * what describes the last one.
 */
function describingColumns(table: Table, named: NamedEnds, free: readonly Column[]): Record<Side, DescribedColumns> {
	const found: Record<Side, Partial<Record<DescribingRole, number[]>>> = { source: {}, target: {} };
	const { names, ends } = named;
	const all = (['source', 'target'] as const)
		.flatMap((side) => ends[side].map(({ at }) => ({ side, at })))
		.toSorted((one, other) => one.at - other.at);
	const isBehindAll = (at: Column) => ends.source.length > 0 && at > (all.at(-1)?.at ?? -1);
	const describes = (at: Column, side: Side) => Object.values(found[side]).some((columns) => columns.includes(at));
	for (const at of free) {
		const name = names[at] ?? '';
		const owner = objectOf(names, ends, at);
		const role = describingRoleOf(name, owner !== undefined);
		if (role === undefined || relationName.test(name)) continue;
		if (role === 'date' && !mostOf(table, at, isWrittenDate)) continue;
		// A publication has a date, but `Publication date` may be that of any work.
		const byName = owner ?? (ends.source.length === 0 || name.startsWith('publi') ? undefined : named.sides[at]);
		const side = byName ?? (all.findLast((column) => column.at < at) ?? all[0])?.side;
		if (side === undefined) continue;
		if (byName === undefined && isBehindAll(at) && !describes(at - 1, side)) continue;
		const columns = found[side][role];
		if (columns === undefined) found[side][role] = [at];
		else if (severalOf.has(role) && (role === 'issn' || role === 'pages')) columns.push(at);
		// Beside the title of the work it is that of the journal, as reference managers write it.
		else if (name === 'publicationtitle') found[side].journal ??= [at];
	}
	return found;
}

const schemeNames: ReadonlySet<string> = new Set(schemes.map(({ name }) => name));

function isScheme(name: string): boolean {
	return schemeNames.has(canonicalSchemeName(name));
}

function isWrittenDate(cell: string): boolean {
	return readWrittenDate(cell, undefined) !== undefined;
}

/** Numbers alone may be anything. */
function isPlainlyDate(cell: string): boolean {
	return !/^\d+$/.test(cell) && isWrittenDate(cell);
}
