// Flags of a link: facts about it that follow from its two works and from its assertions. A flag
// changes no count by itself.
import { type HistoryItem, providerKey } from '../../links/provenance.ts';
import { type SearchRelation, searchRelationMeaning } from '../../links/relation.ts';
import { minedBy } from './mined.ts';
import { type TraitKind, type Traits, traitKinds } from './traits.ts';

/**
 * Lists the flags. A flag's place is its bit in FlagBits, so the order never changes and new ones go
 * to the end. A link that has several is counted under the first. flagWords says what each means.
 */
export const flags = [
	'author-self',
	'author-self-by-id',
	'journal-self',
	'provider-own',
	'machine',
	'single-provider',
	'supplement-as-citation',
	'unregistered',
	'retracted-citing',
	'retracted-cited',
	'cited-after-retraction',
	'corrected-citing',
	'corrected-cited',
	'concern-citing',
	'concern-cited',
] as const;
export type Flag = (typeof flags)[number];

/** Changes with the meaning of any flag and with the keys that works are compared by. */
export const flagRulesVersion = 2;

/**
 * The flags of a link as a number: the bits of those that it has, and from bit 16 on of those that
 * cannot be known, since a work lacks what is compared.
 */
export type FlagBits = number;

export const unknownShift = 16;

/** The bit of each flag, as FlagBits have it. */
const bitOf = Object.fromEntries(flags.map((flag, at) => [flag, 1 << at])) as Readonly<Record<Flag, FlagBits>>;

/** Lists the flags that a link has, in order. */
export function flagsIn(bits: FlagBits): Flag[] {
	const found: Flag[] = [];
	for (let at = 0; at < flags.length; at++) if (bits & (1 << at)) found.push(flags[at] as Flag);
	return found;
}

/** Lists the flags of which nothing is known, in order. */
export function unknownIn(bits: FlagBits): Flag[] {
	return flagsIn(bits >> unknownShift);
}

/** Returns the bits of a link that has all these flags. */
export function maskOf(asked: readonly Flag[]): FlagBits {
	return asked.reduce((mask, flag) => mask | bitOf[flag], 0);
}

/** Of a link about whose works nothing is known. */
export const nothingKnown: FlagBits = maskOf(flags) << unknownShift;

/** A set of kinds of keys, as bits. */
type Kinds = number;

const kindBits = Object.fromEntries(Object.keys(traitKinds).map((kind, at) => [kind, 1 << at])) as Readonly<
	Record<TraitKind, Kinds>
>;
/** The kind of a key by the code of its letter. */
const kindOfCode = new Uint16Array(128);
for (const [kind, letter] of Object.entries(traitKinds)) kindOfCode[letter.charCodeAt(0)] = kindBits[kind as TraitKind];
/** Two works may have one key of these kinds; of others it matters which ones a work has. */
const sharedKinds: Kinds = kindBits.creatorId | kindBits.creatorName | kindBits.issn | kindBits.container;

/** What of a work is compared with others. */
export type Compared = {
	keys: ReadonlySet<string>;
	/** The kinds of these keys. */
	kinds: Kinds;
	/** It has so many creators that names say nothing. */
	isMany: boolean;
	/** The values of its keys of these kinds. */
	published: string;
	retracted: string | undefined;
};

/** Prepares a work to be compared with many. */
export function compared(traits: Traits): Compared {
	return { keys: new Set(traits), ...readTraits(traits, nobody) };
}

/** Whether a work has keys of a kind. */
export function has({ kinds }: Pick<Compared, 'kinds'>, kind: TraitKind): boolean {
	return (kinds & kindBits[kind]) !== 0;
}

/** The other work of a link: `shared` are the kinds of the keys that both have. */
type Other = Omit<Compared, 'keys'> & { shared: Kinds; isOwn: boolean };

/**
 * Reads the keys of a work beside those of `one`; it is its provider's own where one of `providers` is
 * its publisher. This runs for each link of a work that thousands cite.
 */
function readTraits(traits: Traits, { keys, kinds }: Pick<Compared, 'keys' | 'kinds'>, providers = noProviders): Other {
	const other: Other = { kinds: 0, shared: 0, isMany: false, published: '', retracted: undefined, isOwn: false };
	const comparable = kinds & sharedKinds;
	for (const trait of traits) {
		const kind = kindOfCode[trait.charCodeAt(0)] ?? 0;
		other.kinds |= kind;
		if (kind & comparable) {
			if (keys.has(trait)) other.shared |= kind;
		} else if (kind === kindBits.publisher) other.isOwn ||= providers.has(trait);
		else if (kind === kindBits.published) other.published = trait.slice(1);
		else if (kind === kindBits.retracted) other.retracted = trait.slice(1);
		else if (kind === kindBits.creators) other.isMany = trait === many;
	}
	return other;
}

