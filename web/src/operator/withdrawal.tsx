// The withdrawal of an event or a load, with a preview of its changes and an optional reason.
import { useEffect, useRef } from 'preact/hooks';
import type { EventWithdrawalPreview } from '../../../clients/typescript/src/schemas.ts';
import { longestReason } from '../../../src/broker/event-view.ts';
import { type EventView, type LoadView, writeOperatorView } from '../address/operator-view.ts';
import { question } from '../asking/answers.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { goTo } from '../navigation.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { IdentifierLink } from '../shell/identifier-link.tsx';
import { ViewForm } from '../shell/view-form.tsx';
import { WorkTitle } from '../shell/work-title.tsx';
import { changesOf, countedText } from './event-words.ts';
import { Field, OperatorForm } from './operator-form.tsx';

type Withdrawable = EventView | LoadView;

/** Returns what is withdrawn: its name, its id, the form that does it, and the question for its preview. */
function subjectOf(view: Withdrawable) {
	if (view.page === 'event') {
		const { eventId } = view;
		const asked = question('withdrawal', { eventId }, ({ broker }) => broker.previewWithdrawal(eventId));
		return { what: 'event', id: eventId, form: 'withdraw', asked };
	}
	const { loadId } = view;
	const asked = question('withdrawal of a load', { loadId }, ({ broker }) => broker.previewLoadWithdrawal(loadId));
	return { what: 'load', id: loadId, form: 'withdrawLoad', asked };
}

/** Renders the button that opens the preview and the form, depending on the view. */
export function Withdrawal({ view }: { view: Withdrawable }) {
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

function WithdrawalForm({ view }: { view: Withdrawable }) {
	const { what, id, form, asked } = subjectOf(view);
	const preview = useAnswer(asked);
	const cancelled = { ...view, isWithdrawing: false };
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<OperatorForm
			name={form}
			fields={{ id }}
			class="withdrawal"
			onKeyDown={({ key }) => key === 'Escape' && goTo(cancelled)}
		>
			<h3 tabIndex={-1} ref={heading}>
				What would change
			</h3>
			<div aria-live="polite" aria-busy={preview.loading}>
				{preview.failure && <FailureNotice failure={preview.failure} />}
				{!preview.value && preview.loading && <p class="waiting">Checking what would change …</p>}
				{preview.value && <Changes preview={preview.value} what={what} />}
			</div>
			<Field
				name="reason"
				label="Reason"
				note={`Stored with the ${what} and your name. A withdrawn ${what} can be restored.`}
				autocomplete="off"
				maxLength={longestReason}
			/>
			<div class="actions">
				<button type="submit" class="primary">
					Withdraw this {what}
				</button>
				<a class="button" href={writeOperatorView(cancelled)}>
					Cancel
				</a>
			</div>
		</OperatorForm>
	);
}

function Changes({ preview, what }: { preview: EventWithdrawalPreview; what: string }) {
	const { works, changed_works: changed } = preview;
	const changes = changesOf(preview);
	if (changes.length === 0)
		return <p>No links would change: other events assert the same links, or this {what} asserts none.</p>;
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
					<ChangedWorks works={works} />
				</details>
			)}
		</>
	);
}

/** Asks for the titles of works, at most a hundred, with one request. */
function titlesOf(works: EventWithdrawalPreview['works']) {
	return question('titles', { works }, async ({ broker }) => {
		const reported = await broker.reportPage({ identifiers: works });
		return reported.works.map(({ Title, TitleMarkup }) => ({
			...(Title !== undefined && { Title }),
			...(TitleMarkup !== undefined && { TitleMarkup }),
		}));
	});
}

function ChangedWorks({ works }: Pick<EventWithdrawalPreview, 'works'>) {
	const { value: titles } = useAnswer(titlesOf(works));
	return (
		<ul class="names">
			{works.map((identifier, at) => {
				const title = titles?.[at];
				return (
					<li key={`${identifier.IDScheme} ${identifier.ID}`}>
						{title?.Title && (
							<span class="title" dir="auto">
								<WorkTitle work={{ ...title, Identifiers: [identifier] }} />
							</span>
						)}{' '}
						<IdentifierLink identifier={identifier} />
					</li>
				);
			})}
		</ul>
	);
}
