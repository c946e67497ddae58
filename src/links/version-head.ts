// Chooses the head of a Version group, the work that stands for all its versions, and describes the
// group.
import { compareIdentifiers, type Identifier } from '../identifiers/index.ts';
import { type Description, descriptionFields } from './description.ts';
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
 * `versionsOf` names, by group, the groups asserted to be its versions.
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

/**
 * Describes a Version group, field by field: by the word of its head, and where that has none (a
 * concept DOI seldom has a record of its own) by that of the newest member that has one. The newest
 * is the one with the latest PublicationDate, then the one that bears the largest identifier. Notices
 * are of the head alone: a retracted version retracts no other.
 */
export function describeVersionGroup<Member extends VersionMember>(
	head: Member,
	members: readonly Member[],
): Description {
	const missing = descriptionFields.filter((field) => field !== 'Notice' && head.description[field] === undefined);
	if (missing.length === 0) return head.description;
	const sorted = newestFirst(members);
	const description: Description = { ...head.description };
	for (const field of missing) {
		const source = sorted.find((member) => member.description[field] !== undefined);
		if (source) Object.assign(description, { [field]: source.description[field] });
	}
	return description;
}

/** Sorts by PublicationDate, the latest first and none last, then by the largest identifier. */
export function newestFirst<Member extends VersionMember>(members: readonly Member[]): Member[] {
	return members.toSorted(compareAge);
}

function compareAge(one: VersionMember, other: VersionMember): number {
	const { PublicationDate: date } = one.description;
	const { PublicationDate: otherDate } = other.description;
	if (date === undefined || otherDate === undefined) {
		if (date !== otherDate) return date === undefined ? 1 : -1;
	} else if (dateInstant(date) !== dateInstant(otherDate)) return dateInstant(otherDate) - dateInstant(date);
	return compareIdentifiers(other.identifiers.at(-1) as Identifier, one.identifiers.at(-1) as Identifier);
}