const nobody = { keys: new Set<string>(), kinds: 0 };
const noProviders: ReadonlySet<string> = new Set();
/** The key of works with so many creators that names say nothing. */
export const many = `${traitKinds.creators}many`;

/** What flags need of a LinkHistory: its providers, as the keys that works published by them have. */
export type Asserted = { providers: ReadonlySet<string>; isMined: boolean };

/** Reads it. */
export function assertedBy(history: readonly HistoryItem[]): Asserted {
	return {
		providers: new Set(history.map(({ provider }) => traitKinds.publisher + providerKey(provider))),
		isMined: history.length > 0 && history.every((item) => minedBy(item) !== undefined),
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
	const other = readTraits(traits, one, providers);
	const { relation, asked } = searchRelationMeaning[seen];
	return (
		creatorsOf(one, other) |
		bit('journal-self', shareContainer(one, other)) |
		bit('provider-own', arePublished(one, other, providers)) |
		bit('machine', isMined) |
		bit('single-provider', providers.size === 1) |
		bit('supplement-as-citation', relation === 'IsSupplementTo') |
		bit('unregistered', !has(one, 'registered') || !has(other, 'registered')) |
		// A relation that is the same from either end cites nothing.
		(asked === 'either' ? 0 : asked === 'target' ? noticesOf(other, one) : noticesOf(one, other))
	);
}

function bit(flag: Flag, answer: Answer): FlagBits {
	return answer === undefined ? bitOf[flag] << unknownShift : answer ? bitOf[flag] : 0;
}

function creatorsOf(one: Compared, other: Other): FlagBits {
	const isKnown = has(one, 'creators') && has(other, 'creators');
	if (!isKnown) return bit('author-self', undefined) | bit('author-self-by-id', undefined);
	const kind = kindOfCreators(one, other);
	return bit('author-self', kind !== undefined) | bit('author-self-by-id', kind === 'creatorId');
}

/** By what two works share a creator; undefined where they share none. */
function kindOfCreators(one: Compared, other: Other): TraitKind | undefined {
	if (shares(other, 'creatorId')) return 'creatorId';
	return shares(other, 'creatorName') && !(one.isMany && other.isMany) ? 'creatorName' : undefined;
}

function shares({ shared }: Other, kind: TraitKind): boolean {
	return (shared & kindBits[kind]) !== 0;
}

function shareContainer(one: Compared, other: Other): Answer {
	const kind = kindOfContainers(one, other);
	return kind && shares(other, kind);
}

/** By what two works are compared as to where they appeared; undefined where both have nothing of one kind. */
function kindOfContainers(one: Compared, other: Other): TraitKind | undefined {
	const known = one.kinds & other.kinds;
	if (known & kindBits.issn) return 'issn';
	return known & kindBits.container ? 'container' : undefined;
}

/** What two works have in common by the keys of one kind, by which a flag compares them. */
export type Match = { kind: TraitKind; keys: ReadonlySet<string> };

/** Finds by what works share creators, or appeared in one place; undefined where they do not. */
export function matchOf(what: 'creators' | 'containers', one: Compared, traits: Traits): Match | undefined {
	const other = readTraits(traits, one);
	const kind = what === 'creators' ? kindOfCreators(one, other) : kindOfContainers(one, other);
	if (kind === undefined || !shares(other, kind)) return undefined;
	return { kind, keys: new Set(traits.filter((key) => key.startsWith(traitKinds[kind]) && one.keys.has(key))) };
}

function arePublished(one: Compared, other: Other, providers: ReadonlySet<string>): Answer {
	const isPublished = has(one, 'publisher');
	if (other.isOwn) return true;
	if (isPublished) for (const provider of providers) if (one.keys.has(provider)) return true;
	return isPublished && has(other, 'publisher') ? false : undefined;
}

type Noticed = Omit<Compared, 'keys'>;

function noticesOf(citing: Noticed, cited: Noticed): FlagBits {
	return (
		bit('retracted-citing', has(citing, 'retracted')) |
		bit('retracted-cited', has(cited, 'retracted')) |
		bit('cited-after-retraction', isAfter(citing.published, cited.retracted)) |
		bit('corrected-citing', has(citing, 'corrected')) |
		bit('corrected-cited', has(cited, 'corrected')) |
		bit('concern-citing', has(citing, 'concern')) |
		bit('concern-cited', has(cited, 'concern'))
	);
}

/**
 * Whether a work was published after another one was retracted, as precisely as both dates are: 2015
 * is neither before nor after 2015-06.
 */
function isAfter(published: string, retracted: string | undefined): Answer {
	if (retracted === undefined) return false;
	const length = Math.min(published.length, retracted.length);
	const [one, other] = [published.slice(0, length), retracted.slice(0, length)];
	if (one !== other) return one > other;
	return length === 'YYYY-MM-DD'.length ? false : undefined;
}
