// The texts of the pages about subscriptions: what is followed, how, and what came of it.
import type { Delivery, Subscription } from '../../../clients/typescript/src/schemas.ts';
import { readList } from '../../../src/links/identifier-list.ts';
import { durationText, relationTitle, typeTitle } from '../../../src/links/words.ts';
import type { Follow, SubscriptionKind } from '../address/subscription-view.ts';
import { countedText, type Fact, type Facts } from './event-words.ts';
import { momentText } from './moments.ts';

/** Names each kind. */
export const subscriptionKindTitle: Readonly<Record<SubscriptionKind, string>> = {
	webhook: 'Webhook',
	email: 'Email',
	'coar-notify': 'COAR Notify',
};

/** Explains the address of each kind. */
export const addressNote: Readonly<Record<SubscriptionKind, string>> = {
	webhook: 'Your server, which takes messages by POST: https://example.org/hook',
	email: 'Its owner has to confirm it before anything else is sent.',
	'coar-notify': 'The inbox of a repository: https://repository.example.org/inbox',
};

/** Names each pace. */
export const paceTitle: Readonly<Record<Subscription['pace'], string>> = {
	each: 'as changes come',
	daily: 'once a day',
	weekly: 'once a week',
};

/** Writes how often messages come: `once a week, monday 06:00 UTC`. */
export function paceText({ pace, at }: Pick<Subscription, 'pace' | 'at'>): string {
	return at === undefined || pace === 'each' ? paceTitle[pace] : `${paceTitle[pace]}, ${at} UTC`;
}

/** Lists the paces of each kind, the usual one first. */
export const pacesOf: Readonly<Record<SubscriptionKind, readonly Subscription['pace'][]>> = {
	webhook: ['each', 'daily', 'weekly'],
	email: ['weekly', 'daily'],
	'coar-notify': ['each'],
};

/** Explains each state. */
export const subscriptionStateText: Readonly<Record<Subscription['state'], string>> = {
	unconfirmed:
		'An email asks the receiver to confirm it. Nothing is sent until then. Its link is valid for seven days.',
	active: 'Messages are sent.',
	paused: 'Nothing is sent until you continue it. It keeps its place in the change log.',
	disabled: 'Nothing is sent until you continue it: messages failed for three days, or the receiver wants no more.',
};

/** Names what is sent, by `entries` and `kind` of GET /changes, in the order in which it is offered. */
export const whatTitle: Readonly<Record<string, string>> = {
	'citations asserted': 'New citations',
	'first asserted': 'New links',
	'first withdrawn': 'Withdrawn links',
	'first both': 'New and withdrawn links',
	'first retracted': 'Retractions',
	'all both': 'Every statement or withdrawal of a link',
};

/** Writes what a filter selects of the log as a value of that choice; by default, what its kind has. */
export function whatOf(filter: Follow, by: SubscriptionKind): string {
	const { what = by === 'coar-notify' ? 'both' : 'asserted', kind = what, entries } = filter;
	return `${entries ?? (by === 'email' && kind === 'asserted' ? 'citations' : 'first')} ${kind}`;
}

/** Writes such a value as words, also where it is not offered. */
export function whatText(what: string): string {
	return whatTitle[what] ?? `Changes (${what.replace(' ', ', ')})`;
}

const mostNamed = 2;

/** Writes a filter as words: `New citations of 10.5281/zenodo.11020 with all versions`. */
export function filterText({ kind, filter }: Pick<Subscription, 'kind' | 'filter'>): string {
	const { id, ids = '', prefix, provider, relation, type, orcid, group_by, definition, exclude } = filter;
	const works = id === undefined ? readList(ids) : [id];
	const named = works.length > mostNamed ? countedText(works.length, 'work', 'works') : works.join(' and ');
	const parts = [
		whatText(whatOf(filter, kind)),
		works.length > 0 && `${filter.kind === 'retracted' ? 'that concern' : 'of'} ${named}`,
		works.length > 0 && group_by === 'version' && 'with all versions',
		prefix !== undefined && `of works with DOIs that begin with ${prefix}`,
		orcid !== undefined && `of works by ${orcid}`,
		provider !== undefined && `from ${provider}`,
		relation !== undefined && `(relation: ${titleIn(relationTitle, relation)})`,
		type !== undefined && `(type: ${titleIn(typeTitle, type)})`,
		definition !== undefined && `(definition: ${definition})`,
		exclude !== undefined && `(without: ${exclude})`,
	];
	return parts.filter((part) => part !== false).join(' ');
}

function titleIn(titles: Readonly<Record<string, string>>, name: string): string {
	return titles[name] ?? name;
}

/** Writes how many changes may wait to be sent, how long the first has waited, and until when. */
export function lagText({ lag: { changes, seconds }, may_have_more: hasMore, next }: Subscription): string {
	const parts = [
		changes > 0 && `Up to ${countedText(changes, 'change', 'changes')} (${durationText(seconds)})`,
		hasMore && next !== null && `Next message ${momentText(next)}`,
	].filter((part) => part !== false);
	return parts.join('. ') || 'Up to date';
}

/** Writes the last failure, and how many there were since a message was accepted. */
export function failureText({ last_failure: last, failures }: Subscription): string {
	if (last === null) return 'None';
	const more = failures > 1 ? ` (${countedText(failures, 'failure', 'failures')} since the last success)` : '';
	return `${momentText(last.time)}: ${last.message}${more}`;
}

/** Writes what came of a message: `Accepted (204)`. */
export function answeredText({ status, failure }: Delivery): string {
	if (failure !== null) return failure;
	return status === null ? 'Accepted' : `Accepted (${status})`;
}

/** Lists the facts about a subscription. */
export function subscriptionFacts(one: Subscription): readonly Facts[] {
	const { id, kind, address, cursor, created, last_success: success } = one;
	const what: Fact[] = [
		{ term: 'Number', text: String(id) },
		{ term: 'Kind', text: subscriptionKindTitle[kind] },
		{ term: 'Address', text: address },
		{ term: 'What', text: filterText(one) },
		{ term: 'How often', text: paceText(one) },
		{ term: 'Created', text: momentText(created) },
	];
	const progress: Fact[] = [
		{ term: 'Lag', text: lagText(one) },
		{ term: 'Cursor', text: cursor, isCode: true },
		{ term: 'Last success', text: momentText(success) },
		{ term: 'Last failure', text: failureText(one) },
	];
	return [
		{ id: 'subscription-what', title: 'Details', facts: what },
		{ id: 'subscription-progress', title: 'Progress', facts: progress },
	];
}
