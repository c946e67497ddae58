// What is told of a work itself: identifiers with their addresses, description, family and counts,
// as plain data; knows neither HTTP nor the search index.
import { identifierUrl } from '../../../identifiers/index.js';
                                                                 
import {                       readObject } from '../described-object.js';
import {                    describeAggregations, describeBuckets } from './describe-aggregations.js';
                                                             
                                                       

                                                       

/** A work with its counts; `linked` are instants in seconds since 1970. */
                          
	              
	                                                       
	               
	                                               
  

                                                                                                            

/** All that is told of a work. */
                              
	                 
	         
		                                                       
		               
		                               
		              
	  
	                     
  

/** Describes a work; `base` is where addresses begin. */
export function describeWork({ work, family, facets }                , base        ) {
	const { self, ...described } = describeVersion(work, base);
	return {
		self,
		...described,
		counts: { identity: work.counts, version: family.counts },
		family: {
			...describeObjectWithAddresses(family.document),
			versions: family.members.map((member) => describeVersion(member, base)),
			versions_total: family.total,
		},
		...(facets && { facets: { identity: describeFacets(facets.identity), version: describeFacets(facets.version) } }),
	};
}

/** A page of works that were found; `counts` are those at the level asked. */
                           
	              
	                                                                                      
	          
		                                             
		                                                        
		                                                  
	  
  

/** Describes a page of works; `links` are the addresses of this page and the next. */
export function describeWorks(
	{ total, works, facets }             ,
	{ base, links }                                                          ,
) {
	return {
		total,
		hits: works.map(({ group, document, counts }) => ({
			self: addressOfWork(group, base),
			...describeObjectWithAddresses(document),
			counts,
			versions_total: document.versions ? (JSON.parse(document.versions)             ).length : 1,
		})),
		...(facets && {
			aggregations: {
				type: describeBuckets(facets.type),
				publication_year: describeBuckets(facets.publicationYear),
				publisher: describeBuckets(facets.publisher),
			},
		}),
		links,
	};
}

/** Writes the address of a work that stays: by the number of one of its identifiers. */
export function addressOfWork(group        , base        )         {
	return `${base}/objects/${group}`;
}

/** Describes an object with the addresses of its identifiers, where they have some. */
export function describeObjectWithAddresses(
	document                                              ,
)                                                                              {
	const object = readObject(document);
	return { ...object, Identifiers: object.Identifiers.map(withAddress) };
}

function describeVersion({ group, document, counts, linked }            , base        ) {
	return {
		self: addressOfWork(group, base),
		...describeObjectWithAddresses(document),
		counts,
		first_linked: linked && dayOf(linked.first),
		last_linked: linked && dayOf(linked.last),
	};
}

function withAddress({ ID, IDScheme }                 )                                       {
	const IDURL = identifierUrl({ scheme: IDScheme, value: ID });
	return IDURL === undefined ? { ID, IDScheme } : { ID, IDScheme, IDURL };
}

function describeFacets(facets                         ) {
	return Object.fromEntries(
		Object.entries(facets).map(([relation, counted]) => [relation, describeAggregations(counted)]),
	);
}

/** Tells the day of an instant in UTC: dates differ in how exact they are. */
function dayOf(instant        )         {
	return new Date(instant * 1_000).toISOString().slice(0, 10);
}
