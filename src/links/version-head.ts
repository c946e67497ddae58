// Chooses the head of a Version group, the work that describes all its versions; knows no storage.
import { compareIdentifiers, type Identifier } from '../identifiers/index.ts';
import type { Description } from './description.ts';
import { dateInstant } from './link-date.ts';

/**
 * Holds what the choice depends on: one Identity group of the family, its identifiers in order (see
 * compareIdentifiers).
 */
export type VersionMember = {
	readonly group: number;
	readonly identifiers: readonly Identifier[];
	readonly description: Description;
};

/**
 * Chooses the work from which the versions come: the one with no incoming HasVersion. Among several
 * of those, and among all members where each has one, it is the one with the most versions, then
 * with the earliest PublicationDate, then with the smallest identifier, so that the choice depends
 * on the links alone and never on the order in which they came. `members` has one or more;
 * `versionsOf` names, by group, the groups that are said to be its versions.
 */
export function chooseVersionHead<Member extends VersionMember>(
	members: readonly Member[],
	versionsOf: ReadonlyMap<number, ReadonlySet<number>>,
): Member {
	const versionCount = ({ group }: Member) => versionsOf.get(group)?.size ?? 0;
	const compare = (one: Member, other: Member) =>
		versionCount(other) - versionCount(one) ||
		compareDates(one.description, other.description) ||
		compareIdentifiers(one.identifiers[0] as Identifier, other.identifiers[0] as Identifier);
	const versions = new Set(members.flatMap(({ group }) => [...(versionsOf.get(group) ?? [])]));
	const origins = members.filter(({ group }) => !versions.has(group));
	const candidates = origins.length > 0 ? origins : members;
	return candidates.reduce((best, member) => (compare(member, best) < 0 ? member : best));
}

/** Orders by PublicationDate; a description without one comes last. */
function compareDates({ PublicationDate: one }: Description, { PublicationDate: other }: Description): number {
	if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
	return dateInstant(one) - dateInstant(other);
}
