// The view of one work, as an address and back. Pure; no DOM.

import {
	badgeStyles,
	boxThemes,
	type ListOrder,
	listForms,
	listOrders,
	pageSizes,
	plotAxes,
	readmeLanguages,
	shownParts,
} from '../../../src/http/pages/object/work-choices.ts';
import { identifierPath } from '../../../src/identifiers/index.ts';
import type { Flag } from '../../../src/search/flags/flags.ts';
import { type ObjectTypeName, type RelationChoice, relationNames, typeNames } from '../relations.ts';
import { sitePath } from '../site/site.ts';
import { oneOf, queryOf, readFlags, readPageNumber, readYears, writeYears, type YearRange } from './parts.ts';

export type GroupBy = 'identity' | 'version';

/** Describes the view of one work. */
export type ObjectView = {
	page: 'object';
	scheme: string;
	id: string;
	/** Undefined: the first relation that has links. */
	relation: RelationChoice | undefined;
	groupBy: GroupBy;
	type: ObjectTypeName | undefined;
	years: YearRange | undefined;
	/** Days of the link, YYYY-MM-DD. */
	from: string | undefined;
	to: string | undefined;
	q: string | undefined;
	/** The linked version of this work, as `scheme:value`. */
	via: string | undefined;
	/** A word for the relation. */
	subtype: string | undefined;
	/** Only links with one of these flags. */
	flagged: readonly Flag[] | undefined;
	/** The definition of a citation by which links count. */
	definition: string | undefined;
	/** Links with one of these flags do not count. */
	exclude: readonly Flag[] | undefined;
	sort: ListOrder;
	form: (typeof listForms)[number];
	size: number;
	pageNumber: number;
	/** Continues after the previous page; `pageNumber` is then for display only. */
	cursor: string | undefined;
	show: (typeof shownParts)[number];
	/** The years of the plot; undefined: years of publication if any are known. */
	axis: (typeof plotAxes)[number] | undefined;
	/** The look of exported badges and boxes. */
	style: (typeof badgeStyles)[number];
	language: (typeof readmeLanguages)[number];
	theme: (typeof boxThemes)[number];
};

/** Creates the default view of a work: all versions, no filters. */
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
		flagged: undefined,
		definition: undefined,
		exclude: undefined,
		sort: 'mostrecent',
		form: listForms[0],
		size: pageSizes[0],
		pageNumber: 1,
		cursor: undefined,
		show: shownParts[0],
		axis: undefined,
		style: badgeStyles[0],
		language: readmeLanguages[0],
		theme: boxThemes[0],
		...settings,
	};
}

/** Changes a view; it starts again at the first page unless the change sets the page. */
export function changed(view: ObjectView, change: Partial<Omit<ObjectView, 'page' | 'scheme' | 'id'>>): ObjectView {
	return { ...view, pageNumber: 1, cursor: undefined, ...change };
}

/** Removes the filters of a view. */
export function unfiltered(view: ObjectView): ObjectView {
	const without = { type: undefined, years: undefined, from: undefined, to: undefined, q: undefined };
	return changed(view, { ...without, via: undefined, subtype: undefined, flagged: undefined });
}

/** Returns whether a view has filters. */
export function isFiltered({ type, years, from, to, q, via, subtype, flagged }: ObjectView): boolean {
	return [type, years, from, to, q, via, subtype, flagged].some((filter) => filter !== undefined);
}

/** Returns whether a view says what counts. */
export function saysWhatCounts({ definition, exclude }: ObjectView): boolean {
	return definition !== undefined || exclude !== undefined;
}

/** Writes the stable address of a work: `/objects/doi/10.5281/zenodo.11020`. */
export function objectPath(scheme: string, id: string): string {
	return sitePath(`/objects/${identifierPath(scheme, id)}`);
}

/** Writes the address of a view of a work. */
export function writeObjectView(view: ObjectView): string {
	return objectPath(view.scheme, view.id) + queryOf(objectParameters(view));
}

/** Reads the query of the address of a work. */
export function readObjectView(scheme: string, id: string, parameters: URLSearchParams): ObjectView {
	const size = pageSizes.find((known) => String(known) === parameters.get('size')) ?? pageSizes[0];
	return objectView(scheme, id, {
		relation: oneOf<RelationChoice>(parameters, 'relation', [...relationNames, 'all']),
		groupBy: oneOf(parameters, 'group_by', ['identity', 'version']) ?? 'version',
		type: oneOf(parameters, 'type', typeNames),
		years: readYears(parameters.get('publication_year')) ?? readYearFields(parameters),
		from: readDay(parameters.get('from'), '-01-01', '-01'),
		to: readDay(parameters.get('to'), '-12-31', '-31'),
		q: parameters.get('q')?.trim() || undefined,
		// A single version has no `via`.
		via: parameters.get('group_by') === 'identity' ? undefined : parameters.get('via') || undefined,
		subtype: parameters.get('subtype') || undefined,
		flagged: readFlags(parameters, 'flagged'),
		definition: parameters.get('definition')?.trim() || undefined,
		exclude: readFlags(parameters, 'exclude'),
		sort: oneOf(parameters, 'sort', Object.keys(listOrders) as ListOrder[]) ?? 'mostrecent',
		form: oneOf(parameters, 'form', listForms) ?? listForms[0],
		size,
		pageNumber: readPageNumber(parameters),
		cursor: parameters.get('cursor') ?? undefined,
		show: oneOf(parameters, 'show', shownParts) ?? shownParts[0],
		axis: oneOf(parameters, 'axis', plotAxes),
		style: oneOf(parameters, 'style', badgeStyles) ?? badgeStyles[0],
		language: oneOf(parameters, 'language', readmeLanguages) ?? readmeLanguages[0],
		theme: oneOf(parameters, 'theme', boxThemes) ?? boxThemes[0],
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
		flagged: view.flagged?.join(),
		definition: view.definition,
		exclude: view.exclude?.join(),
		sort: view.sort === 'mostrecent' ? undefined : view.sort,
		form: view.form === listForms[0] ? undefined : view.form,
		size: view.size === pageSizes[0] ? undefined : String(view.size),
		page: view.pageNumber === 1 ? undefined : String(view.pageNumber),
		cursor: view.cursor,
		show: view.show === shownParts[0] ? undefined : view.show,
		axis: view.axis,
		style: view.style === badgeStyles[0] ? undefined : view.style,
		language: view.language === readmeLanguages[0] ? undefined : view.language,
		theme: view.theme === boxThemes[0] ? undefined : view.theme,
	};
}

/** Reads the two year fields of a form; the API refuses a range that runs backwards. */
function readYearFields(parameters: URLSearchParams): YearRange | undefined {
	const [from, to] = ['first_year', 'last_year'].map((name) => {
		const text = /^\d{4}$/.exec(parameters.get(name) ?? '')?.[0];
		return text === undefined ? undefined : Number(text);
	});
	return from === undefined && to === undefined ? undefined : { from, to };
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
