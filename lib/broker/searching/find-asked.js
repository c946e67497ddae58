// Finds which identifier of the index a text asks about. It knows no parameter of a search and no
// engine.
import {
	                
	isSame,
	readIdentifier,
	readText,
	sameByRule,
	withRepresentatives,
} from '../../identifiers/index.js';
                                                                            
                                                                        
import { locateByValue } from './locate-by-value.js';
import { ambiguousIdentifier, noIdentifier, severalIdentifiers } from './unclear-identifier.js';

/** What of the index is needed to find identifiers in it. */
                                                                   

/**
 * Names what is asked about, by a text and perhaps its scheme, and at which level it is searched.
 */
                                                                                      

/** Says what a question was understood to ask about. */
                     
	   
	                                                                                                 
	   
	                  
	                                                     
	                                
	                                       
	                             
  

/**
 * Finds what is asked about. Without a scheme, a text that reads as an identifier is only that; one
 * that reads as none may be the value of a stored identifier of any scheme. Fails with
 * `not-an-identifier` where it is neither, with `several-identifiers` where the text names several
 * works, and with `ambiguous-identifier` where it names different works in different schemes.
 */
export async function findAsked(index          , question          )                 {
	const found = await find(index, question);
	if (found?.located !== undefined) return found;
	const other = withPlusSigns(question);
	const foundOther = other && (await find(index, other));
	if (foundOther?.located !== undefined) return foundOther;
	if (found === undefined) throw noIdentifier(question.id);
	return found;
}

/** A plus sign of an address that was not escaped arrives as a blank. */
function withPlusSigns(question          )                       {
	const id = question.id.trimStart();
	return id.includes(' ') ? { ...question, id: id.replaceAll(' ', '+') } : undefined;
}

/** Finds what is asked about; undefined where the text is no identifier. */
async function find(index          , { id, scheme, group_by }          )                             {
	if (scheme !== undefined) return findOne(index, [readIdentifier(id, scheme)], { id, group_by });
	const reading = readText(id);
	if (reading.kind === 'one') return findOne(index, reading.candidates, { id, group_by });
	if (reading.kind === 'several') return findSeveral(index, reading.found, { id, group_by });
	const stored = await locateByValue(index, id);
	refuseSeveralWorks(
		stored.map(({ located }) => located),
		{ id, group_by },
	);
	const [first] = stored;
	return first && { asked: first.identifier, readings: [first.identifier], located: first.located };
}

/** Finds the first of several readings of one text that is known. */
async function findOne(
	index          ,
	readings                       ,
	question                                   ,
)                 {
	const known = await locateReadings(index, readings);
	refuseSeveralWorks(
		known.map(({ located }) => located),
		question,
	);
	const [first] = known;
	if (first) return { ...first, readings };
	return { asked: asUnderstood(readings[0]              ), readings, located: undefined };
}

/** Takes several identifiers of one text for the work that all of them name, if they do. */
async function findSeveral(
	index          ,
	found                       ,
	{ id, group_by }                                   ,
)                 {
	const places = await Promise.all(found.map(async (one) => (await locateReadings(index, [one]))[0]));
	const known = places.filter((place) => place !== undefined);
	const groups = new Set(known.map(({ located }) => located[group_by]));
	const [first] = known;
	const ofOneWork = known.length === found.length || isCitationOfPubMed(found);
	if (first && groups.size === 1 && ofOneWork) return { ...first, readings: found };
	throw severalIdentifiers(
		id,
		found.map((identifier, at) => ({ identifier, known: places[at] !== undefined })),
	);
}

/**
 * Tells the identifiers of one citation as PubMed writes it: `doi: … PMID: … PMCID: …` are of one
 * article, also where only some of them are known.
 */
function isCitationOfPubMed(found                       )          {
	const schemes = new Set(found.map(({ scheme }) => scheme));
	return schemes.size === found.length && found.every(({ scheme }) => ['doi', 'pmid', 'pmcid'].includes(scheme));
}

                                                     

/**
 * Locates readings, each by itself or by the identifier that it is the same as by a rule; answers
 * those that are known, in their order.
 */
async function locateReadings(index          , readings                       )                   {
	const forms = withRepresentatives(readings);
	const found = await index.locate(forms);
	return forms.flatMap((asked) => {
		const located = found.find((one) => isSame(one, asked));
		return located === undefined ? [] : [{ asked, located }];
	});
}

/** Says what an identifier of which nothing is known is: an address of a DOI is that DOI. */
function asUnderstood(reading            )             {
	return reading.scheme === 'url' ? (sameByRule(reading) ?? reading) : reading;
}

function refuseSeveralWorks(found                    , { id, group_by }                                   )       {
	const groups = new Set(found.map((one) => one[group_by]));
	if (groups.size > 1) throw ambiguousIdentifier(id, found);
}
