// Keeps how each provider was spelled first. It does not know what they said.
import { providerKey } from '../../links/provider.ts';
import { findOrCreate } from './find-or-create.ts';
import type { Sql } from './sql-database.ts';
import { digestOf } from './texts.ts';

/** Finds or creates providers; see Assertions.internProviders. */
export async function internProviders(sql: Sql, names: readonly string[]): Promise<string[]> {
	if (names.length === 0) return [];
	const { list } = sql.dialect;
	return findOrCreate<{ digest: string; name: string }, string>(
		names.map((name) => ({ digest: digestOf(providerKey(name)), name })),
		({ digest }) => digest,
		(wanted) =>
			sql.all<[string, string]>(
				`select p.digest, p.name from ${list('?1', { digest: 'text' })} w join provider p on p.digest = w.digest`,
				[JSON.stringify(wanted.map(({ digest }) => digest))],
			),
		(missing) =>
			sql.all<[string, string]>(
				`insert into provider (digest, name) select w.digest, w.name
				 from ${list('?1', { digest: 'text', name: 'text' })} w
				 where true on conflict do nothing returning digest, name`,
				[JSON.stringify(missing.map(({ digest, name }) => [digest, name]))],
			),
	);
}
