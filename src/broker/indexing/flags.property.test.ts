// Properties of the flags of links in an index, for any works and links: they are those of the naive
// model, as counted and as left out, on both engines, also after withdrawals, restorations and rebuilds.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../../clock.ts';
import { openFreshIndex, skipOpenSearch } from '../../engines/opensearch/cluster.fixture.ts';
import { openSqliteIndex } from '../../engines/sqlite/index/sqlite-index.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { type Agent, type Description, gatherNotices, type Notice, noticeKinds } from '../../links/description.ts';
import type { Link } from '../../links/link.ts';
import type { ObjectDocument } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { type SearchRequest, type SearchResult, wholeStretch } from '../../ports/search/search-reader.ts';
import { type Flag, flags } from '../../search/flags/flags.ts';
import type { Records } from '../../store/records.ts';
import { about, objectNamed } from '../graph.fixture.ts';
import type { GivenEvent } from '../graph.model.ts';
import { explainWhy } from '../why/explain-why.ts';
import { follow } from '../withdrawing/steps.fixture.ts';
import { type Answer, modelFlags, type ShownWork, spellings } from './flags.model.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { updateIndex } from './update-index.ts';

const dates = ['2015', '2015-06', '2015-06-03', '2015-06-04', '2016', '2014-12'];
const names = ['a', 'b', 'c@arxiv', 'd@pmid', 'e', 'f@arxiv'];

const ids = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
const creator: fc.Arbitrary<Agent> = fc.record(
	{
		Name: fc.constantFrom(...spellings.people.flat()),
		Identifier: fc.oneof(
			fc.constantFrom(...ids).map((ID) => [{ ID, IDScheme: 'orcid' }]),
			fc.constantFrom(...ids).map((ID) => [{ ID: ID.replaceAll('-', ''), IDScheme: 'ISNI' }]),
			fc.constant([{ ID: '12345', IDScheme: 'local' }]),
		),
	},
	{ requiredKeys: ['Name'] },
);
const manyCreators = fc
	.record({ first: creator, work: fc.constantFrom('One', 'Other') })
	.map(({ first, work }) => [first, ...Array.from({ length: 100 }, (_, at) => ({ Name: `Group${work}${at}` }))]);

const notice: fc.Arbitrary<Notice> = fc.record(
	{ Kind: fc.constantFrom(...noticeKinds), Date: fc.constantFrom(...dates) },
	{ requiredKeys: ['Kind'] },
);

const description: fc.Arbitrary<Description> = fc.record(
	{
		Creator: fc.oneof(
			{ arbitrary: fc.array(creator, { minLength: 1, maxLength: 3 }), weight: 6 },
			{ arbitrary: manyCreators, weight: 1 },
		),
		PublicationDate: fc.constantFrom(...dates),
		Notice: fc.array(notice, { minLength: 1, maxLength: 2 }).map((notices) => gatherNotices(notices)),
		Publisher: fc.constantFrom(...spellings.publishers.flat()).map((Name) => [{ Name }]),
		Container: fc.oneof(
			fc.record({ Title: fc.constantFrom(...spellings.journals.flat()) }),
			fc.record({
				Title: fc.constantFrom(...spellings.journals.flat()),
				ISSN: fc.subarray(['1234-5679', '2049-3630'], { minLength: 1 }),
			}),
		),
	},
	{ requiredKeys: [] },
);

const link: fc.Arbitrary<Link> = fc
	.record({
		ends: fc.subarray(names, { minLength: 2, maxLength: 2 }),
		isReversed: fc.boolean(),
		relation: fc.constantFrom('Cites' as const, 'Cites' as const, 'IsSupplementTo' as const, 'IsRelatedTo' as const),
		provenances: fc.array(
			fc.record(
				{
					provider: fc.constantFrom('Zenodo', 'crossref', 'A Press', 'Data Citation Corpus (eupmc)'),
					date: fc.constantFrom('2018', '2019'),
					subType: fc.constantFrom('tm_accession', 'tm_term', 'submission'),
				},
				{ requiredKeys: ['provider', 'date'] },
			),
			{ minLength: 1, maxLength: 2 },
		),
	})
	.map(({ ends, isReversed, ...more }) => {
		const [source, target] = (isReversed ? ends.toReversed() : ends) as [string, string];
		return { source: objectNamed(source), target: objectNamed(target), ...more };
	});

