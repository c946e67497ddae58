// The words for relations, types, works, chains of links and durations that pages, command line and
// log share.

import type { ObjectTypeName } from './description.ts';
import type { Relation, SearchRelation } from './relation.ts';

/**
 * Lists the relations in the order in which they are shown: what others say about a work before
 * what it says itself.
 */
export const shownRelations: readonly SearchRelation[] = [
	'isCitedBy',
	'cites',
	'isSupplementedBy',
	'isSupplementTo',
	'isRelatedTo',
];

/** Names a relation above its list. */
export const relationTitle: Readonly<Record<SearchRelation, string>> = {
	isCitedBy: 'Cited by',
	cites: 'Cites',
	isSupplementedBy: 'Supplemented by',
	isSupplementTo: 'Supplement to',
	isRelatedTo: 'Related to',
};

/** Says what a number of works has to do with the asked one: `cited by` goes before `12 works`. */
export const relationPhrase: Readonly<Record<SearchRelation, string>> = {
	isCitedBy: 'cited by',
	cites: 'cites',
	isSupplementedBy: 'supplemented by',
	isSupplementTo: 'supplement to',
	isRelatedTo: 'related to',
};

/** Says what one identifier has to do with the next, from the relation's source on and back. */
const stepPhrases: Readonly<Record<Relation, readonly [forward: string, backward: string]>> = {
	IsIdenticalTo: ['is the same as', 'is the same as'],
	HasVersion: ['has the version', 'is a version of'],
	Cites: ['cites', 'is cited by'],
	IsSupplementTo: ['is a supplement to', 'is supplemented by'],
	IsRelatedTo: ['is related to', 'is related to'],
};

/** Names a type of object; in the singular, as on one item. */
export const typeTitle: Readonly<Record<ObjectTypeName, string>> = {
	literature: 'Literature',
	software: 'Software',
	dataset: 'Data set',
	unknown: 'Unknown type',
};

/** Names objects of a type behind their number. */
export const typePhrase: Readonly<Record<ObjectTypeName, string>> = {
	literature: 'literature',
	software: 'software',
	dataset: 'data sets',
	unknown: 'of unknown type',
};

/** Says why another identifier than the unknown one may be meant, behind its name. */
export const suggestionReason: Readonly<Record<string, string>> = {
	broader: 'the identifier is a version or a part of it',
	'other-scheme': 'the same text in another scheme',
};

/** An identifier as answers show it. */
type Shown = { ID: string; IDScheme: string };

/** Ranks schemes by how well they stand for a work; others come last, in the order given. */
const schemeRank = ['doi', 'arxiv', 'pmid', 'ads', 'ascl', 'swh', 'handle', 'url'];

/** Chooses the identifier that stands for a work where one must do. */
export function mainIdentifier(identifiers: readonly Shown[]): Shown {
	const rank = ({ IDScheme }: Shown) =>
		schemeRank.includes(IDScheme) ? schemeRank.indexOf(IDScheme) : schemeRank.length;
	const [first = { ID: '', IDScheme: 'unknown' }, ...others] = identifiers;
	return others.reduce((best, one) => (rank(one) < rank(best) ? one : best), first);
}

/** Tells the title of a work, or its identifier where it has none. */
export function titleOf({ Title, Identifiers }: { Title?: string; Identifiers: readonly Shown[] }): string {
	return Title?.trim() || mainIdentifier(Identifiers).ID;
}

/** Cuts a text at a blank, so that it is no longer than so many characters. */
export function shortText(text: string, most: number): string {
	if (text.length <= most) return text;
	const cut = text.slice(0, most - 1);
	const blank = cut.lastIndexOf(' ');
	return `${(blank > most / 2 ? cut.slice(0, blank) : cut).toWellFormed().trimEnd()}…`;
}

const wholeNumbers = new Intl.NumberFormat('en');

/** Writes a number of things: `1,203`. */
export function countText(count: number): string {
	return wholeNumbers.format(count);
}

/** Writes a number of works: `1 work`, `1,203 works`. */
export function worksText(count: number): string {
	return `${countText(count)} ${count === 1 ? 'work' : 'works'}`;
}

/** Writes a number of relationships: `1 relationship`, `1,203 relationships`. */
export function relationshipsText(count: number): string {
	return `${countText(count)} ${count === 1 ? 'relationship' : 'relationships'}`;
}

/**
 * Writes names as a reader expects: all of a few, the first of many with how many more. `total`
 * says how many there are where the list has but the first of them.
 */
