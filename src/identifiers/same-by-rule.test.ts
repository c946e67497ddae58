// Specifies which identifiers are one, which are one by rule, and which are broader than others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { broaderIdentifiers, type Identifier, otherVersions, readIdentifier, sameByRule } from './index.ts';

const shown = ({ scheme, key }: Identifier) => `${scheme}:${key}`;
const representative = (scheme: string, id: string) => {
	const identifier = readIdentifier(id, scheme);
	return shown(sameByRule(identifier) ?? identifier);
};
const broader = (scheme: string, id: string) =>
	broaderIdentifiers(readIdentifier(id, scheme)).map(({ scheme, value }) => `${scheme}:${value}`);

function assertOne(scheme: string, spellings: readonly string[]) {
	const keys = new Set(spellings.map((spelling) => readIdentifier(spelling, scheme).key));
	assert.equal(keys.size, 1, [...keys].join(' | '));
}

function assertDifferent(scheme: string, ids: readonly string[]) {
	const keys = new Set(ids.map((id) => readIdentifier(id, scheme).key));
	assert.equal(keys.size, ids.length, [...keys].join(' | '));
}

describe('Web addresses', () => {
	it('are one in http and https, with a default port, without a path, in any letter case of host and escapes', () => {
		assertOne('url', [
			'http://example.org/a',
			'https://example.org/a',
			'HTTPS://EXAMPLE.org:443/a',
			'http://example.org:80/a',
		]);
		assertOne('url', ['https://example.org', 'https://example.org/', 'http://example.org']);
		assertOne('url', ['https://example.org/%7Ea/%c3%a9', 'https://example.org/~a/%C3%A9']);
		assertOne('url', ['https://example.org/é', 'https://example.org/%c3%A9']);
		assertOne('url', ['https://example.org?a=1', 'https://example.org/?a=1']);
	});

	it('differ in everything else', () => {
		assertDifferent('url', [
			...['https://example.org/a', 'https://example.org/A', 'https://example.org/a/', 'https://example.org/a?b'],
			...['https://example.org/a#b', 'https://example.org:8080/a', 'https://www.example.org/a', 'ftp://example.org/a'],
			'https://example.org/a%2Fb',
			'https://example.org/a/b',
		]);
	});

	it('are answered as they came', () => {
		for (const address of ['http://Example.org:80/%7ea', 'https://doi.org/10.5555/A', 'https://github.com/a/b.git']) {
			assert.equal(readIdentifier(address, 'url').value, address);
		}
	});

	it('of a repository are one, with letter case of its name folded on GitHub alone', () => {
		for (const host of ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'gitlab.example.org']) {
			assertOne('url', [
				`https://${host}/Tide/Code`,
				`http://${host}/Tide/Code/`,
				`https://${host}/Tide/Code.git`,
				`git@${host}:Tide/Code.git`,
				`git+https://${host}/Tide/Code.git`,
				`git+ssh://git@${host}/Tide/Code.git`,
				`ssh://git@${host}/Tide/Code`,
				`git://${host}/Tide/Code.git`,
				`www.${host}/Tide/Code`,
			]);
		}
		assertOne('url', ['https://github.com/Tide/Code', 'https://github.com/tide/code']);
		assertDifferent('url', ['https://codeberg.org/Tide/Code', 'https://codeberg.org/tide/code']);
		assertOne('url', [
			'https://github.com/tide/code',
			'https://github.com/Tide/code#readme',
			'https://github.com/tide/code?tab=readme-ov-file#usage',
			'git+https://github.com/tide/code.git#egg=tide',
		]);
		assertOne('url', [
			'https://github.com/tide/code/releases/tag/v1.0',
			'https://github.com/Tide/Code/tree/v1.0',
			'https://github.com/tide/code/tree/v1.0/#usage',
			'https://github.com/tide/code/archive/refs/tags/v1.0.tar.gz',
			'https://github.com/tide/code/archive/v1.0.zip',
			'https://github.com/tide/code/zipball/v1.0',
		]);
		assertOne('url', [
			'https://gitlab.com/a/b/c/-/tags/v1',
			'https://gitlab.com/a/b/c/-/tree/v1',
			'https://gitlab.com/a/b/c/-/tree/v1?ref_type=tags',
			'https://gitlab.com/a/b/c/-/archive/v1/c-v1.tar.gz',
		]);
		assertDifferent('url', [
			'https://github.com/tide/code/archive/refs/heads/main.zip',
			'https://github.com/tide/code/archive/main.zip',
			'https://github.com/tide/code/releases/tag/main',
		]);
		assertDifferent('url', [
			'https://github.com/tide/code/tree/main',
			'https://github.com/tide/code/releases/tag/main',
		]);
		assertDifferent('url', ['https://github.com/tide/code/tree/v1/docs', 'https://github.com/tide/code/tree/v1']);
		assertDifferent('url', ['https://github.com/tide/code/tree/V1', 'https://github.com/tide/code/tree/v1']);
		assertDifferent('url', ['https://gitlab.com/tide/code', 'https://gitlab.com/tide/code/part']);
		assertDifferent('url', ['https://example.org/tide/code.git', 'https://example.org/tide/code']);
	});
});

