// The words for relations, types, works, chains of links and durations that pages, command line and
// log share.

import type { ObjectTypeName } from './description.ts';
import type { Relation, SearchRelation } from './relation.ts';

/** Lists the relations in their shown order: citations of a work come before its own references. */
export const shownRelations: readonly SearchRelation[] = [
	'isCitedBy',
	'cites',
	'isSupplementedBy',
	'isSupplementTo',
	'isRelatedTo',
];

/** Titles of the lists of relations. */
export const relationTitle: Readonly<Record<SearchRelation, string>> = {
	isCitedBy: 'Cited by',
	cites: 'Cites',
	isSupplementedBy: 'Supplemented by',
	isSupplementTo: 'Supplement to',
	isRelatedTo: 'Related to',
};

/** Phrases before a number of works: `cited by` in `cited by 12 works`. */
export const relationPhrase: Readonly<Record<SearchRelation, string>> = {
	isCitedBy: 'cited by',
	cites: 'cites',
	isSupplementedBy: 'supplemented by',
	isSupplementTo: 'supplement to',
	isRelatedTo: 'related to',
};

/** Phrases of a step in a chain, from source to target and back. */
const stepPhrases: Readonly<Record<Relation, readonly [forward: string, backward: string]>> = {
	IsIdenticalTo: ['is the same as', 'is the same as'],
	HasVersion: ['has the version', 'is a version of'],
	Cites: ['cites', 'is cited by'],
	IsSupplementTo: ['is a supplement to', 'is supplemented by'],
	IsRelatedTo: ['is related to', 'is related to'],
};

/** Explains the three numbers that differ, wherever they are shown: what each counts. */
export const countedMeaning = {
	links: 'A link joins two identifiers. It counts once, whoever states it.',
	relationships: 'A relationship joins two works. All links of one relation between their identifiers count as one.',
	statements: 'A statement is one claim of one provider that a link exists. A link may have several.',
} as const;

/** Titles of the types, for one work. */
export const typeTitle: Readonly<Record<ObjectTypeName, string>> = {
	literature: 'Literature',
	software: 'Software',
	dataset: 'Dataset',
	unknown: 'Unknown type',
};

/** Phrases of the types after a number of works. */
export const typePhrase: Readonly<Record<ObjectTypeName, string>> = {
	literature: 'literature',
	software: 'software',
	dataset: 'datasets',
	unknown: 'of unknown type',
};

/** Reasons of suggestions, after the suggested identifier. */
export const suggestionReason: Readonly<Record<string, string>> = {
	broader: 'the identifier is a version or a part of it',
	'other-scheme': 'the same text in another scheme',
};

/** An identifier as in answers. */
type Shown = { ID: string; IDScheme: string };

/** Lists schemes by preference as the main identifier; others come last, in the given order. */
export const schemeRank: readonly string[] = ['doi', 'arxiv', 'pmid', 'ads', 'ascl', 'swh', 'handle', 'url'];

/** Chooses the main identifier of a work. */
export function mainIdentifier(identifiers: readonly Shown[]): Shown {
	const rank = ({ IDScheme }: Shown) =>
		schemeRank.includes(IDScheme) ? schemeRank.indexOf(IDScheme) : schemeRank.length;
	const [first = { ID: '', IDScheme: 'unknown' }, ...others] = identifiers;
	return others.reduce((best, one) => (rank(one) < rank(best) ? one : best), first);
}

/** Returns the title of a work, or its main identifier without one. */
export function titleOf({ Title, Identifiers }: { Title?: string; Identifiers: readonly Shown[] }): string {
	return Title?.trim() || mainIdentifier(Identifiers).ID;
}

/**
 * Puts text on one line: breaks of lines, pages and paragraphs, other control characters and runs
 * of white space become one space.
 */
