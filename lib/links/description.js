// What is said about an object (title, creators …), and how two descriptions become one.
import { compareText } from '../identifiers/index.js';

                                                                               

/** Lists the object types, as stored and as a search may ask for them. */
export const objectTypeNames                            = ['literature', 'software', 'dataset', 'unknown'];

/**
 * Folds a word for the kind of an object, as vocabularies write it in several ways: `BookChapter`,
 * `book-chapter` and `Book chapter` are one.
 */
export function foldKind(word        )         {
	return word.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** Holds a person or organisation as given: a Name, and its Identifier as it came. */
                                                           

/**
 * Describes an object. An absent field was not said; the type `unknown` counts as not said and is
 * never stored here. Field names are those of Scholix v3, so that an answer is written without
 * renaming. Publisher and Keywords are as gatherPublishers and gatherKeywords make them.
 */
                           
	               
	                           
	                         
	                                                                          
	                                                                                    
	                                                   
	                             
	                             
  

/** Lists the fields of a description. */
export const descriptionFields = [
	'Title',
	'Creator',
	'PublicationDate',
	'Type',
	'Kind',
	'Publisher',
	'Keywords',
]         ;

/**
 * Bounds how many publishers and how many keywords one object gathers. The first in order are kept,
 * so that the order in which links arrive does not matter.
 */
export const gatheredLimit = 1_000;

/** Writes a description as canonical JSON: equal descriptions give equal text. */
export function describeAsText(description             )         {
	const { Title, Creator, PublicationDate, Type, Kind, Publisher, Keywords } = description;
	return JSON.stringify({
		Title,
		Creator: Creator?.map(inOrder),
		PublicationDate,
		Type: Type && {
			Name: Type.Name,
			SubType: Type.SubType,
			SubTypeSchema: Type.SubTypeSchema,
		},
		Kind: Kind && { SubType: Kind.SubType, SubTypeSchema: Kind.SubTypeSchema },
		Publisher: Publisher?.map(inOrder),
		Keywords,
	});
}

function inOrder(agent       )        {
	const { Name, Identifier } = agent;
	return Identifier === undefined ? agent : { Name, Identifier };
}

/**
 * Joins two descriptions of one object: each field of `later` replaces that of `earlier`, Publisher
 * and Keywords gather. A bare type of the same name says no more than is known, so it leaves the
 * SubType as it is. Since that depends on what came in between, several are to be joined from the
 * earliest on.
 */
export function joinDescriptions(earlier             , later             )              {
	const joined              = { ...earlier, ...later };
	if (earlier.Type && later.Type && isBareType(later.Type) && earlier.Type.Name === later.Type.Name) {
		joined.Type = earlier.Type;
	}
	if (earlier.Publisher && later.Publisher) joined.Publisher = gatherPublishers(earlier.Publisher, later.Publisher);
	if (earlier.Keywords && later.Keywords) joined.Keywords = gatherKeywords(earlier.Keywords, later.Keywords);
	return joined;
}

/** Tells a type of which nothing is said but its name. */
export function isBareType({ SubType, SubTypeSchema }                                  )          {
	return SubType === undefined && SubTypeSchema === undefined;
}

/**
 * Gathers publishers, each once, in the order of their names and then of their identifiers' JSON.
 */
export function gatherPublishers(...lists                      )                   {
	return gather(lists, compareAgents);
}

/** Gathers keywords, each once, sorted. */
export function gatherKeywords(...lists                       )                    {
	return gather(lists, compareText);
}

function gather   (lists                  , compare                              )               {
	const sorted = lists.flat().sort(compare);
	const distinct = sorted.filter((value, at) => at === 0 || compare(sorted[at - 1]     , value) !== 0);
	return distinct.slice(0, gatheredLimit);
}

function compareAgents(one       , other       )         {
	if (one.Name !== other.Name || one.Identifier === other.Identifier) return compareText(one.Name, other.Name);
	return compareText(JSON.stringify(one.Identifier) ?? '', JSON.stringify(other.Identifier) ?? '');
}
