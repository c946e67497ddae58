// Shows the definitions of a citation and the flags by which they count, as HTTP and the command
// line answer them.

import { groupsOfFlags } from '../../search/flags/flag-groups.ts';
import { flagWords } from '../../search/flags/flag-words.ts';
import { type Flag, flagRulesVersion, flags } from '../../search/flags/flags.ts';
import { builtInDefinitions, type Definition } from './definitions.ts';

/** A definition as it is shown. */
export type ShownDefinition = Definition & { built_in: boolean };

/** A flag as it is shown: what is true of a link that has it, and when that is not known. */
export type ShownFlag = { name: Flag; words: string; unknown_if: string | null };

/** All definitions, the version of the rules of flags, the flags, and the names of several flags. */
export type ShownDefinitions = {
	definitions: readonly ShownDefinition[];
	rules: number;
	flags: readonly ShownFlag[];
	groups: Readonly<Record<string, readonly Flag[]>>;
};

/** Shows a definition. */
export function showDefinition(definition: Definition): ShownDefinition {
	return { ...definition, built_in: builtInDefinitions.includes(definition) };
}

/** Shows the definitions of a broker, with all flags. */
export function showDefinitions(definitions: readonly Definition[]): ShownDefinitions {
	return {
		definitions: definitions.map(showDefinition),
		rules: flagRulesVersion,
		flags: flags.map((name) => ({ name, words: flagWords[name].yes, unknown_if: flagWords[name].unknownIf })),
		groups: groupsOfFlags,
	};
}
