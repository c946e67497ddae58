// A search index in memory, as simple as the contract can be read: the oracle of tests.
import { isDeepStrictEqual } from 'node:util';
import { compareText } from '../../../identifiers/index.ts';
import type { ObjectTypeName } from '../../../links/description.ts';
import { type HistoryItem, isSameWording, wordingsSeen } from '../../../links/provenance.ts';
import {
	type RelationAsked,
	type SearchRelation,
	searchRelationMeaning,
	searchRelations,
} from '../../../links/relation.ts';
import { analyse } from '../../../search/analysis.ts';
import {
	assertedBy,
	compared,
	type Flag,
	type FlagBits,
	flagBits,
	flags,
	flagsIn,
	nothingKnown,
	unknownIn,
} from '../../../search/flags/flags.ts';
import { rebuildPhases } from '../../../store/rebuild-parts.ts';
import type {
	GroupBy,
	GroupId,
	IdentifierKey,
	IndexChanges,
	IndexLink,
	IndexObject,
	Located,
} from '../index-content.ts';
import { type Built, type IndexFormats, isUsable, outdatedIn } from '../index-format.ts';
import type { IndexInspection } from '../index-inspection.ts';
import { comparePositions, linkOrders, type Position, readCursor, titleOrderOf, writeCursor } from '../position.ts';
import type { SearchIndex } from '../search-index.ts';
import {
	type FlagCount,
	mostFacetValues,
	mostViaOfItem,
	type SearchRequest,
	type SearchResult,
	type Stretch,
	shownStretch,
	stretchInVia,
	takeStretch,
	unreadableIndex,
} from '../search-reader.ts';
import type { IndexWriter } from '../search-writer.ts';
import { modelObjects } from './objects.model.ts';
import { holds, lies } from './query.model.ts';
import { modelWorks } from './works.model.ts';

/** What all handles of one index share. */
export type ModelStore = {
	active: number;
	generations: Map<number, State>;
	/** Resolves when the last requested update is done. */
	lastQueued: Promise<unknown>;
};

type State = Built & {
	finished: boolean;
	syncToken: string;
	/** Counts the updates. */
	revision: number;
	/** The latest phase in which it was written to, of a rebuild in parts. */
	phase: number;
	objects: IndexObject[];
	identifiers: (IdentifierKey & { identity: GroupId })[];
	links: LevelLink[];
};
type LevelLink = {
	level: GroupBy;
	source: GroupId;
	relation: IndexLink['relation'];
	target: GroupId;
	history: readonly HistoryItem[];
	/** As passed in; searches find the links between Identity groups themselves. */
	via?: IndexLink['via'];
};

/** Makes a separate index: generation 1, empty. */
export function createModelStore(formats: IndexFormats = firstFormats): ModelStore {
	return {
		active: 1,
		generations: new Map([[1, { ...emptyState(formats), finished: true }]]),
		lastQueued: Promise.resolve(),
	};
}

/** Counts what the active generation stores. */
export function countKept({ generations, active }: ModelStore): number {
	const { objects, identifiers, links } = generations.get(active) as State;
	return objects.length + identifiers.length + links.length;
}

/**
 * Opens a handle to an index; with `idsPerPart` one that is built in parts of this many ids, by any
 * number of handles. `formats` are those of the version of the program.
 */
export function openModelIndex(
	store: ModelStore,
	idsPerPart?: number,
	formats: IndexFormats = firstFormats,
): SearchIndex {
	const active = () => store.generations.get(store.active) as State;
	const isReadable = () => isUsable(active().format, formats);
	const state = () => {
		if (!isReadable()) throw unreadableIndex(`generation ${store.active}`);
		return active();
	};
	const asked = () => ({
		objects: state().objects,
		search: (request: SearchRequest) => search(state(), request),
		leadsTo: (located: IdentifierKey, group: GroupId) => leadsTo(state(), located, 'identity', group),
	});
	return {
		name: 'model',
		locate: async (identifiers) => locate(state(), (known) => identifiers.some((asked) => same(known, asked))),
		locateKeys: async (keys) => locate(state(), (known) => keys.includes(known.key)),
		search: async (request) => search(state(), request),
		...modelObjects(asked),
		...modelWorks(asked),
		state: async () => `${store.active}-${state().revision}`,
		generation: async () => store.active,
		outdated: async () => outdatedIn(active(), formats),
		syncToken: async () => (isReadable() ? active().syncToken : undefined),
		update: (work, { signal } = {}) =>
			inQueue(store, async () => {
				signal?.throwIfAborted();
				const changed = structuredClone(state());
				changed.revision += 1;
				const update: Update = { over: false };
				const result = await work(writerOf(store.active, changed, update)).finally(() => {
					update.over = true;
				});
				signal?.throwIfAborted();
				if (update.announce) changed.syncToken = await update.announce(changed.syncToken);
				store.generations.set(store.active, changed);
				return result;
			}),
		...building(store, idsPerPart, formats),
		switchTo: (generation, before) => inQueue(store, () => switchTo(store, generation, before)),
		switchToFinished: (generation) =>
			inQueue(store, async () => {
				if (!store.generations.get(generation)?.finished) return false;
				await switchTo(store, generation);
				return true;
			}),
		condition: async () => null,
		isEmpty: async () => !isReadable() || active().objects.length === 0,
		size: async () => ({
			objects: state().objects.filter((object) => object.level === 'identity').length,
			links: state().links.filter((link) => link.level === 'identity').length,
		}),
		...inspect(state),
		close: async () => {},
	};
}