describe('Other identifiers', () => {
	it('are one whatever the letter case of a UUID', () => {
		assertOne('uuid', ['6E8BC430-9C3A-11D9-9669-0800200C9A66', 'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66']);
	});
});

describe('The representative', () => {
	it('of an address that belongs to a scheme is the identifier in it', () => {
		const addresses = {
			'https://doi.org/10.5555/A': 'doi:10.5555/a',
			'doi:10.5555/A': 'doi:10.5555/a',
			'http://dx.doi.org:80/10.5555/a?utm_source=x': 'doi:10.5555/a',
			'https://publisher.example/doi/abs/10.5555/a': 'doi:10.5555/a',
			'https://academic.oup.com/a/article/doi/10.1093/a/b123/5289409': 'doi:10.1093/a/b123',
			'https://zenodo.org/records/4711': 'doi:10.5281/zenodo.4711',
			'https://doi-org.proxy.example.edu/10.5555/a': 'doi:10.5555/a',
			'https://arxiv.org/abs/1502.01234v2': 'arxiv:arxiv:1502.01234v2',
			'https://doi.org/10.48550/arXiv.1502.01234v2': 'arxiv:arxiv:1502.01234v2',
			'https://ui.adsabs.harvard.edu/abs/2011ApJS..192...18K/abstract': 'ads:2011ApJS..192...18K',
			'https://pubmed.ncbi.nlm.nih.gov/12082125/': 'pmid:12082125',
			'https://hdl.handle.net/10013/epic.10033': 'handle:10013/epic.10033',
			'https://hdl.handle.net/10.5555/a': 'doi:10.5555/a',
			'https://n2t.net/ark:/13030/tqb3kh97gh8w': 'ark:ark:13030/tqb3kh97gh8w',
			'https://orcid.org/0000-0002-1825-0097': 'orcid:0000-0002-1825-0097',
			'http://purl.org/dc/terms': 'purl:https://purl.org/dc/terms',
			'https://w3id.org/security/v1': 'w3id:https://w3id.org/security/v1',
			'https://archive.softwareheritage.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2;origin=https://a.example/':
				'swh:swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
		};
		for (const [address, expected] of Object.entries(addresses)) assert.equal(representative('url', address), expected);
	});

	it('of a SWHID is the one without the qualifiers that say where it was found', () => {
		const swhid = 'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2';
		const found = `origin=https://example.org/a;visit=${swhid.replace('cnt', 'snp')};anchor=${swhid.replace('cnt', 'rev')}`;
		for (const qualifiers of ['', ';origin=https://example.org/a', ';path=/b', `;${found};path=/b`])
			assert.equal(representative('swh', swhid + qualifiers), `swh:${swhid}`, qualifiers);
		for (const part of ['lines=1-2', 'bytes=1-2', 'lines=3']) {
			assert.equal(representative('swh', `${swhid};${part}`), `swh:${swhid};${part}`);
			assert.equal(representative('swh', `${swhid};path=/b;${part};origin=https://a.example/`), `swh:${swhid};${part}`);
		}
	});

	it('of an address that only mentions an identifier, or shows a part of it, is none', () => {
		for (const address of [
			'https://example.org/references/10.5555/a',
			'https://example.org/search?q=10.5555/a',
			'https://example.org/search?doi=10.5555/a',
			'https://plu.mx/plum/a/?doi=10.5555/a',
			'https://sciety.example/articles/activity/10.5555/a',
			'https://github.com/tide/code/blob/main/10.5555/a',
			'https://zenodo.org/records/4711/files/a.pdf',
			'https://arxiv.org/list/astro-ph/new',
			'https://github.com/tide/code',
			'https://orcid.org/signin',
			'https://publisher.example/doi/suppl/10.5555/a',
			'https://publisher.example/doi/suppl/10.5555/a/suppl_file/a_si_001.pdf',
			'https://publisher.example/doi/citedby/10.5555/a',
			'https://api.example/graph/v1/paper/DOI:10.5555/a/citations',
			'https://publisher.example/articles/10.5555/a/reviews',
			'https://publisher.example/action/downloadSupplement?doi=10.5555/a&file=a.pdf',
			'https://publisher.example/servlet/linkout?suffix=R1&dbid=8&doi=10.5555/a',
			'https://index.example/results/citedbyresults.uri?doi=10.5555/a',
			'https://publisher.example/supplemental/10.5555/a',
			'https://publisher.example/lookup/doi/10.5555/a/-/DCSupplemental',
			'https://data.example/bucket/10.5555/a/table.csv',
			'https://publisher.example/doi/10.5555/a.zip',
			'https://index.example/api/v1/citation-count/10.5555/a',
			'https://api.example/prefixes/10.5555/works',
			'https://network.example/intent/tweet?url=https://doi.org/10.5555/a',
			'https://example.org/reading-list#10.5555/a',
			'https://publisher.example/article/peerReview?id=10.5555/a',
			'https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.supplementary-material',
			'https://data.example/file.xhtml?fileId=3&persistentId=doi:10.5555/a',
			'https://www.altmetric.com/details/doi/10.5555/a',
			'https://api.altmetric.com/v1/doi/10.5555/a',
			'https://reviews.example/review/doi/10.5555/a',
			'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2631623/bin/table1.xls',
		]) {
			assert.equal(sameByRule(readIdentifier(address, 'url')), undefined, address);
		}
	});

	it('of an identifier of another scheme is what that scheme says', () => {
		assert.equal(representative('doi', '10.48550/arXiv.1502.01234'), 'arxiv:arxiv:1502.01234');
		assert.equal(representative('handle', '10.5555/a'), 'doi:10.5555/a');
		assert.equal(representative('github', 'Tide/Code.git'), 'url:https://github.com/tide/code');
		assert.equal(
			representative('github', 'tide/code/releases/tag/v1'),
			'url:https://github.com/tide/code/releases/tag/v1',
		);
		assert.equal(
			representative('urn', 'urn:uuid:6E8BC430-9C3A-11D9-9669-0800200C9A66'),
			'uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66',
		);
		assert.equal(representative('urn', 'urn:isbn:0451450523'), 'isbn:9780451450524');
		assert.equal(representative('handle', '10273/AU1243'), 'igsn:au1243');
	});

	it('is none for an identifier that is its own, that fits no scheme, or of an unknown scheme', () => {
		for (const [scheme, id] of [
			['doi', '10.5555/a'],
			['doi', 'A'],
			['arxiv', '1502.01234'],
			['doi', '10.48550/other'],
			['url', '2016'],
			['url', '10.5555/a'],
			['github', '1234'],
			['local', 'https://doi.org/10.5555/a'],
		] as const) {
			assert.equal(sameByRule(readIdentifier(id, scheme)), undefined, id);
		}
	});

	it('is the same for all spellings of one identifier', () => {
		for (const [scheme, ...spellings] of [
			['url', 'https://doi.org/10.5555/A', 'http://DOI.org:80/10.5555/a', 'HTTPS://doi.org:443/10.5555/%61'],
			['url', 'https://arxiv.org/abs/1502.01234', 'http://arxiv.org:80/abs/1502.01234'],
			['github', 'Tide/Code', 'tide/code'],
		] as const) {
			assert.equal(new Set(spellings.map((spelling) => representative(scheme, spelling))).size, 1);
		}
	});
});

