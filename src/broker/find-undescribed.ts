// Finds works that are linked and have no title, or only one that a registry filled in: the most
// cited works first, then all others in steps of bounded size.
import type { Identifier } from '../identifiers/index.ts';
import { type Description, isFilled } from '../links/description.ts';
import type { LevelCounts, ObjectReader } from '../ports/search/object-reader.ts';
import type { WorkFinder } from '../ports/search/work-finder.ts';
import type { Id } from '../store/graph.ts';
import type { LookUps } from '../store/look-ups.ts';
import type { Records } from '../store/records.ts';
import { mostWorksLookedAt } from './objects/find-objects.ts';

/** A work, how many others cite it, and its identifiers with their ids in the records. */
export type UndescribedWork = {
	cited: number;
	identifiers: readonly (Identifier & { id: Id })[];
	/** Whether it has a title that a registry filled in. */
	isFilled: boolean;
};

/** Where a pass continues: among the most cited works, or behind a work in the order of numbers. */
export type UndescribedPosition = { cursor: string | null } | { after: Id };

/** Works of a step, the most cited first; `next` is null at the end of the pass. */
export type UndescribedStep = { works: UndescribedWork[]; next: UndescribedPosition | null };

type Needs = {
	records: Pick<Records, 'read'> & Pick<LookUps, 'identityGroups'>;
	index: Pick<WorkFinder, 'findWorks'> & Pick<ObjectReader, 'countLinks'>;
};

/** Where a pass begins. */
export const firstPosition: UndescribedPosition = { cursor: null };

const worksPerPage = 1_000;
const pagesPerStep = 20;

/**
 * Takes a step of a pass: a page of the 10,000 works that are cited most, in their order, or up to
 * 20,000 works in the order of their numbers. Works without links are left out.
 */
export async function findUndescribed(
	needs: Needs,
	position: UndescribedPosition,
	signal?: AbortSignal,
): Promise<UndescribedStep> {
	if ('cursor' in position) return amongMostCited(needs, position.cursor, signal);
	const works: UndescribedWork[] = [];
	let { after } = position;
	for (let page = 0; page < pagesPerStep && !signal?.aborted; page++) {
		const groups = await needs.records.identityGroups(after, worksPerPage);
		for (const work of await undescribedAmong(needs, groups)) works.push(work);
		if (groups.length < worksPerPage) return { works: works.sort(byCitations), next: null };
		after = groups.at(-1) as Id;
	}
	return { works: works.sort(byCitations), next: { after } };
}

async function amongMostCited(
	needs: Needs,
	cursor: string | null,
	signal: AbortSignal | undefined,
): Promise<UndescribedStep> {
	const found = await needs.index.findWorks(
		{
			...{ groupBy: 'identity', order: 'cited', reverse: false, facets: false },
			...{ size: worksPerPage, mostLookedAt: mostWorksLookedAt },
			...(cursor !== null && { cursor }),
		},
		signal,
	);
	const cited = found.works.filter(({ counts }) => counts.isCitedBy > 0).map(({ group }) => group);
	const goesOn = found.cursor !== undefined && cited.length === found.works.length;
	const works = await undescribedAmong(needs, cited);
	return { works: works.sort(byCitations), next: goesOn ? { cursor: found.cursor as string } : { after: 0 } };
}

const byCitations = (one: UndescribedWork, other: UndescribedWork) => other.cited - one.cited;

async function undescribedAmong({ records, index }: Needs, groups: readonly Id[]): Promise<UndescribedWork[]> {
	if (groups.length === 0) return [];
	const untitled = await records.read(async (transaction) => {
		const heads = (await transaction.identifiers(groups)).filter(({ id, identity }) => id === identity);
		const ids = heads.flatMap(({ description }) => description ?? []);
		const texts = new Map(await transaction.texts('description', [...new Set(ids)]));
		return heads.flatMap(({ identity, version, description }) => {
			const text = description === null ? undefined : texts.get(description);
			const known = text === undefined ? {} : (JSON.parse(text) as Description);
			const isFilledIn = isFilled(known, 'Title');
			return known.Title !== undefined && !isFilledIn ? [] : [{ identity, version, isFilled: isFilledIn }];
		});
	});
	const counts = untitled.length === 0 ? [] : await index.countLinks(untitled);
	const linked = untitled.flatMap((work, at) => (isLinked(counts[at]) ? [{ ...work, counts: counts[at] }] : []));
	if (linked.length === 0) return [];
	const members = await records.read(async (transaction) => {
		const places = await transaction.members(
			'identity',
			linked.map(({ identity }) => identity),
		);
		return Map.groupBy(await transaction.identifiers(places.map(({ id }) => id)), ({ identity }) => identity);
	});
	return linked.map(({ identity, isFilled: isFilledIn, counts: own }) => ({
		cited: own?.identity.isCitedBy ?? 0,
		identifiers: (members.get(identity) ?? []).map(({ id, scheme, key, value }) => ({ id, scheme, key, value })),
		isFilled: isFilledIn,
	}));
}

function isLinked(counts: LevelCounts | undefined): boolean {
	return counts !== undefined && Object.values(counts.identity).some((count) => count > 0);
}
