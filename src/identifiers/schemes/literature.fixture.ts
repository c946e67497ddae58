// Examples of identifiers of archives and indexes of literature and code, by scheme, and of texts that resemble one and are none.
import type { Examples } from './scheme-examples.fixture.ts';

export const literatureExamples: Examples = {
	ads: {
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
					'https://scixplorer.org/abs/2011ApJS..192...18K/abstract',
					'http://cdsads.u-strasbg.fr/abs/2011ApJS..192...18K',
					'http://adsabs.harvard.edu/cgi-bin/nph-bib_query?bibcode=2011ApJS..192...18K&db_key=AST',
					'https://ui.adsabs.harvard.edu/link_gateway/2011ApJS..192...18K/EPRINT_PDF',
					'2011ApJS..192…18K',
				],
			},
			{
				value: '2002A&A...391.1179N',
				url: 'https://ui.adsabs.harvard.edu/#abs/2002A&A...391.1179N',
				spellings: [
					'https://ui.adsabs.harvard.edu/abs/2002A%26A...391.1179N',
					'2002A%26A...391.1179N',
					'2002A&amp;A...391.1179N',
				],
			},
		],
		misfits: ['2011ApJS..192...18'],
	},
	arxiv: {
		examples: [
			{
				value: 'arXiv:1207.4464v1',
				key: 'arxiv:1207.4464v1',
				broader: ['arxiv:arXiv:1207.4464'],
				url: 'https://arxiv.org/abs/arXiv:1207.4464v1',
				spellings: [
					'1207.4464v1',
					'ARXIV: 1207.4464V1',
					'https://arxiv.org/abs/1207.4464v1',
					'https://arxiv.org/pdf/1207.4464v1.pdf',
					'http://www.arxiv.org/abs/1207.4464v1?context=hep-th',
					'https://export.arxiv.org/abs/1207.4464v1',
					'https://www.alphaxiv.org/abs/1207.4464v1',
					'https://ar5iv.labs.arxiv.org/html/1207.4464v1',
					'https://identifiers.org/arxiv:1207.4464v1',
					'https://doi.org/10.48550/arXiv.1207.4464v1',
					'10.48550/arXiv.1207.4464v1',
					'hep-th/1207.4464v1',
					'arXiv:1207.4464v1 [hep-th]',
					'arXiv:1207.4464 v1',
					'arXiv:1207.4464 (v1)',
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
	ascl: {
		examples: [
			{
				value: 'ascl:1908.011',
				url: 'https://ascl.net/1908.011',
				spellings: ['1908.011', 'ASCL:1908.011', 'https://ascl.net/1908.011'],
			},
		],
		misfits: ['1908.01100'],
	},
	hal: {
		examples: [
			{
				value: 'inserm-13102590',
				url: 'https://hal.archives-ouvertes.fr/inserm-13102590',
				spellings: ['hal:inserm-13102590', 'HAL: Inserm-13102590', 'https://hal.science/inserm-13102590'],
			},
			{
				value: 'in2p3-00012345v2',
				url: 'https://hal.archives-ouvertes.fr/in2p3-00012345v2',
				broader: ['hal:in2p3-00012345'],
				spellings: [
					'in2p3-00012345, version 2',
					'https://hal.in2p3.fr/in2p3-00012345v2/document',
					'https://theses.hal.science/in2p3-00012345v2/file/thesis.pdf',
					'https://hal-lirmm.ccsd.cnrs.fr/in2p3-00012345v2',
				],
			},
		],
		misfits: ['inserm-1310259'],
	},
	pmcid: {
		examples: [
			{
				value: 'PMC2631623',
				key: 'pmc2631623',
				url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC2631623/',
				spellings: [
					'pmc2631623',
					'2631623',
					'PMCID: PMC2631623',
					'pmc:PMC2631623',
					'PMC:2631623',
					'https://pmc.ncbi.nlm.nih.gov/articles/PMC2631623/pdf/main.pdf',
					'https://pmc.ncbi.nlm.nih.gov/articles/PMC2631623/',
					'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2631623/',
					'https://europepmc.org/articles/PMC2631623',
					'https://www.ncbi.nlm.nih.gov/labs/pmc/articles/PMC2631623/',
					'http://www.pubmedcentral.nih.gov/articlerender.fcgi?tool=pubmed&artid=2631623',
				],
			},
		],
		misfits: ['PMC26x'],
	},
	pmid: {
		examples: [
			{
				value: '12082125',
				url: 'https://pubmed.ncbi.nlm.nih.gov/12082125/',
				spellings: [
					'PMID: 12082125',
					'PMID 12082125',
					'12082125/ ',
					'info:pmid/12082125',
					'https://pubmed.ncbi.nlm.nih.gov/?term=12082125%5Bpmid%5D',
					'https://europepmc.org/article/MED/12082125',
					'https://pubmed.ncbi.nlm.nih.gov/12082125/',
					'https://www.ncbi.nlm.nih.gov/pubmed/12082125?dopt=Abstract',
					'12082125.',
					'12082125.0',
					'12082125 [pmid]',
					'MEDLINE:12082125',
					'https://www.ncbi.nlm.nih.gov/entrez/query.fcgi?cmd=Retrieve&db=PubMed&list_uids=12082125&dopt=Abstract',
					'https://eutils.ncbi.nlm.nih.gov/entrez/eutils/efetch.fcgi?db=pubmed&id=12082125',
					'https://www.ncbi.nlm.nih.gov/pmc/articles/pmid/12082125/',
				],
			},
			{
				value: '8906788',
				url: 'https://pubmed.ncbi.nlm.nih.gov/8906788/',
				spellings: ['https://identifiers.org/pubmed/8906788', 'https://identifiers.org/pubmed:8906788'],
			},
			{
				value: '54321',
				url: 'https://pubmed.ncbi.nlm.nih.gov/54321/',
				spellings: ['00054321', 'PMID: 0054321'],
			},
		],
		misfits: ['012082125', '120821250', '12082125.5', '12082125 [pii]'],
	},
	ppr: {
		examples: [
			{
				value: 'PPR123456',
				url: 'https://europepmc.org/article/PPR/PPR123456',
				spellings: ['ppr123456', 'PPR: PPR123456', 'https://europepmc.org/article/ppr/PPR123456'],
			},
		],
		misfits: ['PPR0123', '123456'],
	},
};
