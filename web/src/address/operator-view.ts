// What is shown on the pages for operators; knows neither history nor DOM.

import { type SectionName, sectionTitle } from '../operator/section-names.ts';
import { sitePath } from '../site/site.ts';
import { type AuditView, auditView, readAuditView, writeAuditView } from './audit-view.ts';
import { queryOf } from './parts.ts';

export type OperatorSection = SectionName;

/** Says which of their pages is shown, and how far a list has gone on. */
export type SectionView = {
	page: 'operator';
	section: Exclude<OperatorSection, 'audit'>;
	/** Only events in this state. */
	state: string | undefined;
	/** Only events before this one. */
	before: string | undefined;
	/** The event that a table has become. */
	submitted: string | undefined;
};

/**
 * Says which event is shown, behind which of its links the list of them begins, and whether the
 * form that withdraws it is open.
 */
export type EventView = { page: 'event'; eventId: string; after: string | undefined; isWithdrawing: boolean };

export type OperatorView = SectionView | EventView | AuditView;

/** Shows a page for operators from its beginning. */
export function sectionView(
	section: SectionView['section'],
	{ state, before, submitted }: Partial<Pick<SectionView, 'state' | 'before' | 'submitted'>> = {},
): SectionView {
	return { page: 'operator', section, state, before, submitted };
}

/** Writes the address of the beginning of a page for operators. */
export function sectionPath(section: OperatorSection): string {
	return writeOperatorView(section === 'audit' ? auditView() : sectionView(section));
}

/** Writes the address of an event. */
export function eventPath(eventId: string): string {
	return writeOperatorView({ page: 'event', eventId, after: undefined, isWithdrawing: false });
}

/** Reads what follows `/operator/`; undefined where there is no such page. */
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

/** Writes the address of a page for operators. */
export function writeOperatorView(view: OperatorView): string {
	if (view.page === 'audit') return writeAuditView(view);
	if (view.page === 'event') {
		const query = queryOf({ after: view.after, show: view.isWithdrawing ? 'withdrawal' : undefined });
		return sitePath(`/operator/events/${encodeURIComponent(view.eventId)}${query}`);
	}
	const { section, state, before, submitted } = view;
	return sitePath(`/operator/${section}${queryOf({ state, before, submitted })}`);
}
