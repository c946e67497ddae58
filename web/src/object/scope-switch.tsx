// Chooses between the work as identified and all its versions together; knows no links, only how
// many.

import { writeView } from '../address/address.ts';
import { changed, type GroupBy } from '../address/object-view.ts';
import { relationTitle } from '../relations.ts';
import type { Shown } from './result-facets.ts';

/** Renders the switch with the count on each side. */
export function ScopeSwitch({ view, relation, work }: Shown) {
	const { versionsTotal } = work;
	const option = (groupBy: GroupBy, title: string) => (
		<a
			href={writeView(changed(view, groupBy === 'identity' ? { groupBy, via: undefined } : { groupBy }))}
			aria-current={view.groupBy === groupBy ? 'page' : undefined}
		>
			{title}
			<span class="count">
				<span class="visually-hidden">{relationTitle[relation]} </span>
				{work.levels[groupBy].counts[relation].toLocaleString('en')}
			</span>
		</a>
	);
	return (
		<nav class="switch scope" aria-label="Which versions count">
			{option('version', versionsTotal > 1 ? `All ${versionsTotal.toLocaleString('en')} versions` : 'All versions')}
			{option('identity', 'This one only')}
		</nav>
	);
}
