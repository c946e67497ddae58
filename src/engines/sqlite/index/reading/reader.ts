// Reads the active generation, whichever process switched to it.
import type { GroupBy, GroupId, IdentifierKey, Located } from '../../../../ports/search/index-content.ts';
import type { IndexInspection } from '../../../../ports/search/index-inspection.ts';
import type { ObjectReader } from '../../../../ports/search/object-reader.ts';
import type { SearchReader, SearchRequest, SearchResult } from '../../../../ports/search/search-reader.ts';
import { unreadableIndex } from '../../../../ports/search/search-reader.ts';
import type { WorkFinder } from '../../../../ports/search/work-finder.ts';
import { type FilePlace, notePlace } from '../../file-identity.ts';
import type { Connection } from '../connection.ts';
import { createDamageGuard } from '../generations/damage-guard.ts';
import { generationPath, type IndexFiles, openGeneration } from '../generations/generation-files.ts';
import type { Pointer } from '../generations/pointer.ts';
import { createQueryCondition, createWordingCondition } from './filter.ts';
import { createHistoryReader } from './histories.ts';
import { createInspection, type GenerationInspection } from './inspection.ts';
import { createLinkFlags } from './link-flags.ts';
import { createLocator } from './locate.ts';
import { createCountReader, createObjectReading, type ObjectReading } from './objects.ts';
import { createSearch } from './search.ts';
import { createLinkSelect } from './select-links.ts';
import { createWorkSearch, type WorkSearch } from './works.ts';

export type ReadingOptions = {
	/** MiB of the file's pages. */
	cacheMebibytes: number;
	/** Statements of link histories; see createHistoryReader. */
	cachedStatements: number;
	/** See SqliteIndexOptions. */
	isCancelled(): boolean;
};

/** Reads one generation; each call sees one state of it. */
type GenerationReader = ObjectReading &
	GenerationInspection & {
		locate(identifiers: readonly IdentifierKey[]): Located[];
		locateKeys(keys: readonly string[]): Located[];
		search(request: SearchRequest): SearchResult | undefined;
		size(): { objects: number; links: number };
		isEmpty(): boolean;
		/** Returns a number that grows with each update. */
		revision(): number;
	};

/**
 * Makes a SearchReader, ObjectReader, WorkFinder and IndexInspection on this thread; `close` closes
 * the open file.
 */
