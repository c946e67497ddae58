// The counts of a whole result, as answers tell them; knows no link and no filter.
import type { ObjectTypeName } from '../../../links/description.ts';
import type { ShownIdentifier } from './shown-identifier.ts';

/** Holds counts of relationships; each list is in the order in which it is told. */
export type AnswerFacets = {
	type: readonly (readonly [ObjectTypeName, number])[];
	publicationYear: readonly (readonly [number, number])[];
	/** By type and year. */
	typeYears: readonly (readonly [ObjectTypeName, number, number])[];
	subType: readonly (readonly [string, number])[];
	/** By the identifiers of each member, a JSON array. */
	via?: readonly (readonly [string, number])[];
};

/** Describes counts; those of each type also by year. */
export function describeAggregations({ type, publicationYear, typeYears, subType, via }: AnswerFacets) {
	const yearsOf = (name: ObjectTypeName) =>
		typeYears.filter(([of]) => of === name).map(([, year, count]) => [year, count] as const);
	return {
		type: {
			buckets: type.map(([key, count]) => ({ key, doc_count: count, publication_year: describeBuckets(yearsOf(key)) })),
		},
		publication_year: describeBuckets(publicationYear),
		subtype: describeBuckets(subType),
		via: via && { buckets: via.map(memberBucket) },
	};
}

/** The key of a member is what `via=` of a search takes. */
function memberBucket([identifiers, count]: readonly [string, number]) {
	const Identifiers = JSON.parse(identifiers) as ShownIdentifier[];
	const [first] = Identifiers;
	return { key: `${first?.IDScheme}:${first?.ID}`, Identifiers, doc_count: count };
}

/** Describes counts by one thing. */
export function describeBuckets(counts: readonly (readonly [string | number, number])[]) {
	return { buckets: counts.map(([key, count]) => ({ key, doc_count: count })) };
}
