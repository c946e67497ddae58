// Generates an endless stream of links like those of real feeds, the same for the same seed.
import { createRandom, draw, drawBelow, drawExponential, drawOne, mix, type Random } from './random.ts';
import { createWorks, type Detail, type Works } from './works.ts';

/** Writes one link after the other, each a JSON object in one line. Its memory does not grow. */
export type LinkStream = { next(): string };

/** The shares of the kinds of links. The rest cites, supplements and relates. */
const shares = { versions: 0.05, identities: 0.05, repeats: 0.04 } as const;

/** A provider of links. `fromTarget`: it writes links from the side of the target. */
type Provider = { name: string; detail: Detail; fromTarget: boolean };

const providers: readonly Provider[] = [
	{ name: 'Crossref', detail: 'full', fromTarget: false },
	{ name: 'DataCite', detail: 'full', fromTarget: false },
	{ name: 'SAO/NASA Astrophysics Data System', detail: 'full', fromTarget: true },
	{ name: 'OpenCitations', detail: 'bare', fromTarget: false },
	{ name: 'Zenodo', detail: 'full', fromTarget: false },
];

type Relation = 'cites' | 'supplements' | 'relates' | 'has version' | 'is identical';

/** A link before it is written. An end is the number of a work, or `~number` for its alias. */
type Drawn = { relation: Relation; source: number; target: number; provider: Provider; day: string; detail: Detail };

function linkOf(relation: Relation, source: number, target: number, provider: Provider, day: string): Drawn {
	return { relation, source, target, provider, day, detail: provider.detail };
}

const oldestWorks = 100;
const meanReferences = 9;
const uncitedShare = 0.12;
const popularShare = 0.7;
const byAliasShare = 0.25;
const sampledTargets = 1 << 18;
const mostRepeatable = 1 << 12;
const versionReach = 20_000;

/** Creates the stream of a seed. */
export function createLinkStream(seed: number): LinkStream {
	const random = createRandom(mix(seed, 3));
	const works = createWorks(seed);
	const collection = { works, count: oldestWorks };
	const cite = createCiting(random, collection);
	const alias = createAliases(random, collection);
	const repeatable: Drawn[] = [];

	const drawLink = (): Drawn => {
		const kind = draw(random);
		if (kind < shares.versions) return drawVersion(random, collection);
		if (kind < shares.versions + shares.identities) {
			const identity = alias();
			if (identity) return identity;
		}
		if (kind > 1 - shares.repeats && repeatable.length > 0) return repeat(random, drawOne(random, repeatable));
		const link = cite();
		repeatable[drawBelow(random, Math.min(repeatable.length + 1, mostRepeatable))] = link;
		return link;
	};
	return { next: () => write(works, drawLink()) };
}

/** The works so far, numbered from 0 to `count` - 1 in order of appearance. */
type Collection = { works: Works; count: number };

/**
 * Generates the references of one work after the other. Most references go to a work that has been
 * cited before, so popular works become more popular. Others go to any work, or to a new one.
 */
function createCiting(random: Random, collection: Collection): () => Drawn {
	const { works } = collection;
	const targets = createSample(random, sampledTargets);
	let citing = 0;
	let references = 0;
	let provider = providers[0] as Provider;

	const choose = (): number => {
		const way = draw(random);
		if (way < uncitedShare) return collection.count++;
		const popular = way < uncitedShare + popularShare ? targets.one() : undefined;
		return popular ?? drawBelow(random, collection.count);
	};
	return () => {
		if (references === 0) {
			citing = collection.count++;
			references = 1 + Math.floor(drawExponential(random, meanReferences));
			provider = drawOne(random, providers);
		}
		references--;
		let work = choose();
		while (work === citing) work = choose();
		targets.add(work);
		const byAlias = works.hasAlias(work) && draw(random) < byAliasShare;
		return linkOf(drawRelation(random), citing, byAlias ? ~work : work, provider, works.day(citing));
	};
}

function drawRelation(random: Random): Relation {
	const place = draw(random);
	return place < 0.88 ? 'cites' : place < 0.95 ? 'supplements' : 'relates';
}

/** Keeps a uniform sample of the added numbers (reservoir sampling). */
function createSample(random: Random, size: number) {
	const sample = new Int32Array(size);
	let seen = 0;
	return {
		add(number: number): void {
			const place = seen < size ? seen : drawBelow(random, seen + 1);
			seen++;
			if (place < size) sample[place] = number;
		},
		one: (): number | undefined => (seen === 0 ? undefined : sample[drawBelow(random, Math.min(seen, size))]),
	};
}

/** Links a new work as a version of one of the latest works of its kind. */
function drawVersion(random: Random, collection: Collection): Drawn {
	const { works } = collection;
	const child = collection.count++;
	const reach = Math.min(child, versionReach);
	let parent = child - 1 - drawBelow(random, reach);
	while (works.kind(parent) !== works.kind(child)) parent = child - 1 - drawBelow(random, reach);
	const provider = providers[4] as Provider;
	return linkOf('has version', parent, child, provider, works.day(child));
}

/** Links works to their aliases, in order. Both identifiers may have been cited before. */
function createAliases(random: Random, collection: Collection): () => Drawn | undefined {
	const { works } = collection;
	let next = 0;
	return () => {
		while (next < collection.count && !works.hasAlias(next)) next++;
		if (next >= collection.count) return undefined;
		const work = next++;
		return linkOf('is identical', work, ~work, drawOne(random, providers), works.day(work));
	};
}

/** Repeats a link: a third of the time unchanged, otherwise with a later date and any provider. */
function repeat(random: Random, link: Drawn): Drawn {
	if (draw(random) < 1 / 3) return link;
	const provider = drawOne(random, providers);
	const day = `2025-${String(1 + drawBelow(random, 12)).padStart(2, '0')}-01`;
	const detail = provider.detail === 'full' && draw(random) < 0.2 ? 'retitled' : provider.detail;
	return { ...link, provider, day, detail };
}

/** The name and subtype of a relation, then the same from the side of the target. */
const names: Readonly<Record<Relation, readonly [string, string, string, string]>> = {
	cites: ['References', 'Cites', 'IsReferencedBy', 'IsCitedBy'],
	supplements: ['IsSupplementTo', 'IsSupplementTo', 'IsSupplementedBy', 'IsSupplementedBy'],
	relates: ['IsRelatedTo', 'IsDerivedFrom', 'IsRelatedTo', 'IsSourceOf'],
	'has version': ['IsRelatedTo', 'HasVersion', 'IsRelatedTo', 'IsVersionOf'],
	'is identical': ['IsRelatedTo', 'IsIdenticalTo', 'IsRelatedTo', 'IsIdenticalTo'],
};

function write(works: Works, { relation, source, target, provider, day, detail }: Drawn): string {
	const [from, to] = provider.fromTarget ? [target, source] : [source, target];
	const [name, subType] = names[relation].slice(provider.fromTarget ? 2 : 0);
	return (
		`{"LinkPublicationDate":"${day}","LinkProvider":[{"Name":"${provider.name}"}],` +
		`"RelationshipType":{"Name":"${name}","SubType":"${subType}","SubTypeSchema":"DataCite"},` +
		`"Source":${writeEnd(works, from, detail)},"Target":${writeEnd(works, to, detail)}}`
	);
}

function writeEnd(works: Works, end: number, detail: Detail): string {
	return end < 0 ? works.written(~end, 'alias', detail) : works.written(end, 'identifier', detail);
}
