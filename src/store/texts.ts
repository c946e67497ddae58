// Texts identified by digests: those of provenances and descriptions, shortened, and the first
// spelling of each provider.

import { hash } from 'node:crypto';
import { providerKey } from '../links/provenance.ts';
import { expand } from '../links/shorthand.ts';
import type { Id } from './graph.ts';
import { findOrCreate, inOrder } from './lists.ts';
import type { Sql } from './sql-database.ts';

/** Makes the digest of a text: 132 bits, so collisions do not occur in practice. */
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

/** A provider, with its first spelling. */
export type Provider = { id: Id; name: string };

function withNames(rows: readonly [string, Id, string][]): [string, Provider][] {
	return rows.map(([digest, id, name]) => [digest, { id, name }]);
}

function selectProviders(sql: Sql, digests: readonly string[]): Promise<[string, Id, string][]> {
	return sql.all<[string, Id, string]>(
		`select p.digest, p.id, p.name from ${sql.dialect.list('?1', { digest: 'text' })} w
		 join provider p on p.digest = w.digest`,
		[JSON.stringify(digests)],
	);
}

/** Finds providers, undefined where missing; see Assertions.providers. */
export async function findProviders(sql: Sql, names: readonly string[]): Promise<(Provider | undefined)[]> {
	const digests = names.map((name) => digestOf(providerKey(name)));
	const found = new Map(withNames(await selectProviders(sql, digests)));
	return digests.map((digest) => found.get(digest));
}

/** Finds or creates providers; see Assertions.providers. */
export async function internProviders(sql: Sql, names: readonly string[]): Promise<Provider[]> {
	if (names.length === 0) return [];
	const { list } = sql.dialect;
	return findOrCreate<{ digest: string; name: string }, Provider>(
		names.map((name) => ({ digest: digestOf(providerKey(name)), name })),
		({ digest }) => digest,
		async (wanted) =>
			withNames(
				await selectProviders(
					sql,
					wanted.map(({ digest }) => digest),
				),
			),
		async (missing) =>
			withNames(
				await sql.all<[string, Id, string]>(
					`insert into provider (digest, name) select w.digest, w.name
				 from ${list('?1', { digest: 'text', name: 'text' })} w
				 where true on conflict do nothing returning digest, id, name`,
					[JSON.stringify(missing.map(({ digest, name }) => [digest, name]))],
				),
			),
	);
}
