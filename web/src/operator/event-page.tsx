// The page of one event: its details, state and links, and its actions.
import type { LinkEvent } from '../../../clients/typescript/src/schemas.ts';
import { type EventView, sectionPath } from '../address/operator-view.ts';
import { EventLinks } from './event-links.tsx';
import { eventFacts, isUnfinished, mayBe, stateText } from './event-words.ts';
import { useFollowedEvent } from './follow-event.ts';
import { ActButton, Refresh } from './operator-form.tsx';
import { FactPanels, StatePanel } from './panels.tsx';
import { SectionHead } from './section-head.tsx';
import { Withdrawal } from './withdrawal.tsx';

/** Renders the page of one event. */
export function EventPage({ view }: { view: EventView }) {
	const event = useFollowedEvent(view.eventId);
	return (
		<>
			<SectionHead title="Event" failure={event.failure} />
			<p>
				<a href={sectionPath('events')}>All events</a>
			</p>
			{!event.value && event.loading && <p class="waiting">Loading the event …</p>}
			{event.value && (
				<>
					<State view={view} event={event.value} again={event.again} />
					<FactPanels panels={eventFacts(event.value)} />
					<EventLinks view={view} total={event.value.counts.links} />
				</>
			)}
		</>
	);
}

function State({ view, event, again }: { view: EventView; event: LinkEvent; again(): void }) {
	const { event_id, status } = event;
	const fields = { id: event_id };
	const isUnindexed = status === 'Done' && event.indexed === false;
	return (
		<StatePanel status={status}>
			<p>
				{stateText[status]}
				{isUnindexed && ' Its changes cannot be found yet.'}
			</p>
			<div class="actions">
				{isUnfinished(event) && <Refresh again={again} />}
				{mayBe.rerun.includes(status) && <ActButton form="rerun" does="Rerun" fields={fields} />}
				{status === 'Withdrawn' && <ActButton form="restore" does="Restore" fields={fields} />}
				{mayBe.withdrawn.includes(status) && <Withdrawal view={view} />}
			</div>
		</StatePanel>
	);
}
