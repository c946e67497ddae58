// Tells whether a free-text query holds for a link, as a function that SQL calls for each one.
// It knows no order, no page and no other filter.
//
// In SQL alone a query of many words would take a subquery for each, and a scan of each text for
// each; V8 looks for a word in a text several times as fast as SQLite does.
import {                       objectTextFields,                } from '../../../../search/query-node.js';
                                                   
import { createLru } from '../lru.js';
import { codeOfType, phraseOf, wordsOf } from '../schema.js';
                                                    

/**
 * Writes the condition that a query holds for link `l` and the object `o` at its other end, until
 * the next one is asked for; for the object alone where `history` is NULL.
 */
                                                                                      

/** What a query looks at. */
                 
	             
	                    
	                                
	                                                                     
	                                                         
  

                                             
                                                     

// Providers are few.
const cachedProviders = 1_000;

/**
 * Defines the function for a connection. Searches come one after the other, so that it knows one
 * query at a time; where `isGivenUp` answers true, the search fails.
 */
export function createQueryCondition(
	connection            ,
	{ readHistory, isGivenUp }                                                      ,
)                 {
	const providers = createLru                (cachedProviders);
	const wordsOfProvider = (name        ) => providers.get(name, () => wordsOf([name]));
	const hasProvider = (phrase        )            => {
		const sought = phraseOf(phrase);
		return ({ history }) =>
			history !== null && readHistory(history).some(({ provider }) => wordsOfProvider(provider).includes(sought));
	};
	let holds            = () => false;
	connection.define('query_holds', (type, year, history, ...words) => {
		if (isGivenUp()) throw givenUp();
		const texts = Object.fromEntries(objectTextFields.map((field, at) => [field, words[at]]));
		// No phrase reaches over a bar, as between two values of a field.
		texts.any = words.join('|');
		return Number(holds({ type, year, history, texts }            ));
	});
	const texts = objectTextFields.map((field) => `t.${field}`);
	return (q, history = 'l.history') => {
		holds = compile(q, hasProvider);
		const columns = ['o.type', 'o.year', history, ...texts];
		return `EXISTS (SELECT 1 FROM text t WHERE t.id = o.id AND query_holds(${columns.join(', ')}))`;
	};
}

/** Makes the failure of a search for which nobody waits any more. */
export function givenUp()        {
	return new Error('the search was given up, since nobody waits for it any more');
}

/** Makes the predicate of a node; see QueryNode for what each holds for. */
function compile(node           , hasProvider                               )            {
	switch (node.kind) {
		case 'and': {
			const inner = node.nodes.map((each) => compile(each, hasProvider));
			return (link) => inner.every((holds) => holds(link));
		}
		case 'or': {
			const inner = node.nodes.map((each) => compile(each, hasProvider));
			return (link) => inner.some((holds) => holds(link));
		}
		case 'not': {
			const holds = compile(node.node, hasProvider);
			return (link) => !holds(link);
		}
		case 'phrase':
			return node.field === 'provider' ? hasProvider(node) : hasWords(node, node.field);
		case 'type': {
			const code = codeOfType(node.type);
			return ({ type }) => type === code;
		}
		case 'year': {
			const { from, to } = node;
			return ({ year }) => year !== null && (from === null || year >= from) && (to === null || year <= to);
		}
		case 'everything':
			return () => true;
		case 'nothing':
			return () => false;
	}
}

function hasWords(phrase        , field                        )            {
	const sought = phraseOf(phrase);
	const name = field ?? 'any';
	return ({ texts }) => texts[name].includes(sought);
}
