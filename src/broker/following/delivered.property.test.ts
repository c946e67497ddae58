// Tests subscriptions against a reader who asks GET /changes with the same filter: whatever is
// asserted, withdrawn and merged meanwhile, and whatever receivers answer, they get the same entries.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { openTestPostgresRecords, skipPostgres } from '../../engines/postgres/postgres.fixture.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { Link } from '../../links/link.ts';
import type { Records } from '../../store/records.ts';
import { noProgress } from '../../store/subscriptions.ts';
import { readChangesQuery } from '../changes/change-query.ts';
import { readChanges } from '../changes/read-changes.ts';
import { builtInDefinitions } from '../counting/definitions.ts';
import { given, objectNamed, receive } from '../graph.fixture.ts';
import { type Answered, type Delivering, deliverDue, type Message, type Sender } from './deliver.ts';
import { followedKeys } from './followed-keys.ts';
import { matchChanges } from './match-changes.ts';

type Filter = Readonly<Record<string, string>>;
type Step =
	| { does: 'assert' | 'withdraw' | 'replace'; links: readonly Link[] }
	| { does: 'deliver'; outcomes: readonly ('accepts' | 'fails' | 'is lost' | 'ends')[] };

const orcid = '0000-0002-1825-0097';
const author = { Creator: [{ Name: 'Ada', Identifier: [{ ID: orcid, IDScheme: 'orcid' }] }] };
const names = ['10.5281/a', '10.5281/b', '10.1000/c', '10.1000/d', '10.1000/e'] as const;

const anyName = fc.constantFrom(...names);
const anyLink = fc
	.tuple(
		anyName,
		fc.constantFrom('cites', 'cites', 'supplements', 'relatesTo', '=', 'hasVersion'),
		anyName,
		fc.constantFrom('Zenodo', 'Crossref'),
		fc.constantFrom('nobody', 'source', 'both'),
		fc.constantFrom(undefined, undefined, 'tm_accession', 'retraction'),
	)
	.map(([source, verb, target, provider, adas, subType]): Link => {
		const [{ provenances, ...link }] = given(`${source} ${verb} ${target} by ${provider}`) as [Link];
		return {
			...link,
			...(adas !== 'nobody' && { source: objectNamed(source, author) }),
			...(adas === 'both' && { target: objectNamed(target, author) }),
			provenances: provenances.map((one) => ({ ...one, ...(subType && { subType }) })),
		};
	});
