// What a question counts: the definition of a citation that it names, and the flags that it leaves out
// or asks for.
import { z } from 'zod';
import { wrongParameter } from '../../errors/wrong-input.ts';
import type { SearchRelation } from '../../links/relation.ts';
import type { GroupBy } from '../../ports/search/index-content.ts';
import type { SearchRequest } from '../../ports/search/search-reader.ts';
import { type Flag, flags } from '../../search/flags/flags.ts';
import { type Definition, relationsCounted } from './definitions.ts';

/** Names of several flags that belong together. */
const groupsOfFlags: Readonly<Record<string, readonly Flag[]>> = {
	self: ['author-self', 'journal-self'],
	retracted: ['retracted-citing', 'retracted-cited'],
};

const flagNames = [...flags, ...Object.keys(groupsOfFlags)];
const longestList = flagNames.join().length;

function flagList(name: string) {
	return z
		.string()
		.max(longestList, { error: () => `${name} is longer than the list of all flags.` })
		.transform((text, context): readonly Flag[] => {
			const named = text.split(',').flatMap((one) => one.trim() || []);
			const unknown = named.find((one) => !flagNames.includes(one));
			if (named.length > 0 && unknown === undefined) {
				const wanted = new Set(named.flatMap((one) => groupsOfFlags[one] ?? one));
				return flags.filter((flag) => wanted.has(flag));
			}
			const is = unknown === undefined ? 'is empty' : `has ${JSON.stringify(unknown)}, which is no flag`;
			context.addIssue(`${name} ${is}. Give some of ${flagNames.join(', ')}, separated by commas.`);
			return z.NEVER;
		})
		.meta({ type: 'string', maxLength: longestList });
}

/** The longest name of a definition. */
export const longestDefinitionName = 64;

/** Describes the parameters by which a question says what counts. */
export const countingParameters = {
	definition: z.string().max(longestDefinitionName).optional().meta({
		description: 'Count by this definition of a citation; see GET /definitions. All links count if omitted.',
		example: 'strict',
	}),
	exclude: flagList('exclude').optional().meta({
		description: 'Leave out links with any of these flags, separated by commas. See GET /definitions.',
		example: 'author-self,machine',
	}),
};

/** Describes the parameter that asks for links with a flag; named so since `only` names works. */
export const flaggedParameter = flagList('flagged').optional().meta({
	description: 'Only links with at least one of these flags, separated by commas. See GET /definitions.',
	example: 'retracted-citing',
});

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

/** Finds a definition; fails with `bad-query` for the parameter. */
export function findDefinition(definitions: readonly Definition[], name: string): Definition {
	const found = definitions.find((one) => one.name === name);
	if (found) return found;
	const known = definitions.map((one) => one.name).join(', ');
	throw wrongParameter('definition', `There is no definition ${JSON.stringify(name)}. Give one of ${known}.`);
}
