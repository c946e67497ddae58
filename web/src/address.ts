// What is shown, as an address and back: the one source of truth of every page; knows neither
// history nor DOM.
import { type ObjectTypeName, type RelationChoice, relationNames, typeNames } from './relations.ts';

export type GroupBy = 'identity' | 'version';

/** Years from and to, both included; undefined is open. */
export type YearRange = { from: number | undefined; to: number | undefined };

/** Says what is shown of one work. */
export type ObjectView = {
	page: 'object';
	scheme: string;
	id: string;
	/** Undefined: the first relation of which there are links. */
	relation: RelationChoice | undefined;
	groupBy: GroupBy;
	type: ObjectTypeName | undefined;
	years: YearRange | undefined;
	/** Days of the link, YYYY-MM-DD. */
	from: string | undefined;
	to: string | undefined;
	q: string | undefined;
	/** The version of this work that the links are of, as `scheme:value`. */
	via: string | undefined;
	/** A word for the relation. */
	subtype: string | undefined;
	sort: 'mostrecent' | '-mostrecent';
	size: number;
	pageNumber: number;
	/** Goes on where the page before ended; `pageNumber` then only says which page this is. */
	cursor: string | undefined;
	show: 'list' | 'graph';
	/** Which years are plotted; undefined: those of publication if any are known. */
	axis: 'publication' | 'link' | undefined;
};

const operatorSections = ['events', 'tokens', 'users', 'status'] as const;
export type OperatorSection = (typeof operatorSections)[number];

export type View =
	| { page: 'home' }
	| ObjectView
	| { page: 'operator'; section: OperatorSection; state: string | undefined; before: string | undefined }
	| { page: 'missing'; path: string };

/** Lists the page sizes on offer; the first is taken where the address has none of them. */
export const pageSizes = [25, 50, 100] as const;

/** Shows a work as one comes upon it: over all versions, nothing filtered. */
export function objectView(
	scheme: string,
	id: string,
	settings: Partial<Omit<ObjectView, 'page' | 'scheme' | 'id'>> = {},
): ObjectView {
	return {
		page: 'object',
		scheme,
		id,
		relation: undefined,
		groupBy: 'version',
		type: undefined,
		years: undefined,
		from: undefined,
		to: undefined,
		q: undefined,
		via: undefined,
		subtype: undefined,
		sort: 'mostrecent',
		size: pageSizes[0],
		pageNumber: 1,
		cursor: undefined,
		show: 'list',
		axis: undefined,
		...settings,
	};
}

/**
 * Changes what is shown of a work; it begins at the first page again unless the change is the page.
 */
export function changed(view: ObjectView, change: Partial<Omit<ObjectView, 'page' | 'scheme' | 'id'>>): ObjectView {
	return { ...view, pageNumber: 1, cursor: undefined, ...change };
}

/** Shows the same without filters. */
export function unfiltered(view: ObjectView): ObjectView {
	const without = { type: undefined, years: undefined, from: undefined, to: undefined, q: undefined };
	return changed(view, { ...without, via: undefined, subtype: undefined });
}

/** Tells whether a view leaves links out. */
export function isFiltered({ type, years, from, to, q, via, subtype }: ObjectView): boolean {
	return [type, years, from, to, q, via, subtype].some((filter) => filter !== undefined);
}

/** Reads an address; what it says wrongly counts as not said. */
export function readView({ pathname, search }: { pathname: string; search: string }): View {
	const parameters = new URLSearchParams(search);
	if (pathname === '/' || pathname === '/index.html') return { page: 'home' };
	const [, area, first, ...rest] = pathname.split('/');
	const scheme = decoded(first ?? '');
	const id = decoded(rest.join('/'));
	if (area === 'objects' && scheme && id) return readObjectView(scheme, id, parameters);
	if (area === 'operator' && rest.length === 0) return readOperatorView(first, parameters, pathname);
	return { page: 'missing', path: pathname };
}

/** Writes the address of a view: path and query. */
export function writeView(view: View): string {
	switch (view.page) {
		case 'home':
			return '/';
		case 'missing':
			return view.path;
		case 'operator':
			return `/operator/${view.section}${queryOf({ state: view.state, before: view.before })}`;
		case 'object':
			return objectPath(view.scheme, view.id) + queryOf(objectParameters(view));
	}
}

/** Writes the stable address of a work: `/objects/doi/10.5281/zenodo.11020`. */
export function objectPath(scheme: string, id: string): string {
	return `/objects/${identifierPath(scheme, id)}`;
}

/**
 * Writes an identifier as the end of a path: `doi/10.5281/zenodo.11020`. It stays readable; slashes
 * next to an empty or dotted segment are encoded, because browsers and proxies fold those.
 */
