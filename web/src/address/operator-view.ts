// The views of the administration pages, as addresses and back. Pure; no DOM.

import { type SectionName, sectionTitle } from '../operator/section-names.ts';
import { sitePath } from '../site/site.ts';
import { type AuditView, auditView, readAuditView, writeAuditView } from './audit-view.ts';
import { queryOf } from './parts.ts';
import { type FollowingView, readFollowingView, subscriptionsView, writeFollowingView } from './subscription-view.ts';

export type OperatorSection = SectionName;

/** Selects an administration page and the place in its list. */
export type SectionView = {
	page: 'operator';
	section: Exclude<OperatorSection, 'audit' | 'subscriptions'>;
	/** Only events in this state. */
	state: string | undefined;
	/** Only loads of this kind. */
	kind: string | undefined;
	/** Only events of this load. */
	load: string | undefined;
	/** Only loads, events or notifications before this one. */
	before: string | undefined;
	/** The event of the submitted table. */
	submitted: string | undefined;
	/** The service of the new harvest. */
	service: string | undefined;
};

/** Selects an event, the place in the list of its links, and whether its withdrawal form is open. */
export type EventView = { page: 'event'; eventId: string; after: string | undefined; isWithdrawing: boolean };

/** Selects a load, and whether its withdrawal form is open. */
export type LoadView = { page: 'load'; loadId: string; isWithdrawing: boolean };

/** Selects a received notification. */
export type NotificationView = { page: 'notification'; uuid: string };

export type OperatorView = SectionView | EventView | LoadView | NotificationView | AuditView | FollowingView;

/** Whether a view is one of the administration pages. */
export function isOperatorView(view: { page: string }): view is OperatorView {
	return ['operator', 'event', 'load', 'notification', 'audit'].includes(view.page) || isFollowingView(view);
}

function isFollowingView(view: { page: string }): view is FollowingView {
	return ['subscriptions', 'subscription', 'new-subscription'].includes(view.page);
}

/** Creates the view of an administration page, at the start of its list. */
export function sectionView(
	section: SectionView['section'],
	{ state, kind, load, before, submitted, service }: Partial<Omit<SectionView, 'page' | 'section'>> = {},
): SectionView {
	return { page: 'operator', section, state, kind, load, before, submitted, service };
}

/** Writes the address of an administration page. */
export function sectionPath(section: OperatorSection): string {
	if (section === 'subscriptions') return writeOperatorView(subscriptionsView());
	return writeOperatorView(section === 'audit' ? auditView() : sectionView(section));
}

/** Writes the address of an event. */
export function eventPath(eventId: string): string {
	return writeOperatorView({ page: 'event', eventId, after: undefined, isWithdrawing: false });
}

/** Writes the address of a load. */
export function loadPath(loadId: string): string {
	return writeOperatorView({ page: 'load', loadId, isWithdrawing: false });
}

/** Writes the address of a received notification. */
export function notificationPath(uuid: string): string {
	return writeOperatorView({ page: 'notification', uuid });
}

/** Reads the path after `/operator/`; undefined where no page has it. */
export function readOperatorView(path: readonly string[], parameters: URLSearchParams): OperatorView | undefined {
	// A slash at the end changes nothing.
	const [first, id, ...more] = path.at(-1) === '' ? path.slice(0, -1) : path;
	if (more.length > 0) return undefined;
	const textOf = (name: string) => parameters.get(name) ?? undefined;
	const isWithdrawing = textOf('show') === 'withdrawal';
	if (first === 'events' && id) return { page: 'event', eventId: id, after: textOf('after'), isWithdrawing };
	if (first === 'loads' && id) return { page: 'load', loadId: id, isWithdrawing };
	if (first === 'notifications' && id) return { page: 'notification', uuid: id };
	if (first === 'subscriptions') return readFollowingView(id, parameters);
	const section = (first || 'loads') as Exclude<OperatorSection, 'subscriptions'>;
	if (!Object.hasOwn(sectionTitle, section) || id !== undefined) return undefined;
	if (section === 'audit') return readAuditView(parameters);
	const submitted = section === 'submit' ? textOf('submitted') : undefined;
	const [state, kind, load, before] = ['state', 'kind', 'load', 'before'].map(textOf);
	const service = section === 'harvests' ? textOf('service') || undefined : undefined;
	return sectionView(section, { state, kind, load, before, submitted, service });
}

/** Writes the address of a view. */
export function writeOperatorView(view: OperatorView): string {
	if (view.page === 'audit') return writeAuditView(view);
	if (isFollowingView(view)) return writeFollowingView(view);
	if (view.page === 'operator') {
		const { section, state, kind, load, before, submitted, service } = view;
		return sitePath(`/operator/${section}${queryOf({ state, kind, load, before, submitted, service })}`);
	}
	if (view.page === 'notification') return sitePath(`/operator/notifications/${encodeURIComponent(view.uuid)}`);
	const show = view.isWithdrawing ? 'withdrawal' : undefined;
	if (view.page === 'load') {
		return sitePath(`/operator/loads/${encodeURIComponent(view.loadId)}${queryOf({ show })}`);
	}
	return sitePath(`/operator/events/${encodeURIComponent(view.eventId)}${queryOf({ after: view.after, show })}`);
}
