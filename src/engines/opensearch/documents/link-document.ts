// The documents of links: one for each level and each end that a link is seen from; knows no
// requests.
import type { HistoryItem } from '../../../links/provenance.ts';
import { type SearchRelation, searchRelationMeaning, searchRelations } from '../../../links/relation.ts';
import { wordingsSeen } from '../../../links/wording.ts';
import type { GroupBy, GroupId, IndexLink } from '../../../ports/search/index-content.ts';
import { analyse } from '../../../search/analysis.ts';
import { type GroupKey, groupKey, groupNumber, readGroupKey } from './group-key.ts';
import type { ObjectCopy } from './object-document.ts';

/** A link at one level, as seen from one of its ends. */
export type LinkView = { level: GroupBy; group: GroupId; relation: SearchRelation; other: GroupId };

type LinkEnds = Pick<IndexLink, 'source' | 'relation' | 'target'>;

/**
 * Lists how the ends of a link see it. A symmetric one is given in both directions, each seen from
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

/** Names the document of a view: `i5-cites-7`. */
export function linkId({ level, group, relation, other }: LinkView): string {
	return `${groupKey(level, group)}-${relation}-${other}`;
}

/** Reads what linkId wrote. */
export function viewOfId(id: string): LinkView {
	const [key, relation, other] = id.split('-', 3) as [GroupKey, SearchRelation, string];
	return { ...readGroupKey(key), relation, other: Number(other) };
}

/**
 * A link between Identity groups that makes the one of a view: `near` is a member of the group that
 * is looked from, `far` of the other one.
 */
export type MemberView = { near: GroupId; far: GroupId; history: readonly HistoryItem[] };

/** What is told of a view's link; without `via`, groups of the same numbers make it. */
export type Told = { history: readonly HistoryItem[]; via?: readonly MemberView[] | undefined };

/** Tells of a link in a view what is given of it at the view's level; undefined: nothing is. */
export function toldOf(link: IndexLink, { level, relation }: LinkView): Told | undefined {
	const history = link[level];
	if (!history || level === 'identity') return history && { history };
	const isTurned = searchRelationMeaning[relation].asked === 'target';
	const via = link.via?.map(({ source, target, history }): MemberView => {
		return isTurned ? { near: target, far: source, history } : { near: source, far: target, history };
	});
	return { history, via };
}

/** The document of a view. */
export type LinkSource = ObjectCopy & {
	level: GroupBy;
	/** The group that the link is seen from. */
	at: GroupKey;
	/** See groupNumber. */
	party: number;
	/** The group at the other end. */
	to: GroupKey;
	relation: SearchRelation;
	/** The place of the relation in searchRelations, for the order of results. */
	relationNumber: number;
	history: readonly HistoryItem[];
	earliest: number;
	latest: number;
	/** The times that the items of the history stand for, each once. */
	asserted: { gte: number; lte: number }[];
	provider: string[];
	/** Words of the history, as they read from the group. */
	subTypes: string[];
	/** By version: the members of the group of which some link makes this one. */
	members?: GroupKey[];
	/** See Told. */
	via?: readonly MemberView[];
};

/** Writes the document of a view; `copy` is of the object at the other end. */
export function linkSource(
	{ level, group, relation, other }: LinkView,
	{ history, via }: Told,
	copy: ObjectCopy | undefined,
): LinkSource {
	if (!copy) throw new Error(`a link joins ${level} groups ${group} and ${other}, of which one has no object`);
	const asserted = new Map(history.map(({ instant, end }) => [`${instant} ${end}`, { gte: instant, lte: end }]));
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
		earliest: Math.min(...history.map(({ instant }) => instant)),
		latest: latestOf(history),
		asserted: [...asserted.values()],
		provider: [...providers].filter((words) => words !== ''),
		subTypes: wordingsSeen(history, relation),
		...(level === 'version' && { members: membersIn(via ?? [{ near: group }]) }),
		...(via && { via }),
	};
}

function membersIn(via: readonly Pick<MemberView, 'near'>[]): GroupKey[] {
	return [...new Set(via.map(({ near }) => groupKey('identity', near)))];
}

/** Tells the latest instant of a history. */
export function latestOf(history: readonly HistoryItem[]): number {
	return history.reduce((latest, { instant }) => Math.max(latest, instant), Number.NEGATIVE_INFINITY);
}
