// Writes relationships as Scholix links that give another broker the same LinkHistory; knows no
// file and no search.
                                                                
import { searchRelationMeaning } from '../../../links/relation.js';
import { wordingsOfItem } from './relationship-type.js';
import {                                     writeEnd, writeVia } from './write-answers.js';

/**
 * Writes one relationship of `asked` as Scholix link objects, each on one line: one for each item
 * of its history with that item's provider and date (and one for each SubType, where the provider
 * gave several that day), newest first. Via of each has the versions that were linked by that
 * provider on that date.
 */
export function* writeHistoryLinks(
	asked              ,
	{ relation, object, history, via }            ,
)                          {
	const meaning = searchRelationMeaning[relation];
	const [from, to] = meaning.asked === 'target' ? [object, asked] : [asked, object];
	const [source, target] = [writeEnd(from), writeEnd(to)];
	for (const item of history) {
		for (const { type, swapped } of wordingsOfItem(meaning.relation, item)) {
			const ends = swapped ? `"Source":${target},"Target":${source}` : `"Source":${source},"Target":${target}`;
			const { provider, date } = item;
			const said = { RelationshipType: type, LinkProvider: [{ Name: provider }], LinkPublicationDate: date };
			yield `{${ends},${JSON.stringify(said).slice(1, -1)}${writeVia(via && partOf(via, item))}}`;
		}
	}
}

                                          

/**
 * Takes what one provider said on one date; where not all is known, the total stays that of all.
 */
function partOf({ total, links }     , { provider, date }             )      {
	const those = links.flatMap(({ history, ...ends }) => {
		const said = history.filter((item) => item.provider === provider && item.date === date);
		return said.length === 0 ? [] : [{ ...ends, history: said }];
	});
	return { total: total > links.length ? total : those.length, links: those };
}