function inspect(state: () => State): IndexInspection {
	return {
		differingObjects: async (objects) =>
			objects.filter((object) => {
				const leads = object.level === 'version' ? [] : object.identifiers;
				const isLeading = leads.every((one) =>
					state().identifiers.some((known) => same(known, one) && known.identity === object.group),
				);
				return !isLeading || !isDeepStrictEqual(objectAt(state(), object.level, object.group), object);
			}),
		differingLinks: async (links) =>
			links.flatMap((link) => {
				const { source, relation, target } = link;
				return (['identity', 'version'] as const).flatMap((level) => {
					const stored = state().links.find((old) => isAt(old, link, level))?.history ?? [];
					const isRight = link[level] === undefined || isDeepStrictEqual(stored, link[level]);
					return isRight ? [] : [{ source, relation, target, level }];
				});
			}),
		async *groups(level) {
			yield state()
				.objects.filter((object) => object.level === level)
				.map(({ group }) => group);
		},
		async counts() {
			const { objects, links } = state();
			const ofLevel = (those: readonly { level: GroupBy }[]) => ({
				identity: those.filter(({ level }) => level === 'identity').length,
				version: those.filter(({ level }) => level === 'version').length,
			});
			return { objects: ofLevel(objects), links: ofLevel(links), miscounted: 0 };
		},
	};
}

async function switchTo(store: ModelStore, generation: number, before?: () => Promise<void>): Promise<void> {
	if (!store.generations.get(generation)?.finished) throw new Error(`generation ${generation} is not finished`);
	if (generation !== store.active) await before?.();
	store.active = generation;
	for (const older of store.generations.keys()) if (older < generation) store.generations.delete(older);
}

const firstFormats: IndexFormats = { written: 1, oldest: 1, flagRules: 1 };

function emptyState({ written: format, flagRules }: IndexFormats): State {
	return {
		format,
		flagRules,
		finished: false,
		syncToken: '',
		revision: 0,
		phase: 0,
		objects: [],
		identifiers: [],
		links: [],
	};
}

function inQueue<T>(store: ModelStore, work: () => Promise<T>): Promise<T> {
	const update = store.lastQueued.then(work);
	store.lastQueued = update.catch(() => undefined);
	return update;
}

type Update = { over: boolean; announce?: (before: string) => Promise<string> };

function writerOf(generation: number, changed: State, update: Update): IndexWriter {
	const state = () => {
		if (update.over) throw new Error('this update has ended');
		return changed;
	};
	return {
		generation,
		writeSyncToken: async (announce) => {
			state();
			update.announce = announce;
		},
		locate: async (identifiers) => locate(state(), (known) => identifiers.some((asked) => same(known, asked))),
		members: async (level, groups) => locate(state(), () => true).filter((one) => groups.includes(one[level])),
		apply: async (changes) => apply(state(), changes),
	};
}

