// The filters of a search of works: type, year of publication, publisher, and whether versions are
// one work; every change changes the address and nothing else.
import { useId } from 'preact/hooks';
import { withPublisher } from '../../../src/links/words.ts';
import type { GroupBy } from '../address/object-view.ts';
import { changedSearch, type SearchView, writeSearchView } from '../address/search-view.ts';
import type { FoundWorks } from '../api/works-api.ts';
import { goTo } from '../navigation.ts';
import { type ObjectTypeName, typeNames } from '../relations.ts';
import { FilterPanel } from '../shell/filter-panel.tsx';
import { TypeMark } from '../shell/type-mark.tsx';

const yearsShown = 12;
const publishersShown = 8;

type Props = { view: SearchView; found: FoundWorks };

/** Renders the filters in their panel. */
export function SearchFilters({ view, found }: Props) {
	const active = [view.type, view.years].filter((filter) => filter !== undefined).length;
	return (
		<FilterPanel active={active}>
			<div class="filters">
				<LevelFilter view={view} />
				<TypeFilter view={view} found={found} />
				<YearFilter view={view} found={found} />
				<PublisherFilter view={view} found={found} />
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

function TypeFilter({ view, found: { byType } }: Props) {
	const name = useId();
	const option = (type: ObjectTypeName | undefined) => (
		<label key={type ?? 'all'} class="choice">
			<input
				type="radio"
				name={name}
				checked={view.type === type}
				onChange={() => goTo(changedSearch(view, { type }))}
			/>
			{type ? <TypeMark type={type} /> : <span>All types</span>}{' '}
			{type && byType[type] > 0 && <span class="count">{byType[type].toLocaleString('en')}</span>}
		</label>
	);
	return (
		<fieldset>
			<legend>Type</legend>
			{option(undefined)}
			{typeNames.map(option)}
		</fieldset>
	);
}

function YearFilter({ view, found: { years } }: Props) {
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
	if (years.length === 0) return null;
	const option = ([year, count]: readonly [number, number]) => (
		<Facet
			key={year}
			title={String(year)}
			count={count}
			href={writeSearchView(changedSearch(view, { years: { from: year, to: year } }))}
		/>
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

/** A publisher is chosen by adding its name to the words. */
function PublisherFilter({ view, found: { publishers } }: Props) {
	if (publishers.length < 2) return null;
	return (
		<fieldset>
			<legend>Publisher</legend>
			<ul>
				{publishers.slice(0, publishersShown).map(([name, count]) => (
					<Facet
						key={name}
						title={name}
						count={count}
						href={writeSearchView(changedSearch(view, { q: withPublisher(view.q, name) }))}
					/>
				))}
			</ul>
		</fieldset>
	);
}

function Facet({ title, count, href }: { title: string; count: number; href: string }) {
	return (
		<li>
			<a class="facet" href={href}>
				{title} <span class="count">{count.toLocaleString('en')}</span>
			</a>
		</li>
	);
}

function yearsText({ from, to }: NonNullable<SearchView['years']>): string {
	return from === to ? String(from) : `${from ?? ''}–${to ?? ''}`;
}