export function createReading(
	files: IndexFiles,
	pointer: Pick<Pointer, 'read' | 'quarantine'>,
	options: ReadingOptions,
): SearchReader & ObjectReader & WorkFinder & IndexInspection & { close(): void } {
	const { path } = files;
	let open: Open | undefined;
	const close = () => {
		open?.connection.close();
		open?.works.close();
		open = undefined;
	};
	const guard = createDamageGuard(path, pointer, close);
	/** Finds the active generation, readable or not. */
	const find = (): { generation: number; found: Open | undefined } => {
		for (let { generation, isQuarantined } = pointer.read(); ; ) {
			if (open?.generation !== generation || !open.place.isSame() || isQuarantined) {
				close();
				if (!isQuarantined) open = guard.run(generation, () => openReader(files, generation, options));
			}
			if (open) return { generation, found: open };
			// A switch while it was being opened may have removed the file.
			const active = pointer.read();
			if (active.generation === generation) return { generation, found: undefined };
			({ generation, isQuarantined } = active);
		}
	};
	const findReadable = (): Open => {
		const { generation, found } = find();
		if (!found) throw unreadableIndex(generationPath(path, generation));
		return found;
	};
	const read = <T>(work: (reader: GenerationReader) => T): T => {
		const { generation, reader } = findReadable();
		return guard.run(generation, () => work(reader));
	};
	return {
		locate: async (identifiers) => read((reader) => reader.locate(identifiers)),
		locateKeys: async (keys) => read((reader) => reader.locateKeys(keys)),
		search: async (request) => read((reader) => reader.search(request)),
		describe: async (group, options) => read((reader) => reader.describe(group, options)),
		countLinks: async (works) => read((reader) => reader.countLinks(works)),
		listMembers: async (versions) => read((reader) => reader.listMembers(versions)),
		countMembers: async (group) => read((reader) => reader.countMembers(group)),
		listWorks: async (range) => read((reader) => reader.listWorks(range)),
		lastWork: async () => read((reader) => reader.lastWork()),
		async findWorks(request) {
			const { generation, works } = findReadable();
			return works.findWorks(request).catch((error) => {
				throw guard.translate(generation, error);
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
				last = groups.at(-1) as number;
			}
		},
		counts: async () => read((reader) => reader.counts()),
		close,
	};
}

type Open = {
	generation: number;
	place: FilePlace;
	connection: Connection;
	reader: GenerationReader;
	works: WorkSearch;
};

/** Opens a generation; undefined where it cannot be read. */
function openReader(files: IndexFiles, generation: number, options: ReadingOptions): Open | undefined {
	const place = notePlace(generationPath(files.path, generation));
	const connection = openGeneration(files, generation, 'read', options.cacheMebibytes);
	if (!connection) return undefined;
	try {
		const reader = createGenerationReader(connection, options);
		return {
			generation,
			place,
			connection,
			reader,
			works: createWorkSearch(() => openAgain(files, generation), options.isCancelled),
		};
	} catch (error) {
		connection.close();
		throw error;
	}
}

const workCacheMebibytes = 4;

/** Opens a generation once more; it may have been removed since. */
function openAgain(files: IndexFiles, generation: number): Connection {
	const connection = openGeneration(files, generation, 'read', workCacheMebibytes);
	if (!connection) throw unreadableIndex(generationPath(files.path, generation));
	return connection;
}

function createGenerationReader(
	connection: Connection,
	{ cachedStatements, isCancelled }: ReadingOptions,
): GenerationReader {
	const locator = createLocator(connection);
	const readHistory = createHistoryReader(connection, cachedStatements);
	// Each defines a function of the connection, so there is one of each.
	const queryHolds = createQueryCondition(connection, { readHistory, isCancelled });
	const saysWord = createWordingCondition(connection, readHistory);
	const flags = createLinkFlags(connection, readHistory);
	const select = createLinkSelect(connection, { queryHolds, saysWord, flags });
	const search = createSearch(connection, readHistory, { select, flags });
	const readCounts = createCountReader(connection);
	const objects = createObjectReading(connection, { readHistory, select, readCounts });
	const inspection = createInspection(connection, readHistory);
	const begin = connection.prepare('BEGIN');
	const end = connection.prepare('COMMIT');
	const anyObject = connection.prepare('SELECT 1 FROM object LIMIT 1');
	const summary = connection.prepare('SELECT objects, links, revision FROM summary');
	const readSummary = () => summary.get<[number, number, number]>() as [number, number, number];
	const onOneState = <T>(read: () => T): T => {
		begin.run();
		try {
			return read();
		} finally {
			// Some failures have ended the transaction already.
			if (connection.isInTransaction()) end.run();
		}
	};
	/** Nothing to check for a group that was not located. */
	const leadsTo = (located: Located | undefined, level: GroupBy, group: GroupId) =>
		located === undefined || locator.leadsTo(located, level, group);
	return {
		locate: (identifiers) => onOneState(() => locator.locate(identifiers)),
		locateKeys: (keys) => onOneState(() => locator.locateKeys(keys)),
		search: (request) =>
			onOneState(() => (leadsTo(request.located, request.groupBy, request.group) ? search(request) : undefined)),
		describe: (group, options) =>
			onOneState(() => (leadsTo(options.located, 'identity', group) ? objects.describe(group, options) : undefined)),
		countLinks: (works) => onOneState(() => objects.countLinks(works)),
		listMembers: (versions) => onOneState(() => objects.listMembers(versions)),
		countMembers: (group) => onOneState(() => objects.countMembers(group)),
		listWorks: (range) => onOneState(() => objects.listWorks(range)),
		lastWork: () => onOneState(objects.lastWork),
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
