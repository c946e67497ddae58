// Schemes of archives and indexes of literature and code: arXiv, ADS, ASCL, HAL, PubMed.
import type { Scheme } from '../scheme.ts';

/** The Astrophysics Data System and its mirrors. */
const adsHosts = [
	'(?:www\\.)?adsabs\\.harvard\\.edu',
	'articles\\.adsabs\\.harvard\\.edu',
	'cdsads\\.(?:u-strasbg|unistra)\\.fr',
	'(?:esoads|ads)\\.[a-z-]+\\.(?:org|de|ru|ac\\.jp|ac\\.cn|res\\.in)',
	'ads\\.ari\\.uni-heidelberg\\.de',
	'ukads\\.nottingham\\.ac\\.uk',
	'ads\\.mao\\.kiev\\.ua',
	'ads\\.on\\.br',
].join('|');

/** The archives whose numbers had seven digits, year and month first, from 1991 to 2007. */
const arxivPattern =
	/^(?:([a-z-]+)(?:\.[a-z-]{2,12})?\/)?(?:(\d{4}\.\d{4,5})|((?:9[1-9]|0[0-7])(?:0[1-9]|1[0-2])\d{3}))\s{0,9}\(?(v\d+)?\)?(?:\.pdf|\s{0,9}\[[a-z.-]+\])?$/i;

const oldArchives =
	'astro-ph|cond-mat|gr-qc|hep-(?:ex|lat|ph|th)|math(?:-ph)?|nucl-(?:ex|th)|physics|quant-ph|cs|nlin|q-bio';

/** A number of HAL behind the name of its portal, with or without a version. */
const halNumber = String.raw`(?:[a-z][a-z\d]{2,}(?:-[a-z\d]+)*-|(?:sic|mem|ijn|edutice|artxibo)_)\d{8}(?:v\d+)?`;

/** What stands between the year of a bibcode and the letter at its end, as text has it. */
const bibcodeParts = [
	'[a-z&.]{5}[\\d.]{4}[a-z\\d.][\\d.]{4}',
	'[a-z&.\\d]{5}\\.{2,4}[a-z\\d.]{3,9}',
	// In place of the volume: what the record is.
	'[a-z&.\\d]{4}\\.(?:soft|conf|meet|book|symp|work|proc|rept|data|prop|spec|cong)[a-z\\d.][\\d.]{4}',
];

