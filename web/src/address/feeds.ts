// How new citations of what a page shows can be followed: the addresses of its feed, and of the form
// for a subscription.
import { mostFollowed } from '../../../src/links/identifier-list.ts';
import { sitePath } from '../site/site.ts';
import { type GroupBy, objectPath } from './object-view.ts';
import { queryOf, writeYears } from './parts.ts';
import { isNamed, type ReportView } from './report-view.ts';
import type { SearchView } from './search-view.ts';
import { type Follow, newSubscriptionView, type SubscriptionKind, writeFollowingView } from './subscription-view.ts';

/** The address of a feed, and the filter of the change log that selects the same if there is one. */
export type Followed = { feed: string; filter?: Follow };

/** Returns how a work is followed, or all its versions. */
export function followWork({ ID, IDScheme }: { ID: string; IDScheme: string }, level: GroupBy): Followed {
	const group_by = ofVersions(level);
	return {
		feed: `${objectPath(IDScheme, ID)}/feed.atom${queryOf({ group_by })}`,
		filter: { id: ID, scheme: IDScheme, group_by },
	};
}

/** Returns how the works that a search finds are followed: no filter of the change log finds them. */
export function followSearch({ q, type, years, groupBy }: SearchView): Followed {
	const group_by = groupBy === 'version' ? undefined : groupBy;
	const query = queryOf({ q: q || undefined, type, publication_year: writeYears(years), group_by });
	return { feed: sitePath(`/search/feed.atom${query}`) };
}

/** Returns how the works of a report are followed; undefined for a list that is too long for that. */
export function followReport(view: ReportView): Followed | undefined {
	const { ids, prefix, provider, level } = view;
	if (!isNamed(view) || ids.length > mostFollowed) return undefined;
	const about = { ids: ids.join('\n') || undefined, prefix: prefix || undefined, provider: provider || undefined };
	const filter = { ...about, group_by: ofVersions(level) };
	return { feed: sitePath(`/api/changes${queryOf({ format: 'atom', ...filter })}`), filter };
}

/** Writes the address of the form for a subscription, filled in; like a feed, it is about citations. */
export function subscribePath(kind: SubscriptionKind, filter: Follow): string {
	return writeFollowingView(newSubscriptionView(kind, { ...filter, entries: 'citations' }));
}

function ofVersions(level: GroupBy): GroupBy | undefined {
	return level === 'version' ? level : undefined;
}
