// The form for a new subscription, filled in by its address.
import { useContext } from 'preact/hooks';
import { sectionPath } from '../address/operator-view.ts';
import {
	type NewSubscriptionView,
	newSubscriptionView,
	subscriptionKinds,
	subscriptionPath,
	writeFollowingView,
} from '../address/subscription-view.ts';
import { usePosted } from '../posting/posted.ts';
import { OperatorForm, SessionContext } from './operator-form.tsx';
import { SectionHead } from './section-head.tsx';
import { SubscriptionFields } from './subscription-fields.tsx';
import type { Created } from './subscription-forms.ts';
import { subscriptionKindTitle } from './subscription-words.ts';

/** Renders the choice of the kind and the form; after it, the way to what was created. */
export function NewSubscription({ view: { kind, follow } }: { view: NewSubscriptionView }) {
	const email = useContext(SessionContext)?.email ?? '';
	const created = usePosted()?.answer as Created | undefined;
	return (
		<>
			<SectionHead title="New subscription" />
			<p>
				{created && <a href={subscriptionPath(created.number)}>Show the subscription</a>}{' '}
				<a href={sectionPath('subscriptions')}>All subscriptions</a>
			</p>
			<section class="panel new-subscription" aria-label="New subscription">
				<nav class="switch small" aria-label="How messages are sent">
					{subscriptionKinds.map((each) => (
						<a
							key={each}
							href={writeFollowingView(newSubscriptionView(each, follow))}
							aria-current={each === kind ? 'page' : undefined}
						>
							{subscriptionKindTitle[each]}
						</a>
					))}
				</nav>
				<OperatorForm key={kind} name="createSubscription" class="outcome" fields={{ kind }}>
					<SubscriptionFields kind={kind} filter={follow} address={kind === 'email' ? email : ''} />
					<div class="actions">
						<button type="submit" class="primary">
							Create
						</button>
						<span class="note">Changes from now on are sent.</span>
					</div>
				</OperatorForm>
			</section>
		</>
	);
}
