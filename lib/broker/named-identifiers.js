// Reads the names of identifiers, whether they are known or gone. It knows no engine.
                                                          
                                                    
                                                               

/** Reads identifiers by id, in no particular order; those not there are left out. */
export async function namedIdentifiers(
	transaction                                                      ,
	ids               ,
)                                       {
	return [...(await transaction.identifiers(ids)), ...(await transaction.goneIdentifiers(ids))];
}
