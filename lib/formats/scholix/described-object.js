// Reads the ready-made JSON of an object back, for answers in other forms than JSON; knows no form.
import {                   foldKind } from '../../links/description.js';
                                                                     
                                                               

/** An object as answers show it. */
                                                                    
	                                        
	                                         
	                                                                    
	                     
	                                                                    
	                      
	                        
	                       
  

/** Reads what describeObject (object-document.ts) wrote. */
export function readObject({ identifiers, fields }                                              )                  {
	return JSON.parse(`{"Identifiers":${identifiers},${fields}}`)                   ;
}

/** Names the kinds of literature that references tell apart. */
                                                                                                              

/**
 * Tells the kind of literature by its SubType, in the words of DataCite (resourceTypeGeneral) and
 * Crossref (type); what is not told is an article.
 */
export function literatureKind(subType = '')                 {
	return kindOf.get(foldKind(subType)) ?? 'article';
}

const kindOf                                      = new Map(
	Object.entries({
		book: 'book',
		monograph: 'book',
		editedbook: 'book',
		bookchapter: 'chapter',
		bookpart: 'chapter',
		booksection: 'chapter',
		chapter: 'chapter',
		conferencepaper: 'conference',
		conferenceproceeding: 'conference',
		proceedingsarticle: 'conference',
		preprint: 'preprint',
		postedcontent: 'preprint',
		report: 'report',
		technicalreport: 'report',
		dissertation: 'thesis',
		thesis: 'thesis',
	}         ),
);

/**
 * Puts text on one line: breaks of lines, pages and paragraphs, other control characters and runs
 * of white space become one space.
 */
export function onOneLine(text        )         {
	return text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
