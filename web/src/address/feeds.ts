// The addresses of feeds of new citations, of what a page shows.
import { mostFollowed } from '../../../src/links/identifier-list.ts';
import { sitePath } from '../site/site.ts';
import { type GroupBy, objectPath } from './object-view.ts';
import { queryOf, writeYears } from './parts.ts';
import { isNamed, type ReportView } from './report-view.ts';
import type { SearchView } from './search-view.ts';

/** Writes the address of the feed of a work, or of all its versions. */
export function workFeed({ ID, IDScheme }: { ID: string; IDScheme: string }, level: GroupBy): string {
	return `${objectPath(IDScheme, ID)}/feed.atom${queryOf({ group_by: ofVersions(level) })}`;
}

/** Writes the address of the feed of the works that a search finds. */
export function searchFeed({ q, type, years, groupBy }: SearchView): string {
	const group_by = groupBy === 'version' ? undefined : groupBy;
	return sitePath(
		`/search/feed.atom${queryOf({ q: q || undefined, type, publication_year: writeYears(years), group_by })}`,
	);
}

/** Writes the address of the feed of a report; undefined for a list that is too long for a feed. */
export function reportFeed(view: ReportView): string | undefined {
	const { ids, prefix, provider, level } = view;
	if (!isNamed(view) || ids.length > mostFollowed) return undefined;
	const about = { ids: ids.join('\n') || undefined, prefix: prefix || undefined, provider: provider || undefined };
	return sitePath(`/api/changes${queryOf({ format: 'atom', ...about, group_by: ofVersions(level) })}`);
}

function ofVersions(level: GroupBy): GroupBy | undefined {
	return level === 'version' ? level : undefined;
}
