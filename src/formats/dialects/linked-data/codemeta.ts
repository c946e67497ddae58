// Reads files of codemeta (versions 1 to 3): a program, what describes it, and what it cites.
import type { Dialect, GivenIdentifier, GivenLink } from '../dialect.ts';
import { type Fields, fields, list, objects, text } from '../values.ts';
import { lastingOnes, miswrittenOnes } from '../write-object.ts';
import {
	agentsIn,
	asNested,
	contextOf,
	descriptionOf,
	identifiersIn,
	idOf,
	keywordsIn,
	linksOf,
} from './linked-data.ts';

/** CodeMeta. */
export const codemeta: Dialect<'json'> = {
	name: 'codemeta',
	title: 'codemeta.json: a program, its paper and what it cites',
	syntax: 'json',
	replacement: 'record',
	dateRule: 'when it was published (datePublished)',
	example:
		'{"@context": "https://w3id.org/codemeta/3.0", "type": "SoftwareSourceCode", "name": "A Tool", "identifier": ' +
		'"10.1234/tool", "datePublished": "2024-05-01", "referencePublication": "https://doi.org/10.1234/paper"}',
	fits: (document) => /codemeta/i.test(contextOf(fields(document))),
	*read(document) {
		const file = fields(document);
		const named = [file.identifier, idOf(file), file.sameAs].flatMap((one) => identifiersIn(one, asNested));
		const own = lastingOnes(named);
		const code = repositoryOf(file.codeRepository);
		const identifiers = own.length > 0 ? own : code;
		yield {
			subject: {
				...{
					identifiers: [...identifiers, ...miswrittenOnes(named)],
					type: 'software',
					...descriptionOf(file, asNested),
				},
				title: text(file.name) ?? text(file.title),
				creators: agentsIn(file.author ?? file.authors ?? file.creator, asNested),
				keywords: keywordsIn(file.keywords ?? file.tags),
				container: undefined,
			},
			links: linksIn(file, own.length > 0 ? code : []),
			date: text(file.datePublished),
			leftOut: identifiers.length === 0 ? ['a program without an identifier'] : undefined,
		};
	},
};

function* linksIn(file: Fields, code: readonly GivenIdentifier[]): Generator<GivenLink> {
	yield* code.map(isVersionOf);
	yield* linksOf(
		[
			['IsDescribedBy', file.referencePublication],
			['IsDescribedBy', file.softwarePaperCitationIdentifiers, ofPublications],
			['References', file.citation],
			['IsPartOf', file.isPartOf],
			['IsNewVersionOf', file['prov:wasRevisionOf'] ?? file.wasRevisionOf],
			['IsRelatedTo', file.relatedLink, ofPublications],
			['IsRelatedTo', file.relatedPublications, ofPublications],
		],
		asNested,
	);
	for (const one of objects(file.relationship)) yield* readRelationship(one);
}

/** Answers the address of a repository as its pages have it: without `git+` and `.git`. */
function repositoryOf(value: unknown): GivenIdentifier[] {
	const address = text(list(value)[0]) ?? idOf(fields(list(value)[0]));
	return address === undefined ? [] : [{ id: address.replace(/^git\+/, '').replace(/\.git\/?$/, '') }];
}

function isVersionOf(code: GivenIdentifier): GivenLink {
	return { relation: 'IsVersionOf', target: { identifiers: [code], type: 'software' } };
}

/** Links of any kind lead to manuals and shops, too: a publication has a DOI or is on arXiv. */
function ofPublications(identifiers: readonly GivenIdentifier[]): readonly GivenIdentifier[] {
	const isOne = ({ scheme }: { scheme: string }) => scheme === 'doi' || scheme === 'arxiv';
	return identifiers.filter((one) => lastingOnes([one]).some(isOne));
}

/** Version 1 has relations of DataCite. */
function readRelationship({ relationshipType, relatedIdentifier }: Fields): GivenLink[] {
	const [relation, id] = [text(relationshipType), text(relatedIdentifier)];
	return relation === undefined || id === undefined ? [] : [{ relation, target: { identifiers: [{ id }] } }];
}
