// Schemes of archives and indexes of literature and code: arXiv, ADS, ASCL, HAL, PubMed.
import type { Scheme } from '../scheme.ts';

/** Lists the schemes in the order in which detection reports them. */
export const literatureSchemes: readonly Scheme[] = [
	{
		// A bibcode has 19 characters: year, journal, volume, page, and the author's initial; ADS help,
		// "Bibcodes".
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
		examples: [
			{
				value: '2011ApJS..192...18K',
				url: 'https://ui.adsabs.harvard.edu/#abs/2011ApJS..192...18K',
				spellings: [
					'ads:2011ApJS..192...18K',
					'bibcode:2011ApJS..192...18K',
					'https://ui.adsabs.harvard.edu/abs/2011ApJS..192...18K/abstract',
					'http://adsabs.harvard.edu/abs/2011ApJS..192...18K',
					'https://ui.adsabs.harvard.edu/#abs/2011ApJS..192...18K',
					'2011ApJS..192…18K',
				],
			},
			{
				value: '2002A&A...391.1179N',
				url: 'https://ui.adsabs.harvard.edu/#abs/2002A&A...391.1179N',
				spellings: ['https://ui.adsabs.harvard.edu/abs/2002A%26A...391.1179N'],
			},
		],
		misfits: ['2011ApJS..192...18'],
	},
	{
		// info.arxiv.org/help/arxiv_identifier.html. Two more are met in real data and read: a subject
		// class after an old archive (math.GT/0309136) or an archive before a new number
		// (hep-th/1601.07616); neither tells works apart.
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
		examples: [
			{
				value: 'arXiv:1207.4464v1',
				key: 'arxiv:1207.4464v1',
				url: 'https://arxiv.org/abs/arXiv:1207.4464v1',
				spellings: [
					'1207.4464v1',
					'ARXIV: 1207.4464V1',
					'https://arxiv.org/abs/1207.4464v1',
					'https://arxiv.org/pdf/1207.4464v1.pdf',
					'http://www.arxiv.org/abs/1207.4464v1?context=hep-th',
					'hep-th/1207.4464v1',
					'arXiv:1207.4464v1 [hep-th]',
				],
			},
			{
				value: 'arXiv:math/0309136',
				key: 'arxiv:math/0309136',
				url: 'https://arxiv.org/abs/arXiv:math/0309136',
				spellings: ['math/0309136', 'math.GT/0309136', 'arXiv:MATH.GT/0309136', 'http://xxx.lanl.gov/abs/math/0309136'],
			},
		],
		misfits: ['0309136'],
	},
	{
		// Its numbers look like arXiv's: without its label a value is one only where the sender says
		// so.
		name: 'ascl',
		title: 'Astrophysics Source Code Library',
		labels: ['ascl:'],
		addresses: ['ascl.net/'],
		pattern: /^\d{4}\.\d{3,4}$/,
		detection: 'labelled',
		canonical: ([number]) => `ascl:${number}`,
		url: (ascl) => `https://ascl.net/${ascl.slice('ascl:'.length)}`,
		examples: [
			{
				value: 'ascl:1908.011',
				url: 'https://ascl.net/1908.011',
				spellings: ['1908.011', 'ASCL:1908.011', 'https://ascl.net/1908.011'],
			},
		],
		misfits: ['1908.01100'],
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
		examples: [
			{
				value: 'inserm-13102590',
				url: 'https://hal.archives-ouvertes.fr/inserm-13102590',
				spellings: ['hal:inserm-13102590', 'HAL: Inserm-13102590', 'https://hal.science/inserm-13102590'],
			},
		],
		misfits: ['inserm-1310259'],
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
		examples: [
			{
				value: 'PMC2631623',
				key: 'pmc2631623',
				url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC2631623/',
				spellings: [
					'pmc2631623',
					'2631623',
					'PMCID: PMC2631623',
					'https://pmc.ncbi.nlm.nih.gov/articles/PMC2631623/',
					'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2631623/',
					'https://europepmc.org/articles/PMC2631623',
				],
			},
		],
		misfits: ['PMC26x'],
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
		examples: [
			{
				value: '12082125',
				url: 'https://pubmed.ncbi.nlm.nih.gov/12082125/',
				spellings: [
					'PMID: 12082125',
					'PMID 12082125',
					'https://pubmed.ncbi.nlm.nih.gov/12082125/',
					'https://www.ncbi.nlm.nih.gov/pubmed/12082125?dopt=Abstract',
					'12082125.',
				],
			},
		],
		misfits: ['012082125', '120821250'],
	},
];
