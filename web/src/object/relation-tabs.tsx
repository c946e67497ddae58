// The tabs of relations with their counts, and the switch between one version and all versions.
import { countText } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { changed, type GroupBy } from '../address/object-view.ts';
import { type RelationChoice, relationNames, relationTitle } from '../relations.ts';
import { fitting } from './definitions.ts';
import { countsOf, type Shown } from './work.ts';

const choices: readonly RelationChoice[] = [...relationNames, 'all'];

/** Renders one tab for each relation; filters stay, the list starts again. */
export function RelationTabs({ view, relation, work }: Shown) {
	const counts = countsOf(work, view.groupBy);
	return (
		<nav class="relations" aria-label="Relations">
			<ul>
				{choices.map((choice) => (
					<li key={choice}>
						<a
							href={writeView(fitting(changed(view, { relation: choice })))}
							aria-current={choice === relation ? 'page' : undefined}
							class={counts[choice] === 0 ? 'none' : undefined}
						>
							<span class="number">{countText(counts[choice])}</span> <span class="name">{relationTitle[choice]}</span>
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}

const whyFewer =
	'Why all versions together count fewer: a link from another version of the same work counts only for the single ' +
	'version, and the versions of a linked work count as one.';

/**
 * Renders the switch between all versions and the identified one, with the count of each; nothing if
 * a work has one version and all counts are the same.
 */
export function ScopeSwitch({ view, relation, work }: Shown) {
	const total = work.family.versions_total;
	const [alone, together] = [countsOf(work, 'identity'), countsOf(work, 'version')];
	const isOne = total === 1 && choices.every((choice) => alone[choice] === together[choice]);
	if (isOne) return null;
	const countOf = (groupBy: GroupBy) => (groupBy === 'identity' ? alone : together)[relation];
	const option = (groupBy: GroupBy, title: string) => (
		<a
			href={writeView(fitting(changed(view, groupBy === 'identity' ? { groupBy, via: undefined } : { groupBy })))}
			aria-current={view.groupBy === groupBy ? 'page' : undefined}
		>
			{title}{' '}
			<span class="count">
				<span class="visually-hidden">{relationTitle[relation]} </span>
				{countText(countOf(groupBy))}
			</span>
		</a>
	);
	return (
		<>
			<nav class="switch scope" aria-label="Which versions count">
				{option('version', total > 1 ? `All ${countText(total)} versions` : 'All versions')}
				{option('identity', 'This version only')}
			</nav>
			{countOf('identity') > countOf('version') && <p class="note">{whyFewer}</p>}
		</>
	);
}
