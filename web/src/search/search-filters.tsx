// The filters of a search: type, year of publication, journal, publisher, and versions together or each.
import type { FoundWorksPage } from '../../../clients/typescript/src/link-broker.ts';
import { countText, withNamed } from '../../../src/links/words.ts';
import type { GroupBy } from '../address/object-view.ts';
import { changedSearch, type SearchView, writeSearchView } from '../address/search-view.ts';
import { FilterPanel } from '../shell/filter-panel.tsx';
import { TypeChoice } from '../shell/type-choice.tsx';
import { ViewForm } from '../shell/view-form.tsx';

const yearsShown = 12;
const namesShown = 8;

type Props = { view: SearchView; found: FoundWorksPage };

/** Renders the filters in their panel. */
export function SearchFilters({ view, found }: Props) {
	const active = [view.type, view.years].filter((filter) => filter !== undefined).length;
	return (
		<FilterPanel active={active}>
			<div class="filters">
				<LevelFilter view={view} />
				<TypeFilter view={view} found={found} />
				<YearFilter view={view} found={found} />
				<NameFilter field="journal" legend="Journal" view={view} found={found} />
				<NameFilter field="publisher" legend="Publisher" view={view} found={found} />
			</div>
		</FilterPanel>
	);
}

function LevelFilter({ view }: { view: SearchView }) {
	const option = (groupBy: GroupBy, title: string) => (
		<a
			href={writeSearchView(changedSearch(view, { groupBy }))}
			aria-current={view.groupBy === groupBy ? 'page' : undefined}
		>
			{title}
		</a>
	);
	return (
		<nav class="switch small" aria-label="Versions">
			{option('version', 'Versions together')}
			{option('identity', 'Each version')}
		</nav>
	);
}

function TypeFilter({ view, found }: Props) {
	const counts = new Map(found.aggregations.type.buckets.map(({ key, doc_count }) => [key, doc_count]));
	return (
		<ViewForm class="at-once" view={changedSearch(view, {})} names={['type']}>
			<TypeChoice legend="Type" chosen={view.type} countOf={(type) => type && counts.get(type)} />
			<button type="submit" class="quiet">
				Apply<span class="visually-hidden"> the type</span>
			</button>
		</ViewForm>
	);
}

function YearFilter({ view, found }: Props) {
	if (view.years !== undefined) {
		return (
			<p>
				<a
					class="chip"
					href={writeSearchView(changedSearch(view, { years: undefined }))}
					aria-label={`Remove the filter year of publication: ${yearsText(view.years)}`}
				>
					Published {yearsText(view.years)} <span aria-hidden="true">×</span>
				</a>
			</p>
		);
	}
	const years = found.aggregations.publication_year.buckets
		.map(({ key, doc_count }) => ({ year: Number(key), count: doc_count }))
		.sort((one, other) => other.year - one.year);
	if (years.length === 0) return null;
	const option = ({ year, count }: (typeof years)[number]) => (
		<Facet key={year} title={String(year)} count={count} change={{ years: { from: year, to: year } }} view={view} />
	);
	return (
		<fieldset>
			<legend>Year of publication</legend>
			<ul>{years.slice(0, yearsShown).map(option)}</ul>
			{years.length > yearsShown && (
				<details>
					<summary>Earlier</summary>
					<ul>{years.slice(yearsShown).map(option)}</ul>
				</details>
			)}
		</fieldset>
	);
}

/** Choosing a publisher or a journal adds its name to the words. */
function NameFilter({ field, legend, view, found }: Props & { field: 'publisher' | 'journal'; legend: string }) {
	const { buckets } = found.aggregations[field];
	if (buckets.length < 2) return null;
	return (
		<fieldset>
			<legend>{legend}</legend>
			<ul>
				{buckets.slice(0, namesShown).map(({ key, doc_count }) => (
					<Facet key={key} title={key} count={doc_count} change={{ q: withNamed(field, view.q, key) }} view={view} />
				))}
			</ul>
		</fieldset>
	);
}

type FacetProps = { title: string; count: number; view: SearchView; change: Partial<SearchView> };

function Facet({ title, count, view, change }: FacetProps) {
	return (
		<li>
			<a class="facet" href={writeSearchView(changedSearch(view, change))}>
				{title} <span class="count">{countText(count)}</span>
			</a>
		</li>
	);
}

function yearsText({ from, to }: NonNullable<SearchView['years']>): string {
	return from === to ? String(from) : `${from ?? ''}–${to ?? ''}`;
}
