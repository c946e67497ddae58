// Schemes of accession numbers of biological data, which databases take in any letter case.
                                           

const enaAddresses = ['ebi.ac.uk/ena/data/view/', 'ebi.ac.uk/ena/browser/view/'];

/** Lists the schemes in the order in which detection reports them. */
export const accessionSchemes                    = [
	{
		name: 'sra',
		title: 'Sequence Read Archive',
		labels: ['sra:'],
		addresses: [...enaAddresses, 'ncbi.nlm.nih.gov/sra/'],
		pattern: /^[SED]R[APRSXZ]\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/ena/data/view/{}',
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
	{
		name: 'bioproject',
		title: 'BioProject',
		labels: ['bioproject:'],
		addresses: [...enaAddresses, 'ncbi.nlm.nih.gov/bioproject/'],
		pattern: /^PRJ(?:NA|EA|EB|DB)\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/ena/data/view/{}',
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
	{
		name: 'biosample',
		title: 'BioSample',
		labels: ['biosample:'],
		addresses: [...enaAddresses, 'ncbi.nlm.nih.gov/biosample/'],
		pattern: /^SAM(?:N|EA|D)\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/ena/data/view/{}',
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
	{
		// ensembl.org, "Stable ID prefixes": species, kind of feature, 11 digits, version.
		name: 'ensembl',
		title: 'Ensembl',
		labels: ['ensembl:'],
		addresses: ['ensembl.org/id/'],
		pattern: /^(?:ENS[A-Z]{0,4}|MGP_[A-Z\d]+_)(?:E|FM|G|GT|P|R|T)\d{11}(?:\.\d+)?$/i,
		letterCase: 'folded',
		url: 'https://www.ensembl.org/id/{}',
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
	{
		// The prefixes are those of doi:10.1093/nar/gkv1189, table 1.
		name: 'refseq',
		title: 'RefSeq',
		labels: ['refseq:'],
		addresses: ['ncbi.nlm.nih.gov/nuccore/', 'ncbi.nlm.nih.gov/protein/', 'ncbi.nlm.nih.gov/entrez/viewer.fcgi?val='],
		pattern: /^(?:A[CP]|N[CGMPRTW]|X[MPR]|YP|WP|NZ)_(?:[A-Z]{2,6})?\d+(?:\.\d+)?$/i,
		letterCase: 'folded',
		url: 'https://www.ncbi.nlm.nih.gov/entrez/viewer.fcgi?val={}',
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
	{
		name: 'genome',
		title: 'Genome assembly of GenBank or RefSeq',
		addresses: ['ncbi.nlm.nih.gov/assembly/', 'ncbi.nlm.nih.gov/datasets/genome/'],
		pattern: /^GC[AF]_\d+(?:\.\d+)?$/i,
		letterCase: 'folded',
		url: 'https://www.ncbi.nlm.nih.gov/assembly/{}',
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
	{
		name: 'geo',
		title: 'Gene Expression Omnibus',
		labels: ['geo:'],
		addresses: ['ncbi.nlm.nih.gov/geo/query/acc.cgi?acc='],
		pattern: /^G(?:PL|SM|SE|DS)\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc={}',
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
	{
		name: 'arrayexpress_array',
		title: 'ArrayExpress array',
		addresses: ['ebi.ac.uk/arrayexpress/arrays/'],
		pattern: /^A-[A-Z]{4}-\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/arrayexpress/arrays/{}',
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
	{
		name: 'arrayexpress_experiment',
		title: 'ArrayExpress experiment',
		addresses: ['ebi.ac.uk/arrayexpress/experiments/', 'ebi.ac.uk/biostudies/arrayexpress/studies/'],
		pattern: /^E-[A-Z]{4}-\d+$/i,
		letterCase: 'folded',
		url: 'https://www.ebi.ac.uk/arrayexpress/experiments/{}',
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
];
