// Schemes of accession numbers of biological data, which databases take in any letter case.
import type { Scheme } from '../scheme.ts';

const enaAddresses = ['ebi.ac.uk/ena/data/view/', 'ebi.ac.uk/ena/browser/view/'];

/** Lists the schemes in the order in which detection reports them. */
export const accessionSchemes: readonly Scheme[] = [
	{
		name: 'sra',
		title: 'Sequence Read Archive',
		labels: ['sra:'],
		addresses: [...enaAddresses, 'ncbi.nlm.nih.gov/sra/'],
		pattern: /^[SED]R[APRSXZ]\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/ena/data/view/{}',
	},
	{
		name: 'bioproject',
		title: 'BioProject',
		labels: ['bioproject:'],
		addresses: [...enaAddresses, 'ncbi.nlm.nih.gov/bioproject/'],
		pattern: /^PRJ(?:NA|EA|EB|DB)\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/ena/data/view/{}',
	},
	{
		name: 'biosample',
		title: 'BioSample',
		labels: ['biosample:'],
		addresses: [...enaAddresses, 'ncbi.nlm.nih.gov/biosample/'],
		pattern: /^SAM(?:N|EA|D)\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/ena/data/view/{}',
	},
	{
		// ensembl.org, "Stable ID prefixes": species, kind of feature, 11 digits, version.
		name: 'ensembl',
		title: 'Ensembl',
		labels: ['ensembl:'],
		addresses: ['ensembl.org/id/'],
		pattern: /^(?:ENS[A-Z]{0,4}|MGP_[A-Z\d]+_)(?:E|FM|G|GT|P|R|T)\d{11}(?:\.\d+)?$/i,
		letterCase: 'folded',
		url: 'https://www.ensembl.org/id/{}',
	},
	{
		// uniprot.org/help/accession_numbers, with the number of an isoform or a version.
		name: 'uniprot',
		title: 'UniProt',
		aliases: ['uniprotkb'],
		labels: ['uniprot:', 'uniprotkb:'],
		addresses: ['uniprot.org/uniprot/', 'uniprot.org/uniprotkb/', 'purl.uniprot.org/uniprot/'],
		pattern: /^(?:[OPQ]\d[A-Z\d]{3}\d|[A-NR-Z]\d(?:[A-Z][A-Z\d]{2}\d){1,2})(?:[.-]\d+)?$/i,
		letterCase: 'folded',
		url: 'https://purl.uniprot.org/uniprot/{}',
	},
	{
		// The prefixes are those of doi:10.1093/nar/gkv1189, table 1.
		name: 'refseq',
		title: 'RefSeq',
		labels: ['refseq:'],
		addresses: ['ncbi.nlm.nih.gov/nuccore/', 'ncbi.nlm.nih.gov/protein/', 'ncbi.nlm.nih.gov/entrez/viewer.fcgi?val='],
		pattern: /^(?:A[CP]|N[CGMPRTW]|X[MPR]|YP|WP|NZ)_(?:[A-Z]{2,6})?\d+(?:\.\d+)?$/i,
		letterCase: 'folded',
		url: 'https://www.ncbi.nlm.nih.gov/entrez/viewer.fcgi?val={}',
	},
	{
		name: 'genome',
		title: 'Genome assembly of GenBank or RefSeq',
		addresses: ['ncbi.nlm.nih.gov/assembly/', 'ncbi.nlm.nih.gov/datasets/genome/'],
		pattern: /^GC[AF]_\d+(?:\.\d+)?$/i,
		letterCase: 'folded',
		url: 'https://www.ncbi.nlm.nih.gov/assembly/{}',
	},
	{
		name: 'geo',
		title: 'Gene Expression Omnibus',
		labels: ['geo:'],
		addresses: ['ncbi.nlm.nih.gov/geo/query/acc.cgi?acc='],
		pattern: /^G(?:PL|SM|SE|DS)\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc={}',
	},
	{
		name: 'arrayexpress_array',
		title: 'ArrayExpress array',
		addresses: ['ebi.ac.uk/arrayexpress/arrays/'],
		pattern: /^A-[A-Z]{4}-\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/arrayexpress/arrays/{}',
	},
	{
		name: 'arrayexpress_experiment',
		title: 'ArrayExpress experiment',
		addresses: ['ebi.ac.uk/arrayexpress/experiments/', 'ebi.ac.uk/biostudies/arrayexpress/studies/'],
		pattern: /^E-[A-Z]{4}-\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/arrayexpress/experiments/{}',
	},
	{
		// wwPDB: the extended form pdb_00001abc is the entry 1abc.
		name: 'pdb',
		title: 'Protein Data Bank',
		aliases: ['wwpdb', 'rcsb'],
		labels: ['pdb:'],
		addresses: [
			'rcsb.org/structure/',
			'ebi.ac.uk/pdbe/entry/pdb/',
			'ebi.ac.uk/pdbe-srv/view/entry/',
			'identifiers.org/pdb:',
			'identifiers.org/pdbe/pdb:',
		],
		pattern: /^(?:pdb_0000)?([1-9][a-z\d]{3})(?:\/summary)?$/i,
		canonical: ([, entry]) => entry,
		letterCase: 'folded',
		detection: 'alone',
		bare: /[a-z]/i,
		url: 'https://www.rcsb.org/structure/{}',
	},
	{
		// Accessions shared by ENA, GenBank and DDBJ, with a version and the place in the sequence.
		name: 'ena',
		title: 'European Nucleotide Archive',
		aliases: ['genbank', 'ddbj', 'insdc'],
		labels: ['ena:', 'genbank:'],
		addresses: [...enaAddresses, 'ncbi.nlm.nih.gov/nuccore/', 'identifiers.org/ebi/ena.embl:'],
		pattern: /^[A-Z]{1,6}\d{5,13}(?:\.\d+)?(?::[\w.:-]+)?$/i,
		letterCase: 'folded',
		detection: 'alone',
		url: 'https://www.ebi.ac.uk/ena/browser/view/{}',
	},
];
