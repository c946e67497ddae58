// Finds the same or a broader identifier by the rules of its scheme.
import { type Identifier, isSame } from './identifier.ts';
import { identifierOf, readerNamed, readers } from './readers.ts';
import type { Naming } from './scheme.ts';
import { writingsOf } from './scheme-matcher.ts';

/** From an address by way of a DOI to an arXiv number it is two steps; rules lead no further. */
const longestWay = 4;

/**
 * Answers the representative of an identifier: the one identifier that all share which are, by a
 * rule of their schemes, the same. A web address that belongs to a scheme is the identifier in it,
 * the DOI of an arXiv number that number. Undefined where an identifier is its own representative;
 * that of a representative is undefined.
 */
export function sameByRule(identifier: Identifier): Identifier | undefined {
	let same: Identifier | undefined;
	for (let steps = 0; steps < longestWay; steps++) {
		const next = nextByRule(same ?? identifier);
		if (next === undefined) return same;
		same = next;
	}
	return same;
}

/** Lists each identifier, and behind it its representative where that is another one. */
export function withRepresentatives(identifiers: readonly Identifier[]): readonly Identifier[] {
	return identifiers.flatMap(withRepresentative);
}

/** Answers an identifier, and behind it its representative where that is another one. */
export function withRepresentative(identifier: Identifier): readonly Identifier[] {
	const representative = sameByRule(identifier);
	return representative === undefined ? [identifier] : [identifier, representative];
}

/**
 * Lists what includes an identifier and may be meant instead, the nearest first: an arXiv number
 * without its version, a SWHID without its lines, the repository of a page. None is the same.
 */
export function broaderIdentifiers(identifier: Identifier): readonly Identifier[] {
	const representative = sameByRule(identifier);
	const found = [representative, identifier]
		.filter((one) => one !== undefined)
		.flatMap((one) => namings(one, readerNamed(one.scheme)?.scheme.broader))
		.map((broader) => sameByRule(broader) ?? broader);
	const own = representative ?? identifier;
	return found.filter(
		(one, at) => !isSame(one, own) && !isSame(one, identifier) && found.findIndex((two) => isSame(one, two)) === at,
	);
}

/** How many versions of a work are suggested: most have no more. */
const firstVersions = [1, 2, 3];

/**
 * Lists the first versions of the work of which an identifier names one or the whole, in each way in
 * which its scheme writes versions. None is the same.
 */
export function otherVersions(identifier: Identifier): readonly Identifier[] {
	const one = sameByRule(identifier) ?? identifier;
	const reader = readerNamed(one.scheme);
	const { of, marks = [] } = reader?.scheme.versions ?? {};
	const [, work = one.value, mark] = of?.exec(one.value) ?? [];
	return (mark === undefined ? marks : [mark])
		.flatMap((before) => firstVersions.map((version) => `${work}${before}${version}`))
		.flatMap((value) => {
			const canonical = reader?.match(value).canonical;
			return reader === undefined || canonical === undefined ? [] : [identifierOf(reader, canonical)];
		})
		.filter((other) => !isSame(other, one));
}

function nextByRule(identifier: Identifier): Identifier | undefined {
	const reader = readerNamed(identifier.scheme);
	if (reader === undefined) return undefined;
	if (reader.scheme.name === 'url') return identifierInAddress(identifier.key);
	return namings(identifier, reader.scheme.sameAs).find((one) => !isSame(one, identifier));
}

/**
 * Reads a web address, in the form of its key, as what it is one of. A scheme that only senders can
 * mean has the same addresses as what it is the same as, and gives way to that.
 */
function identifierInAddress(address: string): Identifier | undefined {
	const writings = writingsOf(address);
	for (const reader of readers) {
		if (reader.scheme.name === 'url' || reader.scheme.detection === 'declared') continue;
		const { canonical, labelled } = reader.match(writings);
		if (canonical !== undefined && (labelled || reader.scheme.isAddress)) return identifierOf(reader, canonical);
	}
	return undefined;
}

function namings({ value }: Identifier, rules: readonly Naming[] = []): Identifier[] {
	return rules.flatMap(({ of, scheme, value: name }) => {
		if (!of.test(value)) return [];
		const named = typeof name === 'string' ? value.replace(of, name) : name(value);
		const reader = readerNamed(scheme);
		const canonical = named === undefined ? undefined : reader?.match(named).canonical;
		return reader === undefined || canonical === undefined ? [] : [identifierOf(reader, canonical)];
	});
}

/** Says why an identifier is the same as its representative. */
export function ruleSentence(identifier: Identifier, representative: Identifier): string {
	if (identifier.scheme === 'url') {
		return (
			`${identifier.value} is a web address of ${named(representative)}: ` +
			'an address that a scheme gives to an identifier names the same.'
		);
	}
	return `By the rules of their schemes, ${named(identifier)} and ${named(representative)} name the same.`;
}

function named({ scheme, value }: Identifier): string {
	if (scheme === 'url') return value;
	return `the ${readerNamed(scheme)?.scheme.title ?? scheme} ${value}`;
}
