// The roles of columns in words, and the effect of a choice on the other columns.
import { type ColumnRole, isSharedRole } from '../../../src/formats/dialects/column-roles.ts';

/** Names the roles of a column, in the offered order. */
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
	'source-date': 'publication date of the source',
	'target-date': 'publication date of the target',
	'source-creators': 'creators of the source',
	'target-creators': 'creators of the target',
	'source-publisher': 'publisher of the source',
	'target-publisher': 'publisher of the target',
	'source-journal': 'journal of the source',
	'target-journal': 'journal of the target',
	'source-issn': 'ISSN of the journal of the source',
	'target-issn': 'ISSN of the journal of the target',
	'source-volume': 'volume of the source',
	'target-volume': 'volume of the target',
	'source-issue': 'issue of the source',
	'target-issue': 'issue of the target',
	'source-pages': 'pages of the source',
	'target-pages': 'pages of the target',
	'source-keywords': 'keywords of the source',
	'target-keywords': 'keywords of the target',
	'source-scheme': 'scheme of the source’s identifier',
	'target-scheme': 'scheme of the target’s identifier',
};

/** Finds a role that several columns have but only one may have. */
export function roleGivenTwice(columns: readonly string[]): ColumnRole | undefined {
	const roles = Object.keys(roleTitle) as ColumnRole[];
	return roles.find((role) => !isSharedRole(role) && columns.filter((one) => one === role).length > 1);
}

/** Gives a column a role; another column with the same exclusive role becomes unused. */
export function withRole(roles: readonly ColumnRole[], at: number, role: ColumnRole): ColumnRole[] {
	return roles.map((other, each) => {
		if (each === at) return role;
		return !isSharedRole(role) && other === role ? '-' : other;
	});
}

/** Names a column, by its number if the table has no name for it. */
export function columnTitle(name: string, at: number): string {
	return name === '' ? `Column ${at + 1}` : name;
}
