// Where the public interface answers what a view shows; knows neither fetch nor page.

import type { ObjectView } from '../address/object-view.ts';
import { queryOf, writeYears } from '../address/parts.ts';
import type { RelationChoice } from '../relations.ts';
import { sitePath } from '../site/site.ts';

/** Holds parameters of GET /api/relationships by name. */
export type LinkParameters = Readonly<Record<string, string | undefined>>;

export const scholixMediaType = 'application/x-scholix-v3+json';

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

/** Finds the cursor of a Link header's next page; undefined where none follows. */
export function nextCursor(linkHeader: string | null): string | undefined {
	const next = /<([^<>]*)>;\s*rel="?next"?/.exec(linkHeader ?? '')?.[1];
	if (next === undefined || !URL.canParse(next, 'http://localhost')) return undefined;
	return new URL(next, 'http://localhost').searchParams.get('cursor') ?? undefined;
}
