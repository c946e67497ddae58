// The documents of links: one for each level and each end that a link is seen from; knows no
// requests.
import type { HistoryItem } from '../../../links/provenance.ts';
import { type SearchRelation, searchRelationMeaning, searchRelations } from '../../../links/relation.ts';
import type { GroupBy, GroupId, IndexLink } from '../../../ports/search/index-content.ts';
import { analyse } from '../../../search/analysis.ts';
import { type GroupKey, groupKey, readGroupKey } from './group-key.ts';
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

/** The document of a view. */
export type LinkSource = ObjectCopy & {
	level: GroupBy;
	/** The group that the link is seen from. */
	at: GroupKey;
	/** The group at the other end. */
	to: GroupKey;
	relation: SearchRelation;
	/** The place of the relation in searchRelations, for the order of results. */
	relationNumber: number;
	history: readonly HistoryItem[];
	latest: number;
	/** The times that the items of the history stand for, each once. */
	asserted: { gte: number; lte: number }[];
	provider: string[];
};

/** Writes the document of a view; `copy` is of the object at the other end. */
export function linkSource(
	{ level, group, relation, other }: LinkView,
	history: readonly HistoryItem[],
	copy: ObjectCopy | undefined,
): LinkSource {
	if (!copy) throw new Error(`a link joins ${level} groups ${group} and ${other}, of which one has no object`);
	const asserted = new Map(history.map(({ instant, end }) => [`${instant} ${end}`, { gte: instant, lte: end }]));
	const providers = new Set(history.map(({ provider }) => analyse(provider).join(' ')));
	return {
		...copy,
		level,
		at: groupKey(level, group),
		to: groupKey(level, other),
		relation,
		relationNumber: searchRelations.indexOf(relation),
		history,
		latest: Math.max(...history.map(({ instant }) => instant)),
		asserted: [...asserted.values()],
		provider: [...providers].filter((words) => words !== ''),
	};
}
