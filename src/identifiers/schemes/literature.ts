// Schemes of the archives and indexes of literature and code: arXiv, ADS, ASCL, HAL, PubMed; knows no other family.
import type { Scheme } from '../scheme.ts';

/** Lists the schemes in the order in which detection reports them. */
export const literatureSchemes: readonly Scheme[] = [
	{
		// A bibcode has 19 characters: year, journal, volume, page, and the author's initial; ADS help, "Bibcodes".
		name: 'ads',
		title: 'Bibcode of the Astrophysics Data System',
		aliases: ['bibcode', 'adsabs'],
		labels: ['ads:', 'bibcode:'],
		addresses: [
			'ui.adsabs.harvard.edu/abs/',
			'ui.adsabs.harvard.edu/#abs/',
			'adsabs.harvard.edu/abs/',
			'adsabs.harvard.edu/full/',
		],
		pattern: /^(\d{4}[a-z][^\s/]{13}[a-z.:])(?:\/[a-z]+)?$/i,
		compatibilityForms: true,
		canonical: ([, bibcode]) => bibcode,
		url: 'https://ui.adsabs.harvard.edu/#abs/{}',
	},
	{
		// info.arxiv.org/help/arxiv_identifier.html. Two more are met in real data and read: a subject class after an
		// old archive (math.GT/0309136) or an archive before a new number (hep-th/1601.07616); neither tells works apart.
		name: 'arxiv',
		title: 'arXiv',
		labels: ['arxiv:', 'arxiv '],
		addresses: [
			'arxiv.org/abs/',
			'arxiv.org/pdf/',
			'arxiv.org/html/',
			'export.arxiv.org/abs/',
			'export.arxiv.org/pdf/',
			'xxx.lanl.gov/abs/',
		],
		pattern: /^(?:([a-z-]+)(?:\.[a-z-]{2,12})?\/)?(?:(\d{4}\.\d{4,5})|(\d{7}))(v\d+)?(?:\.pdf|\s*\[[a-z.-]+\])?$/i,
		canonical: ([, archive, number, oldNumber, version = '']) => {
			if (number !== undefined) return `arXiv:${number}${version}`;
			return archive === undefined ? undefined : `arXiv:${archive}/${oldNumber}${version}`;
		},
		letterCase: 'folded',
		outranks: ['handle'],
		url: 'https://arxiv.org/abs/{}',
	},
	{
		// Its numbers look like arXiv's: without its label a value is one only where the sender says so.
		name: 'ascl',
		title: 'Astrophysics Source Code Library',
		labels: ['ascl:'],
		addresses: ['ascl.net/'],
		pattern: /^\d{4}\.\d{3,4}$/,
		detection: 'labelled',
		canonical: ([number]) => `ascl:${number}`,
		url: (ascl) => `https://ascl.net/${ascl.slice('ascl:'.length)}`,
	},
	{
		name: 'hal',
		title: 'Hyper Articles en Ligne',
		labels: ['hal:'],
		addresses: ['hal.archives-ouvertes.fr/', 'hal.science/', 'inria.hal.science/', 'hal.inria.fr/'],
		pattern: /^(?:[a-z]{3,}-|(?:sic|mem|ijn)_)\d{8}(?:v\d+)?$/i,
		canonical: ([hal]) => hal.toLowerCase(),
		letterCase: 'folded',
		url: 'https://hal.archives-ouvertes.fr/{}',
	},
	{
		name: 'pmcid',
		title: 'PubMed Central identifier',
		aliases: ['pmc'],
		labels: ['pmc', 'pmcid:', 'pmcid '],
		addresses: [
			'pmc.ncbi.nlm.nih.gov/articles/',
			'ncbi.nlm.nih.gov/pmc/articles/',
			'europepmc.org/articles/',
			'europepmc.org/article/pmc/',
		],
		pattern: /^\d{1,12}$/,
		detection: 'labelled',
		canonical: ([digits]) => `PMC${digits}`,
		letterCase: 'folded',
		url: 'https://pmc.ncbi.nlm.nih.gov/articles/{}/',
	},
	{
		// PubMed user guide: 1 to 8 digits, no leading zeros.
		name: 'pmid',
		title: 'PubMed identifier',
		aliases: ['pubmed'],
		labels: ['pmid:', 'pmid ', 'pubmed:'],
		addresses: [
			'pubmed.ncbi.nlm.nih.gov/',
			'ncbi.nlm.nih.gov/pubmed/',
			'europepmc.org/abstract/med/',
			'europepmc.org/article/med/',
		],
		pattern: /^[1-9]\d{0,7}$/,
		url: 'https://pubmed.ncbi.nlm.nih.gov/{}/',
	},
];
