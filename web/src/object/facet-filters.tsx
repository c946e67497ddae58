// Filters with values that the result itself has: the version of this work that is linked, and the
// word for the relation. It knows no other filter.
import { useId } from 'preact/hooks';
import { writeView } from '../address/address.ts';
import { changed, type ObjectView } from '../address/object-view.ts';
import type { Counted } from '../api/facets.ts';
import { goTo } from '../navigation.ts';
import { type Shown, useResultFacets } from './result-facets.ts';

const titles = { via: 'Version that is linked', subtype: 'Said as' } as const;
type Name = keyof typeof titles;

/** Renders both filters, each where there is something to choose. */
export function FacetFilters({ shown }: { shown: Shown }) {
	return (
		<>
			{shown.view.groupBy === 'version' && <FacetFilter name="via" shown={shown} />}
			<FacetFilter name="subtype" shown={shown} />
		</>
	);
}

/** Renders one filter; its numbers are those of the result without it. */
function FacetFilter({ name, shown }: { name: Name; shown: Shown }) {
	const { view } = shown;
	const { value } = useResultFacets(shown, [name]);
	const counts = (name === 'via' ? value?.versions : value?.subtypes) ?? [];
	const id = useId();
	const chosen = view[name];
	if (chosen === undefined && counts.length < 2) return null;
	return (
		<div class="field">
			<label for={id}>{titles[name]}</label>
			<select
				id={id}
				value={chosen ?? ''}
				onChange={(event) => goTo(changed(view, { [name]: event.currentTarget.value || undefined }))}
			>
				<option value="">All</option>
				{withChosen(counts, chosen).map(([key, count]) => (
					<option key={key} value={key}>
						{key} ({count.toLocaleString('en')})
					</option>
				))}
			</select>
		</div>
	);
}

/** What an address names stays chosen, though the result may have none of it. */
function withChosen(counts: readonly Counted[], chosen: string | undefined): readonly Counted[] {
	if (chosen === undefined || counts.some(([key]) => key === chosen)) return counts;
	return [...counts, [chosen, 0]];
}

/** Renders what is chosen as chips, each of which takes its filter away. */
export function FacetChips({ view }: { view: ObjectView }) {
	const chosen = (['via', 'subtype'] as const).filter((name) => view[name] !== undefined);
	if (chosen.length === 0) return null;
	return (
		<ul class="chips" aria-label="Filters that are set">
			{chosen.map((name) => (
				<li key={name}>
					<a
						class="chip"
						href={writeView(changed(view, { [name]: undefined }))}
						aria-label={`Remove the filter ${titles[name]}: ${view[name]}`}
					>
						{titles[name]}: {view[name]} <span aria-hidden="true">×</span>
					</a>
				</li>
			))}
		</ul>
	);
}
