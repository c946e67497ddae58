// Says in which words providers gave a link, as they read from the end that is asked about.
// It knows neither storage nor answers.
import { foldLetterCase } from '../identifiers/index.js';
                                                   
import {
	inverseRelationType,
	readRelationType,
	relationTypeName,
	                    
	searchRelationMeaning,
} from './relation.js';

/**
 * Says a SubType of a LinkHistory as it reads from the object that a search asks about, towards the
 * other one: `Reviews` for the IsReviewedBy that the other one was given with. Names of the
 * vocabulary are spelled as there; any other name has no inverse and stays as it was given.
 */
export function wordingSeen(subType        , relation                )         {
	const name = relationTypeName(subType);
	const reading = readRelationType(subType);
	const meaning = searchRelationMeaning[relation];
	// The LinkHistory of a symmetric relation reads from the asked object already (linkHistory).
	if (name === undefined || meaning.asked === 'either' || reading?.relation !== meaning.relation)
		return name ?? subType;
	const isSeenSo = reading.swapped === (meaning.asked === 'target');
	return isSeenSo ? name : (inverseRelationType(name) ?? name);
}

/** Lists the distinct words of a LinkHistory as they read from the asked object, sorted. */
export function wordingsSeen(history                        , relation                )           {
	const words = new Set        ();
	for (const { subTypes, turned = [] } of history) {
		for (const subType of subTypes) words.add(wordingSeen(subType, relation));
		for (const subType of turned) words.add(subType);
	}
	return [...words].sort();
}

/** Tells whether two words are the same whatever the letter case, of the letters A to Z alone. */
export function isSameWording(one        , other        )          {
	return foldLetterCase(one) === foldLetterCase(other);
}
