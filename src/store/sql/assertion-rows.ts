// The tables of assertions and their columns, written as rows of a list parameter and read back. It
// knows no statement.
import type { Assertion, Id } from '../graph.ts';

/** Names the tables of assertions. */
export const assertionTables = { counting: 'assertion', 'taken back': 'taken_back_assertion' } as const;

/** Lists the columns of both tables, in the order of their key. */
export const assertionColumns = 'source_id, relation, target_id, provenance_id, event_sequence, record_source_id';

/** Names the columns of a list parameter of assertionRow. */
export const assertionList = {
	source_id: 'integer',
	relation: 'integer',
	target_id: 'integer',
	provenance_id: 'integer',
	event_sequence: 'integer',
	record_source_id: 'integer',
} as const;

/** A row as it is stored; for its last column see the schema. */
export type AssertionRow = [Id, number, Id, Id, Id, Id];

// Most records are about the source of what they say, or its target: so the column takes no room.
const recordOfSource = 0;
const recordOfTarget = -1;

export function assertionRow([source, relation, target, provenance, event, record = source]: Assertion): AssertionRow {
	const stored = record === source ? recordOfSource : record === target ? recordOfTarget : record;
	return [source, relation, target, provenance, event, stored];
}

export function assertionOf([source, relation, target, provenance, event, stored]: AssertionRow): Required<Assertion> {
	const record = stored === recordOfSource ? source : stored === recordOfTarget ? target : stored;
	return [source, relation, target, provenance, event, record];
}

/**
 * Writes assertions as a list parameter, in key order: neighbours are read and written together.
 */
export function assertionParameter(assertions: readonly Assertion[]): string {
	const ordered = assertions.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
	return JSON.stringify(ordered.map(assertionRow));
}
