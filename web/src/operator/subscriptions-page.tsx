// What users follow: their subscriptions with state and progress; for admins also those of others.
import { useContext } from 'preact/hooks';
import type { Subscription } from '../../../clients/typescript/src/schemas.ts';
import {
	newSubscriptionView,
	type SubscriptionsView,
	subscriptionPath,
	subscriptionsView,
	writeFollowingView,
} from '../address/subscription-view.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import { Pager } from '../shell/pager.tsx';
import { momentText } from './moments.ts';
import { operatorOf } from './operator-client.ts';
import { Refresh, SessionContext } from './operator-form.tsx';
import { SectionHead } from './section-head.tsx';
import { adminRole, sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';
import { StateMark } from './state-mark.tsx';
import { failureText, filterText, lagText, paceText, subscriptionKindTitle } from './subscription-words.ts';

const rowsPerPage = 50;
const columns = ['Subscription', 'Kind', 'What', 'How often', 'State', 'Lag', 'Last success', 'Last failure'];

/** Renders one page of subscriptions, by number. */
export function SubscriptionsPage({ view: { all, after } }: { view: SubscriptionsView }) {
	const isAdmin = useContext(SessionContext)?.roles.includes(adminRole) ?? false;
	const page = useRefreshed('subscriptions', { all, after }, (connection) =>
		operatorOf(connection).subscriptions.listPage({ after, size: rowsPerPage, ...(all && { all }) }),
	);
	const { subscriptions, next } = page.value ?? {};
	return (
		<>
			<SectionHead title={sectionTitle.subscriptions} failure={page.failure} />
			<p class="note">
				A subscription sends new citations and other changes to links: by email, to your own server, or to a repository.
			</p>
			<div class="toolbar">
				<a class="button" href={writeFollowingView(newSubscriptionView())}>
					New subscription
				</a>
				{isAdmin && <AccountChoice all={all} />}
				<Refresh again={page.again} />
			</div>
			{subscriptions?.length === 0 && <p class="notice">No subscriptions found.</p>}
			{subscriptions && subscriptions.length > 0 && (
				<SectionTable label="Subscriptions" columns={columns}>
					{subscriptions.map((subscription) => (
						<SubscriptionRow key={subscription.id} subscription={subscription} />
					))}
				</SectionTable>
			)}
			<Pager
				first={after === undefined ? undefined : subscriptionsView({ all })}
				next={next ? { ...subscriptionsView({ all }), after: next } : undefined}
				words={{ first: 'First subscriptions', next: 'More subscriptions' }}
			/>
		</>
	);
}

function AccountChoice({ all: isAll }: { all: boolean }) {
	return (
		<nav class="switch small" aria-label="Accounts">
			{[false, true].map((all) => (
				<a
					key={String(all)}
					href={writeFollowingView(subscriptionsView({ all }))}
					aria-current={all === isAll ? 'page' : undefined}
				>
					{all ? 'All accounts' : 'Your own'}
				</a>
			))}
		</nav>
	);
}

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
	const { id, name, address, kind, state, last_success: success } = subscription;
	return (
		<tr>
			<th scope="row" class="load">
				<a href={subscriptionPath(id)}>{name ?? address}</a>
				{name !== null && <p class="note">{address}</p>}
			</th>
			<td>{subscriptionKindTitle[kind]}</td>
			<td class="follow-what">{filterText(subscription)}</td>
			<td>{paceText(subscription)}</td>
			<td>
				<StateMark status={state} />
			</td>
			<td>{lagText(subscription)}</td>
			<td class="moment">{momentText(success)}</td>
			<td class="follow-what">{failureText(subscription)}</td>
		</tr>
	);
}
