// Keeps the count of the sources up: providers and their works. Counting reads everything, so it
// never runs during a request. It runs in steps that block nobody, and may or may not include
// changes made meanwhile.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { headingOf, readObject } from '../../formats/scholix/described-object.ts';
import { compareText } from '../../identifiers/index.ts';
import { type Description, type ObjectTypeName, objectTypeNames } from '../../links/description.ts';
import type { AnsweringIndex } from '../../ports/search/search-index.ts';
import type { FoundWork } from '../../ports/search/work-finder.ts';
import type { Id } from '../../store/graph.ts';
import type { Holdings, HoldingsPart, WorksOfProviders } from '../../store/holdings.ts';
import { findObjects } from '../objects/find-objects.ts';
import { createMostCited } from './most-cited.ts';
import { createProvenanceReader, type DatedProvenance, earlier, later } from './read-provenances.ts';
import {
	type CountedProvider,
	type CountedSources,
	type ExampleWork,
	type KeptSources,
	keptForm,
	type SourcesView,
} from './sources.ts';

/** Counting takes a twentieth of one thread at most. */
const restPerWork = 20;
const shortestRestMilliseconds = 2_000;
const leaseMilliseconds = 60_000;

/** What came of looking whether to count: it was done, there is no need, or not before a while. */
type CountOutcome = 'counted' | 'current' | { againIn: number };

type CountOptions = {
	clock: Clock;
	/**
	 * Counts what has changed however lately it was counted, where the last count took no longer than
	 * this.
	 */
	atOnceWithinMilliseconds?: number;
	onProgress?(progress: { done: number }): void;
	/** Aborted where it is to be given up; it then fails with the reason. */
	signal?: AbortSignal | undefined;
};

/**
 * Counts again where something has changed since, unless another process does or the last count was
 * too short a while ago for what it cost.
 */
export async function keepCount(
	records: Holdings,
	index: AnsweringIndex,
	{ clock, atOnceWithinMilliseconds = 0, onProgress, signal }: CountOptions,
): Promise<CountOutcome> {
	const [kept, state] = [await readKept(records), await records.holdingsState()];
	if (kept?.state === state) return 'current';
	if (kept && kept.milliseconds > atOnceWithinMilliseconds) {
		const due = kept.countedAt + kept.milliseconds + restAfter(kept);
		// A clock that was ahead must not keep it from being counted.
		const againIn = Math.min(due - clock.now(), restAfter(kept));
		if (againIn > 0) return { againIn };
	}
	const worker = randomUUID();
	const claim = () => records.claimCounting(worker, clock.now(), clock.now() + leaseMilliseconds);
	if (!(await claim())) return { againIn: shortestRestMilliseconds };
	const countedAt = clock.now();
	const begun = clock.elapsed();
	let claimedAt = begun;
	const afterPart = async (progress: { done: number }) => {
		signal?.throwIfAborted();
		onProgress?.(progress);
		if (clock.elapsed() - claimedAt > leaseMilliseconds / 3) {
			claimedAt = clock.elapsed();
			await claim();
		}
		await clock.turn();
	};
	const { sources, works } = await countSources(records, index, { afterPart, signal });
	const milliseconds = Math.round(clock.elapsed() - begun);
	const counted: KeptSources = { form: keptForm, state, countedAt, milliseconds, sources };
	await records.keepHoldings(worker, counted, { at: countedAt, of: works });
	return 'counted';
}

function restAfter({ milliseconds }: KeptSources): number {
	return Math.max(shortestRestMilliseconds, restPerWork * milliseconds);
}

/** Returns the last count, and whether it is current. */
export async function getSources(records: Holdings, index: AnsweringIndex): Promise<SourcesView> {
	const [counted, state, lastAppliedAt, isEmpty] = await Promise.all([
		readKept(records),
		records.holdingsState(),
		records.lastAppliedAt(),
		index.isEmpty(),
	]);
	return { counted, isCurrent: counted?.state === state, isEmpty, lastAppliedAt };
}

/** What an older or newer program has kept in another form is as if it were not there. */
async function readKept(records: Holdings): Promise<KeptSources | undefined> {
	const kept = (await records.keptHoldings()) as KeptSources | undefined;
	return kept?.form === keptForm ? kept : undefined;
}

/** Identifiers of a part: some ten milliseconds of reading. */
const identifiersPerPart = 1_000;
const examplesOfType = 5;
const identifiersOfExample = 3;

type CountSteps = {
	/** Awaited between parts, with the number of identifiers counted. */
	afterPart(progress: { done: number }): Promise<void>;
	signal?: AbortSignal | undefined;
};

/** What was counted, and of each provider the works that are cited most. */
type Counted = { sources: CountedSources; works: WorksOfProviders };

/** Counts all. */
export async function countSources(
	records: Holdings,
	index: AnsweringIndex,
	{ afterPart, signal }: CountSteps,
): Promise<Counted> {
	const tally = createTally();
	const mostCited = createMostCited(index);
	const readProvenances = createProvenanceReader(records);
	for (let after: Id | null = 0; after !== null; ) {
		const part: HoldingsPart = await records.holdingsPart(after, identifiersPerPart);
		tally.add(part, await readProvenances(part.assertions.map(([, , , provenance]) => provenance)));
		await mostCited.add(part.spokenOf);
		await afterPart({ done: tally.identifiers() });
		after = part.next;
	}
	const sources = { ...(await tally.end(records)), examples: await findExamples(index, signal) };
	return { sources, works: mostCited.end() };
}

