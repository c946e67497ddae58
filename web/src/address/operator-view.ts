// The views of the administration pages, as addresses and back. Pure; no DOM.

import { type SectionName, sectionTitle } from '../operator/section-names.ts';
import { sitePath } from '../site/site.ts';
import { type AuditView, auditView, readAuditView, writeAuditView } from './audit-view.ts';
import { queryOf } from './parts.ts';

export type OperatorSection = SectionName;

/** Selects an administration page and the place in its list. */
export type SectionView = {
	page: 'operator';
	section: Exclude<OperatorSection, 'audit'>;
	/** Only events in this state. */
	state: string | undefined;
	/** Only events before this one. */
	before: string | undefined;
	/** The event of the submitted table. */
	submitted: string | undefined;
};

/** Selects an event, the place in the list of its links, and whether its withdrawal form is open. */
export type EventView = { page: 'event'; eventId: string; after: string | undefined; isWithdrawing: boolean };

export type OperatorView = SectionView | EventView | AuditView;

/** Creates the view of an administration page, at the start of its list. */
export function sectionView(
	section: SectionView['section'],
	{ state, before, submitted }: Partial<Pick<SectionView, 'state' | 'before' | 'submitted'>> = {},
): SectionView {
	return { page: 'operator', section, state, before, submitted };
}

/** Writes the address of an administration page. */
export function sectionPath(section: OperatorSection): string {
	return writeOperatorView(section === 'audit' ? auditView() : sectionView(section));
}

/** Writes the address of an event. */
export function eventPath(eventId: string): string {
	return writeOperatorView({ page: 'event', eventId, after: undefined, isWithdrawing: false });
}

/** Reads the path after `/operator/`; undefined where no page has it. */
export function readOperatorView(path: readonly string[], parameters: URLSearchParams): OperatorView | undefined {
	// A slash at the end changes nothing.
	const [first, eventId, ...more] = path.at(-1) === '' ? path.slice(0, -1) : path;
	if (more.length > 0) return undefined;
	const textOf = (name: string) => parameters.get(name) ?? undefined;
	if (first === 'events' && eventId) {
		return { page: 'event', eventId, after: textOf('after'), isWithdrawing: textOf('show') === 'withdrawal' };
	}
	const section = (first || 'events') as OperatorSection;
	if (!Object.hasOwn(sectionTitle, section) || eventId !== undefined) return undefined;
	if (section === 'audit') return readAuditView(parameters);
	const submitted = section === 'submit' ? textOf('submitted') : undefined;
	return sectionView(section, { state: textOf('state'), before: textOf('before'), submitted });
}

/** Writes the address of a view. */
export function writeOperatorView(view: OperatorView): string {
	if (view.page === 'audit') return writeAuditView(view);
	if (view.page === 'event') {
		const query = queryOf({ after: view.after, show: view.isWithdrawing ? 'withdrawal' : undefined });
		return sitePath(`/operator/events/${encodeURIComponent(view.eventId)}${query}`);
	}
	const { section, state, before, submitted } = view;
	return sitePath(`/operator/${section}${queryOf({ state, before, submitted })}`);
}
