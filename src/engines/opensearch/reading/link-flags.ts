// Compiles flags into queries on documents of links, as those of links of one object.
import type { SearchRelation } from '../../../links/relation.ts';
import type { FlagCount } from '../../../ports/search/search-reader.ts';
import {
	assertedBy,
	type Compared,
	compared,
	type Flag,
	flagBits,
	flags,
	flagsIn,
	has,
	many,
} from '../../../search/flags/flags.ts';
import { type TraitKind, type Traits, traitKinds } from '../../../search/flags/traits.ts';
import type { LinkSource } from '../documents/link-document.ts';

/** What matches the links that have a flag, and those of which it is unknown. */
type FlagQuery = { yes: object; unknown: object };

const nothing = { match_none: {} };
const everything = { match_all: {} };
/** Matches what one of the queries matches. */
export const anyOf = (should: readonly object[]) => (should.length === 0 ? nothing : { bool: { should } });
const not = (must_not: readonly object[]) => (must_not.length === 0 ? everything : { bool: { must_not } });
const hasAny = (kind: TraitKind) => ({ prefix: { traits: traitKinds[kind] } });
const seenAs = (...relation: SearchRelation[]) => ({ terms: { relation } });
const isSupplement = seenAs('isSupplementTo', 'isSupplementedBy');
/** Which end of a link cites: the asked object, or the other one. */
const ends = { asked: seenAs('cites', 'isSupplementTo'), other: seenAs('isCitedBy', 'isSupplementedBy') };

export type FlagQueries = Readonly<Record<Flag, FlagQuery>>;

/** Where no flag of any link is known. */
export const noFlagKnown = Object.fromEntries(
	flags.map((flag) => [flag, { yes: nothing, unknown: everything }]),
) as FlagQueries;

/** Compiles each flag as flagBits decides it. */
export function compileFlagQueries(traits: Traits): FlagQueries {
	const one = compared(traits);
	const shares = (kind: TraitKind) => (has(one, kind) ? { terms: { traits: keysOf(one, kind) } } : nothing);
	const both = (kind: TraitKind) => (has(one, kind) ? hasAny(kind) : nothing);
	const manyHere = one.keys.has(many) ? [{ term: { traits: many } }] : [];
	const byName = { bool: { filter: [shares('creatorName')], must_not: manyHere } };
	const byTitle = { bool: { filter: [shares('container')], must_not: [both('issn')] } };
	const publishers = keysOf(one, 'publisher');
	const isOwn = anyOf([...(publishers.length === 0 ? [] : [{ terms: { by: publishers } }]), { term: { isOwn: true } }]);
	return {
		'author-self': {
			yes: { bool: { filter: [both('creators'), anyOf([shares('creatorId'), byName])] } },
			unknown: not([both('creators')]),
		},
		'journal-self': {
			yes: anyOf([shares('issn'), byTitle]),
			unknown: not([both('issn'), both('container')]),
		},
		'provider-own': { yes: isOwn, unknown: not([isOwn, both('publisher')]) },
		'author-self-by-id': {
			yes: { bool: { filter: [both('creators'), shares('creatorId')] } },
			unknown: not([both('creators')]),
		},
		machine: { yes: { term: { isMined: true } }, unknown: nothing },
		'single-provider': { yes: { term: { isOfOne: true } }, unknown: nothing },
		'supplement-as-citation': { yes: isSupplement, unknown: nothing },
		unregistered: { yes: not([both('registered')]), unknown: nothing },
		...noticeQueries(one),
	};
}

type NoticeKind = 'retracted' | 'corrected' | 'concern';

function noticeQueries(one: Compared) {
	/** Of the end that cites, or of that which is cited. */
	const noted = (kind: NoticeKind, cites: boolean): FlagQuery => {
		const [asked, other] = cites ? [ends.asked, ends.other] : [ends.other, ends.asked];
		const here = has(one, kind) ? [asked] : [];
		return { yes: anyOf([...here, { bool: { filter: [other, hasAny(kind)] } }]), unknown: nothing };
	};
	return {
		'retracted-citing': noted('retracted', true),
		'retracted-cited': noted('retracted', false),
		'cited-after-retraction': citedAfter(one),
		'corrected-citing': noted('corrected', true),
		'corrected-cited': noted('corrected', false),
		'concern-citing': noted('concern', true),
		'concern-cited': noted('concern', false),
	};
}

