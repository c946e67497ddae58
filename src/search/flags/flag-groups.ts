// Names of several flags that belong together, as questions use them.
import type { Flag } from './flags.ts';

export const groupsOfFlags: Readonly<Record<string, readonly Flag[]>> = {
	self: ['author-self', 'journal-self'],
	retracted: ['retracted-citing', 'retracted-cited'],
};

/** Replaces the names of groups by those of their flags. */
export function withoutGroups(names: readonly string[]): string[] {
	return names.flatMap((name) => groupsOfFlags[name] ?? name);
}
