// Counts how many links groups have in each view; knows no link's content.
                                                   
import { seenFrom } from '../schema.js';

/** By how much the links at either level grow. */
                                                           

/** Gathers changes of tallies, so that each is written once. */
                           
	                                                     
	                                                                                      
	                                                                                            
	                
  

// Party and view as one number.
const viewsPerParty = 8;

/** Writes tallies in the connection's transaction. */
export function createTallyWriter(connection            )              {
	const grow = connection.prepare(
		`INSERT INTO tally VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET identity = identity + excluded.identity, version = version + excluded.version`,
	);
	const removeEmpty = connection.prepare(
		'DELETE FROM tally WHERE party = ? AND seen = ? AND identity = 0 AND version = 0',
	);
	let gathered = new Map                ();
	let links = 0;
	const count = (party        , seen                    , { identity, version }        )       => {
		if (seen === undefined) return;
		const key = party * viewsPerParty + seen;
		const before = gathered.get(key) ?? { identity: 0, version: 0 };
		gathered.set(key, { identity: before.identity + identity, version: before.version + version });
	};
	return {
		add({ source, relation, target }, growth) {
			if (growth.identity === 0 && growth.version === 0) return;
			links += growth.identity;
			count(source, seenFrom.source[relation], growth);
			count(target, seenFrom.target[relation], growth);
		},
		write() {
			// In their order, so that neighbours find their page in the cache.
			for (const [key, { identity, version }] of [...gathered].sort(([one], [other]) => one - other)) {
				const seen = key % viewsPerParty;
				const party = (key - seen) / viewsPerParty;
				grow.run(party, seen, identity, version);
				if (identity < 0 || version < 0) removeEmpty.run(party, seen);
			}
			const grown = links;
			gathered = new Map();
			links = 0;
			return grown;
		},
	};
}
