// The links that one event holds, page by page; knows nothing else of the event.
import { linkColumns, rowsPerPage, unreadable } from '../../../src/http/pages/operator/event/event-words.ts';
import {
	readSubmittedLink,
	type SubmittedLink,
	type SubmittedObject,
} from '../../../src/http/pages/operator/event/submitted-link.ts';
import { objectPath } from '../address/object-view.ts';
import { type EventView, writeOperatorView } from '../address/operator-view.ts';
import { askEventLinks } from '../api/event-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { schemeTitle } from '../shell/scheme-title.ts';
import { ScrollingTable } from '../shell/scrolling-table.tsx';

/** Renders a page of the links of an event, in its order; `total` says how many there are. */
export function EventLinks({ view, total }: { view: EventView; total: number }) {
	const { eventId, after } = view;
	const page = useLoaded(`links ${eventId} ${after}`, () => askEventLinks(eventId, { after, limit: rowsPerPage }));
	const before = Number(after ?? 0);
	return (
		<section class="event-links" aria-labelledby="event-links" aria-busy={page.loading}>
			<h2 id="event-links">
				Links <span class="count">{total.toLocaleString('en')}</span>
			</h2>
			{page.failure && <FailureNotice failure={page.failure} />}
			{!page.value && page.loading && <p class="waiting">Asking for the links …</p>}
			{page.value && page.value.links.length > 0 && <LinkTable links={page.value.links} />}
			<nav class="pager" aria-label="Pages of links">
				{before > 0 && <a href={writeOperatorView({ ...view, after: undefined })}>First links</a>}
				{page.value && total > rowsPerPage && (
					<span>
						{(before + 1).toLocaleString('en')} to {(before + page.value.links.length).toLocaleString('en')}
					</span>
				)}
				{page.value?.next != null && (
					<a rel="next" href={writeOperatorView({ ...view, after: page.value.next })}>
						More links
					</a>
				)}
			</nav>
		</section>
	);
}

function LinkTable({ links }: { links: readonly unknown[] }) {
	return (
		<ScrollingTable label="Links of the event" tall>
			<thead>
				<tr>
					{linkColumns.map((title) => (
						<th key={title} scope="col">
							{title}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{links.map((link, at) => (
					<LinkRow key={at} link={readSubmittedLink(link)} given={link} />
				))}
			</tbody>
		</ScrollingTable>
	);
}

function LinkRow({ link, given }: { link: SubmittedLink | undefined; given: unknown }) {
	if (link === undefined) {
		return (
			<tr>
				<td colSpan={linkColumns.length}>
					{unreadable} <code>{JSON.stringify(given)}</code>
				</td>
			</tr>
		);
	}
	return (
		<tr>
			<td>
				<Work work={link.source} />
			</td>
			<td>{link.relation}</td>
			<td>
				<Work work={link.target} />
			</td>
			<td>{link.providers.join(', ')}</td>
			<td class="date">{link.date}</td>
		</tr>
	);
}

function Work({ work: { title, identifiers } }: { work: SubmittedObject }) {
	return (
		<>
			{title && <span class="title">{title}</span>}
			<ul class="names">
				{identifiers.map(({ ID, IDScheme }) => (
					<li key={`${IDScheme} ${ID}`}>
						<span class="scheme">{schemeTitle(IDScheme)}</span>{' '}
						<a class="identifier" href={objectPath(IDScheme, ID)}>
							{ID}
						</a>
					</li>
				))}
			</ul>
		</>
	);
}
