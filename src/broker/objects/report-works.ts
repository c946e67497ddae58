// Reports each work of a list of identifiers: its description, its links, the years of publication of
// the works that cite it, and the providers of these citations.
import type { Clock } from '../../clock.ts';
import { headingOf, readObject, type WorkHeading } from '../../formats/scholix/described-object.ts';
import type { ShownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import type { GroupBy, GroupId } from '../../ports/search/index-content.ts';
import type { ObjectReader } from '../../ports/search/object-reader.ts';
import type { SearchReader } from '../../ports/search/search-reader.ts';
import { inSteps } from '../in-steps.ts';
import type { Locating } from '../searching/find-asked.ts';
import { type CitingProviders, type CitingRecords, createCitingProviders } from './citing-providers.ts';
import { type LookUpInput, type LookUpResult, lookUpObjects, mostLookedUp } from './look-up-objects.ts';

/** So many identifiers one report has. */
export const mostReported = 10_000;

type Years = readonly (readonly [year: number, works: number])[];

/** What a work is, and how many works of each year of publication cite it and its versions. */
export type ReportedWork = {
	object: WorkHeading;
	citedIn: { identity: Years; version: Years };
	/** How many of those nobody had linked to it before a given time; null where none was given. */
	citedSince: Readonly<Record<GroupBy, number>> | null;
	/** Who says by how many links that the work itself is cited. */
	citedByProviders: CitingProviders;
	/** The identifier that stands for all its versions, the same for each of them, and how many there are. */
	family: ShownIdentifier & { versions: number };
};

/** One input; `work` is null if it is unknown or ambiguous. */
export type ReportedInput = { result: LookUpResult; work: ReportedWork | null };

type ReportIndex = Locating & Pick<ObjectReader, 'countLinks' | 'describe'> & Pick<SearchReader, 'search'>;

type ReportStores = { index: ReportIndex; records: CitingRecords; clock: Clock };

/** `since`: seconds since 1970; `signal` is aborted where nobody waits any more. */
export type ReportOptions = { since?: number | undefined; signal?: AbortSignal };

/** Works of which facets are read at once: a report holds up no other question. */
const worksAtOnce = 4;

/**
 * Reports up to 10,000 identifiers, in their order. A work is read once. Fails with the
 * reason of `signal` once that is aborted: nobody waits any more.
 */
export async function reportWorks(
	{ index, records, clock }: ReportStores,
	inputs: readonly LookUpInput[],
	options: ReportOptions = {},
): Promise<ReportedInput[]> {
	const citedByProviders = createCitingProviders(records, { clock, signal: options.signal });
	const results: LookUpResult[] = [];
	for (const step of inSteps(inputs, mostLookedUp)) {
		for (const result of await lookUpObjects(index, step)) results.push(result);
	}
	const works = new Map<number, ReportedWork | null>();
	const found = new Map(
		results.flatMap((one) => (one.problem === null && one.found ? [[one.found.group, one.found]] : [])),
	);
	for (const step of inSteps([...found.values()], worksAtOnce)) {
		options.signal?.throwIfAborted();
		const read = await Promise.all(
			step.map(async (one): Promise<ReportedWork | null> => {
				const work = await readWork(index, one, options);
				return work && { ...work, citedByProviders: await citedByProviders(one.group) };
			}),
		);
		for (const [at, { group }] of step.entries()) works.set(group, read[at] ?? null);
	}
	return results.map((result) => ({ result, work: works.get(groupOf(result) ?? 0) ?? null }));
}

function groupOf(result: LookUpResult): number | undefined {
	return result.problem === null ? result.found?.group : undefined;
}

type Found = { group: GroupId; version: GroupId };

type IndexedWork = Omit<ReportedWork, 'citedByProviders'>;

async function readWork(index: ReportIndex, found: Found, options: ReportOptions): Promise<IndexedWork | null> {
	const overview = await index.describe(found.group, { facets: true }, options.signal);
	const [first] = overview ? readObject(overview.family.document).Identifiers : [];
	if (!overview || !first) return null;
	const yearsOf = (level: 'identity' | 'version') => overview.facets?.[level].isCitedBy.publicationYear ?? [];
	return {
		object: headingOf(readObject(overview.work.document)),
		citedIn: { identity: yearsOf('identity'), version: yearsOf('version') },
		citedSince: await countSince(index, found, options),
		family: { ID: first.ID, IDScheme: first.IDScheme, versions: overview.family.total },
	};
}

/** Counts new citations of a work; one asserted before does not count again. */
async function countSince(
	index: ReportIndex,
	{ group, version }: Found,
	{ since, signal }: ReportOptions,
): Promise<ReportedWork['citedSince']> {
	if (since === undefined) return null;
	const count = async (groupBy: GroupBy, asserted?: { from: null; to: number }) => {
		const page = { order: 'newest', size: 0, offset: 0, facets: false } as const;
		const asked = { groupBy, group: groupBy === 'identity' ? group : version, relation: 'isCitedBy' as const };
		return (await index.search({ ...asked, ...page, ...(asserted && { asserted }) }, signal))?.total ?? 0;
	};
	const countNew = async (groupBy: GroupBy) => {
		const [all, before] = [await count(groupBy), await count(groupBy, { from: null, to: since - 1 })];
		return Math.max(0, all - before);
	};
	return { identity: await countNew('identity'), version: await countNew('version') };
}
