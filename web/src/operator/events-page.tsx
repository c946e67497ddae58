// Submitted batches with their states and errors, and the button that runs one again.
import type { LinkEvent, StateParameter } from '../../../clients/typescript/src/schemas.ts';
import { eventStates } from '../../../src/links/link-event.ts';
import { countText } from '../../../src/links/words.ts';
import { eventPath, type SectionView, sectionPath, sectionView, writeOperatorView } from '../address/operator-view.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import { Pager } from '../shell/pager.tsx';
import { attemptsText, indexedText, mayBe } from './event-words.ts';
import { momentText } from './moments.ts';
import { ActButton, Refresh } from './operator-form.tsx';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';

const rowsPerPage = 50;
const columns = [
	...['Received', 'State', 'Action', 'Submitted by'],
	...[{ amount: 'Links submitted' }, { amount: 'New links between identifiers' }],
	...['Indexed', 'Event'],
];

/** Renders one page of events, newest first. */
export function EventsPage({ view: { state, before } }: { view: SectionView }) {
	const page = useRefreshed('events', { state, before }, ({ broker }) =>
		// The broker refuses an unknown state and says why.
		broker.eventsPage({ state: state as StateParameter, before, limit: rowsPerPage }),
	);
	const { events, next } = page.value ?? {};
	return (
		<>
			<SectionHead title={sectionTitle.events} failure={page.failure} />
			<div class="toolbar">
				<StateChoice state={state} />
				<Refresh again={page.again} />
			</div>
			{events?.length === 0 && <NoEvents isFirstPage={state === undefined && before === undefined} />}
			{events && events.length > 0 && (
				<SectionTable label="Events" columns={columns} acts>
					{events.map((event) => (
						<EventRow key={event.event_id} event={event} />
					))}
				</SectionTable>
			)}
			<Pager
				first={before === undefined ? undefined : sectionView('events', { state })}
				next={next ? sectionView('events', { state, before: next }) : undefined}
				words={{ first: 'Newest', next: 'Older' }}
			/>
		</>
	);
}

function NoEvents({ isFirstPage }: { isFirstPage: boolean }) {
	if (!isFirstPage) return <p class="notice">No events found.</p>;
	return (
		<p class="notice">
			Nothing has been submitted with your account yet. <a href={sectionPath('submit')}>Submit a table</a>
		</p>
	);
}

function StateChoice({ state }: { state: string | undefined }) {
	return (
		<nav class="switch small" aria-label="State">
			{[undefined, ...eventStates].map((each) => (
				<a
					key={each}
					href={writeOperatorView(sectionView('events', { state: each }))}
					aria-current={state === each ? 'page' : undefined}
				>
					{each ?? 'All'}
				</a>
			))}
		</nav>
	);
}

function EventRow({ event }: { event: LinkEvent }) {
	const { event_id, status, submitter, file_name, counts } = event;
	return (
		<tr>
			<td class="moment">{momentText(event.created)}</td>
			<td>
				<span class={`state ${status}`}>{status}</span>
				<Failure event={event} />
			</td>
			<td>{event.action}</td>
			<td>
				{submitter ?? 'command line'}
				{file_name !== null && <span class="note"> {file_name}</span>}
			</td>
			<td class="amount">{countText(counts.links)}</td>
			<td class="amount">{counts.new_relationships === null ? '–' : countText(counts.new_relationships)}</td>
			<td>{indexedText(event)}</td>
			<td>
				<a href={eventPath(event_id)}>
					<code>{event_id}</code>
				</a>
			</td>
			<td>
				{mayBe.rerun.includes(status) && (
					<ActButton form="rerun" does="Rerun" what={event_id} fields={{ id: event_id }} />
				)}
			</td>
		</tr>
	);
}

const mostErrorCharacters = 60;

function Failure({ event }: { event: LinkEvent }) {
	const { error, next_try } = event;
	if (error === null) return null;
	const isLong = error.length > mostErrorCharacters;
	return (
		<details class="error">
			<summary>{isLong ? `${error.slice(0, mostErrorCharacters).toWellFormed()}…` : error}</summary>
			<p>{error}</p>
			<p class="note">
				{attemptsText(event)}
				{next_try !== null && `; next attempt ${momentText(next_try)}`}
			</p>
		</details>
	);
}
