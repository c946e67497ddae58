// Chooses the words of a link that the broker writes, such that they read back as the relation that
// is meant. It knows neither objects nor answers.
                                                                
import {                     readRelationType } from '../../../links/relation.js';

                                                                                          

/** The words of one assertion; where they are `swapped`, they speak from the relation's target. */
                                                                   

/**
 * Words a relation that has a whole history by the first SubType given that says it in its own
 * direction, else by the usual one. IsRelatedTo is worded by the first SubType of the vocabulary,
 * else by the first of another one, else by the first that speaks from the target, else by none.
 */
export function typeOfHistory(relation               , history                        )          {
	if (relation === 'IsRelatedTo') return typeOfRelated(history);
	for (const { subTypes } of history) {
		const given = subTypes.find((subType) => isRead(subType, relation, false));
		if (given !== undefined) return { type: inDataCite(names[relation].name, given), swapped: false };
	}
	return { type: inDataCite(names[relation].name, names[relation].usual), swapped: false };
}

function typeOfRelated(history                        )          {
	const words = history.flatMap((item) => wordingsOfItem('IsRelatedTo', item));
	const inVocabulary = words.find(({ type }) => type.SubTypeSchema === 'DataCite');
	const inItsDirection = words.find(({ type, swapped }) => type.SubType !== undefined && !swapped);
	return (
		inVocabulary ??
		inItsDirection ??
		words.find(({ swapped }) => swapped) ?? { type: { Name: 'IsRelatedTo' }, swapped: false }
	);
}

/**
 * Words what one item of a history says, once for each of its SubTypes, so that another broker
 * keeps the same SubTypes with it.
 */
export function wordingsOfItem(relation               , { subTypes, turned = [] }             )                     {
	const { name } = names[relation];
	if (subTypes.length + turned.length === 0) return [{ type: { Name: name }, swapped: false }];
	const wordings = subTypes.map((subType) => wordingOf(relation, subType, [false, true]));
	return [...wordings, ...turned.map((subType) => wordingOf(relation, subType, [true]))];
}

function wordingOf(relation               , subType        , directions                              )          {
	for (const swapped of directions) {
		const type = inDataCite(swapped ? names[relation].inverse : names[relation].name, subType);
		// A symmetric relation is read without swapping, whichever end says it.
		const isReadSo = isRead(subType, relation, relation !== 'IsRelatedTo' && swapped === true);
		if (isReadSo) return { type, swapped: swapped === true };
	}
	// It belongs to another vocabulary, whose name is not known here; that of the relation decides.
	const [swapped] = directions;
	return { type: { Name: names[relation].name, SubType: subType, SubTypeSchema: 'other' }, swapped };
}

const names                                                                                    = {
	Cites: { name: 'References', inverse: 'IsReferencedBy', usual: 'Cites' },
	IsSupplementTo: { name: 'IsSupplementTo', inverse: 'IsSupplementedBy', usual: 'IsSupplementTo' },
	IsRelatedTo: { name: 'IsRelatedTo', inverse: 'IsRelatedTo', usual: 'IsRelatedTo' },
};

function inDataCite(Name        , SubType        )                   {
	return { Name, SubType, SubTypeSchema: 'DataCite' };
}

/** Tells whether a relation type of the vocabulary is read as this relation, in this direction. */
function isRead(name        , relation               , swapped         )          {
	const reading = readRelationType(name);
	return reading?.relation === relation && reading.swapped === swapped;
}
