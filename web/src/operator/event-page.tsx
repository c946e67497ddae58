// One submitted event: what it is, what became of it, its links, and what can be done with it;
// knows no session.

import { useRef } from 'preact/hooks';
import type { LinkEvent } from '../../../clients/typescript/src/schemas.ts';
import { doneText, mayBe, progressText } from '../../../src/http/pages/operator/event/event-words.ts';
import { type EventView, sectionView, writeOperatorView } from '../address/operator-view.ts';
import { askEvent, rerunEvent, restoreEvent } from '../api/event-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Refusal, useAction } from './action.tsx';
import { EventFacts } from './event-facts.tsx';
import { EventLinks } from './event-links.tsx';
import { useAskingAgain } from './follow-event.ts';
import { Withdrawal } from './withdrawal.tsx';

/** Renders the page of one event. */
export function EventPage({ view }: { view: EventView }) {
	const event = useLoaded(`event ${view.eventId}`, () => askEvent(view.eventId));
	useAskingAgain(event);
	return (
		<>
			<p>
				<a href={writeOperatorView(sectionView('events'))}>All events</a>
			</p>
			{event.failure && <FailureNotice failure={event.failure} />}
			{!event.value && event.loading && <p class="waiting">Asking for the event …</p>}
			{event.value && (
				<>
					<State view={view} event={event.value} changed={event.retry} />
					<EventFacts event={event.value} />
					<EventLinks view={view} total={event.value.counts.links} />
				</>
			)}
		</>
	);
}

function State({ view, event, changed }: { view: EventView; event: LinkEvent; changed(): void }) {
	const { event_id, status } = event;
	const action = useAction();
	const heading = useRef<HTMLHeadingElement>(null);
	const run = async (change: (eventId: string) => Promise<void>, done: string) => {
		if (await action.run(() => change(event_id), done)) settled();
	};
	/** The button that was pressed may be gone: the focus goes to what it brought about. */
	const settled = () => {
		heading.current?.focus();
		changed();
	};
	return (
		<section class="panel event-state" aria-labelledby="event-state">
			<h2 id="event-state" tabIndex={-1} ref={heading}>
				State <span class={`state ${status}`}>{status}</span>
			</h2>
			<p>{progressText(event)}</p>
			<Refusal action={action} />
			<div class="actions">
				{mayBe.rerun.includes(status) && (
					<button type="button" disabled={action.busy} onClick={() => void run(rerunEvent, doneText.rerun)}>
						Run again
					</button>
				)}
				{status === 'Withdrawn' && (
					<button type="button" disabled={action.busy} onClick={() => void run(restoreEvent, doneText.restore)}>
						Restore
					</button>
				)}
				{mayBe.withdrawn.includes(status) && <Withdrawal view={view} withdrawn={settled} />}
			</div>
		</section>
	);
}
