// Reads the Data Citation Corpus of Make Data Count, tables and JSON: a publication that cites a
// dataset each.
import { fitsScheme, readIdentifier } from '../../../identifiers/index.ts';
import type { Dialect, GivenIdentifier, GivenRecord } from '../dialect.ts';
import { type Fields, isFields, objects, text } from '../values.ts';
import { cellAt, columnNamed, hasColumns, oncePerTable } from './columns.ts';

const shared = {
	name: 'data-citation-corpus',
	replacement: 'set',
	provider: 'Data Citation Corpus',
	dateRule: 'when the citation came into the corpus (created)',
} as const;

/** The corpus as tables. */
export const dataCitationCorpusTable: Dialect<'table'> = {
	...shared,
	title: 'Data Citation Corpus of Make Data Count (CSV)',
	syntax: 'table',
	example:
		'id,created,repository,publisher,title,dataset,publication,publishedDate,source\n' +
		'1,2025-07-25T10:00:00Z,The Protein Data Bank,A Press,,2CHS,https://doi.org/10.1234/paper,2024-05-01,eupmc\n',
	fits: ({ table }) =>
		hasColumns(table, 'dataset', 'publication', 'repository') ||
		hasColumns(table, 'subjId', 'objId', 'repository', 'source'),
	*read(row) {
		const columns = columnsOf(row.table);
		yield readCitation((field) => cellAt(row, columns[field]));
	},
};

/** The corpus as JSON. */
export const dataCitationCorpusJson: Dialect<'json'> = {
	...shared,
	title: 'Data Citation Corpus of Make Data Count (JSON)',
	syntax: 'json',
	example:
		'{"created": "2025-07-25T10:00:00Z", "repository": {"title": "Zenodo"}, ' +
		'"dataset": "https://doi.org/10.1234/data", "publication": "https://doi.org/10.1234/paper", "source": "czi"}',
	fits: (document) => objects(document).some(isCitation),
	*read(document) {
		for (const one of objects(document)) {
			if (isCitation(one)) yield readCitation((field) => firstText(fieldNames[field].map((name) => one[name])));
		}
	},
};

function isCitation({ dataset, publication, repository, subjId, objId, source }: Fields): boolean {
	const hasEnds = (dataset !== undefined && publication !== undefined) || (subjId !== undefined && objId !== undefined);
	return hasEnds && (repository !== undefined || source !== undefined);
}

/** The names of each field; the first release called the dataset the subject of the statement. */
const fieldNames = {
	dataset: ['dataset', 'subjId'],
	publication: ['publication', 'objId'],
	created: ['created'],
	repository: ['repository'],
	publisher: ['publisher'],
	journal: ['journal'],
	title: ['title'],
	published: ['publishedDate'],
	source: ['source'],
} as const;

type Field = keyof typeof fieldNames;

const columnsOf = oncePerTable(
	(table) =>
		Object.fromEntries(
			Object.entries(fieldNames).map(([field, names]) => [field, columnNamed(table, ...names)]),
		) as Record<Field, number>,
);

/** Reads the first that says something: a text, or an object with a title. */
function firstText(values: readonly unknown[]): string | undefined {
	return values.map((value) => text(isFields(value) ? value.title : value)).find((one) => one !== undefined);
}

function readCitation(value: (field: Field) => string | undefined): GivenRecord {
	const repository = value('repository');
	const dataset = datasetOf(value('dataset'), repository);
	if (dataset === undefined)
		return { links: [], leftOut: ['a dataset that is not an accession number of its repository'] };
	const source = value('source');
	const publication = value('publication');
	return {
		subject: {
			identifiers: publication === undefined ? [] : [asWritten(publication)],
			type: 'literature',
			publicationDate: value('published'),
			publishers: textsOf(value('publisher')),
			container: { title: value('journal') },
		},
		links: [
			{
				relation: 'Cites',
				target: { identifiers: [dataset], type: 'dataset', title: value('title'), publishers: textsOf(repository) },
			},
		],
		date: value('created'),
		provider: source === undefined ? undefined : `${shared.provider} (${source})`,
	};
}

function textsOf(value: string | undefined): string[] {
	return value === undefined ? [] : [value];
}

/** Nearly all are DOIs, which need no closer look. */
function asWritten(id: string): GivenIdentifier {
	return /^(?:https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d/i.test(id) ? { id, scheme: 'doi' } : { id };
}

/**
 * Reads a DOI, an address or an accession number. Numbers are found in texts by machine, which
 * takes years and pages for entries of the Protein Data Bank: what has digits alone, or not the
 * form of its repository's numbers, is none.
 */
function datasetOf(dataset: string | undefined, repository: string | undefined): GivenIdentifier | undefined {
	if (dataset === undefined) return undefined;
	if (/^(?:https?:\/\/|doi:|10\.\d)/i.test(dataset)) return asWritten(dataset);
	const scheme = repository === undefined ? undefined : schemeOf(repository);
	if (scheme === undefined) return /^\d+$/.test(dataset) ? undefined : { id: dataset };
	const read = readIdentifier(dataset, scheme);
	return fitsScheme(read) && !(scheme === 'pdb' && /^\d+$/.test(read.value)) ? { id: dataset, scheme } : undefined;
}

/** The schemes of repositories' numbers, by their names in the corpus. */
const repositories: readonly (readonly [RegExp, string])[] = [
	[/protein data ?bank|\bpdb\b/i, 'pdb'],
	[/nucleotide archive|\bena\b|genbank/i, 'ena'],
	[/gene expression omnibus|\bgeo\b/i, 'geo'],
	[/sequence read archive|\bsra\b/i, 'sra'],
	[/arrayexpress/i, 'arrayexpress_experiment'],
	[/bioproject/i, 'bioproject'],
	[/biosample/i, 'biosample'],
	[/uniprot/i, 'uniprot'],
	[/ensembl/i, 'ensembl'],
	[/refseq|reference sequence/i, 'refseq'],
	[/clinicaltrials/i, 'clinicaltrials'],
];

const knownSchemes = new Map<string, string | undefined>();
const mostKnown = 10_000;

function schemeOf(repository: string): string | undefined {
	if (knownSchemes.has(repository)) return knownSchemes.get(repository);
	const scheme = repositories.find(([name]) => name.test(repository))?.[1];
	if (knownSchemes.size < mostKnown) knownSchemes.set(repository, scheme);
	return scheme;
}
