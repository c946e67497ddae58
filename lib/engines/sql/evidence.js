// Finds identifiers by name, and who said first what counts. It writes nothing.
             
	         
	              
	               
	                 
	          
                                         
                                                                        
import { visibleIn } from './assertions.js';
                                             
import { inOrder } from './texts.js';

/** Opens the evidence on a transaction. */
export function openEvidence(sql     )           {
	const { list } = sql.dialect;
	return {
		locate: (identifiers) => locate(sql, identifiers),
		locateKeys: (keys) => locateKeys(sql, keys),
		relationshipsFrom: (ids, { first, last }) =>
			sql.all                  (
				`select distinct a.source_id, a.relation, a.target_id from ${list('?1', { id: 'integer' })} w
				 join assertion a on a.source_id = w.id and a.relation between ?2 and ?3`,
				[inOrder(ids), first, last],
			),
		representatives: (ids) =>
			sql.all          (
				`select i.id, i.representative_id from ${list('?1', { id: 'integer' })} w
				 join identifier i on i.id = w.id and i.gone is null and i.representative_id is not null`,
				[inOrder(ids)],
			),
		testimonies: (relationships, scope) => testimonies(sql, relationships, scope),
	};
}

                                                                           

const placedColumns = 'i.id, i.scheme, i.key, i.spelling, i.identity_id, i.version_id';

function placed([id, scheme, key, spelling, identity, version]           )                   {
	return {
		id,
		scheme,
		key,
		value: spelling ?? key,
		identity: identity ?? id,
		version: version ?? id,
		alone: identity === null,
	};
}

async function locate(sql     , identifiers                           )                              {
	const { list, textKey } = sql.dialect;
	const rows = await sql.all           (
		`select ${placedColumns} from ${list('?1', { key: 'text', scheme: 'text' })} w
		 join identifier i on ${textKey('i.key')} = ${textKey('w.key')} and i.key = w.key and i.scheme = w.scheme
		 where i.gone is null`,
		[JSON.stringify(distinct(identifiers.map(({ key, scheme }) => [key, scheme])))],
	);
	return rows.map(placed);
}

async function locateKeys(sql     , keys                   )                              {
	const { list, textKey } = sql.dialect;
	const rows = await sql.all           (
		`select ${placedColumns} from ${list('?1', { key: 'text' })} w
		 join identifier i on ${textKey('i.key')} = ${textKey('w.key')} and i.key = w.key
		 where i.gone is null`,
		[JSON.stringify([...new Set(keys)])],
	);
	return rows.map(placed);
}

function distinct(names                                        )                                {
	return [...new Map(names.map((name) => [JSON.stringify(name), name])).values()];
}

async function testimonies(
	sql     ,
	relationships                            ,
	scope               ,
)                       {
	if (relationships.length === 0) return [];
	const columns = { source: 'integer', relation: 'integer', target: 'integer', position: 'integer' }         ;
	const joined = 'a.source_id = w.source and a.relation = w.relation and a.target_id = w.target';
	const counted = await sql.all                      (
		`select position, min(event_sequence), count(*) from (
		   select distinct w.position, a.provenance_id, a.event_sequence from ${sql.dialect.list('?1', columns)} w
		   join assertion a on ${joined} where ${visibleIn[scope]}) said
		 group by position`,
		[JSON.stringify(relationships.map((relationship, position) => [...relationship, position]))],
	);
	const first = counted.map(([position, sequence]) => [...(relationships[position]                   ), sequence]);
	const said = await sql.all                                             (
		`select distinct a.source_id, a.relation, a.target_id, e.sequence, e.event_id, e.user_id, a.provenance_id
		 from ${sql.dialect.list('?1', { source: 'integer', relation: 'integer', target: 'integer', event: 'integer' })} w
		 join assertion a on ${joined} and a.event_sequence = w.event
		 join link_event e on e.sequence = w.event`,
		[JSON.stringify(first)],
	);
	const saidOf = Map.groupBy(said, ([source, relation, target]) => `${source} ${relation} ${target}`);
	return counted.flatMap(([position, sequence, assertions]) => {
		const rows = saidOf.get((relationships[position]                   ).join(' ')) ?? [];
		const [row] = rows;
		if (row === undefined) return [];
		const [, , , , eventId, userId] = row;
		return [{ position, sequence, eventId, userId, provenances: rows.map((one) => one[6]), assertions }];
	});
}
