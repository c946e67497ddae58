// The withdrawal of an event, with a preview of its changes and an optional reason.
import { useEffect, useRef } from 'preact/hooks';
import type { EventWithdrawalPreview } from '../../../clients/typescript/src/schemas.ts';
import { longestReason } from '../../../src/broker/event-view.ts';
import { type EventView, writeOperatorView } from '../address/operator-view.ts';
import { question } from '../asking/answers.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { goTo } from '../navigation.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ViewForm } from '../shell/view-form.tsx';
import { Names } from './event-links.tsx';
import { changesOf, countedText } from './event-words.ts';
import { Field, OperatorForm } from './operator-form.tsx';

/** Renders the button that opens the preview and the form, depending on the view. */
export function Withdrawal({ view }: { view: EventView }) {
	const { isWithdrawing } = view;
	const button = useRef<HTMLButtonElement>(null);
	const wasWithdrawing = useRef(isWithdrawing);
	useEffect(() => {
		if (wasWithdrawing.current && !isWithdrawing) button.current?.focus();
		wasWithdrawing.current = isWithdrawing;
	}, [isWithdrawing]);
	return (
		<>
			<ViewForm view={{ ...view, isWithdrawing: !isWithdrawing }} names={[]}>
				<button type="submit" ref={button} aria-expanded={isWithdrawing}>
					Withdraw …
				</button>
			</ViewForm>
			{isWithdrawing && <WithdrawalForm view={view} />}
		</>
	);
}

function WithdrawalForm({ view }: { view: EventView }) {
	const { eventId } = view;
	const preview = useAnswer(question('withdrawal', { eventId }, ({ broker }) => broker.previewWithdrawal(eventId)));
	const cancelled = { ...view, isWithdrawing: false };
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<OperatorForm
			name="withdraw"
			fields={{ id: eventId }}
			class="withdrawal"
			onKeyDown={({ key }) => key === 'Escape' && goTo(cancelled)}
		>
			<h3 tabIndex={-1} ref={heading}>
				What would change
			</h3>
			<div aria-live="polite" aria-busy={preview.loading}>
				{preview.failure && <FailureNotice failure={preview.failure} />}
				{!preview.value && preview.loading && <p class="waiting">Checking what would change …</p>}
				{preview.value && <Changes preview={preview.value} />}
			</div>
			<Field
				name="reason"
				label="Reason"
				note="Stored with the event and your name. A withdrawn event can be restored."
				autocomplete="off"
				maxLength={longestReason}
			/>
			<div class="actions">
				<button type="submit" class="primary">
					Withdraw this event
				</button>
				<a class="button" href={writeOperatorView(cancelled)}>
					Cancel
				</a>
			</div>
		</OperatorForm>
	);
}

function Changes({ preview }: { preview: EventWithdrawalPreview }) {
	const { works, changed_works: changed } = preview;
	const changes = changesOf(preview);
	if (changes.length === 0)
		return <p>No links would change: other events assert the same links, or this event asserts none.</p>;
	return (
		<>
			<ul class="changes">
				{changes.map((change) => (
					<li key={change}>{change}</li>
				))}
			</ul>
			{works.length > 0 && (
				<details>
					<summary>{countedText(changed, 'work would change', 'works would change')}</summary>
					{works.length < changed && <p class="note">The first {works.length} of them:</p>}
					<Names identifiers={works} />
				</details>
			)}
		</>
	);
}
