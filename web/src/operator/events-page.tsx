// Submitted batches with their states and errors, and the button that runs one again.
import type { LinkEvent, StateParameter } from '../../../clients/typescript/src/schemas.ts';
import { eventStates } from '../../../src/links/link-event.ts';
import { countText } from '../../../src/links/words.ts';
import {
	eventPath,
	loadPath,
	type SectionView,
	sectionPath,
	sectionView,
	writeOperatorView,
} from '../address/operator-view.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import { Pager } from '../shell/pager.tsx';
import { attemptsText, indexedText, mayBe } from './event-words.ts';
import { momentText } from './moments.ts';
import { ActButton, Refresh } from './operator-form.tsx';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';
import { StateMark } from './state-mark.tsx';

const rowsPerPage = 50;
/** So many characters of its id distinguish a load from the others of a list. */
const shortId = 8;
const columns = [
	...['Received', 'State', 'Action', 'Submitted by'],
	...[{ amount: 'Links submitted' }, { amount: 'New links between identifiers' }],
	...['Indexed', 'Event'],
];

/** Renders one page of events, newest first. */
export function EventsPage({ view: { state, load, before } }: { view: SectionView }) {
	const page = useRefreshed('events', { state, load, before }, ({ broker }) =>
		// The broker refuses an unknown state and says why.
		broker.eventsPage({ state: state as StateParameter, load, before, limit: rowsPerPage }),
	);
	const { events, next } = page.value ?? {};
	return (
		<>
			<SectionHead title={sectionTitle.events} failure={page.failure} />
			{load !== undefined && (
				<p>
					These are the events of <a href={loadPath(load)}>one load</a>. <a href={sectionPath('events')}>All events</a>
				</p>
			)}
			<div class="toolbar">
				<StateChoice state={state} load={load} />
				<Refresh again={page.again} />
			</div>
			{events?.length === 0 && (
				<NoEvents isFirstPage={state === undefined && load === undefined && before === undefined} />
			)}
			{events && events.length > 0 && <EventTable events={events} isOfOneLoad={load !== undefined} />}
			<Pager
				first={before === undefined ? undefined : sectionView('events', { state, load })}
				next={next ? sectionView('events', { state, load, before: next }) : undefined}
				words={{ first: 'Newest', next: 'Older' }}
			/>
		</>
	);
}

type TableProps = { events: readonly LinkEvent[]; isOfOneLoad: boolean };

/** Renders a row for each event, with its load if they are of several. */
export function EventTable({ events, isOfOneLoad }: TableProps) {
	return (
		<SectionTable label="Events" columns={isOfOneLoad ? columns : [...columns, 'Load']} acts>
			{events.map((event) => (
				<EventRow key={event.event_id} event={event} isOfOneLoad={isOfOneLoad} />
			))}
		</SectionTable>
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

function StateChoice({ state, load }: Pick<SectionView, 'state' | 'load'>) {
	return (
		<nav class="switch small" aria-label="State">
			{[undefined, ...eventStates].map((each) => (
				<a
					key={each}
					href={writeOperatorView(sectionView('events', { state: each, load }))}
					aria-current={state === each ? 'page' : undefined}
				>
					{each ?? 'All'}
				</a>
			))}
		</nav>
	);
}

function EventRow({ event, isOfOneLoad }: { event: LinkEvent; isOfOneLoad: boolean }) {
	const { event_id, load, status, submitter, file_name, counts } = event;
	return (
		<tr>
			<td class="moment">{momentText(event.created)}</td>
			<td>
				<StateMark status={status} />
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
			{!isOfOneLoad && (
				<td>
					<a href={loadPath(load)}>{load.slice(0, shortId)}</a>
				</td>
			)}
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