function building(
	store: ModelStore,
	idsPerPart: number | undefined,
	formats: IndexFormats,
): Pick<SearchIndex, 'begin' | 'open' | 'remove' | 'inParts'> {
	const at = (generation: number) => {
		const state = store.generations.get(generation);
		if (!state) throw new Error(`generation ${generation} no longer exists`);
		return state;
	};
	const countAll = ({ objects, links }: State) => objects.length + links.length;
	return {
		begin: async (generation) => void store.generations.set(generation, emptyState(formats)),
		remove: async (generation) => void store.generations.delete(generation),
		async open(generation, phase) {
			const place = rebuildPhases.indexOf(phase);
			at(generation).phase = Math.max(at(generation).phase, place);
			const state = () => {
				if (at(generation).phase > place) throw new Error(`the phase ${phase} is over`);
				return at(generation);
			};
			let made = 0;
			const counting = (write: (to: State) => void) => {
				const before = countAll(state());
				write(state());
				made += countAll(state()) - before;
			};
			return {
				addObjects: async (objects) => {
					for (const object of objects) counting((to) => put(to, object));
				},
				addLinks: async (links) => {
					for (const link of links) counting((to) => addLink(to, link, idsPerPart !== undefined));
				},
				async *addRanks() {},
				flush: async () => made,
				finish: async (syncToken) => {
					state().syncToken = syncToken;
					state().finished = true;
				},
			};
		},
		...(idsPerPart !== undefined && {
			inParts: {
				format: formats.written,
				idsPerPart: () => idsPerPart,
				exists: async (generation) => store.generations.has(generation),
				countDocuments: async (generation) => countAll(at(generation)),
				apply: async (generation, changes) => apply(at(generation), changes),
			},
		}),
	};
}

/** Adds a link to a generation; in parts, an existing one is overwritten. */
function addLink(state: State, { identity, version, via, ...link }: IndexLink, isInParts: boolean): void {
	const given = { identity, version };
	for (const level of ['identity', 'version'] as const) {
		if (!isInParts && given[level] && state.links.some((old) => isAt(old, link, level))) {
			throw new Error('a link at one level twice');
		}
	}
	const isGiven = (level: GroupBy) =>
		!isInParts || [link.source, link.target].every((group) => objectDescribing(state, level, group));
	connect(state, {
		...link,
		...(identity && isGiven('identity') && { identity }),
		...(version && isGiven('version') && { version, ...(via && { via }) }),
	});
}

function apply(state: State, { removed, objects, links }: IndexChanges): void {
	for (const { level, group } of removed) {
		state.objects = state.objects.filter((object) => object.level !== level || object.group !== group);
		if (level === 'identity') state.identifiers = state.identifiers.filter((known) => known.identity !== group);
		state.links = state.links.filter(
			(link) => link.level !== level || (link.source !== group && link.target !== group),
		);
	}
	// An identity object with its Version group's number stands for it, unless the change has an
	// object of that group.
	const namesakes = objects.filter(({ level, group, version }) => level === 'identity' && group === version);
	for (const { group } of namesakes) {
		state.objects = state.objects.filter((old) => old.level !== 'version' || old.group !== group);
	}
	for (const object of objects) put(state, object);
	for (const link of links) connect(state, link);
}

function put(state: State, object: IndexObject): void {
	state.objects = state.objects.filter((old) => old.level !== object.level || old.group !== object.group);
	state.objects.push(object);
	if (object.level === 'version') return;
	state.identifiers = state.identifiers.filter(
		(known) => known.identity !== object.group && !object.identifiers.some((given) => same(known, given)),
	);
	state.identifiers.push(...object.identifiers.map(({ scheme, key }) => ({ scheme, key, identity: object.group })));
}

type LinkKey = Pick<IndexLink, 'source' | 'relation' | 'target'>;

function isAt(old: LevelLink, { source, relation, target }: LinkKey, level: GroupBy): boolean {
	return old.level === level && old.source === source && old.relation === relation && old.target === target;
}

function connect(state: State, { source, relation, target, via, ...histories }: IndexLink): void {
	for (const level of ['identity', 'version'] as const) {
		const history = histories[level];
		if (history === undefined) continue;
		state.links = state.links.filter((old) => !isAt(old, { source, relation, target }, level));
		if (history.length === 0) continue;
		state.links.push({ level, source, relation, target, history, ...(level === 'version' && via && { via }) });
	}
}

function same(one: IdentifierKey, other: IdentifierKey): boolean {
	return one.scheme === other.scheme && one.key === other.key;
}

function locate(state: State, wanted: (known: IdentifierKey) => boolean): Located[] {
	return state.identifiers.filter(wanted).map(({ scheme, key, identity }) => {
		const { version } = objectAt(state, 'identity', identity) as IndexObject;
		return { scheme, key, identity, version };
	});
}

function leadsTo(state: State, identifier: IdentifierKey, level: GroupBy, group: GroupId): boolean {
	return locate(state, (known) => same(known, identifier)).some((found) => found[level] === group);
}

function objectAt(state: State, level: GroupBy, group: GroupId): IndexObject | undefined {
	return state.objects.find((object) => object.level === level && object.group === group);
}

// The identity object of the same id stands for a Version group that has no object of its own.
function objectDescribing(state: State, level: GroupBy, group: GroupId): IndexObject | undefined {
	return objectAt(state, level, group) ?? objectAt(state, 'identity', group);
}

