// Where the public interface answers what a view shows, for requests, downloads, badges and the
// shell; knows neither fetch nor page.

import type { ObjectView } from '../address/object-view.ts';
import { identifierPath, queryOf, writeYears } from '../address/parts.ts';
import type { RelationChoice, SearchRelation } from '../relations.ts';
import { quoted } from '../shell-word.ts';
import { sitePath } from '../site/site.ts';

/** Holds parameters of GET /api/relationships by name. */
export type LinkParameters = Readonly<Record<string, string | undefined>>;

export const scholixMediaType = 'application/x-scholix-v3+json';

/** Lists the forms in which a result can be taken away. */
export const exportFormats = [
	{ format: 'csv', title: 'CSV', note: 'a table for spreadsheets' },
	{ format: 'jsonl', title: 'JSON Lines', note: 'one link a line' },
	{ format: 'scholix', title: 'Scholix', note: 'links for another broker' },
	{ format: 'bibtex', title: 'BibTeX', note: 'references for LaTeX' },
	{ format: 'ris', title: 'RIS', note: 'references for reference managers' },
] as const;

export type ExportFormat = (typeof exportFormats)[number]['format'] | 'inveniordm';

/** Names the work that is asked about. */
export function workParameters({ scheme, id, groupBy }: Pick<ObjectView, 'scheme' | 'id' | 'groupBy'>): LinkParameters {
	return { id, scheme, group_by: groupBy };
}

/** Asks for all links that a view is about, without order and page. */
export function resultParameters(view: ObjectView, relation: RelationChoice): LinkParameters {
	return {
		...workParameters(view),
		relation: relation === 'all' ? undefined : relation,
		type: view.type,
		publication_year: writeYears(view.years),
		from: view.from,
		to: view.to,
		q: view.q,
		via: view.via,
		subtype: view.subtype,
	};
}

/** Asks for the page of links that a view shows. */
export function pageParameters(view: ObjectView, relation: RelationChoice): LinkParameters {
	const page = view.cursor === undefined && view.pageNumber > 1 ? String(view.pageNumber) : undefined;
	const sort = view.sort === 'mostrecent' ? undefined : view.sort;
	return { ...resultParameters(view, relation), sort, size: String(view.size), page, cursor: view.cursor };
}

/** Writes the address of a request. */
export function apiAddress(parameters: LinkParameters): string {
	return sitePath(`/api/relationships${queryOf(parameters)}`);
}

/** Writes the address of a whole result in another form. */
export function exportAddress(view: ObjectView, relation: RelationChoice, format: ExportFormat): string {
	return apiAddress({ ...resultParameters(view, relation), format });
}

/** Writes a command for a POSIX shell that asks what a view shows. */
export function curlCommand(origin: string, view: ObjectView, relation: RelationChoice): string {
	return `curl -H ${quoted(`Accept: ${scholixMediaType}`)} ${quoted(origin + apiAddress(pageParameters(view, relation)))}`;
}

type NamedWork = Pick<ObjectView, 'scheme' | 'id' | 'groupBy'>;

/** Lists the styles of badges; the first needs no word. */
export const badgeStyles = ['flat', 'flat-square', 'plastic', 'for-the-badge', 'social'] as const;

export type BadgeStyle = (typeof badgeStyles)[number];

/** Writes the address of a picture that counts one relation of a work. */
export function badgeAddress(
	{ scheme, id, groupBy }: NamedWork,
	relation: SearchRelation,
	style: BadgeStyle = badgeStyles[0],
): string {
	const look = style === badgeStyles[0] ? undefined : style;
	const asked = { relation, group_by: groupBy, style: look };
	return sitePath(`/badges/${identifierPath(scheme, id)}.svg${queryOf(asked)}`);
}

/** Writes the address of the box about a work for other pages. */
export function boxAddress({ scheme, id, groupBy }: NamedWork, relation: SearchRelation, theme: string): string {
	const asked = { relation, group_by: groupBy, theme: theme === 'auto' ? undefined : theme };
	return sitePath(`/embed/${identifierPath(scheme, id)}${queryOf(asked)}`);
}

/** Finds the cursor of a Link header's next page; undefined where none follows. */
export function nextCursor(linkHeader: string | null): string | undefined {
	const next = /<([^<>]*)>;\s*rel="?next"?/.exec(linkHeader ?? '')?.[1];
	if (next === undefined || !URL.canParse(next, 'http://localhost')) return undefined;
	return new URL(next, 'http://localhost').searchParams.get('cursor') ?? undefined;
}
