// The links of one page, in order, with the way to the other pages; knows no request.
import { useEffect, useRef } from 'preact/hooks';
import { writeView } from '../address/address.ts';
import { changed, isFiltered, type ObjectView, pageSizes, unfiltered } from '../address/object-view.ts';
import type { LinkPage } from '../api/broker-api.ts';
import { objectKey, versionCount } from '../api/scholix-answer.ts';
import { goTo } from '../navigation.ts';
import { type RelationChoice, relationTitle } from '../relations.ts';
import { FacetChips } from './facet-filters.tsx';
import { LinkItem } from './link-item.tsx';

/** Pages can be asked for by number so many items deep. */
const deepestNumberedItem = 10_000;

type Props = { view: ObjectView; relation: RelationChoice; page: LinkPage; loading: boolean };

/** Renders a page of links. While the next one is awaited the present one stays, dimmed. */
export function LinkList({ view, relation, page, loading }: Props) {
	const { Relationships } = page.answer;
	const heading = useRef<HTMLHeadingElement>(null);
	const place = `${view.pageNumber} ${view.cursor}`;
	const placeBefore = useRef(place);
	useEffect(() => {
		// Who turns the page reads on from the top of the next one.
		if (place !== placeBefore.current) heading.current?.focus();
		placeBefore.current = place;
	}, [place]);
	return (
		<section class="links" aria-labelledby="links" aria-busy={loading}>
			<div class="list-head">
				<h2 id="links" tabIndex={-1} ref={heading}>
					{relationTitle[relation]} <span class="count">{page.total.toLocaleString('en')}</span>
				</h2>
				{page.total > 1 && <Order view={view} />}
			</div>
			<FacetChips view={view} />
			{page.total === 0 ? (
				<NothingHere view={view} />
			) : (
				<ol>
					{Relationships.map((link) => (
						<LinkItem
							key={`${link.Relation?.Name} ${objectKey(link.Target)}`}
							link={link}
							view={view}
							relation={relation}
							sourceVersions={versionCount(page.answer.Source)}
						/>
					))}
				</ol>
			)}
			<Pager view={view} relation={relation} page={page} />
		</section>
	);
}

function NothingHere({ view }: { view: ObjectView }) {
	if (isFiltered(view)) {
		return (
			<p class="notice">
				No link fits these filters. <a href={writeView(unfiltered(view))}>Show all</a>
			</p>
		);
	}
	return (
		<p class="notice">
			No links of this kind are known{view.groupBy === 'identity' ? ' for this one; other versions may have some' : ''}.
		</p>
	);
}

function Order({ view }: { view: ObjectView }) {
	return (
		<div class="order">
			<label>
				Order{' '}
				<select
					value={view.sort}
					onChange={(event) =>
						goTo(changed(view, { sort: event.currentTarget.value === '-mostrecent' ? '-mostrecent' : 'mostrecent' }))
					}
				>
					<option value="mostrecent">Newest link first</option>
					<option value="-mostrecent">Oldest link first</option>
				</select>
			</label>
			<label>
				Per page{' '}
				<select
					value={String(view.size)}
					onChange={(event) => goTo(changed(view, { size: Number(event.currentTarget.value) }))}
				>
					{pageSizes.map((size) => (
						<option key={size} value={String(size)}>
							{size}
						</option>
					))}
				</select>
			</label>
		</div>
	);
}

function Pager({ view, relation, page }: Omit<Props, 'loading'>) {
	const pages = Math.ceil(page.total / view.size);
	if (pages <= 1 && view.cursor === undefined) return null;
	const whole = new URL(writeView({ ...changed(view, {}), size: pageSizes[0], relation }), location.origin);
	whole.searchParams.set('show', 'print');
	// What arrives meanwhile moves pages: only a cursor goes on where this page ended.
	const next =
		page.cursor === undefined ? undefined : { ...view, cursor: page.cursor, pageNumber: view.pageNumber + 1 };
	const previous = previousPage(view, pages);
	return (
		<nav class="pager" aria-label="Pages">
			{view.pageNumber > 2 && <a href={writeView(changed(view, {}))}>First page</a>}
			{previous && (
				<a rel="prev" href={writeView(previous)}>
					Previous
				</a>
			)}
			<span>
				Page {view.pageNumber.toLocaleString('en')} of {pages.toLocaleString('en')}
			</span>
			{next && (
				<a rel="next" href={writeView(next)}>
					Next
				</a>
			)}
			<a href={whole.pathname + whole.search} target="_self">
				The whole list, to print
			</a>
		</nav>
	);
}

function previousPage(view: ObjectView, pages: number): ObjectView | undefined {
	const pageNumber = Math.min(view.pageNumber - 1, pages);
	if (pageNumber < 1 || pageNumber * view.size > deepestNumberedItem) return undefined;
	return { ...view, pageNumber, cursor: undefined };
}
