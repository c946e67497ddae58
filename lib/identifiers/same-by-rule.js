// Names identifiers by others, as the rules of their schemes say: what is the same, what is
// broader.
import {                  isSame } from './identifier.js';
import { identifierOf, readerNamed, readers } from './readers.js';
                                          
import { writingsOf } from './writings.js';

/** From an address by way of a DOI to an arXiv number it is two steps; rules lead no further. */
const longestWay = 4;

/**
 * Answers the representative of an identifier: the one identifier that all share which are, by a
 * rule of their schemes, the same. A web address that belongs to a scheme is the identifier in it,
 * the DOI of an arXiv number that number. Undefined where an identifier is its own representative;
 * that of a representative is undefined.
 */
export function sameByRule(identifier            )                         {
	let same                        ;
	for (let steps = 0; steps < longestWay; steps++) {
		const next = nextByRule(same ?? identifier);
		if (next === undefined) return same;
		same = next;
	}
	return same;
}

/** Lists each identifier, and behind it its representative where that is another one. */
export function withRepresentatives(identifiers                       )                        {
	return identifiers.flatMap(withRepresentative);
}

/** Answers an identifier, and behind it its representative where that is another one. */
export function withRepresentative(identifier            )                        {
	const representative = sameByRule(identifier);
	return representative === undefined ? [identifier] : [identifier, representative];
}

/**
 * Lists what includes an identifier and may be meant instead, the nearest first: an arXiv number
 * without its version, a SWHID without its lines, the repository of a page. None is the same.
 */
export function broaderIdentifiers(identifier            )                        {
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

function nextByRule(identifier            )                         {
	const reader = readerNamed(identifier.scheme);
	if (reader === undefined) return undefined;
	if (reader.scheme.name === 'url') return identifierInAddress(identifier.key);
	return namings(identifier, reader.scheme.sameAs).find((one) => !isSame(one, identifier));
}

/**
 * Reads a web address, in the form of its key, as what it is one of. A scheme that only senders can
 * mean has the same addresses as what it is the same as, and gives way to that.
 */
function identifierInAddress(address        )                         {
	const writings = writingsOf(address);
	for (const reader of readers) {
		if (reader.scheme.name === 'url' || reader.scheme.detection === 'declared') continue;
		const { canonical, labelled } = reader.match(writings);
		if (canonical !== undefined && (labelled || reader.scheme.isAddress)) return identifierOf(reader, canonical);
	}
	return undefined;
}

function namings({ value }            , rules                    = [])               {
	return rules.flatMap(({ of, scheme, value: name }) => {
		if (!of.test(value)) return [];
		const named = typeof name === 'string' ? value.replace(of, name) : name(value);
		const reader = readerNamed(scheme);
		const canonical = named === undefined ? undefined : reader?.match(named).canonical;
		return reader === undefined || canonical === undefined ? [] : [identifierOf(reader, canonical)];
	});
}
