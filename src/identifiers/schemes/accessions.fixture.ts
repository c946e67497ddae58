// Examples of identifiers of accession numbers, by scheme, and of texts that resemble one and are none.
import type { Examples } from './scheme-examples.fixture.ts';

export const accessionExamples: Examples = {
	sra: {
		examples: [
			{
				value: 'SRX3529244',
				key: 'srx3529244',
				url: 'https://www.ebi.ac.uk/ena/data/view/SRX3529244',
				spellings: ['srx3529244', 'sra:SRX3529244', 'https://www.ncbi.nlm.nih.gov/sra/SRX3529244'],
			},
		],
		misfits: ['SRB3529244'],
	},
	bioproject: {
		examples: [
			{
				value: 'PRJNA224116',
				key: 'prjna224116',
				url: 'https://www.ebi.ac.uk/ena/data/view/PRJNA224116',
				spellings: ['bioproject:prjna224116', 'https://www.ncbi.nlm.nih.gov/bioproject/PRJNA224116'],
			},
		],
		misfits: ['PRJXX224116'],
	},
	biosample: {
		examples: [
			{
				value: 'SAMN08289383',
				key: 'samn08289383',
				url: 'https://www.ebi.ac.uk/ena/data/view/SAMN08289383',
				spellings: ['biosample:samn08289383', 'https://www.ncbi.nlm.nih.gov/biosample/SAMN08289383'],
			},
		],
		misfits: ['SAMX08289383'],
	},
	ensembl: {
		examples: [
			{
				value: 'ENSMUSG00000017167',
				key: 'ensmusg00000017167',
				url: 'https://www.ensembl.org/id/ENSMUSG00000017167',
				spellings: ['ensembl:ensmusg00000017167'],
			},
		],
		misfits: ['ENSMUSG0000001716'],
	},
	uniprot: {
		examples: [
			{
				value: 'A0A060C6V9',
				key: 'a0a060c6v9',
				url: 'https://purl.uniprot.org/uniprot/A0A060C6V9',
				spellings: ['a0a060c6v9', 'https://www.uniprot.org/uniprot/A0A060C6V9'],
			},
			{
				value: 'P02833-2',
				key: 'p02833-2',
				url: 'https://purl.uniprot.org/uniprot/P02833-2',
				spellings: ['uniprot:P02833-2'],
			},
		],
		misfits: ['P0283'],
	},
	refseq: {
		examples: [
			{
				value: 'NM_206454.1',
				key: 'nm_206454.1',
				url: 'https://www.ncbi.nlm.nih.gov/entrez/viewer.fcgi?val=NM_206454.1',
				spellings: ['refseq:nm_206454.1', 'https://www.ncbi.nlm.nih.gov/nuccore/NM_206454.1'],
			},
		],
		misfits: ['NX_206454'],
	},
	genome: {
		examples: [
			{
				value: 'GCF_000001405.38',
				key: 'gcf_000001405.38',
				url: 'https://www.ncbi.nlm.nih.gov/assembly/GCF_000001405.38',
				spellings: ['gcf_000001405.38', 'https://www.ncbi.nlm.nih.gov/assembly/GCF_000001405.38'],
			},
		],
		misfits: ['GCX_000001405'],
	},
	geo: {
		examples: [
			{
				value: 'GSE55396',
				key: 'gse55396',
				url: 'https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc=GSE55396',
				spellings: ['gse55396', 'geo:GSE55396', 'https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc=GSE55396'],
			},
		],
		misfits: ['GXX55396'],
	},
	arrayexpress_array: {
		examples: [
			{
				value: 'A-MEXP-1746',
				key: 'a-mexp-1746',
				url: 'https://www.ebi.ac.uk/arrayexpress/arrays/A-MEXP-1746',
				spellings: ['a-mexp-1746', 'https://www.ebi.ac.uk/arrayexpress/arrays/A-MEXP-1746'],
			},
		],
		misfits: ['A-MEX-1746'],
	},
	arrayexpress_experiment: {
		examples: [
			{
				value: 'E-MTAB-1788',
				key: 'e-mtab-1788',
				url: 'https://www.ebi.ac.uk/arrayexpress/experiments/E-MTAB-1788',
				spellings: ['e-mtab-1788', 'https://www.ebi.ac.uk/arrayexpress/experiments/E-MTAB-1788'],
			},
		],
		misfits: ['E-MTA-1788'],
	},
	pdb: {
		examples: [
			{
				value: '1aen',
				url: 'https://www.rcsb.org/structure/1aen',
				spellings: [
					'1AEN',
					'pdb_00001aen',
					'http://identifiers.org/pdbe/pdb:1aen',
					'http://www.ebi.ac.uk/pdbe-srv/view/entry/1aen/summary',
					'https://www.rcsb.org/structure/1AEN',
				],
			},
		],
		misfits: ['aaen'],
	},
	ena: {
		examples: [
			{
				value: 'HQ260969',
				key: 'hq260969',
				url: 'https://www.ebi.ac.uk/ena/browser/view/HQ260969',
				spellings: [
					'hq260969',
					'http://identifiers.org/ebi/ena.embl:HQ260969',
					'https://www.ebi.ac.uk/ena/browser/view/HQ260969',
				],
			},
		],
		misfits: ['HQ26'],
	},
};
