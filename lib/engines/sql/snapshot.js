// Streams whole tables of one state in the order of their keys, in steps of bounded size. It knows
// no consumer.
                                                                         
import { relations } from '../../links/relation.js';
                                                                   
                                                       
                                                                 
                                                                    
                                                                 
import {             visibleIn } from './assertions.js';
import { openInspection } from './inspection.js';
import { readEntry } from './outbox.js';
import { readPayload } from './payload.js';
import { readReplaced } from './replaced-sources.js';
                                             

const all          = { first: 1, last: Number.MAX_SAFE_INTEGER };

/** Opens the streams on a transaction; `scope` tells which assertions there are. */
export function openSnapshot(sql     , scope        = 'everything')           {
	return {
		...openInspection(sql),
		events: () => streamEvents(sql),
		async coverage() {
			const unsearchable = await sql.all      (
				scope === 'covered'
					? 'select event_sequence from rebuild_event order by event_sequence'
					: 'select sequence from link_event where unsearchable = 1 and counts is not null order by sequence',
			);
			const entries = await sql.all      ('select id from outbox_entry order by id');
			return { unsearchable: unsearchable.flat(), entries: entries.flat() };
		},
		entriesOfRebuild: () => streamEntries(sql),
		async *identifiers({ first, last } = all) {
			                                                                                
			const steps = sql.stream     (
				`select id, scheme, key, spelling, identity_id, version_id, description_id from identifier
				 where id between ?1 and ?2 and gone is null order by id`,
				[first, last],
			);
			for await (const rows of steps) {
				yield rows.map(([id, scheme, key, spelling, identity, version, description]) => ({
					id,
					scheme,
					key,
					value: spelling ?? key,
					identity: identity ?? id,
					version: version ?? id,
					alone: identity === null,
					description,
				}));
			}
		},
		representatives: () =>
			sql.stream          (
				'select id, representative_id from identifier where representative_id is not null and gone is null',
			),
		async *members({ first, last } = all) {
			const steps = sql.stream              (
				'select id, identity_id, version_id from identifier where version_id between ?1 and ?2 order by version_id',
				[first, last],
			);
			for await (const rows of steps) {
				yield rows.map(([id, identity, version]) => ({ id, identity, version, alone: false }));
			}
		},
		assertions: ({ first, last } = { first: 1, last: relations.length }, range = all) =>
			// A range of sources makes SQLite read in the order of the key instead of sorting.
			sql.stream                      (
				`select distinct a.source_id, a.relation, a.target_id, a.provenance_id from assertion a
				 where a.source_id between ?3 and ?4 and a.relation between ?1 and ?2 and ${visibleIn[scope]}
				 order by a.source_id, a.relation, a.target_id, a.provenance_id`,
				[first, last, range.first, range.last],
			),
		described: () =>
			sql.stream                                                             (
				`select identifier_id, event_sequence, place, description_id from identifier_description
				 order by identifier_id, event_sequence, place`,
			),
	};
}

const entriesPerStep = 64;

async function* streamEntries(sql     )                                {
	for (let last = 0; ; ) {
		const rows = await sql.all                      (
			`select id, event_sequence, body from outbox_entry
			 where id > (select coalesce(building_last_entry, 0) from index_state) and id > ?1
			 order by id limit ${entriesPerStep}`,
			[last],
		);
		if (rows.length === 0) return;
		yield rows.map(([id, event, body]) => ({ id, event, entry: readEntry(body) }));
		last = (rows.at(-1)                        )[0];
	}
}

// Payloads are read one by one, so a step of events holds none.
const eventsPerStep = 500;

                    
	             
	                
	                  
	                
	                     
	                  
	              
	                
	                  
	                         
	                          
	                 
	                     
	                    
	                 
	                        
	                        
	                           
	                       
	                              
  

async function* streamEvents(sql     )                                {
	let last = 0;
	for (;;) {
		const rows = await sql.all             (
			`select sequence, event_id, state, noindex, unsearchable, user_id, links, refused, created_at, started_at,
			   finished_at, attempts, error, action, takes_all, replaces, file_name, withdrawn_at, withdrawn_by,
			   withdraw_reason
			 from link_event where sequence > ?1 order by sequence limit ${eventsPerStep}`,
			[last],
		);
		for (const row of rows) {
			[last] = row;
			yield { ...exported(row), payload: await readPayload(sql, last) };
		}
		if (rows.length < eventsPerStep) return;
	}
}

function exported(row             )                                 {
	const [, eventId, state, noindex, unsearchable, userId, links, refused, createdAt, ...outcome] = row;
	const [startedAt, finishedAt, attempts, error, action, takesAll, replaces, fileName, ...withdrawal] = outcome;
	const [withdrawnAt, by, reason] = withdrawal;
	return {
		eventId,
		action,
		takesAll: takesAll === 1,
		replaces: readReplaced(replaces),
		fileName,
		links,
		refused,
		noindex: noindex === 1,
		searchable: unsearchable === 0,
		userId,
		state,
		createdAt,
		failure: state === 'Error' ? { reason: error ?? '', attempts, startedAt, finishedAt } : null,
		withdrawn: withdrawnAt === null ? null : { at: withdrawnAt, by, reason },
	};
}
