// The page of one load: its state, details and events, and its actions.
import type { Load } from '../../../clients/typescript/src/schemas.ts';
import { countText } from '../../../src/links/words.ts';
import { type LoadView, sectionPath, sectionView, writeOperatorView } from '../address/operator-view.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { EventTable } from './events-page.tsx';
import { useFollowedLoad } from './follow-event.ts';
import { isLoadUnfinished, loadActions, loadFacts, loadStateText, progressOf } from './load-words.ts';
import { ActButton, Refresh } from './operator-form.tsx';
import { FactPanels, StatePanel } from './panels.tsx';
import { SectionHead } from './section-head.tsx';
import { Withdrawal } from './withdrawal.tsx';

/** Renders the page of one load. */
export function LoadPage({ view }: { view: LoadView }) {
	const load = useFollowedLoad(view.loadId);
	return (
		<>
			<SectionHead title="Load" failure={load.failure} />
			<p>
				<a href={sectionPath('loads')}>All loads</a>
			</p>
			{!load.value && load.loading && <p class="waiting">Loading …</p>}
			{load.value && (
				<>
					<State view={view} load={load.value} again={load.again} />
					<FactPanels panels={loadFacts(load.value)} />
					<EventsOfLoad load={load.value} />
				</>
			)}
		</>
	);
}

function State({ view, load, again }: { view: LoadView; load: Load; again(): void }) {
	const { id, status } = load;
	const actions = loadActions(load);
	const fields = { id };
	return (
		<StatePanel status={status}>
			<p>{loadStateText[status]}</p>
			{isLoadUnfinished(load) && <Progress {...progressOf(load)} />}
			<div class="actions">
				{isLoadUnfinished(load) && <Refresh again={again} />}
				{actions.rerun && <ActButton form="rerunLoad" does="Rerun" fields={fields} />}
				{actions.restore && <ActButton form="restoreLoad" does="Restore" fields={fields} />}
				{actions.withdraw && <Withdrawal view={view} />}
			</div>
		</StatePanel>
	);
}

function Progress({ done, total, text }: ReturnType<typeof progressOf>) {
	return (
		<p class="progress">
			<progress value={done} max={total} aria-label="Progress of the load" /> {text}
		</p>
	);
}

const eventsShown = 10;

function EventsOfLoad({ load: { id, events, status } }: { load: Load }) {
	// The states of the events are those of the load, so they are asked for again with it.
	const asked = { load: id, limit: eventsShown };
	const page = useRefreshed('events of a load', { ...asked, events, status }, ({ broker }) => broker.eventsPage(asked));
	return (
		<section class="event-links" aria-labelledby="load-events">
			<h2 id="load-events">
				Events <span class="count">{countText(events.total)}</span>
			</h2>
			{page.failure && <FailureNotice failure={page.failure} />}
			{page.value && <EventTable events={page.value.events} isOfOneLoad />}
			{events.total > eventsShown && (
				<p>
					<a href={writeOperatorView(sectionView('events', { load: id }))}>All {countText(events.total)} events</a>
				</p>
			)}
		</section>
	);
}
