// Flags of a link: facts about it that follow from its two works and from its assertions. A flag
// changes no count by itself.
import { type HistoryItem, providerKey } from '../../links/provenance.ts';
import { type SearchRelation, searchRelationMeaning } from '../../links/relation.ts';
import { isMined } from './mined.ts';
import { type TraitKind, type Traits, traitKinds } from './traits.ts';

/**
 * Lists the flags. A flag's place is its bit in FlagBits, so the order never changes and new ones go
 * to the end. A link that has several is counted under the first.
 */
export const flags = [
	/** The works share a creator: the same ORCID iD or ISNI, or the same name where neither has one. */
	'author-self',
	/** They share a creator by ORCID iD or ISNI. */
	'author-self-by-id',
	/** The works appeared in one journal, book or series. */
	'journal-self',
	/** A provider of the link is the publisher of one of the works. */
	'provider-own',
	/** Nobody asserted the link but programs that found it in texts. */
	'machine',
	/** Only one provider asserts it. */
	'single-provider',
	/** A supplement, which some count as a citation. */
	'supplement-as-citation',
	/** A work has no DOI, PMID or OMID. */
	'unregistered',
	/** The citing work was retracted. */
	'retracted-citing',
	/** The cited work was retracted. */
	'retracted-cited',
	/** The citing work was published after the cited one was retracted. */
	'cited-after-retraction',
	/** The citing work was corrected. */
	'corrected-citing',
	/** The cited work was corrected. */
	'corrected-cited',
	/** There is an expression of concern about the citing work. */
	'concern-citing',
	/** There is an expression of concern about the cited work. */
	'concern-cited',
] as const;
export type Flag = (typeof flags)[number];

/** Changes with the meaning of any flag. */
export const flagRulesVersion = 1;

/**
 * The flags of a link as a number: the bits of those that it has, and from bit 16 on of those that
 * cannot be known, since a work lacks what is compared.
 */
export type FlagBits = number;

const bitOf = (flag: Flag) => 1 << flags.indexOf(flag);
export const unknownShift = 16;

/** Lists the flags that a link has, in order. */
export function flagsIn(bits: FlagBits): Flag[] {
	return flags.filter((flag) => bits & bitOf(flag));
}

/** Lists the flags of which nothing is known, in order. */
export function unknownIn(bits: FlagBits): Flag[] {
	return flagsIn(bits >> unknownShift);
}

/** Returns the bits of a link that has all these flags. */
export function maskOf(asked: readonly Flag[]): FlagBits {
	return asked.reduce((mask, flag) => mask | bitOf(flag), 0);
}

/** The keys of a work by their kinds, to compare others with. */
export type Compared = Readonly<Record<TraitKind, ReadonlySet<string>>>;

const kindOf = new Map(Object.entries(traitKinds).map(([kind, letter]) => [letter as string, kind as TraitKind]));

/** Prepares a work to be compared with many. */
export function compared(traits: Traits): Compared {
	const kinds = kindOf.values().map((kind) => [kind, new Set<string>()] as const);
	const byKind = Object.fromEntries(kinds) as Record<TraitKind, Set<string>>;
	for (const trait of traits) byKind[kindOf.get(trait.charAt(0)) as TraitKind]?.add(trait.slice(1));
	return byKind;
}

/** What flags need of a LinkHistory. */
export type Asserted = { providers: ReadonlySet<string>; isMined: boolean };

/** Reads it. */
export function assertedBy(history: readonly HistoryItem[]): Asserted {
	return {
		providers: new Set(history.map(({ provider }) => providerKey(provider))),
		isMined: history.length > 0 && history.every(isMined),
	};
}

/** A flag of a link: it has it, it has not, or (undefined) that cannot be known. */
type Answer = boolean | undefined;

/** Flags a link between two works; `seen` is its relation as seen from `one`. */
export function flagBits(
	one: Compared,
	traits: Traits,
	{ seen, asserted: { providers, isMined } }: { seen: SearchRelation; asserted: Asserted },
): FlagBits {
	const other = compared(traits);
	const { relation, asked } = searchRelationMeaning[seen];
	const answers: Readonly<Record<Flag, Answer>> = {
		...creatorsOf(one, other),
		'journal-self': shareContainer(one, other),
		'provider-own': arePublished(one, other, providers),
		machine: isMined,
		'single-provider': providers.size === 1,
		'supplement-as-citation': relation === 'IsSupplementTo',
		unregistered: one.registered.size === 0 || other.registered.size === 0,
		// A relation that is the same from either end cites nothing.
		...noticesOf(
			asked === 'target' ? other : asked === 'source' ? one : none,
			asked === 'either' ? none : asked === 'target' ? one : other,
		),
	};
	return flags.reduce((bits, flag, at) => {
		const answer = answers[flag];
		return bits | (answer === undefined ? 1 << (unknownShift + at) : Number(answer) << at);
	}, 0);
}

const none = compared([]);

function share(one: Compared, other: Compared, kind: TraitKind): boolean {
	return !one[kind].isDisjointFrom(other[kind]);
}

function creatorsOf(one: Compared, other: Compared): Record<'author-self' | 'author-self-by-id', Answer> {
	const isKnown = one.creators.size > 0 && other.creators.size > 0;
	if (!isKnown) return { 'author-self': undefined, 'author-self-by-id': undefined };
	const byId = share(one, other, 'creatorId');
	const areMany = one.creators.has('many') && other.creators.has('many');
	return { 'author-self': byId || (!areMany && share(one, other, 'creatorName')), 'author-self-by-id': byId };
}

function shareContainer(one: Compared, other: Compared): Answer {
	for (const kind of ['issn', 'container'] as const) {
		if (one[kind].size > 0 && other[kind].size > 0) return share(one, other, kind);
	}
	return undefined;
}

function arePublished(one: Compared, other: Compared, providers: ReadonlySet<string>): Answer {
	if (!providers.isDisjointFrom(one.publisher) || !providers.isDisjointFrom(other.publisher)) return true;
	return one.publisher.size > 0 && other.publisher.size > 0 ? false : undefined;
}

type NoticeFlag = Extract<Flag, `${string}-citing` | `${string}-cited` | 'cited-after-retraction'>;

function noticesOf(citing: Compared, cited: Compared): Record<NoticeFlag, Answer> {
	return {
		'retracted-citing': citing.retracted.size > 0,
		'retracted-cited': cited.retracted.size > 0,
		'cited-after-retraction': isAfter([...citing.published], [...cited.retracted]),
		'corrected-citing': citing.corrected.size > 0,
		'corrected-cited': cited.corrected.size > 0,
		'concern-citing': citing.concern.size > 0,
		'concern-cited': cited.concern.size > 0,
	};
}

/**
 * Whether a work was published after another one was retracted, as precisely as both dates are: 2015
 * is neither before nor after 2015-06.
 */
function isAfter([published = '']: readonly string[], [retracted]: readonly string[]): Answer {
	if (retracted === undefined) return false;
	const length = Math.min(published.length, retracted.length);
	const [one, other] = [published.slice(0, length), retracted.slice(0, length)];
	if (one !== other) return one > other;
	return length === 'YYYY-MM-DD'.length ? false : undefined;
}
