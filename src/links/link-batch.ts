// Folds links into the distinct parts of a batch: identifiers, what is said of them, provenances, assertions; pure, knows neither the wire nor storage.
import { compareIdentifiers, type Identifier } from '../identifiers/index.ts';
import { addsNothing, type Description, describeAsText, joinDescriptions } from './description.ts';
import { innerMap } from './inner-map.ts';
import { type Link, type LinkBatch, type LinkedObject, type Provenance, saysNothing } from './link.ts';
import { packTexts } from './packed-texts.ts';
import { provenanceAsText } from './provenance.ts';
import { type Relation, relationCode } from './relation.ts';

/** Takes links one by one and hands out the batch that they make. */
export type BatchBuilder = {
	/** Adds a link. One that relates nothing (an object to itself, by one identifier) counts as ignored; what it says of the object stays. */
	add(link: Link): void;
	build(): LinkBatch;
};

// What so many links say is kept as they say it; then it becomes text.
const usualLinksAsGiven = 100;

/**
 * Starts an empty batch. Identifiers are one by scheme and key; the first spelling stays. Several identifiers of an object are
 * asserted to be identical to the first of them, with the provenances of the link, and each is described alike; the link's own relation
 * joins the first identifiers of both objects. A later link's description wins field by field. The batch is the same whatever `linksAsGiven` is, the number of links after which what they say becomes text.
 */
export function createBatchBuilder({ linksAsGiven = usualLinksAsGiven } = {}): BatchBuilder {
	const described = createDescribedIdentifiers();
	const provenances = createProvenances();
	const assertions = createAssertions();
	const counts = { links: 0, ignored: 0 };

	function addObject(object: LinkedObject, sayers: readonly number[]): number {
		const { identifiers, description } = object;
		const first = described.add(identifiers[0] as Identifier, description);
		for (let n = 1; n < identifiers.length; n++) {
			assertions.add(first, 'IsIdenticalTo', described.add(identifiers[n] as Identifier, description), sayers);
		}
		return first;
	}

	return {
		add(link) {
			const before = assertions.asserted();
			const sayers = provenances.add(link.provenances);
			const source = addObject(link.source, sayers);
			const target = addObject(link.target, sayers);
			assertions.add(source, link.relation, target, sayers);
			counts.links++;
			if (counts.links % linksAsGiven === 0) described.writeTexts();
			if (assertions.asserted() === before) counts.ignored++;
		},
		build() {
			const { places, ...ordered } = described.inOrder();
			return {
				...ordered,
				provenances: packTexts(provenances.texts),
				assertions: assertions.quadruples(places),
				counts: { ...counts },
			};
		},
	};
}

function createDescribedIdentifiers() {
	const identifiers: Identifier[] = [];
	const positions = new Map<string, Map<string, number>>();
	const descriptions = createDescriptions();

	function find({ scheme, key }: Identifier): number {
		const ofScheme = innerMap(positions, scheme);
		const known = ofScheme.get(key);
		if (known !== undefined) return known;
		ofScheme.set(key, identifiers.length);
		return identifiers.length;
	}

	return {
		add(identifier: Identifier, description: Description): number {
			const position = find(identifier);
			if (position === identifiers.length) identifiers.push(identifier);
			descriptions.add(position, description);
			return position;
		},
		writeTexts: descriptions.writeTexts,
		/** Hands out the identifiers in order, and for each position that `add` answered its place among them. */
		inOrder(): Pick<LinkBatch, 'identifiers' | 'descriptions' | 'described'> & { places: Int32Array } {
			const order = [...identifiers.keys()].sort((one, other) =>
				compareIdentifiers(identifiers[one] as Identifier, identifiers[other] as Identifier),
			);
			const places = new Int32Array(order.length);
			order.forEach((position, place) => {
				places[position] = place;
			});
			return {
				identifiers: order.map((position) => identifiers[position] as Identifier),
				places,
				...descriptions.of(order),
			};
		},
	};
}

/** What is said of an object, as text; identifiers of which the same is said share it. */
type Written = { readonly text: string };

/**
 * Keeps what is said of each identifier, by its position: what the links that speak of it first say becomes text, which is one thing for the collector of garbage instead of ten or
 * more, and what others say later, where it is something else, is joined to it in the end. What a batch keeps lives for long, and so is copied twice and marked.
 */
