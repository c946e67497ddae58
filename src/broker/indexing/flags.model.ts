// A naive model of flags: compares what answers show of two works and of their link, every creator
// with every other, without the keys that an index keeps.
import type { Agent, Container } from '../../links/description.ts';
import type { HistoryItem } from '../../links/provenance.ts';
import type { SearchRelation } from '../../links/relation.ts';
import type { Flag } from '../../search/flags/flags.ts';

type Identifier = { ID: string; IDScheme: string };

/** What an answer shows of a work; `identifiers` are those of all its versions. */
export type ShownWork = {
	identifiers: readonly Identifier[];
	Creator?: readonly (Agent & { Identifier?: readonly Identifier[] })[];
	/** Where not all creators are shown. */
	CreatorTotal?: number;
	PublicationDate?: string;
	Publisher?: readonly Agent[];
	Container?: Container;
	Notice?: readonly { Kind: 'retraction' | 'correction' | 'concern'; Date?: string }[];
};

export type Answer = 'yes' | 'no' | 'unknown';

/** Lists spellings of one name, one person or journal a line. */
export const spellings: Readonly<Record<'people' | 'journals' | 'publishers', readonly (readonly string[])[]>> = {
	people: [
		['Doe, Jane', 'Jane Doe', 'J. A. Doe', 'Doe JA', 'DÓE, J.'],
		['Roe, Mary', 'Mary Roe', 'Roe M'],
		['Doe, Mary', 'Mary Doe'],
		['García Márquez, Gabriel', 'Gabriel Garcia Marquez'],
		['Aristotle', 'ARISTOTLE'],
	],
	journals: [['Annals of Tests', 'ANNALS OF TESTS', 'Annals of Tésts'], ['Letters']],
	publishers: [
		['Zenodo', 'ZENODO', 'zenodo'],
		['Crossref', 'crossref'],
		['A Press', 'a press'],
	],
};

function isOneName(kind: keyof typeof spellings, one: string, other: string): boolean {
	return one === other || spellings[kind].some((line) => line.includes(one) && line.includes(other));
}

const answer = (is: boolean): Answer => (is ? 'yes' : 'no');

/** Flags a link of a work to another one; `relation` is as seen from `one`. */
export function modelFlags(
	one: ShownWork,
	relation: SearchRelation,
	other: ShownWork,
	history: readonly HistoryItem[],
): Record<Flag, Answer> {
	const providers = history.map(({ provider }) => provider);
	const isOneProvider = providers.every((provider) => isOneName('publishers', provider, providers[0] as string));
	const citesOther = relation === 'cites' || relation === 'isSupplementTo';
	const nobody: ShownWork = { identifiers: [] };
	const [citing, cited] = relation === 'isRelatedTo' ? [nobody, nobody] : citesOther ? [one, other] : [other, one];
	const noted = (work: ShownWork, kind: string) => answer((work.Notice ?? []).some(({ Kind }) => Kind === kind));
	return {
		'author-self': shareCreator(one, other, 'by name as well'),
		'author-self-by-id': shareCreator(one, other, 'by identifier'),
		'journal-self': shareJournal(one.Container ?? {}, other.Container ?? {}),
		'provider-own': isOwn(one, other, providers),
		machine: answer(history.every(isByProgram)),
		'single-provider': answer(isOneProvider),
		'supplement-as-citation': answer(/supplement/i.test(relation)),
		unregistered: answer(![one, other].every(({ identifiers }) => identifiers.some(isOfRegistry))),
		'retracted-citing': noted(citing, 'retraction'),
		'retracted-cited': noted(cited, 'retraction'),
		'cited-after-retraction': isAfterRetraction(citing, cited),
		'corrected-citing': noted(citing, 'correction'),
		'corrected-cited': noted(cited, 'correction'),
		'concern-citing': noted(citing, 'concern'),
		'concern-cited': noted(cited, 'concern'),
	};
}

function shareCreator(one: ShownWork, other: ShownWork, how: 'by identifier' | 'by name as well'): Answer {
	const [mine, others] = [one.Creator ?? [], other.Creator ?? []];
	if (mine.length === 0 || others.length === 0) return 'unknown';
	const areMany = [one, other].every(({ Creator, CreatorTotal = Creator?.length ?? 0 }) => CreatorTotal > 100);
	for (const creator of mine) {
		for (const another of others) {
			const [ids, otherIds] = [personIds(creator), personIds(another)];
			if (ids.some((id) => otherIds.includes(id))) return 'yes';
			if (how === 'by identifier' || areMany || ids.length > 0 || otherIds.length > 0) continue;
			if (isOneName('people', creator.Name, another.Name)) return 'yes';
		}
	}
	return 'no';
}

function personIds({ Identifier: identifiers = [] }: { Identifier?: readonly Identifier[] }): string[] {
	return identifiers
		.filter(({ IDScheme }) => /^(orcid|isni)$/i.test(IDScheme))
		.map(({ ID }) => ID.replaceAll(/[^\dX]/g, ''));
}

function shareJournal(one: Container, other: Container): Answer {
	if (one.ISSN && other.ISSN) return answer(one.ISSN.some((issn) => other.ISSN?.includes(issn)));
	if (one.Title === undefined || other.Title === undefined) return 'unknown';
	return answer(isOneName('journals', one.Title, other.Title));
}

function isOwn(
	{ Publisher: mine = [] }: ShownWork,
	{ Publisher: others = [] }: ShownWork,
	providers: string[],
): Answer {
	for (const { Name } of [...mine, ...others]) {
		if (providers.some((provider) => isOneName('publishers', provider, Name))) return 'yes';
	}
	return mine.length > 0 && others.length > 0 ? 'no' : 'unknown';
}

function isByProgram({ provider, subTypes, reversed = [] }: HistoryItem): boolean {
	if (provider === 'Data Citation Corpus (eupmc)') return true;
	const words = [...subTypes, ...reversed];
	return words.length > 0 && words.every((word) => word.startsWith('tm_'));
}

function isOfRegistry({ IDScheme }: Identifier): boolean {
	return IDScheme === 'doi' || IDScheme === 'pmid' || IDScheme === 'omid';
}

/** A date is a stretch of days, which is after another one where that has ended. */
function isAfterRetraction({ PublicationDate }: ShownWork, { Notice = [] }: ShownWork): Answer {
	const retractions = Notice.filter(({ Kind }) => Kind === 'retraction').map(({ Date: date }) => date);
	if (retractions.length === 0) return 'no';
	const [retracted] = retractions.flatMap((date) => (date === undefined ? [] : [daysOf(date)])).sort(earlierFirst);
	if (PublicationDate === undefined || retracted === undefined) return 'unknown';
	const published = daysOf(PublicationDate);
	if (published.first > retracted.last) return 'yes';
	const isSameDay = published.first === published.last && published.first === retracted.first;
	return published.last < retracted.first || (isSameDay && retracted.first === retracted.last) ? 'no' : 'unknown';
}

type Days = { first: string; last: string };

/** Sorts stretches by their ends; of those that end on one day, the shortest is first. */
function earlierFirst(one: Days, other: Days): number {
	return one.last < other.last ? -1 : one.last > other.last ? 1 : one.first > other.first ? -1 : 1;
}

function daysOf(date: string): Days {
	const missing = date.length - 'YYYY'.length;
	return { first: date + '-01-01'.slice(missing), last: date + '-12-31'.slice(missing) };
}