const maybe = (values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const anyFilter = fc
	.record({
		works: fc.constantFrom<Filter>(
			{},
			...[{ id: names[0] }, { id: names[2] }, { ids: `${names[0]}, ${names[3]}` }, { ids: names[4] }],
			...[{ prefix: '10.5281' }, { prefix: '10.1000' }, { orcid }],
		),
		group_by: maybe(['identity', 'version']),
		direction: maybe(['in', 'out', 'both']),
		kind: maybe(['asserted', 'withdrawn', 'both', 'retracted']),
		entries: maybe(['first', 'all', 'citations']),
		relation: maybe(['cites', 'isCitedBy', 'isRelatedTo']),
		provider: maybe(['Crossref']),
		exclude: maybe(['author-self', 'machine', 'single-provider', 'provider-own,unregistered']),
		definition: maybe(['strict', 'asclepias']),
	})
	.map(({ works, direction, relation, ...others }): Filter => {
		const isNaming = Object.keys(works).length > 0;
		const ofRetractions = others.kind === 'retracted';
		const given = {
			...others,
			...(ofRetractions && { entries: 'all', definition: undefined }),
			direction: isNaming && !ofRetractions ? direction : undefined,
			relation:
				others.entries === 'citations' || ofRetractions
					? undefined
					: (others.definition && relation) === 'isRelatedTo'
						? undefined
						: relation,
		};
		return { ...works, ...(JSON.parse(JSON.stringify(given)) as Filter) };
	});
const anyChange = fc.record({
	does: fc.constantFrom('assert', 'assert', 'assert', 'withdraw', 'replace'),
	links: fc.array(anyLink, { minLength: 1, maxLength: 5 }),
});
const anyDelivery = fc.record({
	does: fc.constant('deliver' as const),
	outcomes: fc.array(fc.constantFrom('accepts', 'accepts', 'fails', 'is lost', 'ends'), { minLength: 1, maxLength: 4 }),
});

const hour = 3_600_000;
const never = new AbortController().signal;
const accepted: Answered = { isAccepted: true, status: 204 };
const refused: Answered = { isAccepted: false, status: 500, message: 'It answered 500.' };

/** Subscribes to each filter on fresh records; `deliver` matches and sends until nothing is due. */
async function openSubscribers(records: Records, filters: readonly Filter[]) {
	const received = filters.map(() => new Map<string, readonly number[]>());
	let now = Date.UTC(2026, 0, 15);
	let processes = 0;
	let outcomes: readonly string[] = [];
	const numbers = new Map<number, number>();
	const sender: Sender = {
		mostEntries: 10,
		fit: (_, entries) => Math.min(3, entries.length),
		async send({ id, subscription, entries }: Message) {
			const [outcome = 'accepts', ...later] = outcomes;
			outcomes = later;
			const of = received[numbers.get(subscription.number) ?? 0] as Map<string, readonly number[]>;
			if (outcome !== 'fails') {
				const sent = entries.map(({ number }) => number);
				assert.deepEqual(of.get(id) ?? sent, sent, 'a repeated message is as it was');
				of.set(id, sent);
			}
			if (outcome === 'ends') throw new Error('the process ends');
			return outcome === 'accepts' ? accepted : refused;
		},
	};
	for (const [at, filter] of filters.entries()) {
		const log = await records.read((transaction) => transaction.changeLog());
		const { number } = await records.addSubscription(
			{
				...{ userId: 1, state: 'active', log: log.id, lastRead: log.newest, dueAt: now, everyMilliseconds: 0 },
				task: { kind: 'webhook', address: 'https://receiver.example/', filter, pace: 'each', name: null },
				...{ progress: noProgress, secrets: null, createdAt: now },
			},
			followedKeys(readChangesQuery(filter)),
		);
		numbers.set(number, at);
	}
	const deliver = async (wanted: readonly string[] = []) => {
		outcomes = wanted;
		// Pauses are over, and so are leases of processes that ended.
		now += 100 * hour;
		const process: Delivering = {
			clock: {
				now: () => now,
				elapsed: () => now,
				sleep: (_, signal) =>
					new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
				turn: async () => undefined,
			},
			...{
				worker: `worker-${++processes}`,
				leaseMilliseconds: hour,
				senders: { webhook: sender },
				random: () => 0.5,
				definitions: builtInDefinitions,
			},
		};
		await matchChanges(records, process, never);
		for (let isDue = true; isDue; ) isDue = await deliverDue(records, process, never).catch(() => true);
	};
	return { received: () => received.map((of) => [...of.values()].flat()), deliver };
}

/** Reads what a filter selects after a cursor, and the cursor behind that. */
async function readAll(records: Records, filter: Filter, from?: string) {
	const numbers: number[] = [];
	for (let after = from; ; ) {
		const query = readChangesQuery({ ...filter, limit: '1000', ...(after !== undefined && { after }) });
		const page = await readChanges(records, query);
		for (const { number } of page.changes) numbers.push(number);
		if (page.isEnd) return { numbers, next: page.next };
		after = page.next;
	}
}

async function change(records: Records, { does, links }: Exclude<Step, { does: 'deliver' }>): Promise<void> {
	const others = links.filter(({ source, target }) => source.identifiers[0]?.key !== target.identifiers[0]?.key);
	if (others.length === 0) return;
	const event = { links: others, noindex: false };
	await receive(records, [does === 'assert' ? event : { ...event, action: does, userId: null, takesAll: true }]);
}

type Opened = { records: Records; close(): Promise<void> };

function describeDelivered(
	engine: string,
	open: () => Promise<Opened>,
	{ numRuns = 100, skip = false as string | false } = {},
): void {
	const withRecords = async (use: (records: Records) => Promise<void>) => {
		const { records, close } = await open();
		await use(records).finally(close);
	};
	describe(`what subscribers are sent, on ${engine}`, { skip }, () => {
		it('is what a reader gets who asks as often', async () => {
			const steps = fc.array(anyChange, { minLength: 1, maxLength: 8 });
			await fc.assert(
				fc.asyncProperty(fc.array(anyFilter, { minLength: 1, maxLength: 6 }), steps, (filters, steps) =>
					withRecords(async (records) => {
						const { received, deliver } = await openSubscribers(records, filters);
						const read = filters.map(() => ({ numbers: [] as number[], next: undefined as string | undefined }));
						for (const step of steps) {
							await change(records, step as Exclude<Step, { does: 'deliver' }>);
							await deliver();
							for (const [at, filter] of filters.entries()) {
								const { numbers, next } = await readAll(records, filter, read[at]?.next);
								read[at] = { numbers: [...(read[at]?.numbers ?? []), ...numbers], next };
							}
						}
						assert.deepEqual(
							received(),
							read.map(({ numbers }) => numbers),
						);
					}),
				),
				{ numRuns },
			);
		});

		it('is all that its filter selects all the time, in order, once under one name, whatever fails', async () => {
			const steps = fc.array(fc.oneof(anyChange, anyDelivery), { minLength: 2, maxLength: 12 });
			await fc.assert(
				fc.asyncProperty(fc.array(anyFilter, { minLength: 1, maxLength: 4 }), steps, (filters, steps) =>
					withRecords(async (records) => {
						const { received, deliver } = await openSubscribers(records, filters);
						const seen = filters.map(() => ({ ever: new Set<number>(), missed: new Set<number>() }));
						for (const step of [...steps, { does: 'deliver', outcomes: [] }] as Step[]) {
							if (step.does === 'deliver') await deliver(step.outcomes);
							else await change(records, step);
							const { newest } = await records.read((transaction) => transaction.changeLog());
							for (const [at, filter] of filters.entries()) {
								const selected = new Set((await readAll(records, filter)).numbers);
								const { ever, missed } = seen[at] as (typeof seen)[number];
								for (let number = 1; number <= newest; number++) {
									if (selected.has(number)) ever.add(number);
									else missed.add(number);
								}
							}
						}
						await deliver();
						for (const [at, numbers] of received().entries()) {
							const { ever, missed } = seen[at] as (typeof seen)[number];
							assert.deepEqual(
								numbers,
								[...new Set(numbers)].sort((one, other) => one - other),
							);
							for (const number of numbers) assert.ok(ever.has(number), `${number} was never selected`);
							const always = [...ever].filter((number) => !missed.has(number));
							assert.deepEqual(
								always.filter((number) => !numbers.includes(number)),
								[],
								`missing of ${JSON.stringify(filters[at])}`,
							);
						}
					}),
				),
				{ numRuns },
			);
		});
	});
}

describeDelivered('SQLite', openTestRecords);
describeDelivered('PostgreSQL', openTestPostgresRecords, { numRuns: 10, skip: skipPostgres });
