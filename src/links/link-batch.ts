// Folds links into the distinct parts of a batch: identifiers, what is said of them, provenances
// and assertions. It is pure and knows neither the wire nor storage.
import { compareIdentifiers, type Identifier } from '../identifiers/index.ts';
import { type Description, describeAsText, joinDescriptions } from './description.ts';
import type { BatchAssertion, Link, LinkBatch, LinkedObject } from './link.ts';
import { createNameTally } from './name-counts.ts';
import { provenanceAsText } from './provenance.ts';
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
 * both objects. A later link's description wins field by field.
 */
export function createBatchBuilder(): BatchBuilder {
	const identifiers = createIdentifiers();
	const provenances = createTexts();
	const assertions = createAssertions();
	const counts = { links: 0, ignored: 0, containers: 0 };
	const unknownRelations = createNameTally();

	/** Answers the position of the object's first identifier, and whether anything was asserted. */
	function addObject({ identifiers: names, description }: LinkedObject, saidBy: readonly number[]) {
		const [first = -1, ...others] = names.map((name) => identifiers.add(name, description));
		const asserted = others.map((other) => assertions.add(first, 'IsIdenticalTo', other, saidBy));
		return { first, asserted: asserted.includes(true) };
	}

	return {
		add({ source, relation, target, provenances: given, containers = 0, unknownRelations: names = [] }) {
			const saidBy = given.map((provenance) => provenances.add(provenanceAsText(provenance)));
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
				provenances: provenances.all,
				assertions: placed,
				counts: { ...counts, unknownRelations: unknownRelations.mostFrequent() },
			};
		},
	};
}

/** Keeps identifiers, each once, with what the links so far say of them. */
function createIdentifiers() {
	const identifiers: Identifier[] = [];
	const descriptions: Description[] = [];
	const positions = new Map<string, Map<string, number>>();
	return {
		/** Adds an identifier and a description of it; answers its position. */
		add(identifier: Identifier, description: Description): number {
			const ofScheme = positions.getOrInsertComputed(identifier.scheme, () => new Map());
			const known = ofScheme.get(identifier.key);
			if (known === undefined) {
				ofScheme.set(identifier.key, identifiers.length);
				descriptions.push(description);
				return identifiers.push(identifier) - 1;
			}
			descriptions[known] = joinDescriptions(descriptions[known] as Description, description);
			return known;
		},
		/** Hands out all in order, and for each position that `add` answered its place among them. */
		inOrder(): Pick<LinkBatch, 'identifiers' | 'descriptions'> & { places: number[] } {
			const order = [...identifiers.keys()].sort((one, other) =>
				compareIdentifiers(identifiers[one] as Identifier, identifiers[other] as Identifier),
			);
			const places = new Array<number>(order.length);
			order.forEach((position, place) => {
				places[position] = place;
			});
			return {
				identifiers: order.map((position) => identifiers[position] as Identifier),
				descriptions: order.map((position) => textOf(descriptions[position] as Description)),
				places,
			};
		},
	};
}

function textOf(description: Description): string | null {
	const text = describeAsText(description);
	return text === '{}' ? null : text;
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
