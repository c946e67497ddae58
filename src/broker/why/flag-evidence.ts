// Explains why a link has a flag, or why that is not known: from what the flag compares.
import { shownAgent, writeContainer } from '../../formats/scholix/writing/object-document.ts';
import type { Agent, NoticeKind } from '../../links/description.ts';
import { shownLimits } from '../../links/limits.ts';
import { providerKey } from '../../links/provenance.ts';
import { searchRelationMeaning } from '../../links/relation.ts';
import { type Flag, flagsIn, has, type Match, matchOf, unknownIn } from '../../search/flags/flags.ts';
import { minedBy } from '../../search/flags/mined.ts';
import type { TraitKind } from '../../search/flags/traits.ts';
import type { Transaction } from '../../store/records.ts';
import { creatorKeys, registries } from '../indexing/traits.ts';
import type { End, ExplainedFlag, FlagEvidence, Missing } from './evidence.ts';
import { findNoticed } from './find-noticed.ts';
import type { FlaggedEnd, FlaggedLink } from './flagged-link.ts';
import type { Viewer } from './viewer.ts';

const mostShown = 10;

/** Explains a flag of a link. */
export async function explainFlag(
	transaction: Transaction,
	name: Flag,
	link: FlaggedLink,
	viewer: Viewer,
): Promise<ExplainedFlag> {
	if (unknownIn(link.bits).includes(name)) {
		return { name, holds: 'unknown', evidence: [], others: 0, missing: missingFor(name, link) };
	}
	if (!flagsIn(link.bits).includes(name)) return { name, holds: 'no', evidence: [], others: 0 };
	const { match, evidence } = evidenceFor[name](link);
	const shown = evidence.slice(0, mostShown);
	return {
		name,
		holds: 'yes',
		...(match && { certainty: match.kind === 'creatorId' || match.kind === 'issn' ? 'identifier' : 'name' }),
		evidence: await withStatements(transaction, shown, link, viewer),
		others: evidence.length - shown.length,
	};
}

type Found = { match?: Match | undefined; evidence: readonly FlagEvidence[] };
type Explain = (link: FlaggedLink) => Found;

const evidenceFor: Readonly<Record<Flag, Explain>> = {
	'author-self': sharedCreators,
	'author-self-by-id': sharedCreators,
	'journal-self': sharedContainer,
	'provider-own': ownPublishers,
	machine: ({ history }) => ({
		evidence: history.flatMap((item) => {
			const mined_by = minedBy(item);
			const { provider, date, subTypes, reversed = [] } = item;
			return mined_by ? [{ provider, date, words: [...subTypes, ...reversed], mined_by }] : [];
		}),
	}),
	'single-provider': ({ history }) => ({ evidence: history.slice(0, 1).map(({ provider }) => ({ provider })) }),
	'supplement-as-citation': (link) => ({ evidence: [{ of: endsOf(link).citing, relation: 'IsSupplementTo' }] }),
	unregistered: (link) => ({
		evidence: ends
			.filter((of) => !has(endAt(link, of).compared, 'registered'))
			.map((of) => ({ of, lacks: [...registries] })),
	}),
	'retracted-citing': noticed('citing', 'retraction'),
	'retracted-cited': noticed('cited', 'retraction'),
	'cited-after-retraction': (link) => {
		const { published, retracted } = datesOf(link);
		return { evidence: [{ published, retracted }] };
	},
	'corrected-citing': noticed('citing', 'correction'),
	'corrected-cited': noticed('cited', 'correction'),
	'concern-citing': noticed('citing', 'concern'),
	'concern-cited': noticed('cited', 'concern'),
};

const ends: readonly End[] = ['id', 'other'];

function endAt({ one, other }: FlaggedLink, of: End): FlaggedEnd {
	return of === 'id' ? one : other;
}

/** Says which end cites, or supplements, and which is cited. */
function endsOf({ seen }: FlaggedLink): { citing: End; cited: End } {
	return searchRelationMeaning[seen].asked === 'target'
		? { citing: 'other', cited: 'id' }
		: { citing: 'id', cited: 'other' };
}

/**
 * Lists the creators of one work that have a key in common with some of the other, each with the first
 * of them: all pairs of 10,000 creators of one ORCID iD would be too many.
 */
