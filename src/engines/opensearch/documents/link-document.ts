// The documents of links: one for each level and each end that a link is seen from.
import { compareText } from '../../../identifiers/index.ts';
import { type HistoryItem, wordingsSeen } from '../../../links/provenance.ts';
import { type SearchRelation, searchRelationMeaning, searchRelations } from '../../../links/relation.ts';
import type { GroupBy, GroupId, IndexLink } from '../../../ports/search/index-content.ts';
import { mostViaOfItem } from '../../../ports/search/search-reader.ts';
import { analyse } from '../../../search/analysis.ts';
import { assertedBy } from '../../../search/flags/flags.ts';
import { type GroupKey, groupKey, groupNumber, levels, readGroupKey } from './document-ids.ts';
import type { LinkCopy } from './object-document.ts';

/** A link at one level, as seen from one of its ends. */
export type LinkView = { level: GroupBy; group: GroupId; relation: SearchRelation; other: GroupId };

type LinkEnds = Pick<IndexLink, 'source' | 'relation' | 'target'>;

/**
 * Lists how the ends of a link see it. A symmetric one is passed in both directions, each seen from
 * its source.
 */
export function viewsOf({ source, relation, target }: LinkEnds, level: GroupBy): LinkView[] {
	return searchRelations
		.filter((name) => searchRelationMeaning[name].relation === relation)
		.map((name) =>
			searchRelationMeaning[name].asked === 'target'
				? { level, group: target, relation: name, other: source }
				: { level, group: source, relation: name, other: target },
		);
}

/** Returns the id of the document of a view: `i5-cites-7`. */
export function linkId({ level, group, relation, other }: LinkView): string {
	return `${groupKey(level, group)}-${relation}-${other}`;
}

/** Reads what linkId wrote. */
export function viewOfId(id: string): LinkView {
	const [key, relation, other] = id.split('-', 3) as [GroupKey, SearchRelation, string];
	return { ...readGroupKey(key), relation, other: Number(other) };
}

/**
 * A link between Identity groups that contributes to the one of a view: `near` is a member of the
 * group that it is seen from, `far` of the other one.
 */
export type MemberView = { near: GroupId; far: GroupId; history: readonly HistoryItem[] };

/** The state of a view's link; without `via`, groups of the same numbers make it. */
export type Stated = { history: readonly HistoryItem[]; via?: readonly MemberView[] | undefined };

/** Returns the state of a link in a view at the view's level; undefined where it has none. */
function statedOf(link: IndexLink, { level, relation }: LinkView): Stated | undefined {
	const history = link[level];
	if (!history || level === 'identity') return history && { history };
	const isReversed = searchRelationMeaning[relation].asked === 'target';
	const via = link.via?.map(({ source, target, history }): MemberView => {
		return isReversed ? { near: target, far: source, history } : { near: source, far: target, history };
	});
	return { history, via };
}

/**
 * Lists how the ends of a link see it, at the levels at which it has a state; an empty history
 * means that there is no such link.
 */
export function viewsGiven(link: IndexLink): { view: LinkView; stated: Stated }[] {
	return levels.flatMap((level) =>
		viewsOf(link, level).flatMap((view) => {
			const stated = statedOf(link, view);
			return stated ? [{ view, stated }] : [];
		}),
	);
}

/** A contributing link in the document of a link between Version groups. */
export type StoredMember = MemberView & {
	/** The identifiers of both (JSON), of those that answers show; see mostViaOfItem. */
	shown?: readonly [near: string, far: string];
};

/** Lists the groups whose objects are copied in the document of a view. */
export function groupsCopied({ other }: Pick<LinkView, 'other'>, { via = [] }: Pick<Stated, 'via'>): GroupId[] {
	return [other, ...via.flatMap(({ near, far }) => [near, far])];
}

export type LinkSource = LinkCopy & {
	level: GroupBy;
	/** The group that the link is seen from. */
	at: GroupKey;
	/** See groupNumber. */
	party: number;
	/** The group at the other end. */
	to: GroupKey;
	relation: SearchRelation;
	/** The number of the relation in searchRelations, for the order of results. */
	relationNumber: number;
	history: readonly HistoryItem[];
	earliest: number;
	latest: number;
	/** The year of `latest` in UTC. */
	linkYear: number;
	/** The time ranges of the items of the history, each once. */
	asserted: { gte: number; lte: number }[];
	provider: string[];
	/** Who asserted it, as keys of publishers (see traitKinds): those that publish a work. */
	by: string[];
	/** See Asserted. */
	isMined: boolean;
	/** Only one provider asserts it. */
	isOfOne: boolean;
	/** One of them publishes the object at the other end. */
	isOwn: boolean;
	/** Words of the history, as they read from the group. */
	subTypes: string[];
	/** By version: the members of the group whose links contribute to this one. */
	members?: GroupKey[];
	/** See Stated: those first that join members of the two groups, in the order of answers. */
	via?: readonly StoredMember[];
	/** How many of these join members of the two groups. */
	viaTotal?: number;
	/** The Identity groups that `via` shows. */
	shows?: GroupKey[];
	/**
	 * By version, without `via`: the identifiers (JSON) of the Identity group with the number of the
	 * other end, where `document` has others; null where that is not a member of it.
	 */
	far?: string | null;
};

