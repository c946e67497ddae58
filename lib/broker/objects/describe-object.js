// Answers what a work is: finds it by any of its identifiers, or by the number of one of them, and
// tells all that is known of it. It knows no transport and no engine.
                                                             
                                                              
                                                                          
                                                                        
                                                                         
import { asAnswered } from '../searching/as-answered.js';
import {             findAsked } from '../searching/find-asked.js';
import {                  suggestIdentifiers } from '../searching/suggest-identifiers.js';

/** Names a work by an identifier, or by the number that an identifier has in the records. */
                                                                                              

/** An answer before it is written. */
                            
	                                                                   
	                  
	                                                                  
	                                   
	                                                
	                                   
	                                   
  

                                                                     

/**
 * Tells of a work; undefined where a number is not that of an identifier. See findAsked for its
 * failures where it is not clear what is asked about.
 */
export async function describeObject(
	{ index, records }                                                           ,
	question                ,
	options         ,
)                                    {
	if ('number' in question) {
		const [identifier] = await records.read((transaction) => transaction.identifiers([question.number]));
		return identifier && describeNumbered(index, identifier, options);
	}
	const asking = { ...question, group_by: 'identity'          };
	const found = await describeFound(index, () => findAsked(index, asking), options);
	return found.source ? found : { ...found, suggestions: await suggestIdentifiers(index, asking, found) };
}

async function describeNumbered(
	index                ,
	{ scheme, key, value }            ,
	options         ,
)                        {
	const asked = { scheme, key, value };
	// It is not read again: what was stored by older rules may be another identifier by those of
	// today.
	const find = async () => ({ asked, readings: [asked], located: (await index.locate([asked]))[0] });
	return describeFound(index, find, options);
}

// A group that was just found may become a part of another one before it is read.
const attempts = 3;

async function describeFound(
	index                ,
	find                      ,
	options         ,
)                                {
	let found = await find();
	for (let attempt = 1; found.located && attempt <= attempts; attempt++) {
		const overview = await index.describe(
			found.located.identity,
			{ facets: options.facets, located: found.located },
			options.signal,
		);
		if (overview) {
			const source = overview.work.document;
			return { ...found, asked: asAnswered(found.asked, source), suggestions: [], source, overview };
		}
		found = await find();
	}
	return { ...found, suggestions: [], source: undefined, overview: undefined };
}
