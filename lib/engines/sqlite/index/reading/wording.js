// Tells whether a link was given in some word, as a function that SQL calls for each one.
// It knows no order, no page and no other filter.
import {                      searchRelations } from '../../../../links/relation.js';
import { isSameWording, wordingsSeen } from '../../../../links/wording.js';
                                                   
import { createLru } from '../lru.js';
                                                    
                                                   

/** Writes the condition that link `l` was given in a word, until the next one is asked for. */
                                                              

// Feeds say millions of links in few histories.
const cachedAnswers = 10_000;

/**
 * Defines the function for a connection. Searches come one after the other, so that it knows one
 * word at a time.
 */
export function createWordingCondition(connection            , readHistory               )                   {
	let says                                                      = () => false;
	connection.define('says_word', (seen, history) => Number(says(seen          , history                   )));
	return (subType) => {
		const answers = createLru                 (cachedAnswers);
		says = (seen, history) =>
			answers.get(`${seen} ${history}`, () =>
				wordingsSeen(readHistory(history), searchRelations[seen]                  ).some((word) =>
					isSameWording(word, subType),
				),
			);
		return ({ seen }) => `says_word(${seen}, l.history)`;
	};
}
