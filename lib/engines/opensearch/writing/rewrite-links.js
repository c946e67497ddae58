// Writes stored links again after one of their ends has changed; does not know what changed, nor
// why.
                                                            
                                                  
import { pagesOfTerms,               } from '../cluster/snapshot.js';
import {                groupKey } from '../documents/group-key.js';
import { groupsCopied,                  linkSource, viewOfId } from '../documents/link-document.js';
                                                       

/** What writers read of a link that is stored. */
                                                                            

const fieldsRead = ['history', 'via']         ;

/**
 * Reads the links seen from a group of `at`, those with a group of `to` at their other end, and
 * those between Version groups that show a member of `shows`; some twice.
 */
export async function* linksTouching(
	keys                                                                                     ,
	snapshot          ,
)                               {
	for (const field of ['at', 'to', 'shows']         ) {
		yield* pagesOfTerms                       (snapshot, field, keys[field] ?? [], fieldsRead);
	}
}

/**
 * Writes links with the present copies of their objects, and removes those of which a group is
 * cleared or has no object.
 */
export async function rewriteLinks(
	links                       ,
	cleared                       ,
	copies              ,
	bulk            ,
)                {
	await copies.load(links.flatMap(({ _id, _source }) => groupsCopied(viewOfId(_id), _source)));
	for (const { _id, _source } of links) {
		const view = viewOfId(_id);
		const isCleared = [view.group, view.other].some((group) => cleared.has(groupKey(view.level, group)));
		await (isCleared || !copies.of(view.level, view.other)
			? bulk.remove(_id)
			: bulk.put(_id, linkSource(view, _source, copies)));
	}
	// The next page may hold the same link once more.
	await bulk.flush();
}
