// Reads links as ScholeXplorer's API has written them since its second version: nearly Scholix v3,
// with numbers of the hub's own among the identifiers. Its pages are opened before they come here.
import type { Dialect, GivenAgent, GivenIdentifier, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { at, type Fields, fields, isFields, objects, text } from '../values.ts';

/** Links of ScholeXplorer v2 and v3. */
export const scholexplorer: Dialect<'json'> = {
	name: 'scholexplorer',
	title: 'OpenAIRE ScholeXplorer: links of its API, versions 2 and 3',
	frame: 'json',
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
	const ends = { source: readObject(fields(link.source)), target: readObject(fields(link.target)) };
	if (isSimilarity(relation)) {
		return { links: [], objects: [ends.source, ends.target], provider: providers[0], ...similar };
	}
	return {
		links: providers.map(
			(provider): GivenLink => ({
				...ends,
				...{ relation: relation.toLowerCase() === 'unknown' ? 'IsRelatedTo' : relation, provider },
				date: text(link.LinkPublicationDate),
			}),
		),
		leftOut: providers.length === 0 ? ['no LinkProvider'] : [],
	};
}

/** What is said of a link between texts that a machine finds alike. */
export const similar = { leftOut: ['alike as a machine finds'] };

/** Tells the relations by which OpenAIRE says that two texts resemble each other. */
export function isSimilarity(relation: string): boolean {
	return /amongtopnsimilardocuments$/i.test(relation);
}

function readObject(object: Fields): GivenObject {
	return {
		identifiers: objects(object.Identifier).flatMap(({ ID, IDScheme }) => readIdentifier(text(ID), text(IDScheme))),
		type: text(object.Type) ?? text(at(object, 'Type', 'Name')),
		subType: text(object.subType) ?? text(at(object, 'Type', 'SubType')),
		title: text(object.Title),
		creators: agents(object.Creator),
		publicationDate: text(object.PublicationDate),
		publishers: agents(object.Publisher).map(({ name }) => name),
	};
}

/** Numbers of OpenAIRE and of Microsoft name records of theirs, not works. */
const ofTheHub: ReadonlySet<string> = new Set(['dnet', 'dnetidentifier', 'openaireidentifier', 'magid']);
const renamed: ReadonlyMap<string, string> = new Map(Object.entries({ pbmid: 'pmid', pmc: 'pmcid' }));

/** Reads an identifier of OpenAIRE; none where it is a number of the hub's own. */
export function readIdentifier(id: string | undefined, scheme: string | undefined): GivenIdentifier[] {
	const folded = scheme?.toLowerCase().replaceAll(/[^a-z]/g, '') ?? '';
	if (id === undefined || ofTheHub.has(folded)) return [];
	return [{ id, scheme: renamed.get(folded) ?? scheme }];
}

function agents(value: unknown): GivenAgent[] {
	return objects(value).flatMap((agent) => {
		const name = text(agent.name) ?? text(agent.Name);
		const orcid = objects(agent.identifier ?? agent.Identifier).find(
			({ IDScheme }) => text(IDScheme)?.toLowerCase() === 'orcid',
		);
		return name === undefined ? [] : [{ name, orcid: text(orcid?.ID) }];
	});
}
