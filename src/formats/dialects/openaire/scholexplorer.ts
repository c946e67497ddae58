// Reads links as ScholeXplorer's API has written them since its second version: nearly Scholix v3,
// with numbers of the hub's own among the identifiers. Its pages are opened before they come here.
import type { Dialect, GivenIdentifier, GivenLink, GivenRecord } from '../dialect.ts';
import { json, type ObjectTable } from '../mapping.ts';
import { type Fields, fields, isFields, objects, text } from '../values.ts';

/** Links of ScholeXplorer v2 and v3. */
export const scholexplorer: Dialect<'json'> = {
	name: 'scholexplorer',
	title: 'OpenAIRE ScholeXplorer: links of its API, versions 2 and 3',
	syntax: 'json',
	replacement: 'statement',
	dateRule: 'LinkPublicationDate',
	example:
		'{"HarvestDate": "2024-05-02", "LinkPublicationDate": "2024-05-01", "LinkProvider": [{"name": "Datacite"}], ' +
		'"RelationshipType": {"Name": "IsRelatedTo", "SubType": "issupplementto", "SubTypeSchema": "datacite"}, ' +
		'"source": {"Identifier": [{"ID": "10.1234/data", "IDScheme": "doi"}], "Type": "dataset"}, ' +
		'"target": {"Identifier": [{"ID": "10.1234/paper", "IDScheme": "doi"}], "Type": "literature"}}',
	fits: (document) => {
		const { source, target, RelationshipType, HarvestDate, HarvestedDate } = fields(document);
		return (
			isFields(source) && isFields(target) && isFields(RelationshipType) && (HarvestDate ?? HarvestedDate) !== undefined
		);
	},
	*read(document) {
		yield readLink(fields(document));
	},
};

function readLink(link: Fields): GivenRecord {
	const type = fields(link.RelationshipType);
	const relation = text(type.SubType) ?? text(type.Name) ?? '';
	const providers = objects(link.LinkProvider).flatMap(({ name, Name }) => text(name) ?? text(Name) ?? []);
	const ends = { source: json.object(fields(link.source), end), target: json.object(fields(link.target), end) };
	if (isSimilarity(relation)) {
		return { links: [], objects: [ends.source, ends.target], provider: providers[0], ...similar };
	}
	return {
		links: providers.values().map(
			(provider): GivenLink => ({
				...ends,
				...{ relation: relation.toLowerCase() === 'unknown' ? 'IsRelatedTo' : relation, provider },
				date: text(link.LinkPublicationDate),
			}),
		),
		leftOut: providers.length === 0 ? ['no LinkProvider'] : [],
	};
}

/** The words for a link between texts that a machine finds alike. */
export const similar = { leftOut: ['alike as a machine finds'] };

/** Returns the relations by which OpenAIRE says that two texts resemble each other. */
export function isSimilarity(relation: string): boolean {
	return /amongtopnsimilardocuments$/i.test(relation);
}

const end: ObjectTable<Fields> = {
	identifiers: [{ each: 'Identifier[]', ...identifierOf('ID', 'IDScheme') }],
	type: ['Type', 'Type.Name'],
	subType: ['subType', 'Type.SubType'],
	title: 'Title',
	creators: {
		each: 'Creator[]',
		name: ['name', 'Name'],
		orcid: ['identifier[IDScheme=orcid].ID', 'Identifier[IDScheme=orcid].ID'],
	},
	publicationDate: 'PublicationDate',
	publishers: ['Publisher[].name', 'Publisher[].Name'],
};

/** Makes a row of identifiers as OpenAIRE writes them. */
export function identifierOf(id: string, scheme: string) {
	return { id, scheme: { at: scheme, as: schemeOf }, only: isOfWork };
}

/** Returns an identifier that is no number of OpenAIRE's or Microsoft's: these name records of theirs. */
export function isOfWork({ scheme = '' }: GivenIdentifier): boolean {
	return !['dnet', 'dnetidentifier', 'openaireidentifier', 'magid'].includes(lettersOf(scheme));
}

/** Answers the name of a scheme that OpenAIRE calls otherwise, or its own. */
export function schemeOf(written: string): string {
	return renamed.get(lettersOf(written)) ?? written;
}

const renamed: ReadonlyMap<string, string> = new Map(Object.entries({ pbmid: 'pmid', pmc: 'pmcid' }));

function lettersOf(scheme: string): string {
	return scheme.toLowerCase().replaceAll(/[^a-z]/g, '');
}