function sharedCreators({ one, other }: FlaggedLink): Found {
	const match = matchOf('creators', one.compared, other.traits);
	if (match === undefined) return { evidence: [] };
	const there = new Map<string, Agent>();
	for (const creator of other.description.Creator ?? []) {
		for (const key of creatorKeys(creator)) if (!there.has(key)) there.set(key, creator);
	}
	const evidence = (one.description.Creator ?? []).flatMap((creator) => {
		const shared = creatorKeys(creator).find((key) => match.keys.has(key) && there.has(key));
		const another = shared === undefined ? undefined : there.get(shared);
		if (shared === undefined || another === undefined) return [];
		const [id, its] = [creator, another].map((each) => shownAgent(each, shownLimits)) as [Agent, Agent];
		return [{ id, other: its, matched: shared.slice(1) }];
	});
	return { match, evidence };
}

function sharedContainer({ one, other }: FlaggedLink): Found {
	const match = matchOf('containers', one.compared, other.traits);
	const [id, there] = [one, other].map(
		({ description: { Container = {} } }) => writeContainer(Container).Container ?? {},
	);
	const evidence = Array.from(match?.keys ?? [], (key) => ({
		id: id ?? {},
		other: there ?? {},
		matched: key.slice(1),
	}));
	return { match, evidence };
}

function ownPublishers(link: FlaggedLink): Found {
	const providers = new Map(link.history.map(({ provider }) => [providerKey(provider), provider]));
	const evidence = ends.flatMap((of) =>
		(endAt(link, of).description.Publisher ?? []).flatMap((publisher) => {
			const provider = providers.get(providerKey(publisher.Name));
			return provider === undefined ? [] : [{ of, publisher: shownAgent(publisher, shownLimits).Name, provider }];
		}),
	);
	return { evidence };
}

function noticed(which: 'citing' | 'cited', kind: NoticeKind): Explain {
	return (link) => {
		const of = endsOf(link)[which];
		const { Notice = [] } = endAt(link, of).description;
		return { evidence: Notice.filter(({ Kind }) => Kind === kind).map((notice) => ({ of, notice })) };
	};
}

/** Adds to notices who states them. */
async function withStatements(
	transaction: Transaction,
	evidence: readonly FlagEvidence[],
	link: FlaggedLink,
	viewer: Viewer,
): Promise<FlagEvidence[]> {
	const notices = evidence.flatMap((one) => ('notice' in one ? [one] : []));
	const [first] = notices;
	if (first === undefined) return [...evidence];
	const { noticed } = endAt(link, first.of);
	const statements = await findNoticed(
		transaction,
		{ members: noticed, notices: notices.map(({ notice }) => notice) },
		viewer,
	);
	return notices.map((one, at) => ({ ...one, ...statements[at] }));
}

/** The dates that are compared, as far as they are known. */
function datesOf(link: FlaggedLink): { published: string; retracted: string } {
	const { citing, cited } = endsOf(link);
	return { published: endAt(link, citing).compared.published, retracted: endAt(link, cited).compared.retracted ?? '' };
}

/** What each work needs for a flag to be known of a link, and the field that has it. */
const needed: Readonly<Partial<Record<Flag, readonly (readonly [TraitKind, string])[]>>> = {
	'author-self': [['creators', 'Creator']],
	'author-self-by-id': [['creators', 'Creator']],
	'journal-self': [
		['issn', 'Container.ISSN'],
		['container', 'Container.Title'],
	],
	'provider-own': [['publisher', 'Publisher']],
};

function missingFor(flag: Flag, link: FlaggedLink): Missing[] {
	if (flag === 'cited-after-retraction') return missingDates(link);
	return ends.flatMap((of) =>
		(needed[flag] ?? []).filter(([kind]) => !has(endAt(link, of).compared, kind)).map(([, field]) => ({ of, field })),
	);
}

/** Lists the least precise of both dates. */
function missingDates(link: FlaggedLink): Missing[] {
	const { citing, cited } = endsOf(link);
	const { published, retracted } = datesOf(link);
	const least = Math.min(published.length, retracted.length);
	return [
		{ of: citing, field: 'PublicationDate', value: published },
		{ of: cited, field: 'Notice.Date', value: retracted },
	].flatMap(({ value, ...one }) => (value.length > least ? [] : [value === '' ? one : { ...one, value }]));
}
