// Chooses between the work as identified and all its versions together; knows no links, only how
// many.

import { writeView } from '../address/address.ts';
import { changed, type GroupBy, type ObjectView } from '../address/object-view.ts';
import { type RelationChoice, relationTitle } from '../relations.ts';

type Scope = {
	view: ObjectView;
	relation: RelationChoice;
	versions: number;
	counts: Partial<Record<GroupBy, number | undefined>>;
};

/**
 * Renders the switch with the count on each side; `versions` is how many there are,
 * as far as is known.
 */
export function ScopeSwitch({ view, relation, versions, counts }: Scope) {
	const option = (groupBy: GroupBy, title: string) => (
		<a
			href={writeView(changed(view, groupBy === 'identity' ? { groupBy, via: undefined } : { groupBy }))}
			aria-current={view.groupBy === groupBy ? 'page' : undefined}
		>
			{title}
			{counts[groupBy] !== undefined && (
				<span class="count">
					<span class="visually-hidden">{relationTitle[relation]} </span>
					{counts[groupBy].toLocaleString('en')}
				</span>
			)}
		</a>
	);
	return (
		<nav class="switch scope" aria-label="Which versions count">
			{option('version', versions > 1 ? `All ${versions} versions` : 'All versions')}
			{option('identity', 'This one only')}
		</nav>
	);
}
