// The third step: the state of the submitted table, and links to its event and works.
import { useEffect } from 'preact/hooks';
import type { LinkEvent } from '../../../clients/typescript/src/schemas.ts';
import { objectPath } from '../address/object-view.ts';
import { eventPath, loadPath, sectionPath } from '../address/operator-view.ts';
import { useAnswer } from '../asking/use-answer.ts';
import type { Refreshed } from '../asking/use-refreshed.ts';
import { eventLinksOf } from '../operator/event-links.tsx';
import { isUnfinished, stateText } from '../operator/event-words.ts';
import { Refresh } from '../operator/operator-form.tsx';
import { StateMark } from '../operator/state-mark.tsx';
import { readSubmittedLink, type SubmittedObject } from '../operator/submitted-link.ts';
import { announce } from '../shell/announcer.tsx';

/** Renders the state of the event of a table. */
export function Submitted({ eventId, event }: { eventId: string; event: Refreshed<LinkEvent> }) {
	const { status, indexed, error } = event.value ?? {};
	const isFindable = status === 'Done' && indexed === true;
	const first = useAnswer(isFindable ? eventLinksOf(eventId, 1) : undefined);
	const link = readSubmittedLink(first.value?.links[0]);
	useEffect(() => {
		if (isFindable) announce('All its links can be found now.');
	}, [isFindable]);
	return (
		<>
			<p>The table is stored permanently and is processed in the background. You do not need to wait.</p>
			{status && (
				<p>
					<StateMark status={status} /> {stateText[status]}
					{status === 'Done' && (indexed ? ' All its links can be found.' : ' Its links cannot be found yet.')}
				</p>
			)}
			{error != null && <p class="wrong">{error}</p>}
			<ul class="ways">
				<li>
					<a href={loadPath(eventId)}>The load: what it brought, and how to withdraw it</a>
				</li>
				<li>
					<a href={eventPath(eventId)}>The event with its links</a>
				</li>
				{link && [link.source, link.target].map((work) => <LinkToWork key={work.identifiers[0]?.ID} work={work} />)}
			</ul>
			<div class="actions">
				{event.value && isUnfinished(event.value) && <Refresh again={event.again} />}
				<a class="button" href={sectionPath('submit')}>
					Submit another table
				</a>
			</div>
		</>
	);
}

function LinkToWork({
	work: {
		title,
		identifiers: [first],
	},
}: {
	work: SubmittedObject;
}) {
	if (first === undefined) return null;
	return (
		<li>
			<a href={objectPath(first.IDScheme, first.ID)}>
				<bdi>{title ?? first.ID}</bdi>
			</a>
		</li>
	);
}
