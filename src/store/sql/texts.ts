// Keeps the texts of provenances and descriptions, shortened and told apart by digests. It does
// not know what they say.
import { hash } from 'node:crypto';
import { expand } from '../../links/shorthand.ts';
import type { Id } from '../graph.ts';
import type { Sql } from '../sql-database.ts';

/** Makes the digest of a text: 132 bits, so that two texts that differ never meet in practice. */
export function digestOf(text: string): string {
	return hash('sha256', text, 'base64url').slice(0, 22);
}

/** Reads texts by id. */
export async function readTexts(
	sql: Sql,
	table: 'provenance' | 'description',
	ids: readonly Id[],
): Promise<[Id, string][]> {
	const rows = await sql.all<[Id, string]>(
		`select t.id, t.content from ${sql.dialect.list('?1', { id: 'integer' })} w join ${table} t on t.id = w.id`,
		[inOrder(ids)],
	);
	return rows.map(([id, content]) => [id, expand(content)]);
}

/** Writes ids as a list parameter in their order, so that rows on one page are read together. */
export function inOrder(ids: readonly Id[]): string {
	return JSON.stringify(ids.toSorted((one, other) => one - other));
}
