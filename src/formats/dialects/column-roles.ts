// The roles of a table's columns: their names, how users choose them, and the template to fill in.
import { BrokerError } from '../../errors.ts';
import { plainColumn } from './tables/columns.ts';

/** Lists what columns may say of the work at one end: `source-title`, `target-issn`. */
export const describingRoles = [
	...(['title', 'type', 'date', 'creators', 'publisher', 'journal'] as const),
	...(['issn', 'volume', 'issue', 'pages', 'keywords'] as const),
] as const;
export type DescribingRole = (typeof describingRoles)[number];

/**
 * Lists what a column may hold; `-` is nothing that links are made of. Several columns may hold
 * identifiers of a source or a target, which are then one work, and its creators, keywords, ISSNs
 * and pages; of every other role there is one.
 */
export const columnRoles = [
	...(['source', 'target', 'relation', 'date', 'provider'] as const),
	...describingRoles.flatMap((role) => [`source-${role}`, `target-${role}`] as const),
	...(['source-scheme', 'target-scheme', '-'] as const),
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/**
 * What somebody says of the columns: the role of each from the first on, all others being `-`; or
 * the roles of some, by name or number, in place of what was found out.
 */
export type ColumnChoice =
	| { kind: 'positions'; roles: readonly ColumnRole[] }
	| { kind: 'names'; roles: readonly { column: string; role: ColumnRole }[] };

/** Says how a choice is written. */
export const columnChoiceForm =
	'the roles in the order of the columns (source,-,relation,target), or columns by name or number ' +
	`with their roles (Data DOI=target,2=date); the roles are ${columnRoles.join(', ')}`;

/**
 * Reads a choice: `source,-,relation,target` or `Data DOI=target,2=date`. Fails with `bad-query`
 * where it says no role that there is, both ways at once, or a role twice of which there is one.
 */
export function readColumnChoice(text: string): ColumnChoice {
	const parts = text.split(',').map((part) => part.trim());
	const named = parts.filter((part) => part.includes('='));
	const roles = parts.map((part) => readRole(part.slice(part.lastIndexOf('=') + 1)));
	if (named.length > 0 && named.length < parts.length) throw wrongChoice('it mixes roles alone and columns with roles');
	for (const role of roles) {
		if (isSharedRole(role) || roles.filter((other) => other === role).length === 1) continue;
		throw wrongChoice(`it gives the role ${role} to several columns`);
	}
	if (named.length === 0) return { kind: 'positions', roles };
	const columns = parts.map((part) => part.slice(0, part.lastIndexOf('=')).trim());
	if (columns.includes('')) throw wrongChoice('a role stands without a column');
	return { kind: 'names', roles: columns.map((column, at) => ({ column, role: roles[at] ?? '-' })) };
}

function readRole(text: string): ColumnRole {
	const word = text.trim().toLowerCase();
	const role = columnRoles.find((one) => one === (word === '' ? '-' : word));
	if (role === undefined) throw wrongChoice(`${JSON.stringify(text.trim().slice(0, longestShown))} is not a role`);
	return role;
}

const longestShown = 60;

function wrongChoice(problem: string): BrokerError {
	const message = `columns must be ${columnChoiceForm}; ${problem}.`;
	return new BrokerError('bad-query', message, { problems: [{ field: 'columns', message }] });
}

/** Returns whether several columns may have a role. */
export function isSharedRole(role: ColumnRole): boolean {
	return /^(?:source|target|-|(?:source|target)-(?:creators|keywords|issn|pages))$/.test(role);
}

/**
 * Answers the role of each column as it was chosen, where `found` is what was found out; or why it
 * cannot be so, in words that go on from the name of a file.
 */
export function chosenRoles(
	choice: ColumnChoice,
	names: readonly string[],
	found: readonly ColumnRole[],
): { roles: ColumnRole[] } | { problem: string } {
	const roles = choice.kind === 'positions' ? byPosition(choice.roles, names) : byName(choice.roles, names, found);
	if ('problem' in roles) return roles;
	const isLinked = roles.roles.includes('target') || roles.roles.includes('source');
	return isLinked ? roles : { problem: 'no column is chosen to hold identifiers of sources or targets' };
}

function byPosition(roles: readonly ColumnRole[], names: readonly string[]) {
	if (roles.length > names.length) {
		return { problem: `roles are chosen for ${roles.length} columns, and the table has ${names.length}` };
	}
	return { roles: names.map((_, at) => roles[at] ?? '-') };
}

/** A role that is given to columns by name is that of these columns alone. */
function byName(
	given: Extract<ColumnChoice, { kind: 'names' }>['roles'],
	names: readonly string[],
	found: readonly ColumnRole[],
): { roles: ColumnRole[] } | { problem: string } {
	const roles = found.map((role) => (given.some((one) => one.role === role) ? '-' : role));
	const chosen = new Set<number>();
	for (const { column, role } of given) {
		const at = placeOf(column, names);
		if (at === -1) {
			const known = names.slice(0, mostShown).map(quoted);
			return { problem: `the table has no column ${JSON.stringify(column)}; it has ${known.join(', ')}` };
		}
		if (chosen.has(at)) return { problem: `column ${at + 1} (${quoted(names[at] ?? '')}) is given two roles` };
		chosen.add(at);
		roles[at] = role;
	}
	return { roles };
}

const mostShown = 30;

function quoted(name: string): string {
	return JSON.stringify(name.slice(0, longestShown));
}

/** Finds a column by its name, else by its number from 1. */
function placeOf(column: string, names: readonly string[]): number {
	const exact = names.indexOf(column);
	if (exact !== -1) return exact;
	const plain = names.findIndex((name) => plainColumn(name) === plainColumn(column));
	if (plain !== -1 && plainColumn(column) !== '') return plain;
	const number = /^\d{1,4}$/.test(column) ? Number(column) : 0;
	return number >= 1 && number <= names.length ? number - 1 : -1;
}

/** The name under which it is saved. */
export const templateName = 'link-template.csv';

/** Holds the template: CSV in ASCII, so that every program reads it. */
export const template = [
	'source,source title,source type,relation,target,target title,target type,date,provider',
	'2018MNRAS.473..210S,,literature,Cites,10.5281/zenodo.591491,corner.py,software,2018-01-01,Our library',
	'10.21105/joss.00024,corner.py: Scatterplot matrices in Python,literature,IsSupplementedBy,' +
		'10.5281/zenodo.53155,corner.py v2.0.0,software,2016-06,Our library',
	'',
].join('\r\n');

/** The problem of a row without a source; pages replace it, since they have no options. */
export const rowWithoutSource = 'a row without a source; give it with --source';