export function identifierPath(scheme: string, id: string): string {
	const segments = id.toWellFormed().split('/');
	const folds = (at: number) => ['', '.', '..'].includes(segments[at] ?? '');
	return segments.reduce((path, segment, at) => {
		const encoded = encodeURIComponent(segment).replaceAll('%3A', ':').replaceAll('%40', '@');
		return path + (at > 0 && (folds(at) || folds(at - 1)) ? '%2F' : '/') + encoded;
	}, encodeURIComponent(scheme.toWellFormed()));
}

/**
 * Writes years as the interface reads them: `2015--2018`, `2015--`; undefined where both ends are
 * open.
 */
export function writeYears(years: YearRange | undefined): string | undefined {
	if (years?.from === undefined && years?.to === undefined) return undefined;
	const text = (year: number | undefined) => (year === undefined ? '' : String(year).padStart(4, '0'));
	return `${text(years.from)}--${text(years.to)}`;
}

/**
 * Reads years in all spellings of the interface, `2015--<2018` and `>2014--` too; undefined where
 * they are none.
 */
export function readYears(text: string | null): YearRange | undefined {
	const [, after, first, before, last] = /^(>?)(\d{4})?--(<?)(\d{4})?$/.exec(text ?? '') ?? [];
	if (first === undefined && last === undefined) return undefined;
	const from = first === undefined ? undefined : Number(first) + (after ? 1 : 0);
	const to = last === undefined ? undefined : Number(last) - (before ? 1 : 0);
	if (from !== undefined && to !== undefined && from > to) return undefined;
	return { from, to };
}

function readObjectView(scheme: string, id: string, parameters: URLSearchParams): ObjectView {
	const oneOf = <T extends string>(name: string, known: readonly T[]) =>
		known.find((value) => value === parameters.get(name));
	const size = pageSizes.find((known) => String(known) === parameters.get('size')) ?? pageSizes[0];
	const page = /^[1-9]\d{0,5}$/.exec(parameters.get('page') ?? '')?.[0];
	return objectView(scheme, id, {
		relation: oneOf<RelationChoice>('relation', [...relationNames, 'all']),
		groupBy: oneOf('group_by', ['identity', 'version']) ?? 'version',
		type: oneOf('type', typeNames),
		years: readYears(parameters.get('publication_year')),
		from: readDay(parameters.get('from'), '-01-01', '-01'),
		to: readDay(parameters.get('to'), '-12-31', '-31'),
		q: parameters.get('q')?.trim() || undefined,
		// Works by themselves are linked to no version.
		via: parameters.get('group_by') === 'identity' ? undefined : parameters.get('via') || undefined,
		subtype: parameters.get('subtype') || undefined,
		sort: oneOf('sort', ['mostrecent', '-mostrecent']) ?? 'mostrecent',
		size,
		pageNumber: page === undefined ? 1 : Number(page),
		cursor: parameters.get('cursor') ?? undefined,
		show: oneOf('show', ['list', 'graph']) ?? 'list',
		axis: oneOf('axis', ['publication', 'link']),
	});
}

function objectParameters(view: ObjectView): Record<string, string | undefined> {
	return {
		relation: view.relation,
		group_by: view.groupBy === 'version' ? undefined : view.groupBy,
		type: view.type,
		publication_year: writeYears(view.years),
		from: view.from,
		to: view.to,
		q: view.q,
		via: view.via,
		subtype: view.subtype,
		sort: view.sort === 'mostrecent' ? undefined : view.sort,
		size: view.size === pageSizes[0] ? undefined : String(view.size),
		page: view.pageNumber === 1 ? undefined : String(view.pageNumber),
		cursor: view.cursor,
		show: view.show === 'list' ? undefined : view.show,
		axis: view.axis,
	};
}

function readOperatorView(section: string | undefined, parameters: URLSearchParams, path: string): View {
	const known = operatorSections.find((name) => name === (section || 'events'));
	if (known === undefined) return { page: 'missing', path };
	return {
		page: 'operator',
		section: known,
		state: parameters.get('state') ?? undefined,
		before: parameters.get('before') ?? undefined,
	};
}

/** Writes parameters that are there as a query with its question mark; '' where none is. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
	return query.size === 0 ? '' : `?${query}`;
}

/** Reads a day, a month or a year as the day at its end or beginning. */
function readDay(text: string | null, restOfYear: string, restOfMonth: string): string | undefined {
	const day = /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(text ?? '')?.[0];
	if (day === undefined) return undefined;
	const whole = day.length === 4 ? day + restOfYear : day.length === 7 ? lastValidDay(day + restOfMonth) : day;
	return Number.isNaN(Date.parse(whole)) ? undefined : whole;
}

/** Takes days off the end of a month until the calendar has them. */
function lastValidDay(day: string): string {
	const [year = 0, month = 1, wanted = 1] = day.split('-').map(Number);
	const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
	return `${day.slice(0, 8)}${String(Math.min(wanted, last)).padStart(2, '0')}`;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