describe('What is broader', () => {
	it('is the work without its version, lines or page', () => {
		assert.deepEqual(broader('arxiv', '1502.01234v2'), ['arxiv:arXiv:1502.01234']);
		assert.deepEqual(broader('doi', '10.48550/arXiv.1502.01234v2'), ['arxiv:arXiv:1502.01234']);
		assert.deepEqual(broader('url', 'https://arxiv.org/abs/1502.01234v2'), ['arxiv:arXiv:1502.01234']);
		assert.deepEqual(broader('swh', 'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2;path=/a;lines=1-2'), [
			'swh:swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
		]);
		assert.deepEqual(broader('hal', 'hal-01234567v2'), ['hal:hal-01234567']);
	});

	it('is the work for a version of a preprint, beside which its first versions are', () => {
		for (const [version, ...others] of [
			['10.5555/m9.tide.4711.v2', '10.5555/m9.tide.4711', '10.5555/m9.tide.4711.v1', '10.5555/m9.tide.4711.v3'],
			[
				'10.5555/tides-2022-ab1cd-v4',
				'10.5555/tides-2022-ab1cd',
				...[1, 2, 3].map((at) => `10.5555/tides-2022-ab1cd-v${at}`),
			],
			['10.5555/rs.3.rs-123456/v1', '10.5555/rs.3.rs-123456', '10.5555/rs.3.rs-123456/v2', '10.5555/rs.3.rs-123456/v3'],
			['10.5555/osf.io/abcde_v1', '10.5555/osf.io/abcde', '10.5555/osf.io/abcde_v2', '10.5555/osf.io/abcde_v3'],
			['10.5555/2023.04.05.968v2', '10.5555/2023.04.05.968', '10.5555/2023.04.05.968v1', '10.5555/2023.04.05.968v3'],
			['10.5555/data.v1.0.0', '10.5555/data', '10.5555/data.v1', '10.5555/data.v2', '10.5555/data.v3'],
			[
				'10.5555/f1000research.7654.1',
				'10.5555/f1000research.7654',
				...[2, 3].map((at) => `10.5555/f1000research.7654.${at}`),
			],
		] as const) {
			assert.deepEqual(
				[...broader('doi', version), ...otherVersions(readIdentifier(version, 'doi')).map(shown)],
				others.map((doi) => `doi:${doi}`),
			);
		}
		for (const whole of ['10.5555/a', '10.5555/j.jcp.2020.01.001', '10.48550/arXiv.1502.01234']) {
			assert.deepEqual(broader('doi', whole), [], whole);
		}
	});

	it('is the repository for its pages, releases and files, and the record for its files', () => {
		for (const page of ['releases/tag/v1', 'tree/main/docs', 'issues/1', 'blob/main/a.py#L3']) {
			assert.deepEqual(broader('url', `https://github.com/tide/code/${page}`), ['url:https://github.com/tide/code']);
			assert.deepEqual(broader('github', 'tide/code/releases/tag/v1'), ['url:https://github.com/tide/code']);
		}
		assert.deepEqual(broader('url', 'https://github.com/tide/code?q=a'), ['url:https://github.com/tide/code']);
		assert.deepEqual(broader('url', 'https://raw.githubusercontent.com/tide/code/main/a.py'), [
			'url:https://github.com/tide/code',
		]);
		assert.deepEqual(broader('url', 'https://gitlab.com/a/b/c/-/tags/v1'), ['url:https://gitlab.com/a/b/c']);
		assert.deepEqual(broader('url', 'https://zenodo.org/records/4711/files/a.pdf'), ['doi:10.5281/zenodo.4711']);
	});

	it('is nothing for what is whole', () => {
		for (const [scheme, id] of [
			['arxiv', '1502.01234'],
			['doi', '10.5555/a'],
			['url', 'https://github.com/tide/code'],
			['url', 'https://github.com/tide'],
			['url', 'https://example.org/a/b/c'],
			['local', 'a.v1'],
		] as const) {
			assert.deepEqual(broader(scheme, id), []);
		}
	});
});
