// Reports each work of a list of identifiers: its description, its links, the years of publication of
// the works that cite it, and the providers of these citations.
import type { Clock } from '../../clock.ts';
import type { CitationCounts } from '../../formats/csv/report-csv.ts';
import { headingOf, readObject, type WorkHeading } from '../../formats/scholix/described-object.ts';
import type { ShownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import type { VersionNames } from '../../formats/scholix/writing/write-answers.ts';
import type { GroupBy, GroupId, ObjectDocument } from '../../ports/search/index-content.ts';
import type { LevelCounts, LinkCounts, ObjectReader } from '../../ports/search/object-reader.ts';
import type { SearchReader } from '../../ports/search/search-reader.ts';
import { type CitationRule, countWorks } from '../counting/count-works.ts';
import { inSteps } from '../in-steps.ts';
import type { Locating } from '../searching/find-asked.ts';
import {
	type CitingProviders,
	type CitingRecords,
	createCitingProviders,
	type ReadingInSteps,
} from './citing-providers.ts';
import { type LookUpInput, type LookUpResult, lookUpObjects, mostLookedUp } from './look-up-objects.ts';
import { nameFamily } from './name-families.ts';

/** So many identifiers one report has. */
export const mostReported = 10_000;

type Years = readonly (readonly [year: number, works: number])[];

/** What a work is, and how many works of each year of publication cite it and its versions. */
export type ReportedWork = {
	/** With the name of the version, where the work has several; see nameVersions. */
	object: WorkHeading & { VersionName?: string };
	citedIn: { identity: Years; version: Years };
	/** How many of those nobody had linked to it before a given time; null where none was given. */
	citedSince: Readonly<Record<GroupBy, number>> | null;
	/** Its citations, and those of its versions together, by what counts as one; only on request. */
	counted?: CitationCounts;
	/** Who says by how many links that the work itself is cited. */
	citedByProviders: CitingProviders;
	/** What stands for all its versions, the same for each of them, and how many there are. */
	family: ShownIdentifier & WorkHeading & { versions: number };
};

/** One input; `work` is null if it is unknown or ambiguous. */
export type ReportedInput = { result: LookUpResult; work: ReportedWork | null };

type ReportIndex = Locating &
	Pick<ObjectReader, 'countLinks' | 'describe' | 'listMembers'> &
	Pick<SearchReader, 'search'>;

type ReportStores = { index: ReportIndex; records: CitingRecords; clock: Clock };

/**
 * `since`: seconds since 1970. `rule`: what counts as a citation in `counted`. `mostLinks`: about how
 * many links are counted; the first work is reported however many it has.
 */
export type ReportOptions = {
	since?: number | undefined;
	rule?: CitationRule | undefined;
	mostLinks?: number | undefined;
} & Pick<ReadingInSteps, 'stopIfUnwanted'>;

/** What reading a work costs besides its links, in links. */
export const linksOfAnyWork = 150;

/** The problem of the inputs that `mostLinks` leaves out. */
export const tooMuchAtOnce =
	'The works before it have too many links to report on this one in the same answer. Ask for it separately.';

/**
 * Reports up to 10,000 identifiers, in their order. A work is read once, and so are its versions
 * together. Those that `mostLinks` leaves out have the problem `tooMuchAtOnce`. Fails as
 * `stopIfUnwanted` does.
 */
export async function reportWorks(
	{ index, records, clock }: ReportStores,
	inputs: readonly LookUpInput[],
	{ since, rule, mostLinks = Number.POSITIVE_INFINITY, stopIfUnwanted }: ReportOptions = {},
): Promise<ReportedInput[]> {
	const citedByProviders = createCitingProviders(records, { clock, stopIfUnwanted });
	const results: LookUpResult[] = [];
	for (const step of inSteps(inputs, mostLookedUp)) {
		for (const result of await lookUpObjects(index, step)) results.push(result);
	}
	const readCitations = createCitationReader(index, { since, rule });
	const families = new Map<GroupId, FamilyOfReport | null>();
	const works = new Map<number, ReportedWork | null>();
	let links = 0;
	for (const [at, result] of results.entries()) {
		const found = result.problem === null ? result.found : null;
		if (!found || works.has(found.group)) continue;
		stopIfUnwanted?.();
		const { identity, version } = found.counts;
		const cited = identity.isCitedBy + (families.has(found.version) ? 0 : version.isCitedBy);
		links += linksOfAnyWork + cited * (rule ? 2 : 1);
		if (links > mostLinks && works.size > 0) {
			results[at] = { input: result.input, problem: tooMuchAtOnce };
			continue;
		}
		if (!families.has(found.version)) families.set(found.version, await readFamily(index, readCitations, found));
		const family = families.get(found.version);
		const own = await readCitations('identity', { group: found.group, counts: identity });
		await clock.turn();
		if (!own || !family) continue;
		const VersionName = family.names.get(own.source.identifiers);
		works.set(found.group, {
			object: { ...headingOf(readObject(own.source)), ...(VersionName !== undefined && { VersionName }) },
			citedIn: { identity: own.years, version: family.citations.years },
			citedSince: since === undefined ? null : { identity: own.since, version: family.citations.since },
			...(own.counted && { counted: { ...own.counted, ...family.citations.counted } }),
			citedByProviders: await citedByProviders(found.group),
			family: family.shown,
		});
	}
	return results.map((result) => ({ result, work: works.get(groupOf(result) ?? 0) ?? null }));
}

function groupOf(result: LookUpResult): number | undefined {
	return result.problem === null ? result.found?.group : undefined;
}

/**
 * The works that cite a group: by year of publication, how many are new since the given time, and
 * how many there are by the given rule.
 */
type Citations = { source: ObjectDocument; years: Years; since: number; counted: CitationCounts | undefined };

type CitationReader = (level: GroupBy, cited: { group: GroupId; counts: LinkCounts }) => Promise<Citations | undefined>;

/**
 * Creates a reader of citations; a work that cited the group before `since` does not count as new.
 */
function createCitationReader(
	index: Pick<SearchReader, 'search'>,
	{ since, rule }: Pick<ReportOptions, 'since' | 'rule'>,
): CitationReader {
	return async (groupBy, cited) => {
		const { group } = cited;
		const asked = { groupBy, group, relation: 'isCitedBy', order: 'newest', size: 0, offset: 0 } as const;
		const all = await index.search({ ...asked, facets: true, onlyYears: true });
		if (!all) return undefined;
		const before = since !== undefined && { facets: false, asserted: { from: null, to: since - 1 } };
		const total = before && all.total > 0 ? (await index.search({ ...asked, ...before }))?.total : undefined;
		const [counted] = rule ? await countWorks(index, [{ [groupBy]: cited }], rule) : [];
		return {
			...{ source: all.source, counted },
			years: all.facets?.publicationYear ?? [],
			since: Math.max(0, all.total - (total ?? 0)),
		};
	};
}

type FamilyOfReport = { shown: ReportedWork['family']; names: VersionNames; citations: Citations };

/**
 * Reads what is the same for all versions of a work; null if they have just moved to other groups.
 */
async function readFamily(
	index: Pick<ObjectReader, 'describe' | 'listMembers'>,
	readCitations: CitationReader,
	{ group, version, counts }: { group: GroupId; version: GroupId; counts: LevelCounts },
): Promise<FamilyOfReport | null> {
	const [overview, citations] = [
		await index.describe(group, { facets: false }),
		await readCitations('version', { group: version, counts: counts.version }),
	];
	if (!overview || !citations) return null;
	const object = readObject(overview.family.document);
	const [first] = object.Identifiers;
	if (!first) return null;
	const { ID, IDScheme } = first;
	const shown = { ID, IDScheme, ...headingOf(object), versions: overview.family.total };
	return { shown, names: await nameFamily(index, version, overview.family), citations };
}
