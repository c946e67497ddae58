// The parameters by which a question says what counts: a definition of a citation, and flags.
import { z } from 'zod';
import { groupsOfFlags, withoutGroups } from '../../search/flags/flag-groups.ts';
import { type Flag, flags } from '../../search/flags/flags.ts';

export { flags };

/** The names of flags and of their groups. */
export const flagNames: readonly string[] = [...flags, ...Object.keys(groupsOfFlags)];
const longestList = flagNames.join().length;

/** Lists the flags that some of flagNames stand for, in order. */
export function flagsNamed(names: readonly string[]): readonly Flag[] {
	const wanted = new Set(withoutGroups(names));
	return flags.filter((flag) => wanted.has(flag));
}

function flagList(name: string) {
	return z
		.string()
		.max(longestList, { error: () => `${name} is longer than the list of all flags.` })
		.transform((text, context): readonly Flag[] => {
			const named = text.split(',').flatMap((one) => one.trim() || []);
			const unknown = named.find((one) => !flagNames.includes(one));
			if (named.length > 0 && unknown === undefined) return flagsNamed(named);
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
	definition: z
		.string()
		.max(longestDefinitionName, `definition may have at most ${longestDefinitionName} characters.`)
		.optional()
		.meta({
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
