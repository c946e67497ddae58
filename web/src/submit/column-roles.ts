// What the columns of a table may hold, in words, and what a choice of one means for the others.
import { type ColumnRole, isSharedRole } from '../../../src/formats/dialects/column-roles.ts';

/** Names what a column holds, in the order in which it is offered. */
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
	'source-journal': 'journal of the source',
	'target-journal': 'journal of the target',
	'source-scheme': 'scheme of the source’s identifier',
	'target-scheme': 'scheme of the target’s identifier',
};

/** Finds a role that several columns are to hold, and one alone may. */
export function roleGivenTwice(columns: readonly string[]): ColumnRole | undefined {
	const roles = Object.keys(roleTitle) as ColumnRole[];
	return roles.find((role) => !isSharedRole(role) && columns.filter((one) => one === role).length > 1);
}

/** Gives a column a role; one that held it alone until then is not used any more. */
export function withRole(roles: readonly ColumnRole[], at: number, role: ColumnRole): ColumnRole[] {
	return roles.map((other, each) => {
		if (each === at) return role;
		return !isSharedRole(role) && other === role ? '-' : other;
	});
}

/** Names a column, by number where the table names none. */
export function columnTitle(name: string, at: number): string {
	return name === '' ? `Column ${at + 1}` : name;
}
