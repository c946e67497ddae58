// How entries of the audit are written for people.
import type { AuditEntry } from '../../../clients/typescript/src/operator-schemas.ts';

/** How many entries a page lists. */
export const entriesPerPage = 50;

/** Labels the fields that narrow it, in their order. */
export const filterLabel = {
	action: 'Action',
	who: 'User',
	subject: 'Subject',
	since: 'Since',
	until: 'Until',
} as const;

/** Writes an action as words: `token.created` is `Token created`. */
export function actionText(action: string): string {
	const words = action.replace('.', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Says whether an action was done to an event, which has a page of its own. */
export function isOfEvent(action: string): boolean {
	return action.startsWith('event.');
}

/** Writes a detail as words: `links 3, noindex`. */
export function detailText(detail: AuditEntry['detail']): string {
	const parts = Object.entries(detail).flatMap(([name, value]) => {
		if (value === null || value === false) return [];
		const words = name.replaceAll('_', ' ');
		if (value === true) return [words];
		return [`${words} ${typeof value === 'object' ? value.join(' ') : value}`];
	});
	return parts.join(', ');
}
