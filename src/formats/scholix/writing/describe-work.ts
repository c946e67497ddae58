// What is shown of a work itself: identifiers with their addresses, description, family and counts,
// as plain data.
import { identifierUrl } from '../../../identifiers/index.ts';
import type { SearchRelation } from '../../../links/relation.ts';
import { countVersions, type DescribedObject, readObject } from '../described-object.ts';
import { type ShownIdentifier, withAddresses } from './object-document.ts';
import {
	type AnswerFacets,
	type AnswerObject,
	describeAggregations,
	describeBuckets,
	type VersionNames,
} from './write-answers.ts';

type Counts = Readonly<Record<SearchRelation, number>>;

/** A work with its counts; `linked` are instants in seconds since 1970. */
export type AnswerWork = {
	group: number;
	document: Pick<AnswerObject, 'identifiers' | 'fields'>;
	counts: Counts;
	linked: { first: number; last: number } | null;
};

type LevelFacets = Readonly<Record<'identity' | 'version', Readonly<Record<SearchRelation, AnswerFacets>>>>;

/** All that an answer has of a work. */
export type AnswerOverview = {
	work: AnswerWork;
	family: {
		document: Pick<AnswerObject, 'identifiers' | 'fields'>;
		counts: Counts;
		members: readonly AnswerWork[];
		total: number;
	};
	facets?: LevelFacets;
	/** Of the versions, where there are several. */
	names: VersionNames;
	/** Citations by what counts as one; only on request. */
	counted?: object;
};

/** Describes a work; `base` is where addresses begin. */
export function describeWork({ work, family, facets, names, counted }: AnswerOverview, base: string) {
	const { self, ...described } = describeVersion(work, base, names);
	return {
		self,
		...described,
		counts: { identity: work.counts, version: family.counts },
		...(counted && { counted }),
		family: {
			...describeObjectWithAddresses(family.document, base),
			versions: family.members.map((member) => describeVersion(member, base, names)),
			versions_total: family.total,
			...(family.total > family.members.length && { all_versions: `${addressOfWork(work.group, base)}/versions` }),
		},
		...(facets && {
			facets: { identity: describeFacets(facets.identity), version: describeFacets(facets.version, names) },
		}),
	};
}

/** A page of works that were found; `counts` are those at the level asked. */
export type AnswerWorks = {
	total: number;
	isWhole: boolean;
	matched?: 'most';
	suggestions?: readonly string[];
	without?: readonly { words: readonly string[]; q: string }[];
	works: readonly (Pick<AnswerWork, 'group' | 'counts'> & {
		document: AnswerObject;
		missing?: readonly string[];
		counted?: { total: number };
		version?: Pick<AnswerWork, 'group' | 'document'>;
	})[];
	facets?: {
		type: readonly (readonly [string, number])[];
		publicationYear: readonly (readonly [number, number])[];
		publisher: readonly (readonly [string, number])[];
		journal: readonly (readonly [string, number])[];
	};
};

/**
 * Describes a page of works; `base` is where addresses begin, and `links` are those of this page and
 * the next: neither is given without addresses.
 */
export function describeWorks(
	{ total, isWhole, matched, works, facets, suggestions, without }: AnswerWorks,
	{ base, links }: { base?: string; links?: { self: string; next?: string } } = {},
) {
	const describeFound = ({ group, document }: Pick<AnswerWork, 'group' | 'document'>) => ({
		...(base !== undefined && { self: addressOfWork(group, base) }),
		...describeObjectWithAddresses(document, base),
	});
	return {
		total,
		total_relation: isWhole ? ('eq' as const) : ('gte' as const),
		matched: matched ?? ('all' as const),
		hits: works.map(({ group, document, counts, missing, version, counted }) => ({
			...describeFound({ group, document }),
			...(version && { matched_version: describeFound(version) }),
			...(missing && { missing_words: missing }),
			counts,
			...(counted && { counted }),
			versions_total: countVersions(document),
		})),
		...(facets && {
			aggregations: {
				type: describeBuckets(facets.type),
				publication_year: describeBuckets(facets.publicationYear),
				publisher: describeBuckets(facets.publisher),
				journal: describeBuckets(facets.journal),
			},
		}),
		...(suggestions && { suggestions }),
		...(without && { without }),
		...(links && { links }),
	};
}

/** Writes the address of a work that stays: by the number of one of its identifiers. */
export function addressOfWork(group: number, base: string): string {
	return `${base}/objects/${group}`;
}

/**
 * Describes an object with the addresses of its identifiers, where they have some; `base` is where
 * addresses of the broker begin, without it there are none. Its versions are counted elsewhere.
 */
export function describeObjectWithAddresses(
	document: Pick<AnswerObject, 'identifiers' | 'fields'>,
	base?: string,
): Omit<DescribedObject, 'VersionsTotal' | 'AllVersions'> & { Identifiers: (ShownIdentifier & { IDURL?: string })[] } {
	const object = readObject(base === undefined ? document : withAddresses(document, base));
	const { VersionsTotal: _, AllVersions: __, AllIdentifiers, ...described } = object;
	return {
		...described,
		...(base !== undefined && AllIdentifiers !== undefined && { AllIdentifiers }),
		Identifiers: object.Identifiers.map(withAddress),
	};
}

/** Describes one version of a work; `base` is where addresses begin. */
export function describeVersion({ group, document, counts, linked }: AnswerWork, base: string, names: VersionNames) {
	const VersionName = names.get(document.identifiers);
	return {
		self: addressOfWork(group, base),
		...(VersionName !== undefined && { VersionName }),
		...describeObjectWithAddresses(document, base),
		counts,
		first_linked: linked && dayOf(linked.first),
		last_linked: linked && dayOf(linked.last),
	};
}

/** Adds the web address of an identifier, where it has one. */
export function withAddress({ ID, IDScheme }: ShownIdentifier): ShownIdentifier & { IDURL?: string } {
	const IDURL = identifierUrl({ scheme: IDScheme, value: ID });
	return IDURL === undefined ? { ID, IDScheme } : { ID, IDScheme, IDURL };
}

function describeFacets(facets: LevelFacets['identity'], names?: VersionNames) {
	return Object.fromEntries(
		Object.entries(facets).map(([relation, counted]) => [relation, describeAggregations(counted, names)]),
	);
}

/** Returns the day of an instant in UTC: dates differ in how exact they are. */
function dayOf(instant: number): string {
	return new Date(instant * 1_000).toISOString().slice(0, 10);
}
