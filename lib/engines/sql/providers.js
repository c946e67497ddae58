// Keeps how each provider was spelled first. It does not know what they said.
import { providerKey } from '../../links/provider.js';
                                                       
import { findOrCreate } from './find-or-create.js';
                                             
import { digestOf } from './texts.js';

/** A provider as it was spelled first. */
                                         

function withNames(rows                                 )                       {
	return rows.map(([digest, id, name]) => [digest, { id, name }]);
}

/** Finds or creates providers; see Assertions.internProviders. */
export async function internProviders(sql     , names                   )                      {
	if (names.length === 0) return [];
	const { list } = sql.dialect;
	return findOrCreate                                            (
		names.map((name) => ({ digest: digestOf(providerKey(name)), name })),
		({ digest }) => digest,
		async (wanted) =>
			withNames(
				await sql.all                      (
					`select p.digest, p.id, p.name from ${list('?1', { digest: 'text' })} w
					 join provider p on p.digest = w.digest`,
					[JSON.stringify(wanted.map(({ digest }) => digest))],
				),
			),
		async (missing) =>
			withNames(
				await sql.all                      (
					`insert into provider (digest, name) select w.digest, w.name
				 from ${list('?1', { digest: 'text', name: 'text' })} w
				 where true on conflict do nothing returning digest, id, name`,
					[JSON.stringify(missing.map(({ digest, name }) => [digest, name]))],
				),
			),
	);
}