export function onOneLine(text: string): string {
	return text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Shortens a text to at most so many characters, at a blank if possible. */
export function shortText(text: string, most: number): string {
	if (text.length <= most) return text;
	const cut = text.slice(0, most - 1);
	const blank = cut.lastIndexOf(' ');
	return `${(blank > most / 2 ? cut.slice(0, blank) : cut).toWellFormed().trimEnd()}…`;
}

/** Cuts a text in its middle: what distinguishes versions mostly stands at the end. */
export function cutInside(text: string, most: number): string {
	if (text.length <= most) return text;
	const end = Math.floor((most - 1) / 2);
	const [head, tail] = [text.slice(0, most - 1 - end), text.slice(text.length - end)];
	return `${head.toWellFormed().trimEnd()}…${tail.toWellFormed().trimStart()}`;
}

const wholeNumbers = new Intl.NumberFormat('en');

/** Writes a whole number: `1,203`. */
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
 * Writes all names of a short list, or the first names and the number of the others. `total` is the
 * number of names if the list has only the first ones.
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

/** The journal or book of a work, with the place in it, and its publishers. */
export type Appeared = {
	Container?: { Title?: string; Volume?: string; Issue?: string; Pages?: string };
	Publisher?: readonly { Name: string }[];
	PublisherTotal?: number;
};

/** Writes the journal or book of a work and its publishers, at most `shown` of them; equal names once. */
export function placeText({ Container, Publisher, PublisherTotal: total }: Appeared, shown: number): string {
	const publishers = namesText(Publisher, { shown, total, separator: ', ' });
	const texts = [containerText(Container), publishers === Container?.Title ? '' : publishers];
	return texts.filter(Boolean).join(' · ');
}

/** Writes a container and the place in it: `Acta 12 (3), 101-110`. */
function containerText({ Title, Volume, Issue, Pages }: NonNullable<Appeared['Container']> = {}): string {
	const issue = [Title, Volume, Issue && `(${Issue})`].filter(Boolean).join(' ');
	return [issue, Pages].filter(Boolean).join(', ');
}

/** Adds the name of a publisher or a journal to the words of a query, as a filter. */
export function withNamed(field: 'publisher' | 'journal', words: string, name: string): string {
	const filter = `${field}:"${name.replaceAll(/["\\]/g, '\\$&')}"`;
	if (words === '' || words === '*') return filter;
	// Alternatives belong together before something is added to them.
	return `${/\sOR\s/.test(words) ? `(${words})` : words} ${filter}`;
}

/** Explains that a search found no work, with advice. */
export const nothingFoundWords = {
	advice:
		'No known work has these words in its title or creators. Try fewer words or a prefix*, or enter an ' +
		'identifier of the work.',
	/** For a search by family; `each` links to the same search by version. */
	together: 'All versions of a work are one result, found by their titles and by what describes the main version:',
	each: 'search each version',
	/** Above works that have most words, after noneHasAllText. */
	most: 'These works have at least half of them.',
} as const;

/** Explains that a search found no work with all words. */
export function noneHasAllText(isFiltered: boolean): string {
	return `No work ${isFiltered ? 'that matches the filters ' : ''}has all of these words.`;
}

/** Writes the first and last day of links of a work. */
export function linkedText(first: string, last: string): string {
	return first === last ? `Linked on ${first}` : `Linked ${first} to ${last}`;
}

/** An assertion or a rule, as in answers of `GET /why`. */
type Step = { source: Shown; relation: Relation; target: Shown };

/** A step of a chain, from one identifier to the next. */
export type ChainStep<Of extends Step> = {
	/** The phrase between both identifiers: `is cited by`. */
	phrase: string;
	to: Shown;
	/** The direction of the relation along the chain; 'both' if it has none. */
	direction: 'forward' | 'backward' | 'both';
	step: Of;
};

const undirected: readonly Relation[] = ['IsIdenticalTo', 'IsRelatedTo'];

/** Describes the steps of a chain in order, from its first identifier. */
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

/** Describes how the ends of a chain are related. */
export function describeKinship(
	relation: 'same' | 'versions' | 'linked' | 'none',
	steps: number,
	isTooLong = false,
): string {
	switch (relation) {
		case 'same':
			return steps === 0 && !isTooLong ? 'Both are the same identifier.' : 'Both are identifiers of one work.';
		case 'versions':
			return 'Both are versions of one work.';
		case 'linked':
			return 'The works are linked.';
		case 'none':
			return 'No reported link connects them.';
	}
}

/** Says why an explanation has no chain. */
export const chainNotShown = 'The chain of links between them is too long to be shown.';

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

/** Writes the window title of a page: its title and the name of the site. */
export function windowTitle(title: string, siteName: string): string {
	return title === siteName ? title : `${title} – ${siteName}`;
}