type Item = {
	relation: SearchRelation;
	object: IndexObject;
	history: readonly HistoryItem[];
	position: Position;
	via(): MemberVia[];
};
/** A link between members of the asked Version group and of the other one. */
type MemberVia = { asked: IndexObject; other: IndexObject; history: readonly HistoryItem[] };

function search(state: State, request: SearchRequest): SearchResult | undefined {
	const after = request.cursor === undefined ? undefined : readCursor(request.order, request.cursor);
	const { located, groupBy, group, history: stretch = shownStretch } = request;
	if (located && !leadsTo(state, located, groupBy, group)) return undefined;
	const source = objectDescribing(state, request.groupBy, request.group);
	if (!source || (request.groupBy === 'version' && source.version !== request.group)) return undefined;
	const all = searchRelations
		.filter((relation) => request.relation === undefined || request.relation === relation)
		.flatMap((relation) => itemsOf(state, request, relation))
		.filter((item) => passes(request, item))
		.map((item) => ({ ...item, bits: state.flagRules === 0 ? nothingKnown : flagsOfItem(source, item) }));
	const { flagged = flags, without = [] } = request;
	const has = ({ bits }: { bits: FlagBits }, asked: readonly Flag[]) =>
		flagsIn(bits).some((flag) => asked.includes(flag));
	const fitting = all.filter((item) => request.flagged === undefined || has(item, flagged));
	const found = fitting
		.filter((item) => !has(item, without))
		.sort((one, other) => comparePositions(request.order, one.position, other.position));
	const rest = found.filter((item) => !after || comparePositions(request.order, item.position, after) > 0);
	const page = rest.slice(request.offset, request.offset + request.size);
	const last = page.at(-1);
	return {
		source: source.document,
		total: request.counted === false ? 0 : found.length,
		items: page.map(({ relation, object, history, via, bits }) => ({
			relation,
			flags: flagsIn(bits),
			object: object.document,
			group: object.group,
			...takeStretch(history, stretch),
			...(request.groupBy === 'version'
				? {
						via: {
							total: via().length,
							links: via()
								.slice(0, mostViaOfItem)
								.map(shownVia(stretchInVia(stretch))),
						},
					}
				: {}),
		})),
		...(request.without && request.counted !== false && { excluded: excludedOf(fitting, without) }),
		...(last && request.offset + request.size < rest.length
			? { cursor: writeCursor(request.order, last.position) }
			: {}),
		...(request.facets ? { facets: countFacets(found, request) } : {}),
	};
}

function flagsOfItem(source: IndexObject, { relation, object, history }: Item): FlagBits {
	return flagBits(compared(source.traits), object.traits, { seen: relation, asserted: assertedBy(history) });
}

function excludedOf(items: readonly { bits: FlagBits }[], without: readonly Flag[]): FlagCount[] {
	const first = ({ bits }: { bits: FlagBits }) => flagsIn(bits).find((flag) => without.includes(flag));
	return flags
		.filter((flag) => without.includes(flag))
		.map((flag) => ({
			flag,
			items: items.filter((item) => first(item) === flag).length,
			unknown: items.filter((item) => first(item) === undefined && unknownIn(item.bits).includes(flag)).length,
		}));
}

function itemsOf(state: State, request: SearchRequest, relation: SearchRelation): Item[] {
	const meaning = searchRelationMeaning[relation];
	const otherOf = ({ source, target }: State['links'][number]) => (meaning.asked === 'target' ? source : target);
	return state.links
		.filter((link) => link.level === request.groupBy && link.relation === meaning.relation)
		.filter((link) => (meaning.asked === 'target' ? link.target : link.source) === request.group)
		.filter((link) => (request.other ?? otherOf(link)) === otherOf(link))
		.map((link) => {
			const other = otherOf(link);
			const object = objectDescribing(state, request.groupBy, other) as IndexObject;
			const position = {
				value: orderValue(state, request, { other, object, history: link.history }),
				sortKey: object.sortKey,
				relation: searchRelations.indexOf(relation),
			};
			const via = () => (request.groupBy === 'version' ? viaOf(state, relation, request.group, other) : []);
			return { relation, object, history: link.history, position, via };
		});
}

/** Returns what the order of a request goes by. */
function orderValue(
	{ links }: State,
	{ order, groupBy }: SearchRequest,
	{ other, object, history }: { other: GroupId; object: IndexObject; history: readonly HistoryItem[] },
): Position['value'] {
	switch (linkOrders[order].by) {
		case 'link':
			return latestOf(history);
		case 'published':
			return object.published;
		case 'title':
			return titleOrderOf(object.text.title.map((title) => analyse(title).join(' ')).filter((words) => words !== ''));
		case 'cited':
			return links.filter((one) => one.level === groupBy && one.relation === 'Cites' && one.target === other).length;
	}
}

