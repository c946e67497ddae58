// Folds links into the distinct parts of a batch: identifiers, what is said of them, provenances
// and assertions. It is pure and knows neither the wire nor storage.
import { compareIdentifiers, type Identifier } from '../identifiers/index.ts';
import { type Description, describeAsText } from './description.ts';
import type { BatchAssertion, Link, LinkBatch, LinkedObject, Saying } from './link.ts';
import { createNameTally } from './name-counts.ts';
import { provenanceAsText } from './provenance.ts';
import { createProviderSpellings } from './provider.ts';
import { type Relation, relationCode } from './relation.ts';

/** Gathers links one by one. */
export type BatchBuilder = {
	add(link: Link): void;
	build(): LinkBatch;
};

/**
 * Starts an empty batch. Identifiers are one by scheme and key; the first spelling stays. Several
 * identifiers of an object are asserted to be identical to the first of them, with the provenances
 * of the link, and each is described alike; the link's own relation joins the first identifiers of
 * both objects.
 */
export function createBatchBuilder(): BatchBuilder {
	const identifiers = createIdentifiers();
	const sayings = createSayings();
	const providers = createProviderSpellings();
	const provenances = createTexts();
	const assertions = createAssertions();
	const counts = { links: 0, ignored: 0, containers: 0 };
	const unknownRelations = createNameTally();

	/** Answers the position of the object's first identifier, and whether anything was asserted. */
	function addObject({ identifiers: names, description }: LinkedObject, saidBy: readonly number[]) {
		const positions = names.map(identifiers.add);
		sayings.add(positions, description);
		const [first = -1, ...others] = positions;
		const asserted = others.map((other) => assertions.add(first, 'IsIdenticalTo', other, saidBy));
		return { first, asserted: asserted.includes(true) };
	}

	return {
		add({ source, relation, target, provenances: given, containers = 0, unknownRelations: names = [] }) {
			const saidBy = given.map((provenance) => {
				const provider = providers.spell(provenance.provider);
				return provenances.add(provenanceAsText({ ...provenance, provider }));
			});
			const from = addObject(source, saidBy);
			const to = addObject(target, saidBy);
			const related = assertions.add(from.first, relation, to.first, saidBy);
			counts.links++;
			counts.containers += containers;
			for (const name of names) unknownRelations.add(name);
			if (!related && !from.asserted && !to.asserted) counts.ignored++;
		},
		build() {
			const { places, ...ordered } = identifiers.inOrder();
			const placed = assertions.all.map(
				([source, relation, target, provenance]): BatchAssertion => [
					places[source] as number,
					relation,
					places[target] as number,
					provenance,
				],
			);
			return {
				...ordered,
				sayings: sayings.inOrder(places),
				providers: providers.all(),
				provenances: provenances.all,
				assertions: placed,
				counts: { ...counts, unknownRelations: unknownRelations.mostFrequent() },
			};
		},
	};
}

/** Keeps identifiers, each once. */
function createIdentifiers() {
	const identifiers: Identifier[] = [];
	const positions = new Map<string, Map<string, number>>();
	return {
		/** Answers the position of an identifier. */
		add(identifier: Identifier): number {
			const ofScheme = positions.getOrInsertComputed(identifier.scheme, () => new Map());
			return ofScheme.getOrInsertComputed(identifier.key, () => identifiers.push(identifier) - 1);
		},
		/** Hands out all in order, and for each position that `add` answered its place among them. */
		inOrder(): { identifiers: Identifier[]; places: number[] } {
			const order = [...identifiers.keys()].sort((one, other) =>
				compareIdentifiers(identifiers[one] as Identifier, identifiers[other] as Identifier),
			);
			const places = new Array<number>(order.length);
			order.forEach((position, place) => {
				places[position] = place;
			});
			return { identifiers: order.map((position) => identifiers[position] as Identifier), places };
		},
	};
}

/** Keeps what is said of identifiers: each text once, at the place where it was said last. */
function createSayings() {
	const placesOf: Map<string, number>[] = [];
	let objects = 0;
	return {
		/** Notes what is said of the next object, by the positions of its identifiers. */
		add(identifiers: readonly number[], description: Description): void {
			const place = objects++;
			const text = describeAsText(description);
			if (text === '{}') return;
			for (const identifier of identifiers) {
				placesOf[identifier] ??= new Map();
				placesOf[identifier].set(text, place);
			}
		},
		/** Hands out all in the order of their places, with identifiers where `places` has them. */
		inOrder(places: readonly number[]): Saying[] {
			const said = placesOf.flatMap((ofOne, identifier) =>
				Array.from(ofOne, ([text, place]): Saying => [places[identifier] as number, place, text]),
			);
			return said.sort(([one, place], [other, otherPlace]) => place - otherPlace || one - other);
		},
	};
}

/** Keeps texts, each once. */
function createTexts() {
	const all: string[] = [];
	const positions = new Map<string, number>();
	return {
		all,
		/** Answers the position of the text. */
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
		/** Answers whether anything was said: nothing is said of an object and itself. */
		add(source: number, relation: Relation, target: number, saidBy: readonly number[]): boolean {
			if (source === target || saidBy.length === 0) return false;
			const code = relationCode[relation];
			for (const provenance of saidBy) {
				const name = `${source} ${code} ${target} ${provenance}`;
				if (known.has(name)) continue;
				known.add(name);
				all.push([source, code, target, provenance]);
			}
			return true;
		},
	};
}
