// Where identifiers will lie once changes that are still being written are there; knows no thread and no statement.
import type { GroupId, IdentifierKey, IndexChanges, Located } from '../../../ports/search/search-index.ts';
import type { Locator } from './locate.ts';

type Places = Pick<Locator, 'locate' | 'present'>;

/** Changes that may or may not be written yet. */
export type PendingPlaces = {
	/** Adds a change, after those before. */
	add(changes: Pick<IndexChanges, 'removed' | 'objects'>): void;
	/** Looks at what is written as if these changes were, too: the same answer before and after they are. */
	over(written: Places): Places;
};

/** Starts with no change. */
export function createPendingPlaces(): PendingPlaces {
	// Undefined: leads nowhere any more.
	const leads = new Map<string, { identity: GroupId; version: GroupId } | undefined>();
	const groups = new Map<GroupId, { present: boolean; names: readonly string[] }>();
	const put = (group: GroupId, present: boolean, names: readonly string[]) => {
		for (const name of groups.get(group)?.names ?? []) {
			if (leads.get(name)?.identity === group) leads.set(name, undefined);
		}
		groups.set(group, { present, names });
	};
	return {
		add({ removed, objects }) {
			for (const { level, group } of removed) if (level === 'identity') put(group, false, []);
			for (const { level, group, version, identifiers } of objects) {
				if (level !== 'identity') continue;
				const names = identifiers.map(nameOf);
				put(group, true, names);
				for (const name of names) leads.set(name, { identity: group, version });
			}
		},
		over: (written) => ({
			locate(identifiers) {
				const found = new Map(written.locate(identifiers).map((located) => [nameOf(located), located]));
				return identifiers.flatMap((identifier): Located[] => {
					const name = nameOf(identifier);
					if (leads.has(name)) {
						const place = leads.get(name);
						return place ? [{ scheme: identifier.scheme, key: identifier.key, ...place }] : [];
					}
					const located = found.get(name);
					// Of a group that was given or removed, all that lead there are known.
					return located && !groups.has(located.identity) ? [located] : [];
				});
			},
			present(asked) {
				const present = written.present(asked.filter((group) => !groups.has(group)));
				for (const group of asked) if (groups.get(group)?.present) present.add(group);
				return present;
			},
		}),
	};
}

function nameOf({ scheme, key }: IdentifierKey): string {
	return `${scheme.length} ${scheme} ${key}`;
}
