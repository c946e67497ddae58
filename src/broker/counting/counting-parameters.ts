// The parameters by which a question says what counts: a definition of a citation, and flags.
import { z } from 'zod';
import { type Flag, flags } from '../../search/flags/flags.ts';

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
