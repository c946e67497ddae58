// Makes an endless stream of links such as feeds bring, the same for the same seed: who cites whom follows what was cited before; writes no file.
import { createRandom, draw, drawBelow, drawExponential, drawOne, mix, type Random } from './random.ts';
import { createWorks, type Detail, type Works } from './works.ts';

/** Goes on through the links of a seed; its memory does not grow with their number. */
export type LinkStream = {
	/** Writes the next link: a JSON object in one line, without the line's end. */
	next(): string;
};

/** How many of the links are of which kind; the rest cites, supplements and relates. */
const shares = { versions: 0.05, identities: 0.05, repeats: 0.04 } as const;

/** The one who says a link, and how it writes. `turned`: says it from the target's side. */
type Provider = { name: string; detail: Detail; turned: boolean };

const providers: readonly Provider[] = [
	{ name: 'Crossref', detail: 'full', turned: false },
	{ name: 'DataCite', detail: 'full', turned: false },
	{ name: 'SAO/NASA Astrophysics Data System', detail: 'full', turned: true },
	{ name: 'OpenCitations', detail: 'bare', turned: false },
	{ name: 'Zenodo', detail: 'full', turned: false },
];

type Relation = 'cites' | 'supplements' | 'relates' | 'has version' | 'is identical';

/** A link before it is written. An end is a work's number, `~number` where it is named by its second identifier. */
type Spoken = { relation: Relation; source: number; target: number; provider: Provider; day: string; detail: Detail };

const oldestWorks = 100;
const meanReferences = 9;
const uncitedShare = 0.12;
const popularShare = 0.7;
const byAliasShare = 0.25;
const rememberedTargets = 1 << 18;
const rememberedLinks = 1 << 12;
const versionReach = 20_000;

/** Starts the stream of a seed. */
export function createLinkStream(seed: number): LinkStream {
	const random = createRandom(mix(seed, 3));
	const works = createWorks(seed);
	const collection = { works, count: oldestWorks };
	const cite = createCiting(random, collection);
	const alias = createAliases(random, collection);
	const recent: Spoken[] = [];

	const speak = (): Spoken => {
		const kind = draw(random);
		if (kind < shares.versions) return speakVersion(random, collection);
		if (kind < shares.versions + shares.identities) {
			const identity = alias();
			if (identity) return identity;
		}
		if (kind > 1 - shares.repeats && recent.length > 0) return repeat(random, drawOne(random, recent));
		const link = cite();
		recent[drawBelow(random, Math.min(recent.length + 1, rememberedLinks))] = link;
		return link;
	};
	return { next: () => write(works, speak()) };
}

/** Works come to be one after the other: by citing, by being cited from outside, as a version of another. */
type Collection = { works: Works; count: number };

/**
 * Lets one work after the other go through its references. Each is an earlier work: mostly one that is cited where another citation
 * goes, so that what is cited often is cited more often; else any, or one from outside that nobody has named before.
 */
function createCiting(random: Random, collection: Collection): () => Spoken {
	const { works } = collection;
	const targets = createSample(random, rememberedTargets);
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
		return {
			relation: drawRelation(random),
			source: citing,
			target: byAlias ? ~work : work,
			provider,
			day: works.day(citing),
			detail: provider.detail,
		};
	};
}

function drawRelation(random: Random): Relation {
	const place = draw(random);
	return place < 0.88 ? 'cites' : place < 0.95 ? 'supplements' : 'relates';
}

/** Keeps so many of all numbers that were added, each as likely as any other to be among them. */
function createSample(random: Random, size: number) {
	const kept = new Int32Array(size);
	let seen = 0;
	return {
		add(number: number): void {
			const place = seen < size ? seen : drawBelow(random, seen + 1);
			seen++;
			if (place < size) kept[place] = number;
		},
		one: (): number | undefined => (seen === 0 ? undefined : kept[drawBelow(random, Math.min(seen, size))]),
	};
}

/** A new work is a version of one of the latest of its kind, perhaps of a version. */
function speakVersion(random: Random, collection: Collection): Spoken {
	const { works } = collection;
	const child = collection.count++;
	const reach = Math.min(child, versionReach);
	let parent = child - 1 - drawBelow(random, reach);
	while (works.kind(parent) !== works.kind(child)) parent = child - 1 - drawBelow(random, reach);
	const provider = providers[4] as Provider;
	return {
		relation: 'has version',
		source: parent,
		target: child,
		provider,
		day: works.day(child),
		detail: provider.detail,
	};
}

/** Tells the second identifiers of one work after the other, some time after the work has come to be and may have been cited by both. */
function createAliases(random: Random, collection: Collection): () => Spoken | undefined {
	const { works } = collection;
	let next = 0;
	return () => {
		while (next < collection.count && !works.hasAlias(next)) next++;
		if (next >= collection.count) return undefined;
		const work = next++;
		const provider = drawOne(random, providers);
		const day = works.day(work);
		return { relation: 'is identical', source: work, target: ~work, provider, day, detail: provider.detail };
	};
}

/** Says a link again: a third of them in the same words, the others by another provider, later, some with another title. */
function repeat(random: Random, link: Spoken): Spoken {
	if (draw(random) < 1 / 3) return link;
	const provider = drawOne(random, providers);
	const day = `2025-${String(1 + drawBelow(random, 12)).padStart(2, '0')}-01`;
	const detail = provider.detail === 'full' && draw(random) < 0.2 ? 'retitled' : provider.detail;
	return { ...link, provider, day, detail };
}

const names: Readonly<Record<Relation, { straight: string; turned: string }>> = {
	cites: { straight: relationType('References', 'Cites'), turned: relationType('IsReferencedBy', 'IsCitedBy') },
	supplements: {
		straight: relationType('IsSupplementTo', 'IsSupplementTo'),
		turned: relationType('IsSupplementedBy', 'IsSupplementedBy'),
	},
	relates: {
		straight: relationType('IsRelatedTo', 'IsDerivedFrom'),
		turned: relationType('IsRelatedTo', 'IsSourceOf'),
	},
	'has version': {
		straight: relationType('IsRelatedTo', 'HasVersion'),
		turned: relationType('IsRelatedTo', 'IsVersionOf'),
	},
	'is identical': {
		straight: relationType('IsRelatedTo', 'IsIdenticalTo'),
		turned: relationType('IsRelatedTo', 'IsIdenticalTo'),
	},
};

function relationType(name: string, subType: string): string {
	return `{"Name":"${name}","SubType":"${subType}","SubTypeSchema":"DataCite"}`;
}

function write(works: Works, { relation, source, target, provider, day, detail }: Spoken): string {
	const [from, to] = provider.turned ? [target, source] : [source, target];
	return (
		`{"LinkPublicationDate":"${day}","LinkProvider":[{"Name":"${provider.name}"}],` +
		`"RelationshipType":${names[relation][provider.turned ? 'turned' : 'straight']},` +
		`"Source":${writeEnd(works, from, detail)},"Target":${writeEnd(works, to, detail)}}`
	);
}

function writeEnd(works: Works, end: number, detail: Detail): string {
	return end < 0 ? works.written(~end, 'alias', detail) : works.written(end, 'identifier', detail);
}
