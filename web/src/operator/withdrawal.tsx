// Withdrawing an event: what would change is shown first, and a reason may be given; knows nothing
// else of the event.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { EventWithdrawalPreview } from '../../../clients/typescript/src/schemas.ts';
import {
	changesText,
	doneText,
	longestReason,
	nothingChanges,
	reasonNote,
} from '../../../src/http/pages/operator/event/event-words.ts';
import { objectPath } from '../address/object-view.ts';
import type { EventView } from '../address/operator-view.ts';
import { askWithdrawal, withdrawEvent } from '../api/event-api.ts';
import { useLoaded } from '../loading.ts';
import { goTo } from '../navigation.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { schemeTitle } from '../shell/scheme-title.ts';
import { Refusal, useAction } from './action.tsx';

/**
 * Renders a button that unfolds the preview and the form, as the view says; `withdrawn` is called
 * once it is done.
 */
export function Withdrawal({ view, withdrawn }: { view: EventView; withdrawn(): void }) {
	const { eventId, isWithdrawing } = view;
	const button = useRef<HTMLButtonElement>(null);
	const unfold = (isWithdrawing: boolean) => goTo({ ...view, isWithdrawing }, { replace: true });
	const cancel = () => {
		unfold(false);
		button.current?.focus();
	};
	const done = () => {
		unfold(false);
		withdrawn();
	};
	return (
		<>
			<button type="button" ref={button} aria-expanded={isWithdrawing} onClick={() => unfold(!isWithdrawing)}>
				Withdraw …
			</button>
			{isWithdrawing && <WithdrawalForm eventId={eventId} withdrawn={done} cancel={cancel} />}
		</>
	);
}

type FormProps = { eventId: string; withdrawn(): void; cancel(): void };

function WithdrawalForm({ eventId, withdrawn, cancel }: FormProps) {
	const preview = useLoaded(`withdrawal ${eventId}`, () => askWithdrawal(eventId));
	const [reason, setReason] = useState('');
	const action = useAction();
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	const withdraw = async () => {
		if (await action.run(() => withdrawEvent(eventId, reason), doneText.withdraw)) withdrawn();
	};
	return (
		<form
			class="withdrawal"
			onSubmit={(event) => {
				event.preventDefault();
				void withdraw();
			}}
			onKeyDown={(event) => event.key === 'Escape' && cancel()}
		>
			<h3 tabIndex={-1} ref={heading}>
				What would change
			</h3>
			<div aria-live="polite" aria-busy={preview.loading}>
				{preview.failure && <FailureNotice failure={preview.failure} />}
				{!preview.value && preview.loading && <p class="waiting">Finding out what would change …</p>}
				{preview.value && <Preview preview={preview.value} />}
			</div>
			<div class="field">
				<label for="withdrawal-reason">Reason</label>
				<input
					id="withdrawal-reason"
					autocomplete="off"
					maxLength={longestReason}
					value={reason}
					aria-describedby="withdrawal-note"
					onInput={(event) => setReason(event.currentTarget.value)}
				/>
				<p class="note" id="withdrawal-note">
					{reasonNote}
				</p>
			</div>
			<Refusal action={action} />
			<div class="actions">
				<button type="submit" class="primary" disabled={action.busy}>
					Withdraw this event
				</button>
				<button type="button" onClick={cancel}>
					Cancel
				</button>
			</div>
		</form>
	);
}

function Preview({ preview }: { preview: EventWithdrawalPreview }) {
	const told = changesText(preview);
	if (!told) return <p>{nothingChanges}</p>;
	return (
		<>
			<ul class="changes">
				{told.changes.map((change) => (
					<li key={change}>{change}</li>
				))}
			</ul>
			{preview.works.length > 0 && (
				<details>
					<summary>{told.works}</summary>
					<ul class="names">
						{preview.works.map(({ ID, IDScheme }) => (
							<li key={`${IDScheme} ${ID}`}>
								<span class="scheme">{schemeTitle(IDScheme)}</span>{' '}
								<a class="identifier" href={objectPath(IDScheme, ID)}>
									{ID}
								</a>
							</li>
						))}
					</ul>
				</details>
			)}
		</>
	);
}
