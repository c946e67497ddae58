// Walks through the ways in which people write identifiers: each is submitted in one spelling and
// in another, and asked for in both, against the started program.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openProgram, type Program, type Server, submit, untilIndexed } from './program.ts';

/** What a sender wrote: the ID, or the ID and another scheme than that of the row. */
type Written = string | Named;

/** An identifier with its scheme. */
type Named = { ID: string; IDScheme: string };

/** An identifier in its plain form, and other ways to write it. */
type Row = { scheme: string; id: string; written: readonly Written[] };

const named = (IDScheme: string, ID: string): Named => ({ ID, IDScheme });

const rows: Record<string, Row> = {
	'a DOI in addresses of resolvers, repositories and publishers': {
		scheme: 'doi',
		id: '10.5281/zenodo.8123456',
		written: [
			'https://doi.org/https://doi.org/10.5281/zenodo.8123456',
			'https://zenodo.org/doi/10.5281/zenodo.8123456',
			'https://zenodo.org/records/8123456',
			'http://www.zenodo.org/record/8123456#.Yx',
			'https://hdl.handle.net/10.5281/zenodo.8123456',
			'https://api.datacite.org/dois/10.5281/zenodo.8123456',
			'https://api.crossref.org/works/10.5281%2Fzenodo.8123456',
			'https://identifiers.org/doi:10.5281/zenodo.8123456',
			'https://n2t.net/doi:10.5281/zenodo.8123456',
			'https://doi-org.proxy.lib.example.edu/10.5281/zenodo.8123456',
			'https://login.proxy.example.org/login?url=https://doi.org/10.5281/zenodo.8123456',
			'https://onlinelibrary.example.com/doi/abs/10.5281/zenodo.8123456',
			named('url', 'https://doi.org/10.5281/zenodo.8123456'),
			named('uri', 'https://zenodo.org/record/8123456'),
			named('handle', '10.5281/zenodo.8123456'),
		],
	},
	'a DOI with signs that cannot be seen or look alike': {
		scheme: 'doi',
		id: '10.7717/peerj-cs.86',
		written: [
			'10.7717/\u200bpeerj\u00ad-cs.86',
			'doi\uff1a10.7717/peerj-cs.86',
			'10.7717/peerj\u2011cs.86',
			'10.7717/PeerJ\u2013CS.86',
			'10.7717%2Fpeerj-cs.86',
			'https://doi.org/10.7717/peerj-cs.86?utm_source=newsletter&utm_medium=email',
		],
	},
	'a DOI in text': {
		scheme: 'doi',
		id: '10.3847/1538-3881/aabc4f',
		written: [
			'<https://doi.org/10.3847/1538-3881/aabc4f>',
			'(doi:10.3847/1538-3881/aabc4f)',
			'“10.3847/1538-3881/aabc4f”,',
			'https://doi.org/10.3847/1538-3881/aabc4f</a>',
			'https://doi.org/10.3847/1538-3881/aabc4f%3C/span%3E',
			'10.3847/1538-3881/aabc4f →',
			'Price-Whelan et al. (2018), AJ 156, 123. doi:10.3847/1538-3881/aabc4f.',
		],
	},
	'a DOI that holds what surrounds others': {
		scheme: 'doi',
		id: '10.1175/1520-0469(1990)047<2784:OTEOTS>2.0.CO;2',
		written: [
			'https://doi.org/10.1175/1520-0469(1990)047%3C2784:OTEOTS%3E2.0.CO;2',
			'10.1175%2F1520-0469%281990%29047%3C2784%3AOTEOTS%3E2.0.CO%3B2',
			'10.1175/1520-0469(1990)047&lt;2784:OTEOTS&gt;2.0.CO;2',
		],
	},
	'a short DOI': { scheme: 'doi', id: '10/gf5kp7', written: ['https://doi.org/gf5kp7', 'https://doi.org/10/gf5kp7'] },
	'an arXiv number': {
		scheme: 'arxiv',
		id: '2101.03961',
		written: [
			'https://arxiv.org/abs/2101.03961',
			'https://alphaxiv.org/abs/2101.03961',
			'https://ar5iv.labs.arxiv.org/html/2101.03961',
			'https://doi.org/10.48550/arXiv.2101.03961',
			named('doi', '10.48550/arXiv.2101.03961'),
			named('url', 'http://arxiv.org/pdf/2101.03961.pdf'),
		],
	},
	'a bibcode': {
		scheme: 'ads',
		id: '2018A&A...616A...1G',
		written: [
			named('bibcode', '2018A%26A...616A...1G'),
			'https://scixplorer.org/abs/2018A%26A...616A...1G/abstract',
			'https://ui.adsabs.harvard.edu/#abs/2018A%26A...616A...1G/abstract',
			'http://adsabs.harvard.edu/cgi-bin/nph-bib_query?bibcode=2018A%26A...616A...1G',
		],
	},
	'a number of PubMed': {
		scheme: 'pmid',
		id: '29474912',
		written: [
			'29474912/ ',
			named('PubMed ID', 'info:pmid/29474912'),
			named('pbmid', '29474912'),
			'https://pubmed.ncbi.nlm.nih.gov/?term=29474912',
			named('url', 'https://europepmc.org/article/MED/29474912'),
		],
	},
	'a number of PubMed Central': {
		scheme: 'pmcid',
		id: 'PMC5815332',
		written: [
			named('pmc', 'pmc:PMC5815332'),
			'PMC:5815332',
			named('url', 'https://pmc.ncbi.nlm.nih.gov/articles/PMC5815332/'),
		],
	},
	'a document of HAL': {
		scheme: 'hal',
		id: 'tel-01234567',
		written: ['https://theses.hal.science/tel-01234567/document', named('url', 'https://hal.science/tel-01234567')],
	},
	'a SWHID, with or without where it was found': {
		scheme: 'swh',
		id: 'swh:1:dir:94a9ed024d3859793618152ea559a168bbcbb5e2',
		written: [
			'swh:1:dir:94a9ed024d3859793618152ea559a168bbcbb5e2;origin=https://github.com/a/b;path=/c',
			named('url', 'https://archive.softwareheritage.org/swh:1:dir:94a9ed024d3859793618152ea559a168bbcbb5e2'),
			'https://identifiers.org/swh:1:dir:94a9ed024d3859793618152ea559a168bbcbb5e2',
		],
	},
	'an ARK': {
		scheme: 'ark',
		id: 'ark:12148/btv1b8449691v',
		written: ['ark:/12148/btv1b8449691v/', named('url', 'https://gallica.example.org/ark:/12148/btv1b8449691v')],
	},
	'a sample': {
		scheme: 'igsn',
		id: 'BGRB5054RX05201',
		written: [named('IGSN', 'igsn:BGRB5054RX05201'), '10273/BGRB5054RX05201'],
	},
	'a research resource': { scheme: 'rrid', id: 'RRID:IMSR_JAX-000664', written: ['IMSR_JAX-000664'] },
	'a web address': {
		scheme: 'url',
		id: 'https://data.example.org/sets/7?b=2',
		written: ['http://data.example.org/sets/7?b=2', 'HTTPS://Data.Example.org:443/sets/7?b=2'],
	},
	'a repository': {
		scheme: 'url',
		id: 'https://github.com/adrn/gala',
		written: [
			'http://www.GitHub.com/Adrn/Gala/',
			'https://github.com/adrn/gala.git',
			'git@github.com:adrn/gala.git',
			'git+https://github.com/adrn/gala.git',
			named('github', 'adrn/gala'),
		],
	},
	'a UUID': {
		scheme: 'uuid',
		id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
		written: ['3F2504E0-4F89-41D3-9A0C-0305E82C3301', 'urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
	},
};

/** Identifiers that are submitted alone, each with the one that it is the same as by rule. */
const partners: readonly (readonly [given: Named, partner: Named])[] = [
	[named('doi', '10.48550/arXiv.2401.01234'), named('arxiv', 'arXiv:2401.01234')],
	[named('doi', '10.60510/BGRB5054RX05299'), named('igsn', 'BGRB5054RX05299')],
	[named('url', 'https://zenodo.org/records/8123999'), named('doi', '10.5281/zenodo.8123999')],
	[named('url', 'https://arxiv.org/abs/2401.01235'), named('arxiv', 'arXiv:2401.01235')],
	[named('handle', '10.5555/shown-alone'), named('doi', '10.5555/shown-alone')],
	[named('urn', 'urn:isbn:9780306406157'), named('isbn', '978-0-306-40615-7')],
	[named('ean13', '9780975229804'), named('isbn', '978-0-9752298-0-4')],
	[named('github', 'adrn/alone'), named('url', 'https://github.com/adrn/alone')],
	[
		named('swh', 'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;origin=https://github.com/a/b'),
		named('swh', 'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d'),
	],
	[
		named('swh', 'swh:1:cnt:309cf2674ee7a0749978cf8265ab91a60aea0f7d;path=/c;lines=1-2'),
		named('swh', 'swh:1:cnt:309cf2674ee7a0749978cf8265ab91a60aea0f7d;lines=1-2'),
	],
];

const apa =
	'Foreman-Mackey, D. (2016). corner.py: Scatterplot matrices in Python. JOSS, 1(2), 24. ' +
	'https://doi.org/10.21105/joss.00024';
const ieee =
	'[12] A. M. Price-Whelan, “Gala: A Python package for galactic dynamics,” J. Open Source Softw., ' +
	'vol. 2, no. 18, p. 388, 2017, doi: 10.21105/joss.00388.';

/** Works as the lists of papers, mails and tables name them, each with what it is. */
const references: Record<string, string> = {
	[apa]: '10.21105/joss.00024',
	[ieee]: '10.21105/joss.00388',
	'Brown AGA, et al. Gaia Data Release 2. Astron Astrophys 2018;616:A1. doi:10.1051/0004-6361/201833051 [CrossRef]':
		'10.1051/0004-6361/201833051',
	'Fedus W, Zoph B, Shazeer N. Switch transformers. arXiv:2101.00027 [cs.LG], 2021': 'arXiv:2101.00027',
	'<a href="https://doi.org/10.1038/s41586-020-2649-2">Array programming with NumPy</a>': '10.1038/s41586-020-2649-2',
	'[SciPy 1.0](https://doi.org/10.1038/s41592-019-0686-2)': '10.1038/s41592-019-0686-2',
	'\\href{https://doi.org/10.1109/MCSE.2007.55}{Matplotlib}, 2007': '10.1109/MCSE.2007.55',
	'doi = {10.1086/670067},': '10.1086/670067',
	'DO  - 10.1088/0004-637X/808/1/16': '10.1088/0004-637X/808/1/16',
	'Kitamoto S. Preprint. PMID: 31234567 (in Japanese)': '31234567',
};

describe('an identifier as people write it', () => {
	let program: Program;
	let server: Server;

	before(async () => {
		program = await openProgram();
		server = await program.serve();
		const token = await program.token();
		const event = await submit(server, token, [
			...Object.values(rows).flatMap(({ scheme, id, written }, row) =>
				[id, ...written].map((one, n) =>
					citation(`10.5555/row-${row}-${n}`, typeof one === 'string' ? { ID: one, IDScheme: scheme } : one),
				),
			),
			...partners.map(([given], n) => citation(`10.5555/partner-${n}`, given)),
			...Object.values(references).map((id, n) =>
				citation(`10.5555/reference-${n}`, { ID: id, IDScheme: schemeOfReference(id) }),
			),
		]);
		await untilIndexed(server, token, event);
	});
	after(() => program.remove());

	for (const [name, { scheme, id, written }] of Object.entries(rows)) {
		it(`is one however it was submitted: ${name}`, async () => {
			assert.equal((await search(server, { id, scheme })).total, 1 + written.length);
		});

		it(`is found however it is asked for: ${name}`, async () => {
			for (const one of written) {
				const query = typeof one === 'string' ? { id: one, scheme } : { id: one.ID, scheme: one.IDScheme };
				assert.equal((await search(server, query)).total, 1 + written.length, JSON.stringify(one));
			}
		});
	}

	for (const [given, partner] of partners) {
		it(`is shown beside the one that it is the same as by rule: ${given.ID}`, async () => {
			for (const { ID: id, IDScheme: scheme } of [given, partner]) {
				const response = await fetch(`${server.url}/objects?${new URLSearchParams({ id, scheme })}`);
				const object = (await response.json()) as { Identifiers: Named[] };
				const shown = object.Identifiers.map(({ ID, IDScheme }) => named(IDScheme, ID));
				assert.deepEqual(new Set(shown), new Set([given, partner]));
			}
		});
	}

	for (const [text, id] of Object.entries(references)) {
		it(`is found in ${text}`, async () => {
			const { total, understoodAs } = await search(server, { id: text });
			assert.equal(total, 1);
			assert.equal(
				understoodAs,
				`${schemeOfReference(id)}:${id.replace(/^arXiv:/, '')}`.replace('arxiv:', 'arxiv:arXiv:'),
			);
		});
	}

	it('is none where a text holds none, which is reported', async () => {
		for (const text of ['corner.py', 'hello world', 'and/or', 'Smith et al. (2016), pp. 12-24']) {
			assert.equal((await search(server, { id: text })).status, 400, text);
		}
	});
});

function schemeOfReference(id: string): string {
	if (id.startsWith('arXiv:')) return 'arxiv';
	return id.startsWith('10.') ? 'doi' : 'pmid';
}

function citation(from: string, target: { ID: string; IDScheme: string }) {
	return {
		Source: { Identifier: { ID: from, IDScheme: 'doi' }, Type: { Name: 'literature' } },
		RelationshipType: { Name: 'Cites' },
		Target: { Identifier: target, Type: { Name: 'unknown' } },
		LinkProvider: [{ Name: 'Zenodo' }],
		LinkPublicationDate: '2020-01-01',
	};
}

async function search(server: Server, parameters: Record<string, string>) {
	const query = new URLSearchParams({ relation: 'isCitedBy', ...parameters });
	const response = await fetch(`${server.url}/relationships?${query}`, { headers: { accept: 'application/json' } });
	const { hits } = (await response.json()) as { hits?: { total: number } };
	return { status: response.status, total: hits?.total, understoodAs: response.headers.get('x-understood-as') };
}
