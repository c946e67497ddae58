// Submitted batches with their states and errors, and the button that runs one again; knows no
// session.

import type { LinkEvent } from '../../../clients/typescript/src/schemas.ts';
import {
	doneText,
	eventColumns,
	mayBe,
	rowsPerPage,
	shortError,
	triedText,
} from '../../../src/http/pages/operator/event/event-words.ts';
import { findableText } from '../../../src/http/pages/operator/operator-words.ts';
import { eventStates } from '../../../src/links/link-event.ts';
import { eventPath, sectionView, writeOperatorView } from '../address/operator-view.ts';
import { askEvents, rerunEvent } from '../api/event-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ActionsHeading, ScrollingTable } from '../shell/scrolling-table.tsx';
import { Refusal, useAction } from './action.tsx';
import { momentText } from './moments.ts';

type Props = { state: string | undefined; before: string | undefined };

/** Renders one page of events, newest first. */
export function EventsPage({ state, before }: Props) {
	const page = useLoaded(`events ${state} ${before}`, () => askEvents({ state, before, limit: rowsPerPage }));
	const action = useAction();
	const rerun = async (event: LinkEvent) => {
		if (await action.run(() => rerunEvent(event.event_id), doneText.rerun)) page.retry();
	};
	return (
		<>
			<div class="toolbar">
				<StateChoice state={state} />
				<button type="button" onClick={page.retry}>
					Refresh
				</button>
			</div>
			<Refusal action={action} />
			{page.failure && <FailureNotice failure={page.failure} />}
			{page.value?.events.length === 0 && <p class="notice">There is no such event.</p>}
			{page.value && page.value.events.length > 0 && (
				// What is listed while other events are awaited is not to be acted on.
				<EventTable events={page.value.events} rerun={rerun} busy={action.busy || page.loading} />
			)}
			<nav class="pager" aria-label="Pages">
				{before !== undefined && <a href={writeOperatorView(sectionView('events', { state }))}>Newest</a>}
				{page.value?.next != null && (
					<a rel="next" href={writeOperatorView(sectionView('events', { state, before: page.value.next }))}>
						Older
					</a>
				)}
			</nav>
		</>
	);
}

function StateChoice({ state }: { state: string | undefined }) {
	const option = (wanted: string | undefined, title: string) => (
		<a
			key={title}
			href={writeOperatorView(sectionView('events', { state: wanted }))}
			aria-current={state === wanted ? 'page' : undefined}
		>
			{title}
		</a>
	);
	return (
		<nav class="switch small" aria-label="State">
			{option(undefined, 'All')}
			{eventStates.map((each) => option(each, each))}
		</nav>
	);
}

function EventTable({
	events,
	rerun,
	busy,
}: {
	events: readonly LinkEvent[];
	rerun(event: LinkEvent): Promise<void>;
	busy: boolean;
}) {
	return (
		<ScrollingTable label="Events" tall>
			<thead>
				<tr>
					{eventColumns.map(({ title, isAmount }) => (
						<th key={title} scope="col" class={isAmount && 'amount'}>
							{title}
						</th>
					))}
					<ActionsHeading />
				</tr>
			</thead>
			<tbody>
				{events.map((event) => (
					<EventRow key={event.event_id} event={event} rerun={rerun} busy={busy} />
				))}
			</tbody>
		</ScrollingTable>
	);
}

function EventRow({ event, rerun, busy }: { event: LinkEvent; rerun(event: LinkEvent): Promise<void>; busy: boolean }) {
	const { event_id, status, submitter, file_name, counts, error } = event;
	return (
		<tr>
			<td>{momentText(event.created)}</td>
			<td>
				<span class={`state ${status}`}>{status}</span>
				{error && (
					<details class="error">
						<summary>{shortError(error)}</summary>
						<p>{error}</p>
						<p class="note">{triedText(event, momentText)}</p>
					</details>
				)}
			</td>
			<td>{event.action}</td>
			<td>
				{submitter ?? 'command line'}
				{file_name !== null && <span class="note"> {file_name}</span>}
			</td>
			<td class="amount">{counts.links.toLocaleString('en')}</td>
			<td class="amount">{counts.new_relationships?.toLocaleString('en') ?? '–'}</td>
			<td>{findableText(event)}</td>
			<td>
				<a href={eventPath(event_id)}>
					<code>{event_id}</code>
				</a>
			</td>
			<td>
				{mayBe.rerun.includes(status) && (
					<button type="button" disabled={busy} onClick={() => void rerun(event)}>
						Run again<span class="visually-hidden"> {event_id}</span>
					</button>
				)}
			</td>
		</tr>
	);
}
