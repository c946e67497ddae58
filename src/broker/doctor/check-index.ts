// Compares the search index with what a rebuild would write, without building one.
import type { GroupBy } from '../../ports/search/index-content.ts';
import type { IndexInspection } from '../../ports/search/index-inspection.ts';
import type { Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { streamObjects } from '../indexing/derive-objects.ts';
import { readFamilies, streamLinks } from '../indexing/stream-links.ts';
import type { Findings } from './findings.ts';

type Counted = Record<'objects' | 'links', Record<GroupBy, number>>;

/**
 * Checks objects and links, and that there are no others. The state of the records must be one that
 * the index has learned whole.
 */
export async function checkIndex(
	transaction: Transaction,
	snapshot: Snapshot,
	index: IndexInspection,
	findings: Findings,
	onProgress: (what: 'objects and links', more: number) => void,
): Promise<void> {
	const wanted: Counted = { objects: { identity: 0, version: 0 }, links: { identity: 0, version: 0 } };
	const onDerived = (more: number) => onProgress('objects and links', more);
	const source = { transaction, snapshot, onDerived };
	for await (const objects of streamObjects(source)) {
		for (const { level } of objects) wanted.objects[level]++;
		const differing = objects.length === 0 ? [] : await index.differingObjects(objects);
		findings.add(
			'index-object-wrong',
			differing.map(({ level, group }) => ({ identifiers: [group], detail: levelInWords[level] })),
		);
	}
	for await (const links of streamLinks(source, await readFamilies(snapshot))) {
		for (const { identity, version } of links) {
			if (identity?.length) wanted.links.identity++;
			if (version?.length) wanted.links.version++;
		}
		const differing = links.length === 0 ? [] : await index.differingLinks(links);
		findings.add(
			'index-link-wrong',
			differing.map(({ source, relation, target, level }) => ({
				identifiers: [source, target],
				detail: `${relation}, ${levelInWords[level]}`,
			})),
		);
	}
	await checkSurplus(transaction, index, wanted, findings);
}

const levelInWords: Readonly<Record<GroupBy, string>> = { identity: 'as a work', version: 'with its versions' };

/** Finds what the index has besides: by its counts, and objects by their groups. */
async function checkSurplus(
	transaction: Transaction,
	index: IndexInspection,
	wanted: Counted,
	findings: Findings,
): Promise<void> {
	const { objects, links, miscounted } = await index.counts();
	findings.count('index-count-wrong', miscounted, 'counts kept beside the links');
	for (const level of ['identity', 'version'] as const) {
		if (objects[level] > wanted.objects[level]) {
			for await (const groups of index.groups(level)) {
				const surplus = await withoutGroup(transaction, level, groups);
				findings.add(
					'index-object-surplus',
					surplus.map((group) => ({ identifiers: [group], detail: levelInWords[level] })),
				);
			}
		}
		const surplus = links[level] - wanted.links[level];
		if (surplus > 0) findings.count('index-link-wrong', surplus, `${surplus} too many, ${levelInWords[level]}`);
	}
}

/** Lists those after which no group that has an object is named. */
async function withoutGroup(transaction: Transaction, level: GroupBy, groups: readonly Id[]): Promise<Id[]> {
	const named = new Set<Id>();
	const members = await transaction.members(level, groups);
	for (const { identity, version } of members) {
		// A Version group has an object of its own where it is not one work of the same number alone.
		if (level === 'identity') named.add(identity);
		else if (identity !== version) named.add(version);
	}
	return groups.filter((group) => !named.has(group));
}
