// Reads the metadata of RO-Crates (1.0 to 1.2): the links of the crate itself, its root data
// entity. What lies in it are files and no links.
import type { Dialect, GivenIdentifier } from '../dialect.ts';
import { type Fields, fields, list, objects, text } from '../values.ts';
import { lastingOnes } from '../write-object.ts';
import { contextOf, descriptionOf, followIn, identifiersIn, idOf, linksOf } from './linked-data.ts';

/** RO-Crate. */
export const roCrate: Dialect<'json'> = {
	name: 'ro-crate',
	title: 'RO-Crate: what a packed dataset cites and comes from',
	syntax: 'json',
	replacement: 'record',
	dateRule: 'when it was published (datePublished)',
	example:
		'{"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": [{"@id": "ro-crate-metadata.json", ' +
		'"about": {"@id": "./"}}, {"@id": "./", "@type": "Dataset", "identifier": "https://doi.org/10.1234/crate", ' +
		'"datePublished": "2024", "citation": {"@id": "https://doi.org/10.1234/paper"}}]}',
	fits: (document) => isCrate(fields(document)),
	*read(document) {
		const nodes = objects(fields(document)['@graph']);
		const follow = followIn(nodes);
		const descriptor = nodes.find(isDescriptor);
		const root = follow(list(descriptor?.about)[0]);
		const identifiers = [root.identifier, root['cite-as'], idOf(root), root.sameAs].flatMap((one) =>
			identifiersIn(one, follow),
		);
		if (identifiers.length === 0) {
			yield { links: [], leftOut: ['a crate without an identifier'] };
			return;
		}
		yield {
			subject: { identifiers, type: 'dataset', ...descriptionOf(root, follow) },
			links: linksOf(
				[
					['References', root.citation],
					['IsDerivedFrom', root.isBasedOn],
					['IsPartOf', root.isPartOf],
					['HasPart', root.hasPart, ofMoreThanPlaces],
				],
				follow,
			),
			date: text(root.datePublished),
		};
	},
};

function isCrate(document: Fields): boolean {
	if (!Array.isArray(document['@graph'])) return false;
	return /w3id\.org\/ro\/crate/i.test(contextOf(document)) || objects(document['@graph']).some(isDescriptor);
}

/** Detached crates have the descriptor at an address. */
function isDescriptor(node: Fields): boolean {
	return /(?:^|[/-])ro-crate-metadata\.json(?:ld)?$/.test(idOf(node) ?? '') && node.about !== undefined;
}

/** An address of any kind is where a file of the crate lies. */
function ofMoreThanPlaces(identifiers: readonly GivenIdentifier[]): readonly GivenIdentifier[] {
	return lastingOnes(identifiers).some(({ scheme }) => scheme !== 'w3id' && scheme !== 'purl') ? identifiers : [];
}
