// Reads works in schema.org's vocabulary (JSON-LD), as landing pages of repositories and publishers
// have them.
import type { Dialect, GivenIdentifier, GivenLink, GivenRecord } from '../dialect.ts';
import { type Fields, fields, objects, text } from '../values.ts';
import { lastingOnes, miswrittenOnes } from '../write-object.ts';
import {
	contextOf,
	descriptionOf,
	type Follow,
	followIn,
	identifiersIn,
	idOf,
	type LinkRow,
	linksOf,
	typesOf,
} from './linked-data.ts';

/** schema.org of landing pages. */
export const schemaOrg: Dialect<'json'> = {
	name: 'schema-org',
	title: 'schema.org: works as landing pages describe them (JSON-LD)',
	syntax: 'json',
	replacement: 'record',
	dateRule: 'when the work was published (datePublished)',
	example:
		'{"@context": "https://schema.org", "@type": "Dataset", "@id": "https://doi.org/10.1234/data", ' +
		'"name": "Some Data", "datePublished": "2024", "citation": {"@id": "https://doi.org/10.1234/paper"}}',
	fits: (document) => /schema\.org/i.test(contextOf(fields(document))),
	*read(document) {
		const nodes = nodesIn(fields(document));
		const follow = followIn(nodes);
		for (const node of nodes) {
			const type = typesOf(node).find((name) => types.has(name));
			if (type !== undefined) yield readWork(node, types.get(type) ?? type, follow);
		}
	},
};

/** Lists the objects of a page: one, those of a graph, or what the page is about. */
function nodesIn(document: Fields): Fields[] {
	const nodes = document['@graph'] === undefined ? [document] : objects(document['@graph']);
	return nodes.flatMap((node) => [node, ...objects(node.mainEntity)]);
}

function readWork(node: Fields, type: string, follow: Follow): GivenRecord {
	const identifiers = [idOf(node), node.identifier, node.doi, node.sameAs, node.url].flatMap((one) =>
		identifiersIn(one, follow),
	);
	if (identifiers.length === 0) return { links: [], leftOut: ['a work without an identifier'] };
	const date = text(node.datePublished) ?? text(node.dateCreated);
	return {
		subject: {
			...{ identifiers, type, ...descriptionOf(node, follow) },
			title: text(node.name) ?? text(node.headline),
			publicationDate: date,
		},
		links: readLinks(node, type === 'dataset', follow),
		date,
	};
}

function readLinks(node: Fields, isData: boolean, follow: Follow): Iterable<GivenLink> {
	const reverse = fields(node['@reverse']);
	const rows: LinkRow[] = [
		['References', node.citation],
		['IsPartOf', node.isPartOf, whereLasting],
		['HasPart', node.hasPart, whereLasting],
		['IsDerivedFrom', node.isBasedOn ?? node.isBasedOnUrl],
		['IsTranslationOf', node.translationOfWork],
		['HasTranslation', node.workTranslation],
		['IsReferencedBy', reverse.citation],
		['IsSourceOf', reverse.isBasedOn],
		['HasPart', reverse.isPartOf, whereLasting],
		['IsPartOf', reverse.hasPart, whereLasting],
	];
	// The citation of a dataset is mostly the paper that it belongs to, which the word keeps in sight.
	const citation = isData ? { subType: 'citation', subTypeSchema: 'https://schema.org' } : {};
	return linksOf(rows, follow).map(({ relation, target, about }) => ({
		...{ relation, target: { ...target, type: typeOf(about) } },
		...(relation === 'References' && citation),
	}));
}

/** Pages are parts of sites, and sites have parts; works are parts of what has an identifier. */
function whereLasting(identifiers: readonly GivenIdentifier[]): readonly GivenIdentifier[] {
	return lastingOnes(identifiers).length + miswrittenOnes(identifiers).length > 0 ? identifiers : [];
}

function typeOf(node: Fields): string | undefined {
	return typesOf(node)
		.map((name) => types.get(name))
		.find((type) => type !== undefined && type !== 'other');
}

/** Types of schema.org that are works, and the words of this broker for them. */
const types: ReadonlyMap<string, string> = new Map(
	Object.entries({
		Dataset: 'dataset',
		DataFeed: 'dataset',
		SoftwareSourceCode: 'software',
		SoftwareApplication: 'software',
		ComputationalWorkflow: 'software',
		ScholarlyArticle: 'JournalArticle',
		MedicalScholarlyArticle: 'JournalArticle',
		Article: 'literature',
		NewsArticle: 'literature',
		TechArticle: 'literature',
		BlogPosting: 'literature',
		SocialMediaPosting: 'literature',
		Report: 'Report',
		Book: 'Book',
		Chapter: 'BookChapter',
		Thesis: 'Dissertation',
		Periodical: 'Journal',
		PublicationIssue: 'JournalIssue',
		PublicationVolume: 'JournalVolume',
		PresentationDigitalDocument: 'Presentation',
		DigitalDocument: 'literature',
		TextDigitalDocument: 'literature',
		Review: 'Review',
		LearningResource: 'other',
		Collection: 'Collection',
		Map: 'Image',
		MediaObject: 'other',
		VideoObject: 'Audiovisual',
		AudioObject: 'Sound',
		CreativeWork: 'other',
	}),
);
