// Opens SQLite files for the search index, the only place that knows node:sqlite; knows no tables.

import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createLru } from './lru.js';

/** What a column holds and a parameter takes. */
                                           

/** A prepared statement; rows come as arrays in the order of the columns. */
                         
	                                                        
	                                                                                       
	                                                                    
	                                                                  
	                                                                                          
	                                                                                            
  

                          
	                                                          
	                           
	   
	                                                                                           
	                  
	   
	                                
	                                                                      
	                                                                
	                           
	                                              
	              
  

                    
	                                                                                         
	                 
	                              
	                       
	   
	                                                                                                
	   
	                         
  

/**
 * Writes the statement that has a connection cache so many MiB of pages of a file, and (main's)
 * sort within as much.
 */
export function cacheOf(mebibytes        , schema = 'main')         {
	return `PRAGMA ${schema}.cache_size = -${mebibytes * 1_024}`;
}

// Plain searches have some fifty texts, those of writers another thirty.
const cachedStatements = 200;

/** Opens a file. */
export function openConnection(
	path        ,
	{ create = false, cacheMebibytes, busyMilliseconds }             ,
)             {
	const url = pathToFileURL(path);
	url.searchParams.set('mode', create ? 'rwc' : 'rw');
	const database = new DatabaseSync(url, { timeout: busyMilliseconds, returnArrays: true });
	try {
		database.exec(cacheOf(cacheMebibytes));
	} catch (error) {
		database.close();
		throw error;
	}
	const prepared = createLru                   (cachedStatements);
	return {
		execute: (sql) => database.exec(sql),
		prepare: (sql) => prepared.get(sql, () => database.prepare(sql)                        ),
		define: (name, work) => database.function(name, { varargs: true }, work                                   ),
		isInTransaction: () => database.isTransaction,
		close() {
			if (database.isOpen) database.close();
		},
	};
}
