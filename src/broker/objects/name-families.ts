// Names the works of families for answers; see nameVersions.
import { readObject } from '../../formats/scholix/described-object.ts';
import type { VersionNames } from '../../formats/scholix/writing/write-answers.ts';
import { nameVersions } from '../../links/version-names.ts';
import type { GroupId, ObjectDocument } from '../../ports/search/index-content.ts';
import type { ObjectReader, WorkOverview } from '../../ports/search/object-reader.ts';

/** Reads the works of Version groups and names them; those that are too many have no name. */
export async function nameFamilies(
	index: Pick<ObjectReader, 'listMembers'>,
	versions: readonly GroupId[],
): Promise<VersionNames> {
	const members = versions.length === 0 ? [] : await index.listMembers(versions);
	const families = Map.groupBy(members, ({ version }) => version);
	return new Map([...families.values()].flatMap((family) => [...nameMembers(family)]));
}

/** Names the works of a family; those that were read with it are not read again. */
export async function nameFamily(
	index: Pick<ObjectReader, 'listMembers'>,
	version: GroupId,
	{ members, total }: Pick<WorkOverview['family'], 'members' | 'total'>,
): Promise<VersionNames> {
	return members.length === total ? nameMembers(members) : nameFamilies(index, [version]);
}

/** Names all the works of a family; one without other versions has no name. */
function nameMembers(members: readonly { document: ObjectDocument }[]): VersionNames {
	if (members.length < 2) return new Map();
	const names = nameVersions(members.map(({ document }) => readObject(document)));
	return new Map(members.map(({ document }, at) => [document.identifiers, names[at] as string]));
}
