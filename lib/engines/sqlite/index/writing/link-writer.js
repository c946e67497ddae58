// Writes links between groups, and only what differs from what is there; knows no objects.
                                                                                             
                                                   
import { codeOfRelation, levelBit, seenFromTarget } from '../schema.js';
import { createStatementWriter,                                          } from './statement-writer.js';
import { createTallyWriter } from './tally-writer.js';

/** Writes links. */
                          
	   
	                                                                                                
	   
	                                         
	                                                                                
	                                                  
	                                                                        
	               
  

/** What the two levels say of one link. */
                                                                               
/**
 * A state, and the rows that hold it: two where the levels came one by one, though they say the
 * same.
 */
                                                         
                                                  
                                                                  

/** Writes links in the connection's transaction. */
export function createLinkWriter(connection            )             {
	const statements = createStatementWriter(connection);
	const tallies = createTallyWriter(connection);
	const rows = createLinkRows(connection);
	const bring = (key     , old             , state       )       => {
		rows.write(key, old.rows, levelRows(state));
		tallies.add(key, {
			identity: Number(state.identity !== null) - Number(old.identity !== null),
			version: Number(state.version !== null) - Number(old.version !== null),
		});
	};
	return {
		put(links) {
			// Neighbours find their page in the cache. Stable, so that of two states of one link the
			// later stays the later.
			const sorted = links.toSorted((one, other) => one.source - other.source || one.target - other.target);
			for (const { source, relation, target, ...histories } of sorted) {
				const key = { source, relation: codeOfRelation(relation), target };
				const old = rows.read(key);
				bring(key, old, { ...old, ...storedHistories(statements, histories) });
			}
			return tallies.write();
		},
		removeAll(level, group) {
			for (const key of rows.touching(group)) {
				const old = rows.read(key);
				bring(key, old, { ...old, [level]: null });
			}
			return tallies.write();
		},
		forget: statements.forget,
	};
}

/** Numbers the histories that are given of a link. */
function storedHistories(
	{ store }                 ,
	{ identity, version }                                         ,
)                 {
	const stored                 = {};
	if (identity) stored.identity = store(identity);
	if (version) stored.version = store(version);
	return stored;
}

function createLinkRows(connection            ) {
	const find = connection.prepare(
		'SELECT level, latest, history FROM link WHERE source = ? AND relation = ? AND target = ?',
	);
	const put = connection.prepare('INSERT INTO link VALUES (?, ?, ?, ?, ?, ?)');
	const remove = connection.prepare('DELETE FROM link WHERE source = ? AND relation = ? AND target = ? AND level = ?');
	const bySource = connection.prepare('SELECT DISTINCT relation, target FROM link WHERE source = ?');
	const byTarget = connection.prepare(
		`SELECT DISTINCT relation, source FROM link INDEXED BY link_by_target WHERE target = ? AND ${seenFromTarget}`,
	);
	return {
		read({ source, relation, target }     )              {
			const found = find.all                                   (source, relation, target);
			const rows = found.map(([level, latest, history])           => ({ level, latest, history }));
			return {
				rows,
				identity: rows.find(({ level }) => level & levelBit.identity) ?? null,
				version: rows.find(({ level }) => level & levelBit.version) ?? null,
			};
		},
		/** Brings the rows of a link from those before to those after. */
		write({ source, relation, target }     , before                     , after                     )       {
			for (const row of before) {
				if (!after.some((other) => isSame(row, other))) remove.run(source, relation, target, row.level);
			}
			for (const row of after) {
				if (before.some((other) => isSame(row, other))) continue;
				put.run(source, relation, target, row.level, row.latest, row.history);
			}
		},
		/** Lists the links with the group at either end, whatever their level. */
		touching(group         )        {
			const keys        = [];
			for (const [relation, target] of bySource.all                  (group)) {
				keys.push({ source: group, relation, target });
				// What is symmetric comes in both directions.
				if (relation === codeOfRelation('IsRelatedTo')) keys.push({ source: target, relation, target: group });
			}
			for (const [relation, source] of byTarget.all                  (group)) {
				keys.push({ source, relation, target: group });
			}
			return keys;
		},
	};
}

function isSame(one          , other          )          {
	return one.level === other.level && one.history === other.history && one.latest === other.latest;
}

/** Tells which rows hold a state: one for both levels where they say the same. */
export function levelRows({ identity, version }       )             {
	const both = identity !== null && version !== null && identity.history === version.history;
	if (both) return [{ ...identity, level: levelBit.identity | levelBit.version }];
	const rows             = [];
	if (identity) rows.push({ ...identity, level: levelBit.identity });
	if (version) rows.push({ ...version, level: levelBit.version });
	return rows;
}
