// The page of one subscription: its state, what it follows, its last messages, and its actions.
import { useEffect } from 'preact/hooks';
import type { Delivery, Subscription, SubscriptionTrial } from '../../../clients/typescript/src/schemas.ts';
import { countText } from '../../../src/links/words.ts';
import { sectionPath } from '../address/operator-view.ts';
import type { SubscriptionView } from '../address/subscription-view.ts';
import { question } from '../asking/answers.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import { usePosted } from '../posting/posted.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { momentText } from './moments.ts';
import { operatorOf } from './operator-client.ts';
import { ActButton, Confirmed, OperatorForm, Refresh } from './operator-form.tsx';
import { FactPanels, StatePanel } from './panels.tsx';
import { SectionHead } from './section-head.tsx';
import { SectionTable } from './section-table.tsx';
import { SubscriptionFields } from './subscription-fields.tsx';
import { answeredText, subscriptionFacts, subscriptionStateText } from './subscription-words.ts';

/** Renders the page of one subscription. */
export function SubscriptionPage({ view: { number } }: { view: SubscriptionView }) {
	const asked = { number: Number(number) };
	const subscription = useRefreshed('subscription', asked, (connection) =>
		operatorOf(connection).subscriptions.show(asked.number),
	);
	const { value, failure } = subscription;
	return (
		<>
			<SectionHead title={value?.name ?? `Subscription ${number}`} failure={failure} />
			<p>
				<a href={sectionPath('subscriptions')}>All subscriptions</a>
			</p>
			{!value && subscription.loading && <p class="waiting">Loading …</p>}
			{value && (
				<>
					<State subscription={value} again={subscription.again} />
					<Trial />
					<FactPanels panels={subscriptionFacts(value)} />
					<Change subscription={value} />
					<Deliveries subscription={value} />
				</>
			)}
		</>
	);
}

function State({ subscription, again }: { subscription: Subscription; again(): void }) {
	const { id, kind, address, state, may_have_more: hasMore } = subscription;
	const act = { fields: { number: String(id) } };
	return (
		<StatePanel status={state}>
			<p>{subscriptionStateText[state]}</p>
			<div class="actions">
				<Refresh again={again} />
				{kind === 'webhook' && <ActButton {...act} form="testSubscription" does="Test" />}
				{state === 'active' && <ActButton {...act} form="pauseSubscription" does="Pause" />}
				{(state === 'paused' || state === 'disabled') && (
					<ActButton {...act} form="continueSubscription" does="Continue" />
				)}
				{state === 'unconfirmed' && <ActButton form="askAgain" does="Ask again" fields={{ ...act.fields, address }} />}
				{hasMore && (
					<Confirmed
						{...act}
						form="skipToNow"
						does="Skip to now"
						confirms="Leave them out"
						question="Changes that were not sent yet are left out for good."
					/>
				)}
				{kind === 'webhook' && (
					<Confirmed
						{...act}
						form="rotateSecret"
						does="Replace the secret"
						confirms="Replace it"
						question="For 24 hours, messages are signed with the former and the new secret."
					/>
				)}
				<Confirmed
					{...act}
					form="deleteSubscription"
					does="Delete"
					question="Nothing more is sent, and its messages are no longer listed."
				/>
			</div>
		</StatePanel>
	);
}

/** Renders what a receiver answered to a test; the script announces it. */
function Trial() {
	const posted = usePosted();
	const trial = posted?.form === 'testSubscription' ? (posted.answer as SubscriptionTrial | undefined) : undefined;
	useEffect(() => {
		if (trial) announce(trialText(trial));
	}, [trial]);
	if (!trial) return null;
	return (
		<section class="panel" aria-labelledby="tried">
			<h2 id="tried">Test</h2>
			<p class={trial.accepted ? undefined : 'wrong'}>{trialText(trial)}</p>
			{trial.excerpt !== '' && (
				<div class="snippet">
					<code>{trial.excerpt}</code>
				</div>
			)}
		</section>
	);
}

function trialText({ accepted, status, message, milliseconds }: SubscriptionTrial): string {
	const took = `after ${countText(milliseconds)} ms`;
	return accepted ? `The message was accepted (${status}) ${took}.` : `${message} (${took})`;
}

function Change({ subscription }: { subscription: Subscription }) {
	const { id, kind, address, filter, name, pace, at } = subscription;
	return (
		<details class="panel change-subscription">
			<summary>
				<h2>Change</h2>
			</summary>
			<OperatorForm name="changeSubscription" class="outcome" fields={{ number: String(id), before: address }}>
				<SubscriptionFields {...{ kind, address, filter, name, pace }} {...(at !== undefined && { at })} />
				<div class="actions">
					<button type="submit" class="primary">
						Save
					</button>
					<span class="note">Another filter applies to changes that were not sent yet.</span>
				</div>
			</OperatorForm>
		</details>
	);
}

const columns = ['Message', 'Changes', 'Tries', 'Last try', 'Answer'];

function Deliveries({ subscription: { id, kind } }: { subscription: Subscription }) {
	const { value, failure } = useAnswer(
		question('deliveries', { id }, (connection) => operatorOf(connection).subscriptions.deliveries(id)),
	);
	return (
		<section class="event-links" aria-labelledby="deliveries">
			<h2 id="deliveries">Last messages</h2>
			{failure && <FailureNotice failure={failure} />}
			{value?.length === 0 && <p class="notice">No messages yet.</p>}
			{value !== undefined && value.length > 0 && (
				<SectionTable label="Last messages" columns={columns} acts={kind !== 'email'}>
					{value.map((delivery) => (
						<DeliveryRow key={delivery.message} delivery={delivery} number={id} canResend={kind !== 'email'} />
					))}
				</SectionTable>
			)}
		</section>
	);
}

function DeliveryRow({ delivery, number, canResend }: { delivery: Delivery; number: number; canResend: boolean }) {
	const { message, entries, tries, tried } = delivery;
	return (
		<tr>
			<th scope="row">
				<code>{message}</code>
			</th>
			<td>{countText(entries)}</td>
			<td>{countText(tries)}</td>
			<td class="moment">{momentText(tried)}</td>
			<td>{answeredText(delivery)}</td>
			{canResend && (
				<td>
					<ActButton form="resendMessage" does="Resend" what={message} fields={{ number: String(number), message }} />
				</td>
			)}
		</tr>
	);
}
