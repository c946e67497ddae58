// Reads the two kinds of lines in ScholeXplorer's dump: relationships, and the entities that they
// join.
import type { Dialect, GivenIdentifier, GivenLink, GivenObject, GivenRecord } from '../dialect.ts';
import { json, type RecordTable } from '../mapping.ts';
import { type Fields, fields, text, texts } from '../values.ts';
import { identifierOf, isOfWork, isSimilarity, schemeOf, similar } from './scholexplorer.ts';

/** ScholeXplorer's dump: `relationships` and `entities`, each JSON Lines. */
export const scholexplorerDump: Dialect<'json'> = {
	name: 'scholexplorer-dump',
	title: 'OpenAIRE ScholeXplorer: relationships and entities of its dump',
	syntax: 'json',
	replacement: 'set',
	dateRule: 'publicationDate of the relationship',
	example:
		'{"sourceId": "50|doi::1", "sourcePid": ["10.1234/data"], "sourcePidType": ["doi"], "sourceType": "dataset", ' +
		'"relationType": "IsSupplementTo", "targetId": "50|doi::2", "targetPid": ["10.1234/paper"], "targetPidType": ' +
		'["doi"], "targetType": "publication", "linkProviders": ["Datacite"], "publicationDate": "2024-05-01"}',
	fits: (document) => {
		const { sourcePid, relationType, dnetIdentifier, identifier } = fields(document);
		return (
			(sourcePid !== undefined && relationType !== undefined) ||
			(dnetIdentifier !== undefined && identifier !== undefined)
		);
	},
	*read(document) {
		const line = fields(document);
		yield line.sourcePid === undefined ? json.record(line, entity) : readRelationship(line);
	},
};

function readRelationship(line: Fields): GivenRecord {
	const relation = text(line.relationType) ?? '';
	const source = readEnd(line, 'source');
	const target = readEnd(line, 'target');
	const date = text(line.publicationDate);
	if (isSimilarity(relation)) {
		return { links: [], objects: [source, target], provider: texts(line.linkProviders)[0], date, ...similar };
	}
	return {
		links: texts(line.linkProviders)
			.values()
			.map((provider): GivenLink => ({ source, relation, target, provider, date })),
	};
}

function readEnd(line: Fields, end: 'source' | 'target'): GivenObject {
	const types = texts(line[`${end}PidType`]);
	return json.object(line, {
		identifiers: () => texts(line[`${end}Pid`]).flatMap((id) => ofTypes(id, types)),
		type: `${end}Type`,
		subType: `${end}SubType`,
		publishers: `${end}Publisher[]`,
	});
}

/**
 * The types are a set, so they say of which scheme a value is where there is one alone; else the
 * value decides. A number of digits is PubMed's only where Microsoft's cannot be meant.
 */
function ofTypes(id: string, types: readonly string[]): GivenIdentifier[] {
	const [only = ''] = types;
	if (types.length === 1) return [{ id, scheme: schemeOf(only) }].filter(isOfWork);
	if (!/^\d+$/.test(id)) return [{ id }];
	return types.includes('pmid') && !types.includes('mag_id') ? [{ id, scheme: 'pmid' }] : [];
}

const entity: RecordTable<Fields> = {
	subject: {
		identifiers: [{ each: 'identifier[]', ...identifierOf('identifier', 'schema') }],
		type: 'objectType',
		subType: 'objectSubType',
		title: 'title',
		creators: { each: 'creator[]', name: 'name' },
		publicationDate: 'publicationDate',
		publishers: 'publisher[].name',
	},
	links: [],
	date: 'publicationDate',
	provider: 'collectedFrom[].provider.name',
};
