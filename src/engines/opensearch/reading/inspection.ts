// Holds what the generation that answers has against what it should have; it writes nothing and
// knows no search.
import { isDeepStrictEqual } from 'node:util';
import type { SearchRelation } from '../../../links/relation.ts';
import type { GroupBy, GroupId, IndexLink, IndexObject } from '../../../ports/search/index-content.ts';
import type { IndexCounts, LinkAtLevel } from '../../../ports/search/index-inspection.ts';
import type { Searches } from '../cluster/searches.ts';
import { groupKey, levels } from '../documents/document-ids.ts';
import { groupsCopied, type LinkSource, linkId, linkSource, viewsGiven } from '../documents/link-document.ts';
import { type ObjectSource, objectSource } from '../documents/object-document.ts';
import { createCopies, type StoredDocuments } from '../writing/base.ts';
import { count, fromSource, isObject } from './lookup.ts';

/** Answers those of the objects whose documents differ. */
export async function differingObjects(
	stored: StoredDocuments,
	objects: readonly IndexObject[],
): Promise<IndexObject[]> {
	const idOf = ({ level, group }: IndexObject) => groupKey(level, group);
	const found = await stored.read<ObjectSource>(objects.map(idOf), everyField);
	return objects.filter((object) => !isSameDocument(withoutStanding(found.get(idOf(object))), objectSource(object)));
}

/** Answers the links of which a view's document differs, at each level. */
export async function differingLinks(stored: StoredDocuments, links: readonly IndexLink[]): Promise<LinkAtLevel[]> {
	const copies = createCopies(stored);
	const views = links.flatMap((link) => viewsGiven(link).map((given) => ({ link, ...given })));
	await copies.load(views.flatMap(({ view, told }) => groupsCopied(view, told)));
	const found = await stored.read<LinkSource>(
		views.map(({ view }) => linkId(view)),
		everyField,
	);
	const differing = views.filter(({ view, told }) => {
		const document = found.get(linkId(view));
		if (told.history.length === 0) return document !== undefined;
		return !copies.of(view.level, view.other) || !isSameDocument(document, linkSource(view, told, copies));
	});
	const each = differing.map(({ link: { source, relation, target }, view: { level } }) => ({
		source,
		relation,
		target,
		level,
	}));
	return [...new Map(each.map((link) => [JSON.stringify(link), link])).values()];
}

/** What follows from other documents, and from what was before, is none of the object's own. */
function withoutStanding(document: ObjectSource | undefined): object | undefined {
	const { standing: _, lostAt: __, ...own } = document ?? {};
	return document && own;
}

// All fields of a document, whatever there are.
const everyField: never[] = ['*' as never];

function isSameDocument(stored: object | undefined, wanted: object): boolean {
	return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(wanted)));
}

const groupsPerPage = 5_000;

/** Lists the groups that have an object at a level. */
export async function groupsAfter(searches: Searches, level: GroupBy, last: GroupId): Promise<GroupId[]> {
	const { hits } = await searches.search<Pick<ObjectSource, 'group'>>({
		query: { bool: { filter: [{ term: { level } }, { range: { group: { gt: last } } }] } },
		_source: ['group'],
		sort: [{ group: 'asc' }],
		size: groupsPerPage,
		track_total_hits: false,
	});
	return hits.hits.map(({ _source }) => _source.group);
}

/** Counts objects and links at each level; nothing is kept beside what is counted. */
export async function countAll(searches: Searches): Promise<IndexCounts> {
	const ofLevel = async (filter: object) => {
		const [identity = 0, version = 0] = await Promise.all(
			levels.map((level) => count(searches, [{ term: { level } }, filter], true)),
		);
		return { identity, version };
	};
	const seenFromSource: { terms: { relation: readonly SearchRelation[] } } = { terms: { relation: fromSource } };
	return { objects: await ofLevel(isObject), links: await ofLevel(seenFromSource), miscounted: 0 };
}
