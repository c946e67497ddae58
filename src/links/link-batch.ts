// Folds links into the distinct parts of a batch: identifiers, descriptions, provenances and
// assertions.
import { compareIdentifiers, type Identifier } from '../identifiers/index.ts';
import { type Description, describeAsText } from './description.ts';
import type {
	BatchAssertion,
	BatchDescription,
	BatchReplaced,
	BatchWithdrawal,
	Link,
	LinkBatch,
	LinkedObject,
	Provenance,
} from './link.ts';
import type { EventAction } from './link-event.ts';
import { createNameTally } from './name-counts.ts';
import { createProviderSpellings, provenanceAsText } from './provenance.ts';
import { isSymmetric, type Relation, relationCode } from './relation.ts';

/** Gathers links one by one. */
export type BatchBuilder = {
	add(link: Link): void;
	build(): LinkBatch;
};

/**
 * Starts an empty batch of links that an event asserts, withdraws, or puts in the place of earlier
 * ones. Identifiers are one by scheme and key; the first spelling stays; those without
 * an assertion or description are left out. Several identifiers of an object are asserted to be identical to the first of
 * them, with the provenances of the link, and each is described alike; the link's own relation
 * joins the first identifiers of both objects.
 */
export function createBatchBuilder(action: EventAction = 'assert'): BatchBuilder {
	const parts = createParts();
	const add = action === 'withdraw' ? withdrawalsInto(parts) : assertionsInto(parts, action === 'replace');
	return {
		add(link) {
			for (const [identifier, representative] of [link.source, link.target].flatMap(
				({ sameByRule = [] }) => sameByRule,
			)) {
				parts.representatives.set(parts.identifiers.add(identifier), parts.identifiers.add(representative));
			}
			add(link);
			parts.counts.links++;
			parts.counts.containers += link.containers ?? 0;
			for (const name of link.unknownRelations ?? []) parts.unknownRelations.add(name);
		},
		build: () => buildBatch(parts),
	};
}

/** What links are folded into. */
type Parts = ReturnType<typeof createParts>;

function createParts() {
	return {
		identifiers: createIdentifiers(),
		descriptions: createDescriptions(),
		providers: createProviderSpellings(),
		provenances: createTexts(),
		assertions: createAssertions(),
		/** Positions of identifiers, with those of their representatives. */
		representatives: new Map<number, number>(),
		withdrawals: [] as BatchWithdrawal[],
		replaced: new Map<string, BatchReplaced>(),
		counts: { links: 0, ignored: 0, containers: 0 },
		unknownRelations: createNameTally(),
	};
}

/** Adds what links say; `isReplacing`: and whose records they replace. */
function assertionsInto(parts: Parts, isReplacing: boolean): (link: Link) => void {
	const { identifiers, descriptions, providers, provenances, assertions } = parts;
	return ({ source, relation, target, provenances: given, fromTarget = false }) => {
		const provenancesOf = given.map((provenance) => {
			const provider = providers.spell(provenance.provider);
			return provenances.add(provenanceAsText({ ...provenance, provider }));
		});
		const [from, to] = [source, target].map(({ identifiers: names }) => names.map(identifiers.add)) as [
			number[],
			number[],
		];
		descriptions.add(from, source.description);
		descriptions.add(to, target.description);
		const record = (fromTarget ? to : from)[0] as number;
		const related = [from, to].map(([first = -1, ...others]) =>
			others.map((other) => assertions.add(first, 'IsIdenticalTo', other, provenancesOf, record)),
		);
		related.push([assertions.add(from[0] as number, relation, to[0] as number, provenancesOf, record)]);
		if (!related.flat().includes(true)) parts.counts.ignored++;
		if (isReplacing) addReplaced(parts, fromTarget ? to : from, given);
	};
}

function addReplaced({ providers, replaced, representatives }: Parts, source: number[], given: readonly Provenance[]) {
	for (const { provider } of given) {
		const at = providers.positionOf(provider);
		for (const name of source) {
			const position = representatives.get(name) ?? name;
			replaced.set(`${position} ${at}`, [position, at]);
		}
	}
}

/** Adds the withdrawals of links: for all identifiers of their objects, in either direction. */
function withdrawalsInto(parts: Parts): (link: Link) => void {
	const { identifiers, providers, representatives, withdrawals } = parts;
	const namesOf = ({ identifiers: names }: LinkedObject) =>
		new Set(names.map(identifiers.add).map((name) => representatives.get(name) ?? name));
	return ({ source, relation, target, provenances }) => {
		const [from, to] = [namesOf(source), namesOf(target)];
		const code = relationCode[relation];
		const pairs = [...from].flatMap((one) => Array.from(to, (other) => [one, other] as const));
		const reversed = isSymmetric(relation) ? pairs.map(([one, other]) => [other, one] as const) : [];
		const between = [...pairs, ...reversed].filter(([one, other]) => one !== other);
		if (between.length === 0) parts.counts.ignored++;
		for (const provider of new Set(provenances.map(({ provider }) => providers.positionOf(provider)))) {
			for (const [one, other] of between) withdrawals.push([parts.counts.links, one, code, other, provider]);
		}
	};
}

