// The texts of audit entries.
import type { AuditEntry } from '../../../clients/typescript/src/operator-schemas.ts';

/** The number of entries on a page. */
export const entriesPerPage = 50;

/** Labels the filters, in their order. */
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

/** Returns whether the subject of an action is an event, which has its own page. */
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
