// The versions of a work by name: which of them the page shows, in which order, and with which counts.
import type { AnsweredIdentifier } from '../../../clients/typescript/src/schemas.ts';
import { sortVersions } from '../../../src/links/version-order.ts';
import { titleOf } from '../../../src/links/words.ts';
import { objectKey } from '../answered-works.ts';
import { type RelationChoice, relationNames } from '../relations.ts';
import { facetsOf, type Shown } from './work.ts';

/** A version with the number of its links. */
export type ShownVersion = {
	Identifiers: readonly AnsweredIdentifier[];
	VersionName?: string | undefined;
	PublicationDate?: string | undefined;
	count: number;
};

/** Returns the name of a version; one of very many has none, and then its title or identifier. */
export function nameOf(version: {
	VersionName?: string | undefined;
	Title?: string;
	Identifiers: readonly AnsweredIdentifier[];
}): string {
	return version.VersionName ?? titleOf(version);
}

/**
 * Lists the versions that have links of a relation, and those without, each the newest first. A work
 * lists its latest versions; of the others, those with most links are known from the counts.
 */
export function versionsOf(shown: Shown): { linked: ShownVersion[]; unlinked: ShownVersion[] } {
	const { relation, work } = shown;
	const listed = work.family.versions.map(({ Identifiers, counts, PublicationDate, ...version }): ShownVersion => {
		const VersionName = nameOf({ Identifiers, ...version });
		return { Identifiers, VersionName, PublicationDate, count: countOf(counts, relation) };
	});
	const known = new Set(listed.map(({ Identifiers }) => objectKey({ Identifiers: [...Identifiers] })));
	const others = facetsOf(shown, 'version').versions.flatMap(({ Identifiers, VersionName, count }) =>
		known.has(objectKey({ Identifiers })) ? [] : { Identifiers, VersionName, count },
	);
	const sorted = sortVersions([...listed, ...others]);
	return { linked: sorted.filter(({ count }) => count > 0), unlinked: sorted.filter(({ count }) => count === 0) };
}

function countOf(counts: Readonly<Record<Exclude<RelationChoice, 'all'>, number>>, relation: RelationChoice): number {
	return relation === 'all' ? relationNames.reduce((sum, name) => sum + counts[name], 0) : counts[relation];
}
