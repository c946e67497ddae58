// Compares the active generation with what it should have; read-only.
import { isDeepStrictEqual } from 'node:util';
import type { GroupBy, GroupId, IndexLink, IndexObject } from '../../../ports/search/index-content.ts';
import type { IndexCounts, LinkAtLevel } from '../../../ports/search/index-inspection.ts';
import { everyField, type Searches } from '../cluster/searches.ts';
import { groupKey } from '../documents/document-ids.ts';
import { laterFields } from '../documents/fields.ts';
import { type LinkSource, viewsGiven } from '../documents/link-document.ts';
import { type ObjectSource, objectSource } from '../documents/object-document.ts';
import { createCopies, type StoredDocuments } from '../writing/base.ts';
import { readInOrder, size } from './lookup.ts';

/** Returns those of the objects whose documents differ. */
export async function differingObjects(
	stored: StoredDocuments,
	objects: readonly IndexObject[],
): Promise<IndexObject[]> {
	const idOf = ({ level, group }: IndexObject) => groupKey(level, group);
	const found = await stored.read<ObjectSource>(objects.map(idOf), everyField);
	return objects.filter((object) => !isSameDocument(withoutRank(found.get(idOf(object))), objectSource(object)));
}

/** Returns the links with a view whose document differs, at each level. */
export async function differingLinks(stored: StoredDocuments, links: readonly IndexLink[]): Promise<LinkAtLevel[]> {
	const copies = createCopies(stored);
	const views = links.flatMap((link) => viewsGiven(link).map((given) => ({ link, ...given })));
	const wanted = [...(await copies.documentsOf(views))];
	const found = await stored.read<LinkSource>(
		wanted.map(({ id }) => id),
		everyField,
	);
	const differing = wanted.filter(({ id, stated, document }) => {
		if (stated.history.length === 0) return found.has(id);
		return !document || !isSameDocument(found.get(id), document);
	});
	const each = differing.map(({ link: { source, relation, target }, view: { level } }) => ({
		source,
		relation,
		target,
		level,
	}));
	return [...new Map(each.map((link) => [JSON.stringify(link), link])).values()];
}

/** Leaves out what follows from other documents, and from earlier states. */
function withoutRank(document: ObjectSource | undefined): object | undefined {
	const { rank: _, lostAt: __, ...own } = document ?? {};
	return document && own;
}

/** Whether a document is as wanted, apart from fields that a generation of an older format lacks. */
function isSameDocument(stored: object | undefined, wanted: object): boolean {
	if (!stored) return false;
	const known: Record<string, unknown> = JSON.parse(JSON.stringify(wanted));
	for (const field of laterFields) if (!Object.hasOwn(stored, field)) delete known[field];
	return isDeepStrictEqual(stored, known);
}

const groupsPerPage = 5_000;

/** Lists the groups that have an object at a level, page by page. */
export async function groupsAfter(searches: Searches, level: GroupBy, last: GroupId): Promise<GroupId[]> {
	const filter = [{ term: { level } }, { range: { group: { gt: last } } }];
	const found = await readInOrder<ObjectSource>(searches, filter, { fields: ['group'], size: groupsPerPage });
	return found.map(({ group }) => group);
}

/** Counts objects and links at each level; the index stores no counters. */
export async function countAll(searches: Searches): Promise<IndexCounts> {
	const [identity, version] = await Promise.all([size(searches, 'identity'), size(searches, 'version')]);
	return {
		objects: { identity: identity.objects, version: version.objects },
		links: { identity: identity.links, version: version.links },
		miscounted: 0,
	};
}
