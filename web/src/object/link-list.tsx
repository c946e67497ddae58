// One page of links, with the links to the other pages.

import { useRef } from 'preact/hooks';
import type { RelationshipsPage } from '../../../clients/typescript/src/relationships-page.ts';
import { listOrders, pageSizes } from '../../../src/http/pages/object/work-choices.ts';
import { countText } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { changed, isFiltered, type ObjectView, unfiltered } from '../address/object-view.ts';
import { objectKey, versionCount } from '../answered-works.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { relationTitle } from '../relations.ts';
import { ListHeading } from '../shell/list-heading.tsx';
import { OrderForm } from '../shell/order-form.tsx';
import { Pager, pagePlace } from '../shell/pager.tsx';
import { citationsOf } from './citations.ts';
import { FilterChips } from './filters.tsx';
import { LinkItem } from './link-item.tsx';
import { LinkTable } from './link-table.tsx';
import { pageSizeOf } from './links.ts';
import { Tick, TickForm, useTicked } from './ticks.tsx';
import type { Shown } from './work.ts';

/** The API numbers pages up to this item. */
const deepestNumberedItem = 10_000;

type Props = { shown: Shown; page: RelationshipsPage };

/** Renders a page of links; it stays, dimmed, while the next one loads. */
export function LinkList({ shown, page, loading }: Props & { loading: boolean }) {
	const { view, relation } = shown;
	const list = useRef<HTMLElement>(null);
	const ticked = useTicked(list, page);
	return (
		<section class="links" aria-labelledby="links" aria-busy={loading} ref={list}>
			<div class="list-head">
				<ListHeading id="links" place={`${view.pageNumber} ${view.cursor}`}>
					{relationTitle[relation]} <span class="count">{countText(page.total)}</span>
				</ListHeading>
				{page.total > 1 && view.show !== 'print' && <Order view={view} />}
			</div>
			<FilterChips {...shown} />
			{page.total === 0 && !leavesOut(page) && <NoLinksShown view={view} />}
			{page.total > 0 && view.show !== 'print' && <TickForm {...{ shown, page, list, ticked }} />}
			{page.total > 0 && <Works shown={shown} page={page} loading={loading} />}
			<Pages shown={shown} page={page} />
		</section>
	);
}

function Works({ shown: { view, relation }, page, loading }: Props & { loading: boolean }) {
	const first = (view.pageNumber - 1) * pageSizeOf(view) + 1;
	// While a page loads, the last one is held, whose works are not those of the view.
	const citations = useAnswer(loading ? undefined : citationsOf(page, view.groupBy));
	// While those of a new page load, the last ones are held: they belong to other works.
	const cited = citations.loading ? [] : (citations.value ?? []);
	if (view.form === 'table' && view.show !== 'print') return <LinkTable {...{ view, relation, page, first, cited }} />;
	return (
		<ol>
			{page.Relationships.map((link, at) => (
				<LinkItem
					key={`${link.Relation?.Name} ${objectKey(link.Target)}`}
					link={link}
					view={view}
					relation={relation}
					cited={cited[at]}
					sourceVersions={versionCount(page.Source)}
				>
					{view.show === 'print' ? (
						<span class="tick">{countText(first + at)}</span>
					) : (
						<Tick number={first + at} work={link.Target} />
					)}
				</LinkItem>
			))}
		</ol>
	);
}

/** Whether links are left out, which the sentence about what counts says. */
function leavesOut({ excluded = {} }: RelationshipsPage): boolean {
	return Object.values(excluded).some((count) => count > 0);
}

function NoLinksShown({ view }: { view: ObjectView }) {
	if (isFiltered(view)) {
		return (
			<p class="notice">
				No links match these filters. <a href={writeView(unfiltered(view))}>Show all</a>
			</p>
		);
	}
	return (
		<p class="notice">
			No links of this kind are known
			{view.groupBy === 'identity' ? ' for this version; other versions may have some' : ''}.
		</p>
	);
}

function Order({ view }: { view: ObjectView }) {
	return (
		<OrderForm
			view={changed(view, {})}
			choices={[
				{ label: 'Order', name: 'sort', value: view.sort, options: Object.entries(listOrders) },
				{
					label: 'Per page',
					name: 'size',
					value: String(view.size),
					options: pageSizes.map((size) => [String(size), String(size)]),
				},
			]}
		/>
	);
}

function Pages({ shown: { view, relation }, page }: Props) {
	const { pageNumber } = view;
	const pages = Math.ceil(page.total / pageSizeOf(view));
	// New links shift numbered pages; a cursor continues exactly after this page.
	const next = page.next === undefined ? undefined : { ...view, cursor: page.next, pageNumber: pageNumber + 1 };
	const whole = changed(view, { show: 'print', size: pageSizes[0], relation });
	return (
		<>
			<Pager
				first={pageNumber > 2 ? changed(view, {}) : undefined}
				previous={previousPage(view, pages)}
				place={pagePlace(pageNumber, pages)}
				next={next}
			>
				{view.show !== 'print' && (
					<a href={writeView(whole)} target="_self">
						Full list for printing
					</a>
				)}
			</Pager>
			{view.show === 'print' && (
				<p class="pager">
					<a href={writeView(changed(view, { show: 'list' }))}>Back to the work</a>
				</p>
			)}
		</>
	);
}

function previousPage(view: ObjectView, pages: number): ObjectView | undefined {
	const pageNumber = Math.min(view.pageNumber - 1, pages);
	if (pageNumber < 1 || pageNumber * pageSizeOf(view) > deepestNumberedItem) return undefined;
	return { ...view, pageNumber, cursor: undefined };
}