export function namesText(
	named: readonly { Name: string }[] = [],
	{ shown, total, separator = '; ' }: { shown: number; total?: number | undefined; separator?: string },
): string {
	const names = named.map(({ Name }) => Name).filter(Boolean);
	const all = total ?? names.length;
	// One more name is no longer than the words that there is one more.
	const listed = names.slice(0, all <= shown + 1 ? all : shown);
	const more = all - listed.length;
	return listed.join(separator) + (more > 0 && listed.length > 0 ? ` and ${countText(more)} more` : '');
}

/** What is known of where a work appeared. */
type Appeared = {
	Container?: { Title: string };
	Publisher?: readonly { Name: string }[];
	PublisherTotal?: number;
};

/**
 * Says where a work appeared: in which journal or book, and by whom that was published, of many
 * publishers so many as are `shown`. Where both have one name, it is written once.
 */
export function placeText({ Container, Publisher, PublisherTotal: total }: Appeared, shown: number): string {
	const container = Container?.Title ?? '';
	const publishers = namesText(Publisher, { shown, total, separator: ', ' });
	return [...new Set([container, publishers])].filter(Boolean).join(' · ');
}

/** Adds a publisher to the words of a query: only works that it published are found then. */
export function withPublisher(words: string, name: string): string {
	const publisher = `publisher:"${name.replaceAll(/["\\]/g, '\\$&')}"`;
	if (words === '' || words === '*') return publisher;
	// Alternatives belong together before something is added to them.
	return `${/\sOR\s/.test(words) ? `(${words})` : words} ${publisher}`;
}

/** Says that no work is found by words, and what may find it. */
export const nothingFoundWords = {
	advice:
		'No known work has these words in its title or creators. Try fewer words or a prefix*, or enter an ' +
		'identifier of the work.',
	/** By version; `each` leads to the same search for each version. */
	together: 'The versions of a work are found together, by the title of the main one:',
	each: 'search each version',
} as const;

/** Says on which days a work was first and last linked. */
export function linkedText(first: string, last: string): string {
	return first === last ? `Linked on ${first}` : `Linked ${first} to ${last}`;
}

/** One assertion or rule, as `GET /why` answers it. */
type Step = { source: Shown; relation: Relation; target: Shown };

/** One step on the way: what the identifier before has to do with the one that comes now. */
export type ChainStep<Of extends Step> = {
	/** `is cited by`: goes between the one before and this one. */
	phrase: string;
	to: Shown;
	/** Which way the relation points on the way; 'both' where it has no direction. */
	direction: 'forward' | 'backward' | 'both';
	step: Of;
};

const undirected: readonly Relation[] = ['IsIdenticalTo', 'IsRelatedTo'];

/** Tells steps in the order of the way that begins at an identifier. */
export function describeChain<Of extends Step>(begin: Shown, steps: readonly Of[]): ChainStep<Of>[] {
	let at = begin;
	return steps.map((step) => {
		const isForward = step.source.ID === at.ID && step.source.IDScheme === at.IDScheme;
		at = isForward ? step.target : step.source;
		const [forward, backward] = stepPhrases[step.relation];
		const direction = undirected.includes(step.relation) ? 'both' : isForward ? 'forward' : 'backward';
		return { phrase: isForward ? forward : backward, to: at, direction, step };
	});
}

/** Says what the ends of a chain of so many steps are to each other. */
export function describeKinship(relation: 'same' | 'versions' | 'linked' | 'none', steps: number): string {
	switch (relation) {
		case 'same':
			return steps === 0 ? 'Both are the same identifier.' : 'Both are identifiers of one work.';
		case 'versions':
			return 'Both are versions of one work.';
		case 'linked':
			return 'The works are linked.';
		case 'none':
			return 'No reported link connects them.';
	}
}

/** Writes a duration in one unit: `0.4 s`, `12 s`, `12 min`, `5 h`, `332 d`. */
export function durationText(seconds: number): string {
	if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`;
	const [unit, length] = durationUnits.find(([, one]) => seconds >= 2 * one) ?? ['s', 1];
	return `${Math.round(seconds / length).toLocaleString('en')} ${unit}`;
}

const durationUnits = [
	['d', 86_400],
	['h', 3_600],
	['min', 60],
	['s', 1],
] as const;

export const siteName = 'Link Broker';

/** Writes the title of a window: that of its page, and of the site. */
export function windowTitle(title: string): string {
	return title === siteName ? title : `${title} – ${siteName}`;
}
