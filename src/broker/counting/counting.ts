// What a question counts: the definition of a citation that it names, and the flags that it leaves out
// or asks for.
import { wrongParameter } from '../../errors/wrong-input.ts';
import type { CountedMembers } from '../../formats/scholix/writing/write-answers.ts';
import type { SearchRelation } from '../../links/relation.ts';
import type { GroupBy } from '../../ports/search/index-content.ts';
import type { FlagCount, SearchRequest } from '../../ports/search/search-reader.ts';
import { type Flag, flags } from '../../search/flags/flags.ts';
import { type Definition, relationsCounted } from './definitions.ts';

/** What counts, as asked for. */
export type CountingAsked = {
	definition?: string | undefined;
	exclude?: readonly Flag[] | undefined;
	flagged?: readonly Flag[] | undefined;
};

/** What counts; `definition` is absent where none was named. */
export type Counting = {
	definition?: Definition;
	/** What a search takes. */
	request: Pick<SearchRequest, 'relation' | 'among' | 'without' | 'flagged'>;
};

/**
 * Reads what counts in a question about relations at a level. Fails with `bad-query` where there is no
 * such definition, or where it does not count so.
 */
export function readCounting(
	definitions: readonly Definition[],
	{ definition: name, exclude = [], flagged }: CountingAsked,
	{ relation, groupBy }: { relation: SearchRelation | undefined; groupBy: GroupBy },
): Counting {
	const definition = name === undefined ? undefined : findDefinition(definitions, name);
	if (definition && !definition.levels.includes(groupBy)) {
		const message = `The definition ${name} counts with group_by=${definition.levels.join(' or ')}.`;
		throw wrongParameter('group_by', message);
	}
	const relations = definition && relationsCounted(definition, relation);
	if (relations?.length === 0) {
		throw wrongParameter('relation', `The definition ${name} does not count ${relation}. Ask for isCitedBy or cites.`);
	}
	const left = new Set([...(definition?.exclude ?? []), ...exclude]);
	const [only] = relations ?? [];
	const seen =
		relations === undefined
			? { ...(relation && { relation }) }
			: only && relations.length === 1
				? { relation: only.relation }
				: { among: relations };
	return {
		...(definition && { definition }),
		request: {
			...seen,
			...(left.size > 0 && { without: flags.filter((flag) => left.has(flag)) }),
			...(flagged && { flagged }),
		},
	};
}

/** How a total was counted, for answers; empty where a question says nothing of what counts. */
export type Counted = Omit<CountedMembers, 'definition'> & { definition?: Definition };

/** Describes how a result was counted; undefined stands for that of a work that is not known. */
export function describeCounted(
	{ definition, request: { without = [] } }: Counting,
	result: { excluded?: readonly FlagCount[] } | undefined,
): Counted {
	if (!definition && without.length === 0) return {};
	const counts = result?.excluded ?? without.map((flag) => ({ flag, items: 0, unknown: 0 }));
	return {
		...(definition && { definition }),
		excluded: Object.fromEntries(counts.map(({ flag, items }) => [flag, items])),
		unknown: Object.fromEntries(counts.map(({ flag, unknown }) => [flag, unknown])),
	};
}

/** Describes in answers how a total was counted: the definition by its name. */
export function shownCounted({ definition, excluded, unknown }: Counted): CountedMembers {
	return { ...(definition && { definition: definition.name }), ...(excluded && { excluded, unknown }) };
}

/** Finds a definition; fails with `bad-query` for the parameter, or as `failing` says. */
export function findDefinition(
	definitions: readonly Definition[],
	name: string,
	failing = (message: string) => wrongParameter('definition', message),
): Definition {
	const found = definitions.find((one) => one.name === name);
	if (found) return found;
	const known = definitions.map((one) => one.name).join(', ');
	throw failing(`There is no definition ${JSON.stringify(name)}. Give one of ${known}.`);
}
