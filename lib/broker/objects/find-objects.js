// Finds works by words, type and year. It knows no transport and no engine.

                                                                                         
import { readIdentifier } from '../../identifiers/index.js';
                                                                                   
                                                                      
                                                                                                          
import { fields, parseQueryString } from '../../search/query-string.js';
import { countFitting } from '../searching/page-bytes.js';
import { identifierForms } from '../searching/search-relationships.js';
                                                   

/** What was found, before it is written; `group` is always that of an Identity group. */
                                      

/** Finds works; fails with `bad-query-string` where `q` cannot be parsed. */
export async function findObjects(
	index                                           ,
	query            ,
	{ signal }                                       = {},
)                       {
	const result = await findPage(index, requestOf(query), signal);
	if (query.group_by === 'identity') return result;
	return { ...result, works: await namedByHeads(index, result.works) };
}

/** Finds a page of works; one of too many bytes ends before what is too much. */
async function findPage(
	index                                ,
	request              ,
	signal                         ,
)                       {
	const result = await index.findWorks(request, signal);
	const fitting = countFitting(result.works, ({ document: { identifiers, fields, versions } }) =>
		Buffer.byteLength(identifiers + fields + versions),
	);
	if (fitting === result.works.length) return result;
	const { works, cursor } = await index.findWorks({ ...request, size: fitting, facets: false }, signal);
	return { ...result, works, ...(cursor !== undefined && { cursor }) };
}

// Providers are those of links.
const fieldsOfWorks = fields.filter((field) => field !== 'provider');

function requestOf(query            )               {
	const { q = '', sort = q.trim() === '' ? 'mostcited' : 'relevance' } = query;
	return {
		groupBy: query.group_by,
		...(q.trim() !== '' && { q: parseQueryString(q, identifierForms, fieldsOfWorks) }),
		...(query.type && { type: query.type }),
		...(query.publication_year && { years: query.publication_year }),
		order: orders[sort.replace('-', '')                       ],
		reverse: sort.startsWith('-'),
		size: query.size,
		...(query.cursor !== undefined && { cursor: query.cursor }),
		facets: true,
	};
}

const orders = { relevance: 'relevance', mostcited: 'cited', mostrecent: 'published' }                           
	       
	          
 ;

/** Gives families the number of the work that stands for them: an address needs one of a work. */
async function namedByHeads(index                             , works                      )                       {
	const heads = works.map(({ document }) => firstIdentifier(document));
	const located = await index.locate(heads.filter((head) => head !== undefined));
	const groupOf = (head                        )                      =>
		located.find(({ scheme, key }) => scheme === head?.scheme && key === head.key)?.identity;
	return works.map((work, at) => ({ ...work, group: groupOf(heads[at]) ?? work.group }));
}

function firstIdentifier({ identifiers }                ) {
	const [first] = JSON.parse(identifiers)                     ;
	return first && readIdentifier(first.ID, first.IDScheme);
}