type ProviderTally = {
	links: number;
	works: number;
	first: DatedProvenance | undefined;
	last: DatedProvenance | undefined;
	lastEvent: Id;
	years: Map<number, number>;
};

function createTally() {
	const all = { links: 0, works: 0, identifiers: 0 };
	const schemes = new Map<string, number>();
	const types = new Map<ObjectTypeName, number>();
	const providers = new Map<Id, ProviderTally>();
	const tallyOf = (provider: Id) =>
		providers.getOrInsertComputed(provider, () => ({
			...{ links: 0, works: 0, first: undefined, last: undefined, lastEvent: 0 },
			years: new Map(),
		}));
	const addRelationship = (assertions: HoldingsPart['assertions'], provenanceOf: (id: Id) => DatedProvenance) => {
		all.links += 1;
		const byProvider = Map.groupBy(assertions, ([, , , provenance]) => provenanceOf(provenance).provider);
		for (const [provider, own] of byProvider) {
			const tally = tallyOf(provider);
			const times = own.map(([, , , provenance]) => provenanceOf(provenance));
			const first = times.reduce(earlier);
			tally.links += 1;
			tally.first = tally.first ? earlier(tally.first, first) : first;
			tally.last = times.reduce(later, tally.last ?? first);
			for (const [, , , , event] of own) tally.lastEvent = Math.max(tally.lastEvent, event);
			increase(tally.years, first.year);
		}
	};
	return {
		identifiers: () => all.identifiers,
		add(
			{ members, descriptions, spokenOf, assertions }: HoldingsPart,
			provenanceOf: (id: Id) => DatedProvenance,
		): void {
			const groups = new Set(spokenOf.map(([group]) => group));
			all.works += groups.size;
			const typeOf = new Map(descriptions);
			for (const group of groups) increase(types, typeNamed(typeOf.get(group)));
			for (const [, provider] of spokenOf) tallyOf(provider).works += 1;
			for (const [group, scheme] of members) {
				// Identifiers that only unindexed events name are not counted yet.
				if (!groups.has(group)) continue;
				all.identifiers += 1;
				increase(schemes, scheme);
			}
			for (const ofRelationship of byRelationship(assertions)) addRelationship(ofRelationship, provenanceOf);
		},
		end: async (records: Holdings) => ({
			...all,
			types: byCount(types),
			schemes: byCount(schemes),
			// A provider that only describes works is no source of links.
			providers: await named(records, new Map([...providers].filter(([, { links }]) => links > 0))),
		}),
	};
}

/** Divides assertions, which come by relationship. */
function* byRelationship(assertions: HoldingsPart['assertions']): Generator<HoldingsPart['assertions']> {
	let begin = 0;
	for (let at = 1; at <= assertions.length; at++) {
		const [one, other] = [assertions[at - 1], assertions[at]];
		if (one && other && one[0] === other[0] && one[1] === other[1] && one[2] === other[2]) continue;
		yield assertions.slice(begin, at);
		begin = at;
	}
}

async function named(records: Holdings, providers: ReadonlyMap<Id, ProviderTally>): Promise<CountedProvider[]> {
	const events = [...providers.values()].map(({ lastEvent }) => lastEvent);
	const { names, acceptedAt } = await records.holdingsNames([...providers.keys()], [...new Set(events)]);
	const nameOf = new Map(names);
	const timeOf = new Map(acceptedAt);
	return Array.from(
		providers,
		([id, { links, works, first, last, lastEvent, years }]): CountedProvider => ({
			name: nameOf.get(id) ?? '',
			links,
			works,
			firstLink: first?.date ?? null,
			lastLink: last?.date ?? null,
			lastReceivedAt: timeOf.get(lastEvent) ?? null,
			years: [...years].sort(([one], [other]) => one - other),
		}),
	).sort((one, other) => other.links - one.links || compareText(one.name, other.name));
}

function typeNamed(description = '{}'): ObjectTypeName {
	return (JSON.parse(description) as Description).Type?.Name ?? 'unknown';
}

async function findExamples(index: AnsweringIndex, signal: AbortSignal | undefined): Promise<ExampleWork[]> {
	const examples: ExampleWork[] = [];
	for (const type of objectTypeNames) {
		const query = { type, group_by: 'version', sort: 'mostcited', size: examplesOfType } as const;
		const { works } = await findObjects(index, query, { signal });
		for (const work of works) examples.push(exampleOf(work));
	}
	return examples;
}

function exampleOf({ group, document, counts }: FoundWork): ExampleWork {
	const object = readObject(document);
	const Identifiers = object.Identifiers.slice(0, identifiersOfExample);
	return { group, object: { Identifiers, ...headingOf(object) }, counts };
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

function byCount<Name extends string>(counts: ReadonlyMap<Name, number>): [Name, number][] {
	return [...counts].sort(([one, n], [other, m]) => m - n || compareText(one, other));
}
