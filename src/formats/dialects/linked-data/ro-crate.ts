// Reads the metadata of RO-Crates (1.0 to 1.2): the links of the crate itself, its root data
// entity. What lies in it are files and no links.
import type { Dialect, GivenLink } from '../dialect.ts';
import { type Fields, fields, list, objects, text } from '../values.ts';
import { lastingOnes } from '../write-object.ts';
import {
	agentsIn,
	containerIn,
	contextOf,
	type Follow,
	followIn,
	identifiersIn,
	idOf,
	keywordsIn,
	linkedIdentifiers,
} from './linked-data.ts';

/** RO-Crate. */
export const roCrate: Dialect<'json'> = {
	name: 'ro-crate',
	title: 'RO-Crate: what a packed data set cites and comes from',
	frame: 'json',
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
			subject: {
				identifiers,
				type: 'dataset',
				title: text(root.name),
				creators: agentsIn(root.author ?? root.creator, follow),
				publicationDate: text(root.datePublished),
				publishers: agentsIn(root.publisher, follow).map(({ name }) => name),
				keywords: keywordsIn(root.keywords),
				container: containerIn(root, follow),
			},
			links: linksOf(root, follow),
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

function linksOf(root: Fields, follow: Follow): GivenLink[] {
	const links = (relation: string, value: unknown): GivenLink[] =>
		list(value).flatMap((one) => {
			const identifiers = linkedIdentifiers(one, follow);
			const about = follow(one);
			const target = { identifiers, title: text(about.name), container: containerIn(about, follow) };
			return identifiers.length === 0 ? [] : [{ relation, target }];
		});
	return [
		...links('References', root.citation),
		...links('IsDerivedFrom', root.isBasedOn),
		...links('IsPartOf', root.isPartOf),
		...links('HasPart', root.hasPart).filter(({ target }) => lastingOnes(target.identifiers).some(isNoAddress)),
	];
}

/** An address of any kind is where a file of the crate lies. */
function isNoAddress({ scheme }: { scheme: string }): boolean {
	return scheme !== 'w3id' && scheme !== 'purl';
}