function createDescriptions() {
	/** What the links since the last writing say. */
	const asGiven = new Map<number, Description>();
	/** What those before them said first. */
	const written: Written[] = [];
	/** What they said later. */
	const changes = new Map<number, Description>();
	const texts = createTexts();
	// The identifiers of one object share one description, known and joined, so that it is joined and written once however many they are.
	const joined = rememberingPairs(joinDescriptions);

	function hear(said: Map<number, Description>, position: number, later: Description): void {
		const earlier = said.get(position);
		if (earlier === undefined) said.set(position, later);
		else if (!addsNothing(earlier, later)) said.set(position, joined.of(earlier, later));
	}

	function writeTexts(): void {
		const ofDescriptions = new Map<Description, Written>();
		for (const [position, description] of asGiven) {
			let said = ofDescriptions.get(description);
			if (said === undefined) {
				said = texts.keep(describeAsText(description));
				ofDescriptions.set(description, said);
			}
			const first = written[position] ?? texts.nothing;
			if (first === texts.nothing) written[position] = said;
			else if (changes.has(position) || (said !== texts.nothing && said.text !== first.text)) {
				hear(changes, position, description);
			}
		}
		asGiven.clear();
		joined.forget();
	}

	return {
		add: (position: number, description: Description): void => hear(asGiven, position, description),
		/** Turns what is kept as it was given into text. */
		writeTexts,
		/** Hands out what is said of the identifiers at these positions. */
		of(positions: readonly number[]): Pick<LinkBatch, 'descriptions' | 'described'> {
			writeTexts();
			const changed = rememberingPairs((first: Written, later: Description) =>
				texts.keep(describeAsText(joinDescriptions(JSON.parse(first.text), later))),
			);
			const used: string[] = [];
			const places = new Map([[texts.nothing, saysNothing]]);
			const described = Int32Array.from(positions, (position) => {
				const first = written[position] as Written;
				const later = changes.get(position);
				const said = later === undefined ? first : changed.of(first, later);
				let place = places.get(said);
				if (place === undefined) {
					place = used.push(said.text) - 1;
					places.set(said, place);
				}
				return place;
			});
			return { descriptions: packTexts(used), described };
		},
	};
}

// A type alone, also with its schema, is said of many; what is longer is hardly ever said of two objects, and to look for it costs more than it saves.
const longestSaidOfMany = 128;

/** Keeps texts, short ones once. */
function createTexts() {
	const nothing: Written = { text: describeAsText({}) };
	const short = new Map([[nothing.text, nothing]]);
	return {
		nothing,
		keep(text: string): Written {
			if (text.length > longestSaidOfMany) return { text };
			let kept = short.get(text);
			if (kept === undefined) {
				kept = { text };
				short.set(text, kept);
			}
			return kept;
		},
	};
}

/** Remembers what comes of each pair. */
function rememberingPairs<One, Other, Result>(work: (one: One, other: Other) => Result) {
	const known = new Map<One, Map<Other, Result>>();
	return {
		of(one: One, other: Other): Result {
			const ofOne = innerMap(known, one);
			let result = ofOne.get(other);
			if (result === undefined) {
				result = work(one, other);
				ofOne.set(other, result);
			}
			return result;
		},
		forget: () => known.clear(),
	};
}

function createProvenances() {
	const texts: string[] = [];
	const positions = new Map<string, number>();
	// A provider gives most of its links of one date in the same words, so the last ones of each save writing the text.
	const lastOfDates = new Map<string, Map<string, { provenance: Provenance; position: number }>>();

	function find(provenance: Provenance): number {
		const lastOfProvider = innerMap(lastOfDates, provenance.date);
		const last = lastOfProvider.get(provenance.provider);
		if (last !== undefined && sameWords(last.provenance, provenance)) return last.position;
		const text = provenanceAsText(provenance);
		let position = positions.get(text);
		if (position === undefined) {
			position = texts.push(text) - 1;
			positions.set(text, position);
		}
		lastOfProvider.set(provenance.provider, { provenance, position });
		return position;
	}

	return {
		texts,
		add: (provenances: readonly Provenance[]): number[] => provenances.map(find),
	};
}

function createAssertions() {
	const numbers: number[] = [];
	// Two numbers pack into one exact integer: (source, relation, target) into the key of a relationship, that and a provenance into another.
	const relationships = new Map<number, number>();
	// Nearly every relationship has one provenance, which costs no entry in `known`.
	const firstProvenances: number[] = [];
	const known = new Set<number>();
	let asserted = 0;

	/** Tells whether a relationship has this provenance already, and remembers that it has it now. */
	function isKnown(relationship: number, provenance: number): boolean {
		if (relationship === firstProvenances.length) {
			firstProvenances.push(provenance);
			return false;
		}
		if (firstProvenances[relationship] === provenance) return true;
		const before = known.size;
		return known.add(packed(relationship, provenance)).size === before;
	}

	return {
		/** Tells how many relationships were added, repeated ones included. */
		asserted: () => asserted,
		add(source: number, relation: Relation, target: number, provenances: readonly number[]): void {
			if (source === target || provenances.length === 0) return;
			asserted++;
			const code = relationCode[relation];
			const key = packed(source * 8 + code, target);
			let relationship = relationships.get(key);
			if (relationship === undefined) {
				relationship = relationships.size;
				relationships.set(key, relationship);
			}
			for (const provenance of provenances) {
				if (!isKnown(relationship, provenance)) numbers.push(source, code, target, provenance);
			}
		},
		/** Hands out the assertions with their ends at their places. */
		quadruples(places: Int32Array): Int32Array {
			const quadruples = Int32Array.from(numbers);
			for (let at = 0; at < quadruples.length; at += 4) {
				quadruples[at] = places[quadruples[at] as number] as number;
				quadruples[at + 2] = places[quadruples[at + 2] as number] as number;
			}
			return quadruples;
		},
	};
}

const lowPart = 2 ** 25;

/** Packs two numbers into one: exact while `high` is below 2^28 and `low` below 2^25, far more than a batch holds. */
function packed(high: number, low: number): number {
	if (low >= lowPart) throw new RangeError('a batch of more than 33 million parts');
	return high * lowPart + low;
}

/** Compares provenances of one provider and date. */
function sameWords(one: Provenance, other: Provenance): boolean {
	return one.subType === other.subType && one.subTypeSchema === other.subTypeSchema && one.license === other.license;
}
