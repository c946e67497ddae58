// Works that words find: the list of them in pages, with filters and an order; knows no links.
import { useEffect, useRef } from 'preact/hooks';
import { nothingFoundWords } from '../../../src/links/words.ts';
import {
	changedSearch,
	type SearchView,
	type WorkOrder,
	workOrders,
	worksPerPage,
	writeSearchView,
} from '../address/search-view.ts';
import type { RequestFailure } from '../api/broker-api.ts';
import { objectKey } from '../api/scholix-answer.ts';
import { askWorks, type FoundWorks, worksAddress } from '../api/works-api.ts';
import { useLoaded } from '../loading.ts';
import { goTo } from '../navigation.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { FoundWork } from './found-work.tsx';
import { SearchFilters } from './search-filters.tsx';

/** Renders the page. */
export function SearchPage({ view }: { view: SearchView }) {
	const found = useLoaded(worksAddress(view), () => askWorks(view));
	const counted = found.loading || !found.value ? undefined : countText(found.value);
	useEffect(() => {
		if (counted !== undefined) announce(counted);
	}, [counted]);
	return (
		<main id="content" class="search-results">
			<PageHeading title={view.q === '' ? 'All works' : `Works: ${view.q}`} description="" />
			{found.failure && <NotRead failure={found.failure} />}
			{found.loading && !found.value && <p class="waiting">Looking for works …</p>}
			{found.value && (
				<div class="columns">
					<aside aria-label="Filters">
						<SearchFilters key={view.q} view={view} found={found.value} />
					</aside>
					<div class="results">
						<WorkList view={view} found={found.value} loading={found.loading} />
					</div>
				</div>
			)}
		</main>
	);
}

/** Words that cannot be read are told with their place; anything else may be tried again. */
function NotRead({ failure }: { failure: RequestFailure }) {
	if (failure.status !== 400) return <FailureNotice failure={failure} />;
	return (
		<section class="notice" role="alert">
			<p>{failure.fields.q ?? failure.message}</p>
			<p class="note">
				Write words, “phrases” in quotation marks, AND, OR, NOT, prefix*, title: creator: journal: publisher:
			</p>
		</section>
	);
}

function WorkList({ view, found, loading }: { view: SearchView; found: FoundWorks; loading: boolean }) {
	const heading = useRef<HTMLHeadingElement>(null);
	const placeBefore = useRef(view.cursor);
	useEffect(() => {
		// Who turns the page reads on from the top of the next one.
		if (view.cursor !== placeBefore.current) heading.current?.focus();
		placeBefore.current = view.cursor;
	}, [view.cursor]);
	return (
		<section class="links" aria-labelledby="works" aria-busy={loading}>
			<div class="list-head">
				<h2 id="works" tabIndex={-1} ref={heading}>
					{countText(found)}
				</h2>
				{found.total > 1 && <Order view={view} />}
			</div>
			{!found.isWhole && (
				<p class="note">
					More works fit than are looked at; these are {boundText(view)}. More words or filters reach the others.
				</p>
			)}
			{found.total === 0 ? (
				<Nothing view={view} suggestions={found.suggestions} />
			) : (
				<ol>
					{found.works.map((work) => (
						<FoundWork key={objectKey(work)} work={work} groupBy={view.groupBy} />
					))}
				</ol>
			)}
			<Pager view={view} found={found} />
		</section>
	);
}

function boundText({ sort }: SearchView): string {
	if (sort === 'mostrecent') return 'the newest';
	if (sort === '-mostrecent') return 'the oldest';
	if (sort === '-mostcited') return 'the least cited';
	return 'the most cited';
}

function Nothing({ view, suggestions }: { view: SearchView; suggestions: readonly string[] }) {
	if (suggestions.length > 0) return <Suggestions view={view} suggestions={suggestions} />;
	const isFiltered = view.type !== undefined || view.years !== undefined;
	return (
		<div class="notice">
			{isFiltered ? (
				<p>
					No work fits these filters.{' '}
					<a href={writeSearchView(changedSearch(view, { type: undefined, years: undefined }))}>
						Search without filters
					</a>
				</p>
			) : (
				<>
					<p>{nothingFoundWords.advice}</p>
					{view.groupBy === 'version' && (
						<p>
							{nothingFoundWords.together}{' '}
							<a href={writeSearchView(changedSearch(view, { groupBy: 'identity' }))}>{nothingFoundWords.each}</a>.
						</p>
					)}
				</>
			)}
		</div>
	);
}

function Suggestions({ view, suggestions }: { view: SearchView; suggestions: readonly string[] }) {
	return (
		<div class="notice">
			<p>No work that is known here has these words. Did you mean</p>
			<ul class="suggestions">
				{suggestions.map((q) => (
					<li key={q}>
						<a href={writeSearchView(changedSearch(view, { q }))}>{q}</a>
					</li>
				))}
			</ul>
		</div>
	);
}

const orderTitle: Readonly<Record<WorkOrder, string>> = {
	relevance: 'Best match first',
	mostcited: 'Most cited first',
	'-mostcited': 'Least cited first',
	mostrecent: 'Newest work first',
	'-mostrecent': 'Oldest work first',
};

function Order({ view }: { view: SearchView }) {
	return (
		<div class="order">
			<label>
				Order{' '}
				<select
					value={view.sort}
					onChange={(event) => {
						const sort = workOrders.find((order) => order === event.currentTarget.value);
						goTo(changedSearch(view, { sort: sort ?? 'relevance' }));
					}}
				>
					{workOrders.map((order) => (
						<option key={order} value={order}>
							{orderTitle[order]}
						</option>
					))}
				</select>
			</label>
		</div>
	);
}

function Pager({ view, found }: { view: SearchView; found: FoundWorks }) {
	const pages = Math.ceil(found.total / worksPerPage);
	if (pages <= 1 && view.cursor === undefined) return null;
	return (
		<nav class="pager" aria-label="Pages">
			{view.pageNumber > 1 && <a href={writeSearchView(changedSearch(view, {}))}>First page</a>}
			<span>
				Page {view.pageNumber.toLocaleString('en')} of {pages.toLocaleString('en')}
			</span>
			{found.cursor !== undefined && (
				<a rel="next" href={writeSearchView({ ...view, cursor: found.cursor, pageNumber: view.pageNumber + 1 })}>
					Next
				</a>
			)}
		</nav>
	);
}

function countText({ total, isWhole }: FoundWorks): string {
	const text = total === 1 ? '1 work' : `${total.toLocaleString('en')} works`;
	return isWhole ? text : `At least ${text}`;
}
