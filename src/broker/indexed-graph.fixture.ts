// Reads the graph that an index shows, in the words of the naive model, and holds it to what must
// be so of any index.
import assert from 'node:assert/strict';
import type { Identifier } from '../identifiers/index.ts';
import type {
	GroupBy,
	GroupId,
	IdentifierKey,
	IndexObject,
	MemberLink,
	ObjectDocument,
} from '../ports/search/index-content.ts';
import type { LinkOrder } from '../ports/search/position.ts';
import type { SearchResult } from '../ports/search/search-reader.ts';
import { type ModelStore, openModelIndex } from '../ports/search/suite/search-index.model.ts';
import { liesIn } from './graph.arbitrary.ts';
import { answeredDescription } from './graph.fixture.ts';
import { type Graph, nameOfFamily, nameOfHistoryItem, nameOfWork } from './graph.model.ts';

/** Reads the graph that the index shows of a world. */
export function indexedGraph(kept: ModelStore, world: number): Graph {
	const state = kept.generations.get(kept.active);
	assert.ok(state);
	const objects = state.objects as IndexObject[];
	const those = liesIn(world) as (identifier: IdentifierKey) => boolean;
	const works = objects.filter(({ level, identifiers }) => level === 'identity' && identifiers.some(those));
	const families = Map.groupBy(works, ({ version }) => version);
	const nameOf = {
		identity: (group: GroupId) => nameOfObject(works.find((work) => work.group === group)),
		version: nameOfVersion,
	};
	function nameOfVersion(group: GroupId) {
		return nameOfFamily((families.get(group) ?? []).map(nameOfObject));
	}
	const headOf = (group: GroupId) =>
		objects.find((object) => object.level === 'version' && object.group === group) ??
		works.find((work) => work.group === group);
	const between = (level: GroupBy) =>
		Object.fromEntries(
			state.links
				.filter((link) => link.level === level && nameOf[level](link.source) !== '')
				.map(({ source, relation, target, history }) => [
					`${nameOf[level](source)} ${relation} ${nameOf[level](target)}`,
					history.map(nameOfHistoryItem),
				]),
		);
	return {
		works: Object.fromEntries(works.map((work) => [nameOfObject(work), answeredDescription(work.document)])),
		families: Object.fromEntries(
			[...families.keys()].map((group) => [nameOfVersion(group), nameOfAnswer(headOf(group))]),
		),
		describedFamilies: Object.fromEntries(
			[...families.keys()].map((group) => {
				const object = headOf(group);
				return [nameOfVersion(group), object ? answeredDescription(object.document) : ''];
			}),
		),
		betweenWorks: between('identity'),
		betweenFamilies: between('version'),
	};
}

/** Reads the graph that the index shows once every entry is delivered. */
export function deliveredGraph(kept: ModelStore, world: number): Graph {
	const active = kept.generations.get(kept.active) as Generation;
	assertViaAgrees(active);
	assertNothingLeft(active);
	return indexedGraph(kept, world);
}

/** Who cites a work: names of works in the order of a search, and counts by year of the link. */
type CitedWork = { citing: string[]; linkYears: NonNullable<SearchResult['facets']>['linkYear'] };

/** Asks the index for the works that cite each work of a world, by its name. */
export async function indexedCitations(
	kept: ModelStore,
	world: number,
	order: LinkOrder,
): Promise<ReadonlyMap<string, CitedWork>> {
	const { objects } = kept.generations.get(kept.active) as Generation;
	const index = openModelIndex(kept);
	const works = objects.filter(
		({ level, identifiers }) =>
			level === 'identity' && identifiers.some(liesIn(world) as (one: IdentifierKey) => boolean),
	);
	const nameOf = ({ identifiers }: ObjectDocument) =>
		nameOfObject(works.find(({ document }) => document.identifiers === identifiers));
	const cited = new Map<string, CitedWork>();
	for (const work of works) {
		const all = { order, size: 1_000, offset: 0, facets: true } as const;
		const asked = { groupBy: 'identity', group: work.group, relation: 'isCitedBy', ...all } as const;
		const { items, facets } = (await index.search(asked)) as SearchResult;
		if (items.length === 0) continue;
		cited.set(nameOfObject(work), {
			citing: items.map(({ object }) => nameOf(object)),
			linkYears: facets?.linkYear ?? [],
		});
	}
	return cited;
}

type Generation = NonNullable<ReturnType<ModelStore['generations']['get']>>;

/**
 * Asserts that the `via` of each link between Version groups are the links between their
 * members that the index has; see IndexLink.via.
 */
function assertViaAgrees({ objects, links }: Generation): void {
	const versionOf = new Map(
		objects.filter(({ level }) => level === 'identity').map((work) => [work.group, work.version]),
	);
	const between = Map.groupBy(
		links.filter(
			({ level, source, target }) => level === 'identity' && versionOf.get(source) !== versionOf.get(target),
		),
		({ source, relation, target }) => `${versionOf.get(source)} ${relation} ${versionOf.get(target)}`,
	);
	const textsOf = (made: readonly MemberLink[]) =>
		made.map(({ source, target, history }) => `${source} ${target} ${history.map(nameOfHistoryItem).join()}`).sort();
	for (const { level, source, relation, target, history, via } of links) {
		if (level === 'identity') continue;
		const members = between.get(`${source} ${relation} ${target}`) ?? [];
		assert.deepEqual(textsOf(via ?? [{ source, target, history }]), textsOf(members));
	}
}

/**
 * Asserts that each object has identifiers or members, and each link an object at either end. A
 * Version group without an object of its own is described by the work of its number.
 */
function assertNothingLeft({ objects, identifiers, links }: Generation): void {
	const keyOf = ({ level, group }: Pick<IndexObject, 'level' | 'group'>) => `${level} ${group}`;
	const works = objects.filter(({ level }) => level === 'identity');
	const families = new Set(works.map(({ version }) => version));
	const led = new Set(identifiers.map(({ identity }) => identity));
	const known = new Set(objects.map(keyOf));
	assert.deepEqual(new Set(works.map(({ group }) => group)), led);
	for (const { level, group } of objects) assert.ok(level === 'identity' || families.has(group));
	for (const { level, source, target } of links) {
		for (const group of [source, target]) {
			const isThere = level === 'version' && families.has(group) && known.has(keyOf({ level: 'identity', group }));
			assert.ok(isThere || known.has(keyOf({ level, group })), `${level} group ${group} has links and no object`);
		}
	}
}

const nameOfObject = (work: IndexObject | undefined) => (work ? nameOfWork(work.identifiers as Identifier[]) : '');

/** Names the work whose identifiers an object answers with. */
function nameOfAnswer(object: IndexObject | undefined): string {
	const identifiers = JSON.parse(object?.document.identifiers ?? '[]') as { ID: string; IDScheme: string }[];
	return nameOfWork(identifiers.map(({ ID, IDScheme }) => ({ scheme: IDScheme, key: ID.toLowerCase(), value: ID })));
}
