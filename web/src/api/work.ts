// What a work is, with all its counts: one question for a whole page; knows no page.
import type {
	Aggregations,
	AnsweredIdentifier,
	AnsweredObject,
	UnderstoodQuery,
	VersionOfWork,
	Work as WireWork,
} from '../../../clients/typescript/src/schemas.ts';
import type { GroupBy, ObjectView } from '../address/object-view.ts';
import { queryOf } from '../address/parts.ts';
import { type RelationChoice, relationNames, type SearchRelation } from '../relations.ts';
import { askJson, jsonAtHand, RequestFailure } from './broker-api.ts';
import { addFacets, type Facets, readFacets } from './facets.ts';

/** Says from which day to which links were reported; null where there are none. */
export type LinkedDays = Pick<VersionOfWork, 'first_linked' | 'last_linked'>;

/** What is asked for says `facets`. */
type CountedWork = Required<Pick<WireWork, 'facets'>> & WireWork;

/** What is told of a work at one level: by itself, or all its versions together. */
export type WorkLevel = {
	object: AnsweredObject;
	linked: LinkedDays;
	counts: Readonly<Record<RelationChoice, number>>;
	/** Counts the whole result of each relation. */
	facets: Readonly<Record<RelationChoice, Facets>>;
};

/** Describes a work that is known. */
export type Work = {
	/** What was asked for, in the broker's spelling. */
	understood: AnsweredIdentifier;
	levels: Readonly<Record<GroupBy, WorkLevel>>;
	/** Newest first; the first thousand where there are more. */
	versions: readonly VersionOfWork[];
	versionsTotal: number;
};

/** Says that nothing is known of an identifier, and what may be meant instead. */
export type UnknownWork = Pick<UnderstoodQuery, 'suggestions'> & { understood: AnsweredIdentifier };

export type FoundWork = { known: Work; unknown?: undefined } | { known?: undefined; unknown: UnknownWork };

/** Writes the address of the question what a work is. */
export function workAddress({ scheme, id }: Pick<ObjectView, 'scheme' | 'id'>): string {
	return `/api/objects${queryOf({ id, scheme, facets: '1' })}`;
}

/** Asks what a work is. Fails with RequestFailure; that nothing is known of it is no failure. */
export async function askWork(asked: Pick<ObjectView, 'scheme' | 'id'>): Promise<FoundWork> {
	try {
		return { known: readWork((await askJson(workAddress(asked))) as CountedWork) };
	} catch (error) {
		return readUnknown(error);
	}
}

/** Finds what a work is among the answers that came with the page. */
export function workAtHand(asked: Pick<ObjectView, 'scheme' | 'id'>): FoundWork | undefined {
	try {
		const work = jsonAtHand(workAddress(asked));
		return work === undefined ? undefined : { known: readWork(work as CountedWork) };
	} catch (error) {
		return readUnknown(error);
	}
}

function readUnknown(error: unknown): FoundWork {
	if (!(error instanceof RequestFailure) || error.status !== 404 || !error.query) throw error;
	const { understood_as, suggestions } = error.query;
	return { unknown: { understood: understood_as, suggestions } };
}

function readWork({ query, counts, family, facets, ...object }: CountedWork): Work {
	const { versions, versions_total, ...described } = family;
	const level = (groupBy: GroupBy, of: AnsweredObject, linked: LinkedDays): WorkLevel => ({
		object: of,
		linked,
		counts: { ...counts[groupBy], all: relationNames.reduce((sum, relation) => sum + counts[groupBy][relation], 0) },
		facets: facetsOf(facets[groupBy]),
	});
	return {
		understood: query.understood_as,
		levels: {
			identity: level('identity', object, object),
			version: level('version', { ...described, Versions: versions }, daysOf(versions)),
		},
		versions,
		versionsTotal: versions_total,
	};
}

function facetsOf(wire: Readonly<Record<SearchRelation, Aggregations>>): WorkLevel['facets'] {
	const each = relationNames.map((relation) => [relation, readFacets(wire[relation])] as const);
	return {
		...(Object.fromEntries(each) as Record<SearchRelation, Facets>),
		// What is asked without a relation is all relations together.
		all: addFacets(each.map(([, facets]) => facets)),
	};
}

/** Finds the days of all versions together. */
function daysOf(versions: readonly VersionOfWork[]): LinkedDays {
	const days = (name: keyof LinkedDays) => versions.flatMap((version) => version[name] ?? []).sort();
	return { first_linked: days('first_linked')[0] ?? null, last_linked: days('last_linked').at(-1) ?? null };
}

/** Chooses the relation to show where the address names none: the first that has links. */
export function chooseRelation(counts: Readonly<Record<RelationChoice, number>>): RelationChoice {
	return relationNames.find((relation) => counts[relation] > 0) ?? 'isCitedBy';
}
