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
import { isSymmetric, relationCode } from './relation.ts';

/** Gathers links one by one. */
export type BatchBuilder = {
	add(link: Link): void;
	build(): LinkBatch;
};

/**
 * Starts an empty batch of links that an event asserts, withdraws, or puts in the place of earlier
 * ones. Identifiers are one by scheme and key; the first spelling stays; those that no assertion,
 * withdrawal or replacement names are left out. Several identifiers of an object are asserted to be
 * identical to the first of them, with the provenances of the link. The link's own relation joins
 * the first identifiers of both objects, and its descriptions are of these.
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
		counts: { links: 0, descriptions: 0, ignored: 0, containers: 0 },
		unknownRelations: createNameTally(),
	};
}

/** Adds the assertions of links; `isReplacing`: and whose records they replace. */
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
		const isSelf = areOne(parts, from, to);
		// Identifier arrays that overlap are of one object, which its first identifier names.
		const isByArrays = isSelf && !areOne(parts, from.slice(0, 1), to.slice(0, 1));
		const ends = [from[0] as number, (isByArrays ? from : to)[0] as number] as const;
		const described: Described = [
			descriptions.add(ends[0], source.description),
			descriptions.add(ends[1], target.description),
		];
		if (isReplacing) addReplaced(parts, fromTarget ? to : from, given);
		if (isSelf && !addSelfLink(parts, new Set([...from, ...to]), described)) return;
		const record = (fromTarget ? to : from)[0] as number;
		for (const names of isByArrays ? [[...from, ...to]] : [from, to]) {
			for (const other of names) assertions.addIdentity(names[0] as number, other, provenancesOf, record);
		}
		// Such a link of an identifier to itself has only asserted the identities above.
		if (ends[0] === ends[1] && isWithoutDescription(described)) return;
		assertions.add([ends[0], relationCode[relation], ends[1]], provenancesOf, record, {
			place: parts.counts.links,
			described,
		});
	};
}

/** Whether objects have an identifier in common, also by rule. */
function areOne({ representatives }: Parts, from: readonly number[], to: readonly number[]): boolean {
	const nameOf = (position: number) => representatives.get(position) ?? position;
	return from.some((one) => to.some((other) => nameOf(one) === nameOf(other)));
}

/** Counts a link of an object to itself. Returns false where it asserts nothing of the object. */
function addSelfLink({ counts }: Parts, names: ReadonlySet<number>, described: Described): boolean {
	const isBare = isWithoutDescription(described) && names.size === 1;
	if (isBare) {
		counts.ignored++;
		return false;
	}
	counts.descriptions++;
	return true;
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

/**
 * Adds the withdrawals of links: for all identifiers of their objects, in either direction where the
 * relation is symmetric.
 */
function withdrawalsInto(parts: Parts): (link: Link) => void {
	const { identifiers, providers, representatives, withdrawals, counts } = parts;
	const namesOf = ({ identifiers: names }: LinkedObject) =>
		new Set(names.map(identifiers.add).map((name) => representatives.get(name) ?? name));
	return ({ source, relation, target, provenances }) => {
		const objects = [namesOf(source), namesOf(target)] as const;
		const isSelf = !objects[0].isDisjointFrom(objects[1]);
		const [from, to] = isSelf ? [objects[0].union(objects[1]), objects[0].union(objects[1])] : objects;
		if (isSelf) counts.descriptions++;
		const code = relationCode[relation];
		const pairs = [...from].flatMap((one) => Array.from(to, (other) => [one, other] as const));
		const reversed = isSymmetric(relation) ? pairs.map(([one, other]) => [other, one] as const) : [];
		const between = [...pairs, ...reversed];
		for (const provider of new Set(provenances.map(({ provider }) => providers.positionOf(provider)))) {
			for (const [one, other] of between) withdrawals.push([parts.counts.links, one, code, other, provider]);
		}
	};
}

function buildBatch({ identifiers, descriptions, providers, provenances, assertions, ...parts }: Parts): LinkBatch {
	const asserted = assertions.inOrder();
	const named = new Set([
		...asserted.flatMap(([source, , target]) => [source, target]),
		...parts.withdrawals.flatMap(([, source, , target]) => [source, target]),
		...Array.from(parts.replaced.values(), ([source]) => source),
	]);
	const representatives = [...parts.representatives].filter(([identifier]) => named.has(identifier));
	for (const [, representative] of representatives) named.add(representative);
	const { places, ...ordered } = identifiers.inOrder(named);
	const at = (position: number) => places[position] as number;
	return {
		...ordered,
		descriptions: descriptions.all.map(([identifier, text]): BatchDescription => [at(identifier), text]),
		providers: providers.all(),
		provenances: provenances.all,
		assertions: asserted.map(
			([source, relation, target, provenance, record, ...described]): BatchAssertion => [
				at(source),
				relation,
				at(target),
				provenance,
				at(record),
				...described,
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

/** Keeps the descriptions of identifiers: each text of each once. */
function createDescriptions() {
	const all: BatchDescription[] = [];
	const positions: Map<string, number>[] = [];
	return {
		all,
		/** Returns the position of a description, -1 if it is empty. */
		add(identifier: number, description: Description): number {
			const text = describeAsText(description);
			if (text === '{}') return -1;
			positions[identifier] ??= new Map();
			return positions[identifier].getOrInsertComputed(text, () => all.push([identifier, text]) - 1);
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

/** The positions of the descriptions that a link gives of its source and its target; -1: none. */
type Described = readonly [source: number, target: number];

const isWithoutDescription = (described: Described): boolean => described.every((description) => description < 0);

/** Keeps assertions, each once; of those with the same descriptions, the last place counts. */
function createAssertions() {
	const all = new Map<string, BatchAssertion>();
	const add = (
		[source, relation, target]: readonly [source: number, relation: number, target: number],
		provenancesOf: readonly number[],
		record: number,
		{ place, described }: { place: number; described: Described },
	): void => {
		for (const provenance of provenancesOf) {
			const assertion = [source, relation, target, provenance, record, place, ...described] as const;
			const name = `${source} ${relation} ${target} ${provenance} ${record} ${place < 0 ? '' : described.join(' ')}`;
			if (place >= 0) all.delete(name);
			all.set(name, assertion);
		}
	};
	return {
		add,
		/** Adds an identity of an Identifier array. */
		addIdentity(one: number, other: number, provenancesOf: readonly number[], record: number): void {
			if (one === other) return;
			add([one, relationCode.IsIdenticalTo, other], provenancesOf, record, { place: -1, described: [-1, -1] });
		},
		/** Lists all assertions in the order of their links. */
		inOrder: (): BatchAssertion[] => [...all.values()],
	};
}
