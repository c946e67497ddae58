// Looks up where identifiers lie in one generation of the index; knows no search.
                                                                                                          
                                                   
import { readKeys } from '../document-row.js';
import { membersOf } from '../schema.js';

/** Looks up what lies where. */
                       
	                                  
	                                                         
	                                               
	                                                    
	                                                                            
	                                                                          
	                                                               
  

/** Looks up through a connection, in its transaction if it has one. */
export function createLocator(connection            )          {
	const byBoth = connection.prepare(
		'SELECT o.id, o.version FROM identifier i CROSS JOIN object o ON o.id = i.identity WHERE i.key = ? AND i.scheme = ?',
	);
	const byKey = connection.prepare(
		'SELECT i.scheme, o.id, o.version FROM identifier i CROSS JOIN object o ON o.id = i.identity WHERE i.key = ?',
	);
	const given = connection.prepare('SELECT keys, identifiers FROM document WHERE id = ?');
	const inFamily = connection.prepare(membersOf('?1'));
	const locate                    = (identifiers) =>
		identifiers.flatMap(({ scheme, key }) =>
			byBoth
				.all                    (key, scheme)
				.map(([identity, version])          => ({ scheme, key, identity, version })),
		);
	/** What was given of a group may lead to another one by now. */
	const leadingTo = (group         )            => {
		const document = given.get                  (group);
		if (!document) return [];
		return locate(readKeys(...document).map(([key, scheme]) => ({ key, scheme }))).filter(
			({ identity }) => identity === group,
		);
	};
	return {
		locate,
		locateKeys: (keys) =>
			keys.flatMap((key) =>
				byKey
					.all                            (key)
					.map(([scheme, identity, version])          => ({ scheme, key, identity, version })),
			),
		leadsTo: (identifier, level, group) => locate([identifier]).some((found) => found[level] === group),
		members(level, groups) {
			const identities =
				level === 'identity' ? groups : groups.flatMap((version) => inFamily.all           (version).flat());
			return identities.flatMap(leadingTo);
		},
	};
}
