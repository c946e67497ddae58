// The counts of a whole result, as answers tell them; knows no link and no filter.
                                                                    
                                                             

/** Holds counts of relationships; each list is in the order in which it is told. */
                            
	                                                     
	                                                        
	                        
	                                                                  
	                                                
	                                                       
	                                             
  

/** Describes counts; those of each type also by year. */
export function describeAggregations({ type, publicationYear, typeYears, subType, via }              ) {
	const yearsOf = (name                ) =>
		typeYears.filter(([of]) => of === name).map(([, year, count]) => [year, count]         );
	return {
		type: {
			buckets: type.map(([key, count]) => ({ key, doc_count: count, publication_year: describeBuckets(yearsOf(key)) })),
		},
		publication_year: describeBuckets(publicationYear),
		subtype: describeBuckets(subType),
		via: via && { buckets: via.map(memberBucket) },
	};
}

/** The key of a member is what `via=` of a search takes. */
function memberBucket([identifiers, count]                           ) {
	const Identifiers = JSON.parse(identifiers)                     ;
	const [first] = Identifiers;
	return { key: `${first?.IDScheme}:${first?.ID}`, Identifiers, doc_count: count };
}

/** Describes counts by one thing. */
export function describeBuckets(counts                                                 ) {
	return { buckets: counts.map(([key, count]) => ({ key, doc_count: count })) };
}