/** Lists the schemes in the order in which detection reports them. */
export const literatureSchemes: readonly Scheme[] = [
	{
		// A bibcode has 19 characters: year, journal, volume, page, and the author's initial; ADS help,
		// "Bibcodes".
		name: 'ads',
		title: 'Bibcode of the Astrophysics Data System',
		aliases: ['bibcode', 'adsabs', 'adsbibcode'],
		labels: ['ads:', 'bibcode:'],
		addresses: [
			...['ui.adsabs.harvard.edu/abs/', 'ui.adsabs.harvard.edu/#abs/', 'adsabs.harvard.edu/#abs/'],
			...['scixplorer.org/abs/', 'dev.scixplorer.org/abs/', 'ads.harvard.edu/abs/'],
			new RegExp(`(?:https?://)?(?:${adsHosts})/(?:abs|full|pdf)/(?:seri/[^/?#]+/\\d+/)?`),
		],
		forms: [
			{
				written: new RegExp(
					`^(?:https?://)?(?:${adsHosts})/cgi-bin/[^?#\\s]*\\?(?:[^#\\s]*&)?bibcode=([^&#\\s]+)(?:[&#\\s].*)?$`,
					'i',
				),
				means: '$1',
			},
			{
				written:
					/^(?:https?:\/\/)?(?:ui\.adsabs\.harvard\.edu|scixplorer\.org)\/link_gateway\/([^/?#\s]+)(?:[/?#].*)?$/i,
				means: '$1',
			},
		],
		inText: new RegExp(`\\d{4}(?:${bibcodeParts.join('|')})[a-z.](?![\\w.]*/)`),
		pattern: /^(\d{4}[a-z][^\s/]{13}[a-z.:])(?:\/[a-z]+)?$/i,
		compatibilityForms: true,
		canonical: ([, bibcode]) => bibcode,
		url: 'https://ui.adsabs.harvard.edu/#abs/{}',
	},
	{
		// info.arxiv.org/help/arxiv_identifier.html. Two more are met in real data and read: a subject
		// class after an old archive (math.GT/0309136) or an archive before a new number
		// (hep-th/1601.07616); neither distinguishes works.
		name: 'arxiv',
		title: 'arXiv',
		aliases: ['eprint'],
		labels: ['arxiv:', 'arxiv ', 'eprint:', '10.48550/arxiv.'],
		addresses: [
			...[
				'arxiv.org/abs/',
				'arxiv.org/pdf/',
				'arxiv.org/html/',
				'arxiv.org/format/',
				'arxiv.org/ps/',
				'arxiv.org/e-print/',
			],
			...['alphaxiv.org/abs/', 'alphaxiv.org/pdf/', 'alphaxiv.org/overview/', 'huggingface.co/papers/'],
			...['ar5iv.org/abs/', 'ar5iv.org/html/', 'ar5iv.labs.arxiv.org/html/', 'ar5iv.labs.arxiv.org/abs/'],
			...['doi.org/10.48550/arxiv.', 'dx.doi.org/10.48550/arxiv.', 'scirate.com/arxiv/'],
			...['identifiers.org/arxiv:', 'identifiers.org/arxiv/', 'bioregistry.io/arxiv:', 'n2t.net/arxiv:'],
			/(?:https?:\/\/)?(?:[a-z]{2,6}\.arxiv\.org|xxx\.lanl\.gov|xxx\.[a-z.]{2,40})\/(?:abs|pdf|html|ps|format)\//,
		],
		inText: new RegExp(String.raw`(?:${oldArchives})(?:\.[a-z]{2})?/\d{7}`),
		broader: [{ of: /^(.+)v\d+$/i, scheme: 'arxiv', value: '$1' }],
		versions: { of: /^(.+)(v)\d+$/i, marks: ['v'] },
		// A number alone must be one that arXiv gives: year and month since 2007-04, and five digits
		// since 2015.
		bare: /^(?:[a-z]|(?:0[7-9]|1[0-4])(?:0[1-9]|1[0-2])\.\d{4}(?!\d)|(?:1[5-9]|[2-9]\d)(?:0[1-9]|1[0-2])\.\d{5})/i,
		pattern: arxivPattern,
		canonical: ([, archive, number, oldNumber, version = '']) => {
			if (number !== undefined) return `arXiv:${number}${version}`;
			return archive === undefined ? undefined : `arXiv:${archive}/${oldNumber}${version}`;
		},
		letterCase: 'folded',
		outranks: ['handle'],
		url: 'https://arxiv.org/abs/{}',
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
	},
	{
		name: 'hal',
		title: 'Hyper Articles en Ligne',
		labels: ['hal:'],
		// Portals: hal.science and its subdomains, hal.<institution>, and those of before.
		addresses: [
			/(?:https?:\/\/)?(?:[a-z\d-]{1,63}\.){0,3}(?:hal\.science|archives-ouvertes\.fr|ccsd\.cnrs\.fr)\//,
			/(?:https?:\/\/)?(?:www\.)?(?:hal[a-z\d-]{0,40}|tel|dumas|pastel|theses)\.(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,9}\//,
		],
		pattern: new RegExp(`^(${halNumber})(?:/(?:document|file|pdf|bibtex|tei|html|en|fr)(?:/.*)?)?$`, 'i'),
		canonical: ([, hal = '']) => hal.toLowerCase(),
		// A name that ends in a day (`report-20211231`) is that of a file.
		bare: /^(?!.*-(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)/,
		inText: /(?:hal(?:-[a-z]+|shs|sde)?|tel|inria|in2p3|inserm|pasteur|cea|cel|medihal|jpa|ujm|emse|ensl|lirmm)-\d{8}/,
		forms: [{ written: /^(?:hal:\s*)?(\S+-\d{8}), version (\d+)$/i, means: '$1v$2' }],
		broader: [{ of: /^(.+)v\d+$/, scheme: 'hal', value: '$1' }],
		versions: { of: /^(.+)(v)\d+$/, marks: ['v'] },
		letterCase: 'folded',
		url: 'https://hal.archives-ouvertes.fr/{}',
	},
	{
		name: 'pmcid',
		title: 'PubMed Central identifier',
		aliases: ['pmc', 'pubmedcentral'],
		labels: ['pmc', 'pmc:', 'pmcid:', 'pmcid ', 'info:pmcid/'],
		addresses: [
			...[
				'identifiers.org/pmc:',
				'identifiers.org/pmc/',
				'bioregistry.io/pmc:',
				'n2t.net/pmc:',
				'ncbi.nlm.nih.gov/pmc/',
			],
			'pmc.ncbi.nlm.nih.gov/articles/',
			'ncbi.nlm.nih.gov/pmc/articles/',
			'ncbi.nlm.nih.gov/labs/pmc/articles/',
			'europepmc.org/articles/',
			'europepmc.org/article/pmc/',
		],
		forms: [
			{
				written:
					/^https?:\/\/(?:www\.)?pubmedcentral\.(?:nih\.)?gov\/[^?#\s]*\?(?:[^#\s]*&)?artid=(?:pmc)?(\d{1,12})(?:[&#].*)?$/i,
				means: '$1',
			},
		],
		pattern: /^(\d{1,12})(?:\.\d+)?\/?(?:pdf\/.*)?$/,
		detection: 'labelled',
		canonical: ([, digits]) => `PMC${digits}`,
		inText: /PMC\d{2,12}/,
		letterCase: 'folded',
		url: 'https://pmc.ncbi.nlm.nih.gov/articles/{}/',
	},
	{
		// PubMed user guide: 1 to 8 digits. Tables fill them up with zeros, or make them decimal numbers.
		name: 'pmid',
		title: 'PubMed identifier',
		aliases: ['pubmed', 'pbmid', 'medline'],
		labels: ['pmid:', 'pmid ', 'pubmed:', 'pubmed ', 'info:pmid/', 'pubmed id:', 'medline:', 'med:'],
		addresses: [
			...[
				'pubmed.ncbi.nlm.nih.gov/?term=',
				'ncbi.nlm.nih.gov/pubmed/?term=',
				'ncbi.nlm.nih.gov/m/pubmed/',
				'pubmed.gov/',
			],
			...[
				'identifiers.org/pubmed:',
				'identifiers.org/pubmed/',
				'bioregistry.io/pubmed:',
				'n2t.net/pubmed:',
				'n2t.net/pmid:',
			],
			'rdf.ncbi.nlm.nih.gov/pubmed/',
			'pubmed.ncbi.nlm.nih.gov/',
			'ncbi.nlm.nih.gov/pubmed/',
			'europepmc.org/abstract/med/',
			'europepmc.org/article/med/',
			'pmc.ncbi.nlm.nih.gov/articles/pmid/',
			'ncbi.nlm.nih.gov/pmc/articles/pmid/',
		],
		// The interfaces of NCBI: one record of a database.
		forms: [
			{
				written:
					/^https?:\/\/(?:www\.|eutils\.)?ncbi\.nlm\.nih\.gov\/entrez\/(?=\S*[?&]db=pubmed(?:[&#]|$))\S*[?&](?:list_uids|uid|id)=(\d{1,8})(?:[&#].*)?$/i,
				means: '$1',
			},
		],
		pattern: /^(?!\d{9})0{0,7}([1-9]\d{0,7})(?:\.0)?(?:\s?\[(?:pmid|uid)\])?\/?$/i,
		canonical: ([, digits]) => digits,
		// A number of four digits is a year or a page.
		bare: /^0{0,7}[1-9]\d{4}/,
		url: 'https://pubmed.ncbi.nlm.nih.gov/{}/',
	},
	{
		// Europe PMC's numbers of preprints: https://europepmc.org/Preprints
		name: 'ppr',
		title: 'Europe PMC preprint identifier',
		labels: ['ppr:'],
		addresses: ['europepmc.org/article/ppr/', 'europepmc.org/abstract/ppr/'],
		pattern: /^PPR[1-9]\d{0,9}$/i,
		canonical: ([number]) => number.toUpperCase(),
		url: 'https://europepmc.org/article/PPR/{}',
	},
];
