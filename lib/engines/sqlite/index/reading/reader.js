// Reads the generation that answers now, whichever process switched to it.
// It knows no SQL of searches.
                                                                                                          
                                                                                    
                                                                              
                                                                                                           
import { unreadableIndex } from '../../../../ports/search/unreadable-index.js';
                                                                          
                                                   
import {                 notePlace } from '../file-place.js';
import { generationPath, openGeneration } from '../generations/generation-files.js';
                                                         
import { createTrust } from '../generations/trust.js';
import { createHistoryReader } from './histories.js';
import { createInspection,                           } from './inspection.js';
import { createLinkSelect } from './link-select.js';
import { createLocator } from './locate.js';
import { createCountReader, createObjectReading,                    } from './objects.js';
import { createQueryCondition } from './query.js';
import { createSearch } from './search.js';
import { createWordingCondition } from './wording.js';
import { createWorkSearch,                 } from './work-search.js';

/** Bounds what a reader caches. */
                              
	                               
	                       
	                                                            
	                         
	                              
	                     
  

/** Reads one generation; each call sees one state of it. */
                                       
	                        
		                                                         
		                                               
		                                                         
		                                           
		                   
		                                                  
		                   
	  

/**
 * Offers SearchReader, ObjectReader, WorkFinder and IndexInspection on this thread; `close` closes
 * the file that is open.
 */
export function createReading(
	path        ,
	pointer                                    ,
	options                ,
)                                                                                 {
	let open                  ;
	const close = () => {
		open?.connection.close();
		open?.works.close();
		open = undefined;
	};
	const trust = createTrust(path, pointer, close);
	/** Finds the generation that answers, whether it can be read or not. */
	const find = ()                                                  => {
		for (let { generation, isTrusted } = pointer.read(); ; ) {
			if (open?.generation !== generation || !open.place.isSame() || !isTrusted) {
				close();
				if (isTrusted) open = trust.run(generation, () => openReader(path, generation, options));
			}
			if (open) return { generation, found: open };
			// A switch while it was being opened may have taken the file away.
			const answering = pointer.read();
			if (answering.generation === generation) return { generation, found: undefined };
			({ generation, isTrusted } = answering);
		}
	};
	const findReadable = ()       => {
		const { generation, found } = find();
		if (!found) throw unreadableIndex(generationPath(path, generation));
		return found;
	};
	const read =    (work                                 )    => {
		const { generation, reader } = findReadable();
		return trust.run(generation, () => work(reader));
	};
	return {
		locate: async (identifiers) => read((reader) => reader.locate(identifiers)),
		locateKeys: async (keys) => read((reader) => reader.locateKeys(keys)),
		search: async (request) => read((reader) => reader.search(request)),
		describe: async (group, options) => read((reader) => reader.describe(group, options)),
		countLinks: async (works) => read((reader) => reader.countLinks(works)),
		async findWorks(request) {
			const { generation, works } = findReadable();
			return works.findWorks(request).catch((error) => {
				throw trust.judge(generation, error);
			});
		},
		size: async () => read((reader) => reader.size()),
		isEmpty: async () => find().found === undefined || read((reader) => reader.isEmpty()),
		async state() {
			const { generation, found } = find();
			return found && `${generation}-${read((reader) => reader.revision())}`;
		},
		differingObjects: async (objects) => read((reader) => reader.differingObjects(objects)),
		differingLinks: async (links) => read((reader) => reader.differingLinks(links)),
		async *groups(level) {
			for (let last = 0; ; ) {
				const groups = read((reader) => reader.groupsAfter(level, last));
				if (groups.length === 0) return;
				yield groups;
				last = groups.at(-1)          ;
			}
		},
		counts: async () => read((reader) => reader.counts()),
		close,
	};
}

/** A generation that is open for reading. */
             
	                   
	                 
	                       
	                         
	                  
  

/** Opens a generation; undefined where it cannot be read. */
function openReader(path        , generation        , options                )                   {
	const place = notePlace(generationPath(path, generation));
	const connection = openGeneration(path, generation, 'read', options.cacheMebibytes);
	if (!connection) return undefined;
	try {
		const reader = createGenerationReader(connection, options);
		return {
			generation,
			place,
			connection,
			reader,
			works: createWorkSearch(() => openAgain(path, generation), options.isGivenUp),
		};
	} catch (error) {
		connection.close();
		throw error;
	}
}

const workCacheMebibytes = 4;

/** Opens a generation that is open already; it may have been removed since. */
function openAgain(path        , generation        )             {
	const connection = openGeneration(path, generation, 'read', workCacheMebibytes);
	if (!connection) throw unreadableIndex(generationPath(path, generation));
	return connection;
}

function createGenerationReader(
	connection            ,
	{ cachedStatements, isGivenUp }                ,
)                   {
	const locator = createLocator(connection);
	const readHistory = createHistoryReader(connection, cachedStatements);
	// Each defines a function of the connection, so there is one of each.
	const queryHolds = createQueryCondition(connection, { readHistory, isGivenUp });
	const saysWord = createWordingCondition(connection, readHistory);
	const select = createLinkSelect(connection, { queryHolds, saysWord });
	const search = createSearch(connection, readHistory, select);
	const readCounts = createCountReader(connection);
	const objects = createObjectReading(connection, { readHistory, select, readCounts });
	const inspection = createInspection(connection, readHistory);
	const begin = connection.prepare('BEGIN');
	const end = connection.prepare('COMMIT');
	const anyObject = connection.prepare('SELECT 1 FROM object LIMIT 1');
	const summary = connection.prepare('SELECT objects, links, revision FROM summary');
	const readSummary = () => summary.get                          ()                            ;
	const onOneState =    (read         )    => {
		begin.run();
		try {
			return read();
		} finally {
			// Some failures have ended it already.
			if (connection.isInTransaction()) end.run();
		}
	};
	/** Nothing is asked of a group that was not located. */
	const leadsTo = (located                     , level         , group         ) =>
		located === undefined || locator.leadsTo(located, level, group);
	return {
		locate: (identifiers) => onOneState(() => locator.locate(identifiers)),
		locateKeys: (keys) => onOneState(() => locator.locateKeys(keys)),
		search: (request) =>
			onOneState(() => (leadsTo(request.located, request.groupBy, request.group) ? search(request) : undefined)),
		describe: (group, options) =>
			onOneState(() => (leadsTo(options.located, 'identity', group) ? objects.describe(group, options) : undefined)),
		countLinks: (works) => onOneState(() => objects.countLinks(works)),
		size() {
			const [objects, links] = readSummary();
			return { objects, links };
		},
		differingObjects: (objects) => onOneState(() => inspection.differingObjects(objects)),
		differingLinks: (links) => onOneState(() => inspection.differingLinks(links)),
		groupsAfter: (level, last) => inspection.groupsAfter(level, last),
		counts: () => onOneState(inspection.counts),
		isEmpty: () => anyObject.get() === undefined,
		revision: () => readSummary()[2],
	};
}
