// The roles of columns in words, and the effect of a choice on the other columns.
import {
	type ColumnRole,
	columnRoles,
	type DescribingRole,
	isSharedRole,
} from '../../../src/formats/dialects/column-roles.ts';

/** Says in words what a column holds of a work. */
const describedTitle: Readonly<Record<DescribingRole | 'scheme', string>> = {
	title: 'Title',
	type: 'Type',
	date: 'Publication date',
	creators: 'Creators',
	publisher: 'Publisher',
	journal: 'Journal',
	issn: 'ISSN of the journal',
	volume: 'Volume',
	issue: 'Issue',
	pages: 'Pages',
	keywords: 'Keywords',
	scheme: 'Identifier scheme',
};

/** Names the roles of columns that describe links, in the offered order. */
const linkTitle: Readonly<Record<string, string>> = {
	'-': 'Not used',
	relation: 'Relation',
	date: 'Date of the link',
	provider: 'Provider of the link',
};

/** Lists the roles in the offered order: of the link, and of the works at its ends. */
export const roleGroups: readonly { title: string; roles: readonly ColumnRole[] }[] = [
	{ title: 'The link', roles: Object.keys(linkTitle) as ColumnRole[] },
	{ title: 'The citing work (source)', roles: columnRoles.filter((role) => role.startsWith('source')) },
	{ title: 'The cited work (target)', roles: columnRoles.filter((role) => role.startsWith('target')) },
];

/** Names a role: `Citing work: identifiers`, `Title of the cited work`. */
export function roleTitle(role: ColumnRole): string {
	const ofLink = linkTitle[role];
	if (ofLink !== undefined) return ofLink;
	const [end, described] = role.split('-') as [string, keyof typeof describedTitle | undefined];
	const isSource = end === 'source';
	if (described === undefined) return isSource ? 'Citing work: identifiers' : 'Cited work: identifiers';
	return `${describedTitle[described]} of the ${isSource ? 'citing' : 'cited'} work`;
}

/** Finds a role that several columns have but only one may have. */
export function roleGivenTwice(columns: readonly string[]): ColumnRole | undefined {
	return columnRoles.find((role) => !isSharedRole(role) && columns.filter((one) => one === role).length > 1);
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
