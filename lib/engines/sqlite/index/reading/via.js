// Reads which members of two Version groups make the relationships on a page. It knows no filter
// and no order of pages.
import { compareText } from '../../../../identifiers/index.js';
import { expand } from '../../../../links/shorthand.js';
                                                                         
import {               mostViaOfItem } from '../../../../ports/search/search-reader.js';
                                                   
import { membersOf,            views } from '../schema.js';
                                                    

/**
 * An object as it stands for a Version group, with its identifiers as they are answered; a negative
 * id says that it is the group's own.
 */
                                                                        

/** A relationship of a page: who said it, in which view it is seen, and with whom it is. */
                                                                                              

/** Reads what makes each relationship of a page, in its order. */
                                                                               

                                                                    
                                                                                          
                                                         

/** Reads through a connection, in its transaction. */
export function createViaReader(connection            , readHistory               )            {
	const readMembers = createMemberReader(connection);
	const readLinks = createLinkReader(connection);
	return (source, page) => {
		const near = new Map(readMembers(source).map((member) => [member.id, member]));
		const found = page.map(()               => []);
		const sought = new Map                                 ();
		for (const [at, { latest, seen, history, head }] of page.entries()) {
			const links = found[at]                ;
			const far = readMembers(head);
			const [one] = near.values();
			const [other] = far;
			// Between two works without other versions the relationship is the link itself.
			if (one && other && near.size === 1 && far.length === 1) links.push({ near: one, far: other, latest, history });
			else {
				const inView = sought.getOrInsertComputed(seen, () => new Map());
				for (const member of far) inView.set(member.id, { member, links });
			}
		}
		for (const [seen, far] of sought) {
			for (const [from, to, latest, history] of readLinks(views[seen]        , near.keys(), far.keys())) {
				const { member, links } = far.get(to)             ;
				links.push({ near: near.get(from)          , far: member, latest, history });
			}
		}
		return found.map((links) => shown(links, readHistory));
	};
}

function shown(links                       , readHistory               )          {
	const first = links.toSorted(newestFirst).slice(0, mostViaOfItem);
	return {
		total: links.length,
		links: first.map(({ near, far, history }) => ({
			source: near.identifiers,
			target: far.identifiers,
			history: readHistory(history),
		})),
	};
}

function newestFirst(one            , other            )         {
	return (
		other.latest - one.latest ||
		compareText(one.near.sortKey, other.near.sortKey) ||
		compareText(one.far.sortKey, other.far.sortKey)
	);
}

/** Reads the members of the Version group that an object stands for. */
function createMemberReader(connection            )                           {
	const find = connection.prepare(
		`SELECT o.id, o.sort_key, d.identifiers FROM (${membersOf('?1')}) m
			CROSS JOIN object o ON o.id = m.id CROSS JOIN document d ON d.id = m.id`,
	);
	return (head) => {
		if (head.id > 0) return [head];
		const found = find.all                           (-head.id);
		return found.map(([id, sortKey, identifiers]) => ({ id, sortKey, identifiers: expand(identifiers) }));
	};
}

                                                                                       
                                                                                             

/**
 * Reads the links in a view between Identity groups. Each pair is looked up, so that the cost does
 * not follow how many links they have.
 */
function createLinkReader(connection            )             {
	const find = views.map(({ asked, other, relation }) =>
		connection.prepare(
			`SELECT l.${asked}, l.${other}, l.latest, l.history FROM json_each(?1) s
				CROSS JOIN link l ON l.source = s.value AND l.relation = ${relation}
					AND l.target IN (SELECT value FROM json_each(?2))
				WHERE l.level & 1`,
		),
	);
	return ({ seen, asked }, near, far) => {
		const [nearList, farList] = [near, far].map((ids) => JSON.stringify([...ids]))                    ;
		const [sources, targets] = asked === 'source' ? [nearList, farList] : [farList, nearList];
		return find[seen]?.all         (sources, targets) ?? [];
	};
}
