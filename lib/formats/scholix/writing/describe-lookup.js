// What is told of identifiers that were looked up, as plain data and as rows of CSV; knows neither
// HTTP nor the search index.
import {                      searchRelations } from '../../../links/relation.js';
import { csvLine } from '../../csv/csv-cells.js';
import { addressOfWork } from './describe-work.js';
import {                       shownIdentifier } from './shown-identifier.js';

                                                       

/** What was found of one input; see LookUpResult (src/broker/objects). */
                                                                  
	                     
	   
			              
			                                         
			                                                                               
	   
  

/** One input as answers tell it. */
                               
	                                
	                                
	               
	                 
	              
	                                               
  

/** Describes what was found; `base` is where addresses begin, without it there are none. */
export function describeLookUp(one              , base         )                  {
	if (one.problem !== null) return { input: one.input, known: false, problem: one.problem };
	const { input, asked, found } = one;
	return {
		input,
		understood_as: shownIdentifier(asked),
		known: found !== null,
		...(found && { ...(base !== undefined && { self: addressOfWork(found.group, base) }), counts: found.counts }),
	};
}

const levels = ['identity', 'version']         ;
const countColumns = levels.flatMap((level) => searchRelations.map((relation) => ({ level, relation })));

/** Names the columns. */
export const lookUpHeader = csvLine([
	...['input', 'input_scheme', 'id', 'scheme', 'known', 'problem', 'self'],
	...countColumns.map(({ level, relation }) => `${level}_${relation}`),
]);

/** Writes the row of one input; cells of what is not known are empty. */
export function lookUpRow(one              , base         )         {
	const { input, understood_as, known, problem = '', self = '', counts } = describeLookUp(one, base);
	const given = typeof input === 'string' ? { ID: input, IDScheme: '' } : input;
	return csvLine([
		...[given.ID, given.IDScheme, understood_as?.ID ?? '', understood_as?.IDScheme ?? ''],
		...[String(known), problem, self],
		...countColumns.map(({ level, relation }) => (counts ? String(counts[level][relation]) : '')),
	]);
}
