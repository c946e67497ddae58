// Says the place of an item in a result's total order, and writes it as a cursor.
// It knows no engine.
import { BrokerError } from '../../errors.js';
import { compareText } from '../../identifiers/index.js';
import { searchRelations } from '../../links/relation.js';
                                                        

/**
 * Places an item: the latest instant of its LinkHistory, the other object's sortKey, the relation's
 * number in searchRelations.
 */
                                                                             

/** Compares two places in the order asked for: negative where the first comes first. */
export function comparePositions(order                        , one          , other          )         {
	const newestFirst =
		other.latest - one.latest || compareText(one.sortKey, other.sortKey) || one.relation - other.relation;
	return order === 'newest' ? newestFirst : -newestFirst;
}

/** Writes a place as a cursor: opaque text of letters, digits, - and _. */
export function writeCursor({ latest, sortKey, relation }          )         {
	return Buffer.from(JSON.stringify([latest, sortKey, relation])).toString('base64url');
}

/** Reads what writeCursor wrote; anything else fails with `bad-query`, field `cursor`. */
export function readCursor(cursor        )           {
	const position = parseCursor(cursor);
	// Only what was handed out comes back: another spelling of the same place is refused as well.
	if (position && writeCursor(position) === cursor) return position;
	const message = 'The cursor is not one that a search handed out; begin again without it';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'cursor', message }] });
}

function parseCursor(cursor        )                       {
	let parts         ;
	try {
		parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
	} catch {
		return undefined;
	}
	if (!Array.isArray(parts) || parts.length !== 3) return undefined;
	const [latest, sortKey, relation] = parts             ;
	if (!Number.isFinite(latest) || typeof sortKey !== 'string') return undefined;
	if (!Number.isInteger(relation) || searchRelations[relation          ] === undefined) return undefined;
	return { latest: latest          , sortKey, relation: relation           };
}