function buildBatch({ identifiers, descriptions, providers, provenances, assertions, ...parts }: Parts): LinkBatch {
	const named = new Set([
		...assertions.all.flatMap(([source, , target]) => [source, target]),
		...descriptions.identifiers(),
		...parts.withdrawals.flatMap(([, source, , target]) => [source, target]),
		...Array.from(parts.replaced.values(), ([source]) => source),
	]);
	const representatives = [...parts.representatives].filter(([identifier]) => named.has(identifier));
	for (const [, representative] of representatives) named.add(representative);
	const { places, ...ordered } = identifiers.inOrder(named);
	const at = (position: number) => places[position] as number;
	return {
		...ordered,
		descriptions: descriptions.inOrder(places),
		providers: providers.all(),
		provenances: provenances.all,
		assertions: assertions.all.map(
			([source, relation, target, provenance, record]): BatchAssertion => [
				at(source),
				relation,
				at(target),
				provenance,
				at(record),
			],
		),
		representatives: representatives.map(([identifier, representative]) => [at(identifier), at(representative)]),
		withdrawals: parts.withdrawals.map(
			([link, source, relation, target, provider]): BatchWithdrawal => [
				link,
				at(source),
				relation,
				at(target),
				provider,
			],
		),
		replaced: Array.from(parts.replaced.values(), ([source, provider]) => [at(source), provider]),
		counts: { ...parts.counts, unknownRelations: parts.unknownRelations.mostFrequent() },
	};
}

/** Keeps identifiers, each once. */
function createIdentifiers() {
	const identifiers: Identifier[] = [];
	const positions = new Map<string, Map<string, number>>();
	return {
		/** Returns the position of an identifier. */
		add(identifier: Identifier): number {
			const ofScheme = positions.getOrInsertComputed(identifier.scheme, () => new Map());
			return ofScheme.getOrInsertComputed(identifier.key, () => identifiers.push(identifier) - 1);
		},
		/**
		 * Hands out those at these positions in order, and for each position that `add` answered the
		 * place among them.
		 */
		inOrder(named: ReadonlySet<number>): { identifiers: Identifier[]; places: number[] } {
			const order = [...named].sort((one, other) =>
				compareIdentifiers(identifiers[one] as Identifier, identifiers[other] as Identifier),
			);
			const places = new Array<number>(identifiers.length);
			order.forEach((position, place) => {
				places[position] = place;
			});
			return { identifiers: order.map((position) => identifiers[position] as Identifier), places };
		},
	};
}

/** Collects the descriptions of identifiers: each text once, at the place where it was last given. */
function createDescriptions() {
	const placesOf: Map<string, number>[] = [];
	let objects = 0;
	return {
		/** Adds the description of the next object, by the positions of its identifiers. */
		add(identifiers: readonly number[], description: Description): void {
			const place = objects++;
			const text = describeAsText(description);
			if (text === '{}') return;
			for (const identifier of identifiers) {
				placesOf[identifier] ??= new Map();
				placesOf[identifier].set(text, place);
			}
		},
		/** Lists the identifiers with a description. */
		identifiers: (): number[] => [...placesOf.keys()].filter((identifier) => placesOf[identifier] !== undefined),
		/** Lists all in the order of their places, with the positions of identifiers from `places`. */
		inOrder(places: readonly number[]): BatchDescription[] {
			const all = placesOf.flatMap((ofOne, identifier) =>
				Array.from(ofOne, ([text, place]): BatchDescription => [places[identifier] as number, place, text]),
			);
			return all.sort(([one, place], [other, otherPlace]) => place - otherPlace || one - other);
		},
	};
}

/** Keeps texts, each once. */
function createTexts() {
	const all: string[] = [];
	const positions = new Map<string, number>();
	return {
		all,
		/** Returns the position of the text. */
		add(text: string): number {
			let position = positions.get(text);
			if (position === undefined) {
				position = all.push(text) - 1;
				positions.set(text, position);
			}
			return position;
		},
	};
}

/** Keeps assertions, each once. */
function createAssertions() {
	const all: BatchAssertion[] = [];
	const known = new Set<string>();
	return {
		all,
		/** Returns whether it adds an assertion: a link of an object to itself adds none. */
		add(source: number, relation: Relation, target: number, provenancesOf: readonly number[], record: number): boolean {
			if (source === target || provenancesOf.length === 0) return false;
			const code = relationCode[relation];
			for (const provenance of provenancesOf) {
				const name = `${source} ${code} ${target} ${provenance} ${record}`;
				if (known.has(name)) continue;
				known.add(name);
				all.push([source, code, target, provenance, record]);
			}
			return true;
		},
	};
}
