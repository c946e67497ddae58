// The documents of objects, and what documents of links copy of them; knows no requests.
import { hash } from 'node:crypto';
                                                                    
             
	        
	        
	              
	            
	               
                                                
import { analyseValues } from '../../../search/analysis.js';
import {                       objectTextFields } from '../../../search/query-node.js';

/**
 * What filters and sorts an object where it is the other end of a link: each such link has a copy.
 */
                                                                                         
	                                 
  

/** What links have of the object at their other end: what answers show of it, too. */
                                                                 

/**
 * What follows for an object from other documents: the levels at which it describes a group (see
 * IndexObject), and how many works cite that there.
 */
                                                                                               

/** The document of an object; its id is the key of its group. */
                            
	               
	               
	                 
	                   
	               
	                                      
	                                                 
	                         
	                     
	                                                                
	                    
	   
	                                                                                              
	                                       
	   
	                
	                 
	                             
	                         
  

/** Writes the document of an object. */
export function objectSource(object             )               {
	const { group, level, version, published, document } = object;
	const identifiers = level === 'identity' ? object.identifiers : [];
	const copy = objectCopy(object);
	const publishers = [...new Set(object.text.publisher)];
	return { group, level, version, ...identifierFields(identifiers), published, publishers, copy, document };
}

/** Writes the fields of a document that say which identifiers lead to the object. */
export function identifierFields(identifiers                          )                                             {
	return { keys: [...new Set(identifiers.map(({ key }) => keyTerm(key)))], identifiers };
}

/**
 * Tells the term that an identifier's key is found by. It is a hash, of 132 bits: a key may be
 * longer than terms may be.
 */
export function keyTerm(key        )         {
	return hash('sha256', key, 'base64url').slice(0, 22);
}

/**
 * Tells what links copy of an object. Objects that no filter and no order tells apart have equal
 * copies.
 */
export function objectCopy({ type, year, sortKey, text }             )             {
	const copy             = { sort: sortKey, type };
	if (year !== null) copy.year = year;
	for (const field of objectTextFields) {
		const words = analyseValues(text[field]);
		if (words.length > 0) copy[field] = words;
	}
	return copy;
}