/** Finds what makes a link between two Version groups: the links between their Identity groups. */
function viaOf(state: State, relation: SearchRelation, asked: GroupId, other: GroupId): MemberVia[] {
	const meaning = searchRelationMeaning[relation];
	const member = (version: GroupId, group: GroupId) =>
		state.objects.find((object) => object.level === 'identity' && object.group === group && object.version === version);
	return state.links
		.filter((link) => link.level === 'identity' && link.relation === meaning.relation)
		.flatMap(({ source, target, history }) => {
			const [near, far] = meaning.asked === 'target' ? [target, source] : [source, target];
			const [one, two] = [member(asked, near), member(other, far)];
			return one && two ? [{ asked: one, other: two, history }] : [];
		})
		.sort(
			(one, two) =>
				latestOf(two.history) - latestOf(one.history) ||
				compareText(one.asked.sortKey, two.asked.sortKey) ||
				compareText(one.other.sortKey, two.other.sortKey),
		);
}

const latestOf = (history: readonly HistoryItem[]) => Math.max(...history.map(({ instant }) => instant));

function shownVia(stretch: Stretch) {
	return ({ asked, other, history }: MemberVia) => ({
		source: asked.document.identifiers,
		target: other.document.identifiers,
		...takeStretch(history, stretch),
	});
}

function says({ history, relation }: Item, subType: string): boolean {
	return wordingsSeen(history, relation).some((word) => isSameWording(word, subType));
}

function isOneOf(item: Item, { relation, subType }: RelationAsked): boolean {
	return item.relation === relation && (subType === undefined || says(item, subType));
}

type Range = { from: number | null; to: number | null };

function passes({ type, years, asserted, via, subType, among, q }: SearchRequest, item: Item): boolean {
	if (via !== undefined && !item.via().some(({ asked }) => asked.group === via)) return false;
	if (subType !== undefined && !says(item, subType)) return false;
	if (among && !among.some((one) => isOneOf(item, one))) return false;
	if (type !== undefined && item.object.type !== type) return false;
	if (years && !lies(item.object.year, years)) return false;
	if (asserted && !item.history.some((one) => meets(one, asserted))) return false;
	return !q || holds(q, item);
}

function meets({ instant, end }: HistoryItem, { from, to }: Range): boolean {
	return (from === null || end >= from) && (to === null || instant <= to);
}

function countFacets(
	items: readonly (Item & { bits: FlagBits })[],
	{ groupBy, countsFlags }: SearchRequest,
): NonNullable<SearchResult['facets']> {
	const types = count(items.map(({ object }) => object.type));
	const words = count(items.flatMap(({ history, relation }) => wordingsSeen(history, relation)));
	const members = count(items.flatMap(({ via }) => [...new Set(via().map(({ asked }) => asked))]));
	const byMember = members
		.sort(([one, n], [other, m]) => m - n || compareText(one.sortKey, other.sortKey))
		.map(([{ document }, n]): [string, number] => [document.identifiers, n]);
	const byType = types.sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
	const yearsBy = (yearOf: (item: Item) => number | null, of: readonly Item[] = items) =>
		count(of.map(yearOf).filter((year) => year !== null)).sort(([one], [other]) => one - other);
	const typeYearsBy = (yearOf: (item: Item) => number | null) =>
		byType.flatMap(([type]) =>
			yearsBy(
				yearOf,
				items.filter(({ object }) => object.type === type),
			).map(([year, n]): [ObjectTypeName, number, number] => [type, year, n]),
		);
	const published = ({ object }: Item) => object.year;
	const linked = ({ history }: Item) => new Date(1_000 * latestOf(history)).getUTCFullYear();
	return {
		...{ type: byType, publicationYear: yearsBy(published), typeYears: typeYearsBy(published) },
		...{ linkYear: yearsBy(linked), typeLinkYears: typeYearsBy(linked) },
		subType: words.sort(([one, n], [other, m]) => m - n || compareText(one, other)).slice(0, mostFacetValues),
		...(groupBy === 'version' ? { via: byMember.slice(0, mostFacetValues) } : {}),
		...(countsFlags && {
			flags: flags.map((flag) => ({
				flag,
				items: items.filter(({ bits }) => flagsIn(bits).includes(flag)).length,
				unknown: items.filter(({ bits }) => unknownIn(bits).includes(flag)).length,
			})),
		}),
	};
}

function count<T>(values: readonly T[]): [T, number][] {
	return [...new Set(values)].map((value) => [value, values.filter((other) => other === value).length]);
}
