// Compares ranges of the search index with what a rebuild would write, without building one.
import type { Clock } from '../../clock.ts';
import type { GroupBy } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Id } from '../../store/graph.ts';
import type { IdRange } from '../../store/rebuild-parts.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { streamObjects } from '../indexing/derive-objects.ts';
import { streamLinks } from '../indexing/stream-links.ts';
import { createFindings, type Findings } from './findings.ts';

type Stores = { records: Pick<Records, 'snapshot'>; index: SearchIndex };

/** Counts what the index should contain. */
export type Wanted = Record<'objects' | 'links', Record<GroupBy, number>>;

/** Starts with nothing counted. */
export function nothingWanted(): Wanted {
	return { objects: { identity: 0, version: 0 }, links: { identity: 0, version: 0 } };
}

/** What differs, or why that cannot be decided, to be read behind a colon. */
export type Comparison = { findings: Findings; reason: string | null };

/**
 * Compares a range, and adds to `wanted` what it should contain. While the index is not up to date,
 * or changes, a difference may be no fault. Then the range is compared again; `reason` explains why
 * it cannot be decided.
 */
export async function checkIndexRange(
	stores: Stores,
	range: IdRange,
	wanted: Wanted,
	clock: Clock,
): Promise<Comparison> {
	const { records, index } = stores;
	let counted = nothingWanted();
	const comparison = await untilCertain(stores, clock, async (findings) => {
		counted = await records.snapshot((transaction, snapshot) =>
			compareRange(transaction, snapshot, { index, range, findings }),
		);
	});
	for (const kind of ['objects', 'links'] as const) {
		for (const level of levels) wanted[kind][level] += counted[kind][level];
	}
	return comparison;
}

/**
 * Finds what the index has besides `wanted`: objects by their groups, links by their number. Without
 * `wanted`, objects alone.
 */
export function checkSurplus(stores: Stores, wanted: Wanted | null, clock: Clock): Promise<Comparison> {
	const { records, index } = stores;
	return untilCertain(stores, clock, async (findings) => {
		const { objects, links, miscounted } = await index.counts();
		findings.count('index-count-wrong', miscounted, 'counts kept beside the links');
		for (const level of levels) {
			const surplus = wanted === null ? 0 : links[level] - wanted.links[level];
			if (surplus > 0) findings.count('index-link-wrong', surplus, `${surplus} too many, ${levelInWords[level]}`);
			if (wanted !== null && objects[level] <= wanted.objects[level]) continue;
			for await (const groups of index.groups(level)) {
				const without = await records.snapshot((transaction) => withoutGroup(transaction, level, groups));
				findings.add(
					'index-object-surplus',
					without.map((group) => ({ identifiers: [group], detail: levelInWords[level] })),
				);
			}
		}
	});
}

const levels: readonly GroupBy[] = ['identity', 'version'];

// Pauses before a comparison is repeated. Together they last longer than most updates.
const pausesMilliseconds = [100, 300, 1_000, 2_000];

/**
 * Compares until nothing differs, or until the index was up to date and did not change. Then the
 * records that it shows did not change either.
 */
async function untilCertain(
	{ records, index }: Stores,
	clock: Clock,
	compare: (findings: Findings) => Promise<void>,
): Promise<Comparison> {
	for (let tries = 0; ; tries++) {
		const findings = createFindings();
		const stateBefore = await index.state();
		await compare(findings);
		if (findings.isSound()) return { findings, reason: null };
		const reason = await reasonToDoubt({ records, index }, stateBefore);
		const pause = pausesMilliseconds[tries];
		if (reason === null || pause === undefined) return { findings, reason };
		await clock.sleep(pause);
	}
}

/** Says why the index may not show the records since it had this state; null where it did. */
export function reasonToDoubt({ records, index }: Stores, stateBefore: string | undefined): Promise<string | null> {
	return records.snapshot(async (transaction, snapshot) => {
		const waiting = await transaction.entries(1, 1);
		if (waiting.length > 0) {
			return 'it is not up to date. Check again when a server or worker has updated it.';
		}
		return (await index.state()) === stateBefore ? whyUnindexed(snapshot) : changedMeanwhile;
	});
}

const changedMeanwhile = 'it changed during the check. Check again when fewer changes arrive.';

/** Says that some events are unindexed; null where none are. */
export async function whyUnindexed(snapshot: Snapshot): Promise<string | null> {
	const { unindexed } = await snapshot.coverage();
	if (unindexed.length === 0) return null;
	const events = unindexed.length === 1 ? '1 event' : `${unindexed.length} events`;
	return `${events} must not be found before a reindex (noindex). Check again after link-broker search reindex.`;
}

type Compared = { index: SearchIndex; range: IdRange; findings: Findings };

async function compareRange(
	transaction: Transaction,
	snapshot: Snapshot,
	{ index, range, findings }: Compared,
): Promise<Wanted> {
	const counted = nothingWanted();
	const source = { transaction, snapshot, onDerived: () => undefined, range };
	for await (const objects of streamObjects(source)) {
		for (const { level } of objects) counted.objects[level]++;
		const differing = objects.length === 0 ? [] : await index.differingObjects(objects);
		findings.add(
			'index-object-wrong',
			differing.map(({ level, group }) => ({ identifiers: [group], detail: levelInWords[level] })),
		);
	}
	for await (const links of streamLinks(source)) {
		for (const { identity, version } of links) {
			if (identity?.length) counted.links.identity++;
			if (version?.length) counted.links.version++;
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
	return counted;
}

const levelInWords: Readonly<Record<GroupBy, string>> = { identity: 'as a work', version: 'with its versions' };

/** Lists those after which no group that has an object is named. */
async function withoutGroup(
	transaction: Pick<Transaction, 'members'>,
	level: GroupBy,
	groups: readonly Id[],
): Promise<Id[]> {
	const named = new Set<Id>();
	const members = await transaction.members(level, groups);
	for (const { identity, version } of members) {
		// A Version group has an object of its own where it is not one work of the same number alone.
		if (level === 'identity') named.add(identity);
		else if (identity !== version) named.add(version);
	}
	return groups.filter((group) => !named.has(group));
}
