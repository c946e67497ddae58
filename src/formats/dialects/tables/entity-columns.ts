// Finds what the variables of a query for Wikidata's entities hold, by their names.
import type { ColumnRole } from '../column-roles.ts';
import type { Table } from '../dialect.ts';
import { readCell, readWrittenDate } from './cells.ts';
import { mostOf, plainColumn } from './columns.ts';
import { describingRoleOf } from './described-columns.ts';
import { nameBehindEnd, otherName, type Side, schemeOfName } from './spreadsheet-columns.ts';

/** Returns whether a text is the address of an entity, as Wikidata's query service writes it. */
export function isEntity(text: string): boolean {
	return /^https?:\/\/www\.wikidata\.org\/entity\/Q\d+$/.test(text);
}

/** A variable that holds the works at one end. */
type End = { side: Side; at: number; name: string };

/**
 * Finds the role of each variable. Of two entities one cites the other only where a name says so
 * (`?citing`, `?cites`), or somebody chose which; other entities, as topics and authors are, name no
 * end.
 */
export function rolesOfVariables(
	table: Table,
	chosen: readonly ColumnRole[] = [],
): { roles: ColumnRole[] } | { problem: string } {
	const names = table.columns.map(plainColumn);
	const entities = [...names.keys()].filter((at) => mostOf(table, at, isEntity));
	const given = entities.flatMap((at): End[] => {
		const [side, name = ''] = [chosen[at], names[at]];
		return side === 'source' || side === 'target' ? [{ side, at, name }] : [];
	});
	const ends = given.length > 0 ? given : endsOf(names, entities);
	if ('problem' in ends) return ends;
	const roles: ColumnRole[] = [];
	for (const [at, name] of names.entries()) {
		const end = ends.find((one) => one.at === at);
		const role = end?.side ?? (entities.includes(at) ? '-' : roleOf(table, at, name, ends));
		roles.push(end === undefined && mayBeOnce(role) && roles.includes(role) ? '-' : role);
	}
	return { roles };
}

/** Several variables may name a work. */
function mayBeOnce(role: ColumnRole): boolean {
	return role !== 'source' && role !== 'target';
}

function endsOf(names: readonly string[], entities: readonly number[]): End[] | { problem: string } {
	const all = entities.map((at) => ({ at, name: names[at] ?? '', end: nameBehindEnd(names[at] ?? '') }));
	const works = all.filter(({ name, end }) => !otherName.test(end?.rest ?? name));
	const at = (side: Side): End[] =>
		works.flatMap((one) => (one.end?.side === side && nounOfWork.test(one.end.rest) ? { ...one, side } : []));
	const [source, target] = [at('source'), at('target')];
	const others = works.filter(({ end }) => end === undefined);
	if (source.length + target.length === 0) {
		const [only] = works;
		return works.length > 1 ? unclear(names, entities) : only ? [{ ...only, side: 'target' }] : [];
	}
	const [side, given] = source.length === 0 ? (['source', target] as const) : (['target', source] as const);
	const named = source.length > 0 && target.length > 0 ? [...source, ...target] : [...given, ...otherEnd(others, side)];
	return named.length > 2 || given.length > 1 ? unclear(names, entities) : named;
}

/** What is at the other end of the one that a name says: the only other, or what is called a work. */
function otherEnd(others: readonly Omit<End, 'side'>[], side: Side): End[] {
	const [called = others] = [others.filter(({ name }) => nounOfWork.test(name))].filter(({ length }) => length > 0);
	return called.map((one) => ({ ...one, side }));
}

const nounOfWork = /^(?:e[ds]?)?(?:work|item|paper|article|publication|entity|source|q?id)?s?$/;

function unclear(names: readonly string[], entities: readonly number[]): { problem: string } {
	const several = entities.map((at) => `?${names[at]}`).slice(0, 5);
	const advice = 'call them ?citing and ?cited in the query, or choose with --columns (over HTTP, columns=)';
	return {
		problem:
			`it does not say which of ${several.join(', ')} cites and which is cited; ${advice}: ` +
			`${several[0]?.slice(1)}=source,${several[1]?.slice(1)}=target`,
	};
}

/** What a variable says of the work that its name begins with, else of the one before it. */
function roleOf(table: Table, at: number, name: string, ends: readonly End[]): ColumnRole {
	const named = ends.find((end) => beginsWith(table.columns[at] ?? '', table.columns[end.at] ?? ''));
	const byEnd = nameBehindEnd(name);
	const owner = named ?? ends.find(({ side }) => side === byEnd?.side) ?? ownerByPlace(at, ends);
	if (owner === undefined) return '-';
	const rest = named ? name.slice(named.name.length) : owner.side === byEnd?.side ? byEnd.rest : name;
	// The label of anything else is its name: `?authorLabel`.
	const [, noun, isLabel] = /^(.*?)(label)?$/.exec(rest) ?? [];
	const what = isLabel && rest !== name && nounOfWork.test(noun ?? '') ? 'title' : (noun ?? '');
	const scheme = schemeOfName(what);
	const isIdentifier = (cell: string) => readCell(cell, scheme).kind === 'identifier';
	if (identifierName.test(what)) return mostOf(table, at, isIdentifier) ? owner.side : '-';
	const role = describingRoleOf(what, true);
	const isDate = (cell: string) => readWrittenDate(cell, undefined) !== undefined;
	return role === undefined || (role === 'date' && !mostOf(table, at, isDate)) ? '-' : `${owner.side}-${role}`;
}

/** Returns whether a variable is named after another: `?pLabel` after `?p`, and `?pmid` not. */
function beginsWith(variable: string, other: string): boolean {
	return variable.startsWith(other) && /^[\p{Lu}\d_]/u.test(variable.slice(other.length));
}

const identifierName = /(?:doi|pmc?id|pubmedid|arxiv(?:id)?|isbn(?:10|13)?)$/;

/** Behind both works, it may be of either. */
function ownerByPlace(at: number, ends: readonly End[]): End | undefined {
	const inOrder = ends.toSorted((one, other) => one.at - other.at);
	const before = inOrder.filter((end) => end.at < at);
	return before.length > 1 ? undefined : (before[0] ?? inOrder[0]);
}
