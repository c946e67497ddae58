// The third step: what becomes of the table until it can be found, and the way to it; knows no
// file.

import { useEffect } from 'preact/hooks';
import type { EventPreviewLink } from '../../../clients/typescript/src/schemas.ts';
import { stateText } from '../../../src/http/pages/operator/event/event-words.ts';
import {
	findableNote,
	storedText,
	submitAnother,
	toTheEvent,
} from '../../../src/http/pages/operator/submit/submit-words.ts';
import { objectPath } from '../address/object-view.ts';
import { eventPath } from '../address/operator-view.ts';
import { askEvent } from '../api/event-api.ts';
import { useLoaded } from '../loading.ts';
import { useAskingAgain } from '../operator/follow-event.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';

type Props = { eventId: string; link: EventPreviewLink | undefined; again(): void };

/** Renders the state of the event; `link` is its first one, `again` begins anew. */
export function Submitted({ eventId, link, again }: Props) {
	const event = useLoaded(`event ${eventId}`, () => askEvent(eventId));
	useAskingAgain(event);
	const { status, indexed, error } = event.value ?? {};
	const isFindable = status === 'Done' && indexed === true;
	useEffect(() => {
		if (isFindable) announce('All of it can be found now.');
	}, [isFindable]);
	return (
		<>
			<p>{storedText}</p>
			{event.failure && <FailureNotice failure={event.failure} />}
			<p>
				<span class={`state ${status ?? 'New'}`}>{status ?? 'New'}</span> {stateText[status ?? 'New']}
				{event.value && findableNote(event.value)}
			</p>
			{error != null && <p class="wrong">{error}</p>}
			<ul class="ways">
				<li>
					<a href={eventPath(eventId)}>{toTheEvent}</a>
				</li>
				{isFindable && link && <WayToWorks link={link} />}
			</ul>
			<div class="actions">
				<button type="button" onClick={again}>
					{submitAnother}
				</button>
			</div>
		</>
	);
}

function WayToWorks({ link: { source, target } }: { link: EventPreviewLink }) {
	return [source, target].flatMap(({ identifiers: [first], title }) => {
		if (first === undefined) return [];
		return [
			<li key={first.ID}>
				<a href={objectPath(first.IDScheme, first.ID)}>
					<bdi>{title ?? first.ID}</bdi>
				</a>
			</li>,
		];
	});
}
