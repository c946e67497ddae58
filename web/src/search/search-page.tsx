// The page of search results, with filters and an order.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { FoundWorksPage } from '../../../clients/typescript/src/link-broker.ts';
import { noneHasAllText, nothingFoundWords, shortText, worksText } from '../../../src/links/words.ts';
import { type Followed, followSearch } from '../address/feeds.ts';
import {
	changedSearch,
	type SearchView,
	searchView,
	type WorkOrder,
	workOrders,
	worksPerPage,
	writeSearchView,
} from '../address/search-view.ts';
import { objectKey } from '../answered-works.ts';
import type { Failure } from '../asking/failure.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { FollowMenu } from '../shell/follow-menu.tsx';
import { ListHeading } from '../shell/list-heading.tsx';
import { OrderForm } from '../shell/order-form.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { Pager, pagePlace } from '../shell/pager.tsx';
import { FoundWork } from './found-work.tsx';
import { foundWorks } from './found-works.ts';
import { SearchFilters } from './search-filters.tsx';

const longestTitle = 100;

/** Renders the page. */
export function SearchPage({ view }: { view: SearchView }) {
	const found = useAnswer(foundWorks(view));
	const counted = found.loading || !found.value ? undefined : foundText(found.value);
	useEffect(() => {
		if (counted !== undefined) announce(counted);
	}, [counted]);
	const words = shortText(view.q, longestTitle);
	const count =
		counted === undefined ? '' : `${counted} found${words && ` for ${words}`}, each with the number of its links. `;
	return (
		<main id="content" class="search-results">
			<PageHeading
				title={words === '' ? 'All works' : `Works: ${words}`}
				description={`${count}Filters by type, year, journal and publisher.`}
				canonical={writeSearchView(searchView(view.q))}
				listed={false}
				feed={found.failure ? undefined : followedOf(view)?.feed}
				failure={found.failure}
			>
				{view.q === '' ? 'All works' : `Works: ${view.q}`}
			</PageHeading>
			{found.failure && <NotRead failure={found.failure} />}
			{found.loading && !found.value && <p class="waiting">Looking for works …</p>}
			{found.value && (
				<div class="columns">
					<aside aria-label="Filters">
						<SearchFilters view={view} found={found.value} />
					</aside>
					<div class="results">
						<WorkList view={view} found={found.value} loading={found.loading} />
					</div>
				</div>
			)}
		</main>
	);
}

/** Returns how a search is followed; undefined for all works. */
function followedOf(view: SearchView): Followed | undefined {
	return view.q === '' && !isFiltered(view) ? undefined : followSearch(view);
}

/** Renders the problem of unreadable words with its place; other failures can be retried. */
function NotRead({ failure }: { failure: Failure }) {
	if (failure.status !== 400) return <FailureNotice failure={failure} />;
	return (
		<section class="notice" role="alert">
			<p>{failure.fields.q ?? failure.message}</p>
			<p class="note">
				Use words, “phrases” in quotation marks, AND, OR, NOT, prefix*, title: creator: journal: publisher:
			</p>
		</section>
	);
}

type Props = { view: SearchView; found: FoundWorksPage };

function WorkList({ view, found, loading }: Props & { loading: boolean }) {
	const { hits, total, total_relation, matched, suggestions = [], without = [] } = found;
	const others = { view, suggestions, without };
	const followed = followedOf(view);
	return (
		<section class="links" aria-labelledby="works" aria-busy={loading}>
			<div class="list-head">
				<ListHeading id="works" place={view.cursor ?? ''}>
					{foundText(found)}
				</ListHeading>
				{total > 1 && <Order view={view} />}
				{total > 0 && followed && <FollowMenu followed={followed} what="the first 100 works of this search" />}
			</div>
			{total_relation === 'gte' && (
				<p class="note">
					There are more matches than a search examines. These are {boundText(view)}; add words or filters to find
					others.
				</p>
			)}
			{matched === 'most' && (
				<div class="notice">
					<p>
						{noneHasAllText(isFiltered(view))} {nothingFoundWords.most}
					</p>
					<OtherQueries {...others} />
				</div>
			)}
			{total === 0 ? (
				<Nothing {...others} />
			) : (
				<ol>
					{hits.map((work) => (
						<FoundWork key={objectKey(work)} work={work} groupBy={view.groupBy} />
					))}
				</ol>
			)}
			<WorkPages view={view} found={found} />
		</section>
	);
}

function boundText({ sort }: SearchView): string {
	if (sort === 'mostrecent') return 'the newest';
	if (sort === '-mostrecent') return 'the oldest';
	if (sort === '-mostcited') return 'the least cited';
	return 'the most cited';
}

function isFiltered({ type, years }: SearchView): boolean {
	return type !== undefined || years !== undefined;
}

type Others = Pick<FoundWorksPage, 'suggestions' | 'without'> & { view: SearchView };

function Nothing({ view, suggestions = [], without = [] }: Others) {
	if (suggestions.length + without.length > 0) {
		return (
			<div class="notice">
				<p>{noneHasAllText(isFiltered(view))}</p>
				<OtherQueries view={view} suggestions={suggestions} without={without} />
			</div>
		);
	}
	return (
		<div class="notice">
			{isFiltered(view) ? (
				<p>
					No works match these filters.{' '}
					<a href={writeSearchView(changedSearch(view, { type: undefined, years: undefined }))}>Remove the filters</a>
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

/** Renders queries of other words, and those without some words, as links. */
function OtherQueries({ view, suggestions = [], without = [] }: Others) {
	const link = (q: string) => <a href={writeSearchView(changedSearch(view, { q }))}>{q}</a>;
	return (
		<>
			{suggestions.length > 0 && <p>Did you mean:</p>}
			{suggestions.length > 0 && <QueryList items={suggestions.map((q) => ({ q, item: link(q) }))} />}
			{without.length > 0 && (
				<QueryList
					items={without.map(({ words, q }) => ({
						q,
						item: (
							<>
								Without {words.join(', ')}: {link(q)}
							</>
						),
					}))}
				/>
			)}
		</>
	);
}

function QueryList({ items }: { items: readonly { q: string; item: ComponentChildren }[] }) {
	return (
		<ul class="suggestions">
			{items.map(({ q, item }) => (
				<li key={q}>{item}</li>
			))}
		</ul>
	);
}

const orderTitle: Readonly<Record<WorkOrder, string>> = {
	relevance: 'Best match first',
	mostcited: 'Most cited first',
	'-mostcited': 'Least cited first',
	mostrecent: 'Newest work first',
	'-mostrecent': 'Oldest work first',
};

/** Without words there is no best match: the most cited come first. */
function Order({ view }: { view: SearchView }) {
	const orders = workOrders.filter((order) => view.q !== '' || order !== 'relevance');
	const value = orders.find((order) => order === view.sort) ?? 'mostcited';
	const options = orders.map((order) => [order, orderTitle[order]] as const);
	return <OrderForm view={changedSearch(view, {})} choices={[{ label: 'Order', name: 'sort', value, options }]} />;
}

function WorkPages({ view, found: { total, next } }: Props) {
	const { cursor, pageNumber } = view;
	return (
		<Pager
			first={cursor === undefined ? undefined : changedSearch(view, {})}
			next={next === undefined ? undefined : { ...view, cursor: next, pageNumber: pageNumber + 1 }}
			place={pagePlace(pageNumber, Math.ceil(total / worksPerPage))}
		/>
	);
}

function foundText({ total, total_relation }: FoundWorksPage): string {
	return `${total_relation === 'eq' ? '' : 'At least '}${worksText(total)}`;
}
