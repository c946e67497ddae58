// Keeps how each provider was spelled first. It does not know what they said.
import { providerKey } from '../../links/provider.ts';
import type { Id } from '../graph.ts';
import type { Sql } from '../sql-database.ts';
import { findOrCreate } from './find-or-create.ts';
import { digestOf } from './texts.ts';

/** A provider as it was spelled first. */
type Provider = { id: Id; name: string };

function withNames(rows: readonly [string, Id, string][]): [string, Provider][] {
	return rows.map(([digest, id, name]) => [digest, { id, name }]);
}

/** Finds or creates providers; see Assertions.internProviders. */
export async function internProviders(sql: Sql, names: readonly string[]): Promise<Provider[]> {
	if (names.length === 0) return [];
	const { list } = sql.dialect;
	return findOrCreate<{ digest: string; name: string }, Provider>(
		names.map((name) => ({ digest: digestOf(providerKey(name)), name })),
		({ digest }) => digest,
		async (wanted) =>
			withNames(
				await sql.all<[string, Id, string]>(
					`select p.digest, p.id, p.name from ${list('?1', { digest: 'text' })} w
					 join provider p on p.digest = w.digest`,
					[JSON.stringify(wanted.map(({ digest }) => digest))],
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