/** What links copy from objects. */
export type Copies = {
	/**
	 * Returns the copy of a group. A Version group without an object of its own is described by the
	 * Identity group with its number.
	 */
	of(level: GroupBy, group: GroupId): LinkCopy | undefined;
	/**
	 * Returns the copy of an Identity group in a Version group; undefined where it is not a member.
	 */
	member(version: GroupId, group: GroupId): MemberCopy | undefined;
};

/** What links between Version groups copy from members. */
export type MemberCopy = { sort: string; identifiers: string };

export function linkSource(view: LinkView, { history, via: stated }: Stated, copies: Copies): LinkSource {
	const { level, group, relation, other } = view;
	const copy = copies.of(level, other);
	const via = stated && storedMembers(view, stated, copies);
	if (!copy) throw new Error(`a link joins ${level} groups ${group} and ${other}, of which one has no object`);
	const latest = latestOf(history);
	const asserted = new Map(history.map(({ instant, end }) => [`${instant} ${end}`, { gte: instant, lte: end }]));
	const { providers: by, isMined } = assertedBy(history);
	const providers = new Set(history.map(({ provider }) => analyse(provider).join(' ')));
	return {
		...copy,
		level,
		at: groupKey(level, group),
		party: groupNumber(level, group),
		to: groupKey(level, other),
		relation,
		relationNumber: searchRelations.indexOf(relation),
		history,
		earliest: history.reduce((first, { instant }) => Math.min(first, instant), Number.POSITIVE_INFINITY),
		latest,
		linkYear: new Date(latest * 1_000).getUTCFullYear(),
		asserted: [...asserted.values()],
		provider: [...providers].filter((words) => words !== ''),
		...{ by: [...by], isMined, isOfOne: by.size === 1, isOwn: copy.traits?.some((trait) => by.has(trait)) ?? false },
		subTypes: wordingsSeen(history, relation),
		...(level === 'version' && { members: membersIn(via?.via ?? [{ near: group }]) }),
		...(via ? via : level === 'version' && farOf(view, copy, copies)),
	};
}

/** Lists the contributing links of a link, as its document has them. */
function storedMembers(
	{ group, other }: LinkView,
	stated: readonly MemberView[],
	copies: Copies,
): Required<Pick<LinkSource, 'via' | 'viaTotal' | 'shows'>> {
	const made = stated.map(({ near, far, history }) => {
		const members = [copies.member(group, near), copies.member(other, far)] as const;
		const [one, another] = members;
		return {
			view: { near, far, history },
			latest: latestOf(history),
			members: one && another && ([one, another] as const),
		};
	});
	made.sort(
		(one, other) =>
			Number(other.members !== undefined) - Number(one.members !== undefined) ||
			other.latest - one.latest ||
			compareText(one.members?.[0].sort ?? '', other.members?.[0].sort ?? '') ||
			compareText(one.members?.[1].sort ?? '', other.members?.[1].sort ?? '') ||
			one.view.near - other.view.near ||
			one.view.far - other.view.far,
	);
	const via = made.map(({ view, members }, at): StoredMember => {
		if (!members || at >= mostViaOfItem) return view;
		return { ...view, shown: [members[0].identifiers, members[1].identifiers] };
	});
	const shown = stated.flatMap(({ near, far }) => [groupKey('identity', near), groupKey('identity', far)]);
	return { via, viaTotal: made.filter(({ members }) => members).length, shows: [...new Set(shown)].sort() };
}

/** Returns what the document of the other end lacks of its member. */
function farOf({ other }: LinkView, { document }: LinkCopy, copies: Copies): Pick<LinkSource, 'far'> {
	const member = copies.member(other, other);
	if (!member) return { far: null };
	return member.identifiers === document.identifiers ? {} : { far: member.identifiers };
}

function membersIn(via: readonly Pick<MemberView, 'near'>[]): GroupKey[] {
	return [...new Set(via.map(({ near }) => groupKey('identity', near)))];
}

export function latestOf(history: readonly HistoryItem[]): number {
	return history.reduce((latest, { instant }) => Math.max(latest, instant), Number.NEGATIVE_INFINITY);
}
