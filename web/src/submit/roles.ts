// What columns may hold, as people read it, and what follows for the other columns when one is
// chosen; knows no table.
import type { ColumnRole } from '../api/submission-api.ts';

/** Names what a column holds. */
export const roleTitle: Readonly<Record<ColumnRole, string>> = {
	'-': 'not used',
	source: 'source: identifiers',
	target: 'target: identifiers',
	relation: 'relation',
	date: 'date of the link',
	provider: 'provider of the link',
	'source-title': 'title of the source',
	'target-title': 'title of the target',
	'source-type': 'type of the source',
	'target-type': 'type of the target',
	'source-scheme': 'scheme of the source’s identifier',
	'target-scheme': 'scheme of the target’s identifier',
};

/** Gives a column a role; one that held it alone until then is not used any more. */
export function withRole(roles: readonly ColumnRole[], at: number, role: ColumnRole): ColumnRole[] {
	const isShared = role === 'source' || role === 'target' || role === '-';
	return roles.map((other, each) => {
		if (each === at) return role;
		return !isShared && other === role ? '-' : other;
	});
}

/** Names a column, by number where the table names none. */
export function columnTitle(name: string, at: number): string {
	return name === '' ? `Column ${at + 1}` : name;
}