/** As isAfter of flags.ts decides it. Dates are compared as texts, as far as both go. */
function citedAfter({ published, retracted }: Compared): FlagQuery {
	const before = comparedWith('retracted', published);
	const after = retracted === undefined ? undefined : comparedWith('published', retracted);
	const undated = not([hasAny('published')]);
	const when = (cases: { asked: object; other: readonly object[] }) =>
		anyOf([
			{ bool: { filter: [ends.asked, cases.asked] } },
			...(after ? [{ bool: { filter: [ends.other, anyOf(cases.other)] } }] : []),
		]);
	return {
		yes: when({ asked: before.less, other: after ? [after.more] : [] }),
		unknown: when({ asked: before.alike, other: after ? [after.alike, undated] : [] }),
	};
}

/** Matches works with a date that is less than, more than or as precise as it goes the same as another. */
function comparedWith(kind: TraitKind, date: string): Record<'less' | 'more' | 'alike', object> {
	const letter = traitKinds[kind];
	const beginnings = [0, 4, 7].filter((length) => length < date.length);
	const shorter = { terms: { traits: beginnings.map((length) => letter + date.slice(0, length)) } };
	const longer = { prefix: { traits: letter + date } };
	const isWhole = date.length === 'YYYY-MM-DD'.length;
	return {
		less: { bool: { filter: [{ range: { traits: { gte: letter, lt: letter + date } } }], must_not: [shorter] } },
		more: {
			bool: {
				filter: [hasAny(kind), { range: { traits: { gt: letter + date, lt: `${letter}~` } } }],
				must_not: [longer],
			},
		},
		alike: anyOf([shorter, ...(isWhole ? [] : [longer])]),
	};
}

function keysOf(one: Compared, kind: TraitKind): string[] {
	return [...one.keys].filter((key) => key.startsWith(traitKinds[kind]));
}

export type FlagBuckets = { buckets: { [name: string]: { doc_count: number } } };

/** Requests how many links a search leaves out, of those that it would find with all flags. */
export function excludedAsked(without: readonly Flag[], queries: FlagQueries): object {
	const inOrder = flags.filter((flag) => without.includes(flag));
	const all = inOrder.map((flag) => queries[flag].yes);
	return bucketsOf(inOrder, (flag, at) => ({
		yes: { bool: { filter: [queries[flag].yes], must_not: all.slice(0, at) } },
		unknown: { bool: { filter: [queries[flag].unknown], must_not: all } },
	}));
}

/** Requests how many links have each flag. */
export function flagsAsked(queries: FlagQueries): object {
	return bucketsOf(flags, (flag) => queries[flag]);
}

function bucketsOf(asked: readonly Flag[], query: (flag: Flag, at: number) => FlagQuery): object {
	const named = asked.flatMap((flag, at) => {
		const { yes, unknown } = query(flag, at);
		return [
			[flag, yes],
			[unknownOf(flag), unknown],
		] as const;
	});
	return { filters: { filters: Object.fromEntries(named) } };
}

const unknownOf = (flag: Flag) => `${flag} unknown`;

/** Reads what excludedAsked or flagsAsked requested. */
export function readFlagCounts(asked: readonly Flag[], { buckets }: FlagBuckets): FlagCount[] {
	const count = (name: string) => buckets[name]?.doc_count ?? 0;
	return flags
		.filter((flag) => asked.includes(flag))
		.map((flag) => ({ flag, items: count(flag), unknown: count(unknownOf(flag)) }));
}

/** Lists the flags of links of an object with these traits. */
export function flagsOfLinks(traits: Traits, links: readonly LinkSource[]): Flag[][] {
	const one = compared(traits);
	return links.map(({ traits: others = [], relation, history }) =>
		flagsIn(flagBits(one, others, { seen: relation, asserted: assertedBy(history) })),
	);
}
