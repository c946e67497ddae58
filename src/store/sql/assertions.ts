// Keeps who asserted which relationship in which event. It does not know what relations mean, but
// for the one between versions.

import { relationCode } from '../../links/relation.ts';
import { shorten } from '../../links/shorthand.ts';
import type { Assertions, Id, ProvenanceText, RelationshipKey } from '../graph.ts';
import type { Sql } from '../sql-database.ts';
import { assertionColumns, assertionList, assertionParameter } from './assertion-rows.ts';
import { findOrCreate } from './find-or-create.ts';
import { internProviders } from './providers.ts';
import { digestOf, inOrder, readTexts } from './texts.ts';

/**
 * Says which assertions the reading methods see: those that may be searched, these and what the
 * rebuild under way covers, or all.
 */
export type Scope = 'searchable' | 'covered' | 'everything';

/**
 * Conditions on assertions (a) in each scope. Events whose assertions must not be found yet are
 * nearly always none.
 */
export const visibleIn: Readonly<Record<Scope, string>> = {
	searchable: 'a.event_sequence not in (select sequence from link_event where unsearchable = 1)',
	covered: `a.event_sequence not in (select sequence from link_event where unsearchable = 1
	  and sequence not in (select event_sequence from rebuild_event))`,
	everything: '1 = 1',
};

/** Opens the assertions on a transaction. */
export function openAssertions(sql: Sql, scope: Scope): Assertions {
	const visible = visibleIn[scope];
	const ids = sql.dialect.list('?1', { id: 'integer' });
	return {
		internProviders: async (names) => (await internProviders(sql, names)).map(({ name }) => name),
		internProvenances: (wanted) => internProvenances(sql, wanted),
		provenances: (wanted) => readTexts(sql, 'provenance', wanted),
		async assert(assertions) {
			const list = sql.dialect.list('?1', assertionList);
			const parameter = assertionParameter(assertions);
			const unheard = await sql.all<[Id, number, Id]>(
				`select distinct w.source_id, w.relation, w.target_id from ${list} w where not exists (
				   select 1 from assertion a
				   where a.source_id = w.source_id and a.relation = w.relation and a.target_id = w.target_id)`,
				[parameter],
			);
			await sql.run(
				`insert into assertion (${assertionColumns}) select ${assertionColumns} from ${list} w
				 where true on conflict do nothing`,
				[parameter],
			);
			return unheard;
		},
		async assertionsOf(identifiers, { first = 1, last }, end = 'either') {
			const columns = end === 'source' ? ['source_id'] : ['source_id', 'target_id'];
			const selects = columns.map(
				(column) =>
					`select a.source_id, a.relation, a.target_id, a.provenance_id from ${ids} w
					 join assertion a on a.${column} = w.id and a.relation between ?2 and ?3 where ${visible}`,
			);
			const parameters = [inOrder(identifiers), first, last];
			return sql.all<[Id, number, Id, Id]>(selects.join(' union all '), parameters);
		},
		provenancesOf: (relationships) => provenancesOf(sql, visible, relationships),
		async versionEdges(identifiers) {
			const rows = await sql.all<[Id, Id]>(
				`select distinct a.source_id, a.target_id from ${ids} w
				 join assertion a on a.source_id = w.id and a.relation = ${relationCode.HasVersion}`,
				[inOrder(identifiers)],
			);
			// Hardly any leads to others, and SQLite would try every source with every target to
			// find out.
			const among = new Set(identifiers);
			return rows.filter(([, target]) => among.has(target));
		},
	};
}

function internProvenances(sql: Sql, provenances: readonly ProvenanceText[]): Promise<Id[]> {
	return findOrCreate<ProvenanceText & { digest: string }, Id>(
		provenances.map((one) => ({ ...one, digest: digestOf(one.text) })),
		({ digest }) => digest,
		(wanted) =>
			sql.all<[string, Id]>(
				`select t.digest, t.id from ${sql.dialect.list('?1', { digest: 'text' })} w
				 join provenance t on t.digest = w.digest`,
				[JSON.stringify(wanted.map(({ digest }) => digest))],
			),
		async (missing) => {
			const providers = await internProviders(
				sql,
				missing.map(({ provider }) => provider),
			);
			const rows = missing.map(({ digest, text }, at) => [digest, providers[at]?.id as Id, shorten(text)]);
			return sql.all<[string, Id]>(
				`insert into provenance (digest, provider_id, content) select w.digest, w.provider, w.content
				 from ${sql.dialect.list('?1', { digest: 'text', provider: 'integer', content: 'text' })} w
				 where true on conflict do nothing returning digest, id`,
				[JSON.stringify(rows)],
			);
		},
	);
}

function provenancesOf(
	sql: Sql,
	visible: string,
	relationships: readonly RelationshipKey[],
): Promise<[position: number, provenance: Id][]> {
	const list = sql.dialect.list('?1', {
		source: 'integer',
		relation: 'integer',
		target: 'integer',
		position: 'integer',
	});
	return sql.all<[number, Id]>(
		`select distinct w.position, a.provenance_id from ${list} w
		 join assertion a on a.source_id = w.source and a.relation = w.relation and a.target_id = w.target
		 where ${visible}`,
		[JSON.stringify(relationships.map(([source, relation, target], position) => [source, relation, target, position]))],
	);
}
