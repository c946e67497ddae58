// The views of subscriptions, as addresses and back. Pure; no DOM.
import { sitePath } from '../site/site.ts';
import { oneOf, queryOf } from './parts.ts';

/** Lists the kinds in the order in which they are offered. */
export const subscriptionKinds = ['webhook', 'email', 'coar-notify'] as const;
export type SubscriptionKind = (typeof subscriptionKinds)[number];

// The filters of GET /changes; `what` is its `kind`, which in these addresses is how messages are sent.
const followNames = [
	...['id', 'scheme', 'ids', 'prefix', 'provider', 'relation', 'type', 'orcid'],
	...['group_by', 'direction', 'entries', 'what', 'definition', 'exclude'],
] as const;

/** What is to be followed; what is absent is left open. */
export type Follow = Readonly<Partial<Record<string, string>>>;

/** Selects a page of the list: one's own subscriptions, or those of all accounts. */
export type SubscriptionsView = { page: 'subscriptions'; all: boolean; after: string | undefined };

/** Selects a subscription. */
export type SubscriptionView = { page: 'subscription'; number: string };

/** Selects the form for a new subscription, with what it is filled with. */
export type NewSubscriptionView = { page: 'new-subscription'; kind: SubscriptionKind; follow: Follow };

export type FollowingView = SubscriptionsView | SubscriptionView | NewSubscriptionView;

/** Creates the view of the first subscriptions. */
export function subscriptionsView({ all = false }: { all?: boolean } = {}): SubscriptionsView {
	return { page: 'subscriptions', all, after: undefined };
}

/** Creates the view of the form for a new subscription. */
export function newSubscriptionView(kind: SubscriptionKind = 'webhook', follow: Follow = {}): NewSubscriptionView {
	return { page: 'new-subscription', kind, follow };
}

/** Writes the address of a subscription. */
export function subscriptionPath(number: number): string {
	return writeFollowingView({ page: 'subscription', number: String(number) });
}

/** Reads the path after `/operator/subscriptions/`; undefined where no page has it. */
export function readFollowingView(item: string | undefined, parameters: URLSearchParams): FollowingView | undefined {
	const textOf = (name: string) => parameters.get(name)?.trim() || undefined;
	if (item === undefined) return { page: 'subscriptions', all: textOf('all') === '1', after: textOf('after') };
	if (/^[1-9]\d{0,14}$/.test(item)) return { page: 'subscription', number: item };
	if (item !== 'new') return undefined;
	const given = followNames.flatMap((name) => {
		const value = textOf(name);
		return value === undefined ? [] : [[name, value] as const];
	});
	return newSubscriptionView(oneOf(parameters, 'kind', subscriptionKinds), Object.fromEntries(given));
}

/** Writes the address of a view. */
export function writeFollowingView(view: FollowingView): string {
	const path = '/operator/subscriptions';
	switch (view.page) {
		case 'subscriptions':
			return sitePath(`${path}${queryOf({ all: view.all ? '1' : undefined, after: view.after })}`);
		case 'subscription':
			return sitePath(`${path}/${view.number}`);
		case 'new-subscription':
			return sitePath(`${path}/new${queryOf({ kind: view.kind, ...view.follow })}`);
	}
}