const version = fc.subarray(names, { minLength: 2, maxLength: 2 }).map(
	([one = '', other = '']): Link => ({
		...{ source: objectNamed(one), relation: 'HasVersion', target: objectNamed(other) },
		provenances: [{ provider: 'Zenodo', date: '2018' }],
	}),
);

const event = (links: readonly Link[]): GivenEvent => ({ links, noindex: false });

/** Each work is described by an event of its own, and so are links. */
const events: fc.Arbitrary<GivenEvent[]> = fc
	.record({
		described: fc.tuple(...names.map(() => description)),
		linked: fc.array(fc.array(link, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
		versions: fc.array(version, { minLength: 1, maxLength: 2 }),
	})
	.map(({ described, linked, versions }) => [
		...described.map((each, at) => event([about(names[at] as string, each)])),
		...[...linked, versions].map(event),
	]);

const world = fc.record({
	events,
	withdrawn: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
	asked: fc.array(fc.subarray([...flags], { minLength: 1 }), { minLength: 2, maxLength: 2 }),
});

type Seen = Set<string>;

function shownWork({ identifiers, fields, versions }: ObjectDocument): ShownWork {
	const families = (versions === '' ? [] : JSON.parse(versions)) as { Identifier?: []; Identifiers?: [] }[];
	const ofVersions = families.flatMap(({ Identifier = [], Identifiers = [] }) => [...Identifier, ...Identifiers]);
	return { ...JSON.parse(`{${fields}}`), identifiers: [...JSON.parse(identifiers), ...ofVersions] };
}

/**
 * Asserts that an explanation of each link has the flags of the index, and says of one of them why it
 * holds or is not known; notes which answers were explained.
 */
async function assertExplained(records: Records, index: SearchIndex, explained: Seen): Promise<void> {
	const viewer = { userId: null, seesAllEvents: true };
	const last = await index.lastWork();
	for (let group = 1; group <= last; group++) {
		for (const groupBy of ['identity', 'version'] as const) {
			const asked = { groupBy, group, order: 'newest', size: 1_000, offset: 0, facets: false } as const;
			const found = await index.search({ ...asked, history: wholeStretch });
			const answers = found ? modelOf(found) : [];
			for (const [at, item] of (found?.items ?? []).entries()) {
				const answer = answers[at] as (typeof answers)[number];
				const flag =
					flags.find((each) => !explained.has(`${each} ${answer[each]}`)) ?? (flags[at % flags.length] as Flag);
				const [one, other] = [found?.source, item.object].map(firstOf) as [FirstOf, FirstOf];
				const named = { id: one.ID, scheme: one.IDScheme, other: other.ID, other_scheme: other.IDScheme };
				const why = await explainWhy(records, { ...named, flag }, viewer);
				assert.ok(why.link && why.flag);
				// Of several links between two works, another one may be explained.
				if (why.link.level !== groupBy || why.link.relation !== item.relation) continue;
				assert.deepEqual(why.link.flags, item.flags);
				const { holds, evidence, missing = [] } = why.flag;
				assert.deepEqual(
					[holds, evidence.length > 0, missing.length > 0],
					[answer[flag], holds === 'yes', holds === 'unknown'],
				);
				explained.add(`${flag} ${holds}`);
			}
		}
	}
}
type FirstOf = { ID: string; IDScheme: string };

function firstOf(object: ObjectDocument | undefined): FirstOf {
	return JSON.parse(object?.identifiers ?? '[]')[0];
}

/** Asserts that all answers about all groups have the flags of the model; notes which these are. */
async function assertFlags(index: SearchIndex, asked: readonly (readonly Flag[])[], seen: Seen): Promise<number> {
	const ask = (groupBy: SearchRequest['groupBy'], group: number, more: Partial<SearchRequest>) =>
		index.search({ groupBy, group, order: 'newest', size: 1_000, offset: 0, facets: false, ...more });
	let links = 0;
	const last = await index.lastWork();
	for (let group = 1; group <= last; group++) {
		for (const groupBy of ['identity', 'version'] as const) {
			const all = await ask(groupBy, group, { facets: true, countsFlags: true, history: wholeStretch });
			if (!all) continue;
			links += all.total;
			const answers = modelOf(all);
			for (const each of answers) for (const flag of flags) seen.add(`${flag} ${each[flag]}`);
			const count = (those: typeof answers, flag: Flag, is: Answer) => those.filter((one) => one[flag] === is).length;
			assert.deepEqual(
				all.items.map((item) => item.flags),
				answers.map((each) => flags.filter((flag) => each[flag] === 'yes')),
			);
			assert.deepEqual(
				all.facets?.flags,
				flags.map((flag) => ({ flag, items: count(answers, flag, 'yes'), unknown: count(answers, flag, 'unknown') })),
			);
			for (const without of asked) {
				const first = (each: (typeof answers)[number]) => without.find((flag) => each[flag] === 'yes');
				const kept = answers.filter((each) => first(each) === undefined);
				const found = await ask(groupBy, group, { without });
				assert.deepEqual(found?.excluded, [
					...without.map((flag) => ({
						flag,
						items: answers.filter((each) => first(each) === flag).length,
						unknown: count(kept, flag, 'unknown'),
					})),
				]);
				const left = found.excluded.reduce((sum, { items }) => sum + items, 0);
				assert.deepEqual([found.total, found.items.length, found.total + left], [kept.length, kept.length, all.total]);
				const flagged = await ask(groupBy, group, { flagged: without });
				assert.equal(flagged?.total, all.total - kept.length);
			}
		}
	}
	return links;
}

function modelOf({ source, items }: SearchResult) {
	const asked = shownWork(source);
	return items.map(({ relation, object, history }) => modelFlags(asked, relation, shownWork(object), history));
}

async function updateAll(records: Records, index: SearchIndex): Promise<void> {
	while ((await updateIndex(records, index)) > 0);
}

type Opened = { index: SearchIndex; close(): Promise<unknown> };

function describeFlagsKept(
	name: string,
	open: () => Promise<Opened>,
	options: { runs: number; skip?: string | false },
) {
	describe(`flags in an index on ${name}`, { skip: options.skip ?? false }, () => {
		it('are those of the naive model, whatever is submitted, withdrawn, restored and built again', async () => {
			const seen: Seen = new Set();
			const explained: Seen = new Set();
			await fc.assert(
				fc.asyncProperty(world, async ({ events, withdrawn, asked }) => {
					const [{ records, close: closeRecords }, { index, close }] = [await openTestRecords(), await open()];
					try {
						await followWorld(records, index, { events, withdrawn, asked, seen, explained });
					} finally {
						await close();
						await closeRecords();
					}
				}),
				{ numRuns: options.runs },
			);
			const isEver = (answer: Answer) => flags.filter((flag) => seen.has(`${flag} ${answer}`));
			if (options.runs < 20) return;
			assert.deepEqual([isEver('yes'), isEver('no')], [flags, flags]);
			const compared: Flag[] = ['author-self', 'author-self-by-id', 'journal-self', 'provider-own'];
			assert.deepEqual(isEver('unknown'), [...compared, 'cited-after-retraction']);
			const unexplained = [...seen].filter((each) => !explained.has(each));
			assert.deepEqual(unexplained, []);
		});
	});
}

type Followed = { events: GivenEvent[]; withdrawn: number[]; asked: Flag[][]; seen: Seen; explained: Seen };

async function followWorld(records: Records, index: SearchIndex, world: Followed): Promise<void> {
	const { events, asked, seen, explained } = world;
	const withdrawn = [...new Set(world.withdrawn.map((at) => at % events.length))];
	const all = events.map((_, event) => ({ event, does: 'apply' }) as const);
	const steps = [
		...all,
		...withdrawn.map((event) => ({ event, does: 'withdraw' }) as const),
		...withdrawn.flatMap(
			(event) =>
				[
					{ event, does: 'restore' },
					{ event, does: 'apply' },
				] as const,
		),
	];
	const checks = [all.length, all.length + withdrawn.length, steps.length];
	const links: number[] = [];
	const check = async () => {
		await updateAll(records, index);
		links.push(await assertFlags(index, asked, seen));
		await assertExplained(records, index, explained);
	};
	let step = 0;
	await follow(records, events, steps, async () => {
		if (checks.includes(++step)) await check();
	});
	assert.equal(links[2], links[0], 'restored');
	const usual = { destroy: false, clock: systemClock, leaseMilliseconds: 60_000, onProgress: () => undefined };
	await rebuildIndex(records, index, usual);
	await check();
	assert.equal(links[3], links[0], 'built again');
}

describeFlagsKept(
	'SQLite',
	async () => {
		const folder = mkdtempSync(join(tmpdir(), 'link-broker-flags-'));
		const index = await openSqliteIndex(join(folder, 'search.db'));
		const close = async () => {
			await index.close();
			rmSync(folder, { recursive: true });
		};
		return { index, close };
	},
	{ runs: 40 },
);
describeFlagsKept('OpenSearch', () => openFreshIndex(), { runs: 4, skip: skipOpenSearch });
