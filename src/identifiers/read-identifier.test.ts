// Specifies how identifiers are read, detected and addressed; each scheme has its own examples.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalSchemeName, identifierUrl, readIdentifier } from './index.ts';
import { detectSchemes } from './read-text.fixture.ts';

const awkwardDois = readFileSync(new URL('./fixtures/awkward-dois.txt', import.meta.url), 'utf8')
	.trim()
	.split('\n');

const canonical = (id: string, scheme: string) => readIdentifier(id, scheme).value;
const keyOf = (id: string, scheme: string) => readIdentifier(id, scheme).key;

function assertOneIdentifier(scheme: string, spellings: string[]) {
	const keys = new Set(spellings.map((spelling) => keyOf(spelling, scheme)));
	assert.equal(keys.size, 1, [...keys].join(' | '));
}

function assertDifferent(scheme: string, ids: string[]) {
	const keys = new Set(ids.map((id) => keyOf(id, scheme)));
	assert.equal(keys.size, ids.length, [...keys].join(' | '));
}

describe('The name of a scheme', () => {
	it('is compared without letter case and white space', () => {
		for (const name of ['doi', 'DOI', 'Doi', ' doi\t', '\u200bdoi']) assert.equal(canonicalSchemeName(name), 'doi');
	});

	it('may be a well-known other name', () => {
		const names = {
			bibcode: 'ads',
			HDL: 'handle',
			pmc: 'pmcid',
			arXiv: 'arxiv',
			SWHID: 'swh',
			pubmed: 'pmid',
			EISSN: 'issn',
			'PubMed ID': 'pmid',
			pbmid: 'pmid',
			'pub_med-id': 'pmid',
			URI: 'url',
			NBN: 'urn',
			W3ID: 'w3id',
			Handle: 'handle',
			RAiD: 'raid',
			'ORCID iD': 'orcid',
			'Digital Object Identifier': 'doi',
		};
		for (const [name, scheme] of Object.entries(names)) {
			assert.equal(canonicalSchemeName(name), scheme);
			assert.equal(readIdentifier('x', name).scheme, scheme);
		}
	});

	it('is accepted where it is unknown, in lower case', () => {
		assert.deepEqual(readIdentifier('Ab/1', ' Local-ID '), {
			scheme: 'local-id',
			value: 'Ab/1',
			key: 'Ab/1',
		});
	});

	it('may be a name that every object has', () => {
		assert.deepEqual(readIdentifier('x', 'constructor'), {
			scheme: 'constructor',
			value: 'x',
			key: 'x',
		});
		assert.equal(readIdentifier('x', '__proto__').scheme, '__proto__');
	});
});

describe('A declared scheme', () => {
	it('is never overridden by what the value looks like', () => {
		for (const [id, scheme] of [
			['https://doi.org/10.1000/abc', 'url'],
			['10.48550/arXiv.1207.4464', 'doi'],
			['10.1000/abc', 'handle'],
			['15626865', 'pmid'],
			['73513537', 'pmid'],
			['10.1000/abc', 'local'],
		] as const) {
			assert.equal(readIdentifier(id, scheme).scheme, scheme);
			assert.equal(canonical(id, scheme), id);
		}
	});

	it('makes the same text under another scheme another identifier', () => {
		assert.notEqual(readIdentifier('10.1/a', 'doi').scheme, readIdentifier('10.1/a', 'handle').scheme);
	});
});

describe('A value that does not fit its scheme', () => {
	it('is kept as given, trimmed', () => {
		assert.deepEqual(readIdentifier('  A ', 'doi'), {
			scheme: 'doi',
			value: 'A',
			key: 'a',
		});
		assert.equal(canonical('10.1000', 'doi'), '10.1000');
		assert.equal(canonical('doi:A.', 'doi'), 'doi:A.');
		assert.equal(canonical('not-an-isbn', 'isbn'), 'not-an-isbn');
		assert.equal(canonical('978-3-905673-82-2', 'isbn'), '978-3-905673-82-2');
	});

	it('is compared by the letter case rule of its scheme', () => {
		assertOneIdentifier('doi', ['A', 'a']);
		assertOneIdentifier('arxiv', ['Abc', 'abc']);
		assertDifferent('ads', ['A', 'a']);
		assertDifferent('url', ['A', 'a']);
		assertDifferent('local', ['A', 'a']);
	});

	it('may be of any length', () => {
		const long = `10.1000/${'a'.repeat(10_000)}`;
		assert.equal(canonical(` ${long} `, 'doi'), long);
		assert.equal(identifierUrl({ scheme: 'doi', value: long }), undefined);
		assert.deepEqual(detectSchemes(long), []);
		// Enough repetitions to overflow the stack of a pattern.
		const longest = `10.${'1.'.repeat(2 ** 23)}`;
		assert.equal(canonical(longest, 'doi'), longest);
	});
});

describe('A DOI', () => {
	it('is answered in the letter case received', () => {
		assert.deepEqual(readIdentifier('https://doi.org/10.1000/ABC', 'DOI'), {
			scheme: 'doi',
			value: '10.1000/ABC',
			key: '10.1000/abc',
		});
	});

	it('folds the letters of ASCII and no others', () => {
		assert.equal(keyOf('10.1016/ÜNIK-É', 'doi'), '10.1016/Ünik-É');
		assertDifferent('doi', ['10.1/É', '10.1/é']);
		// U+212A is not the letter K, and U+0130 has a lower case of two characters.
		assertDifferent('doi', ['10.1/\u212a', '10.1/k', '10.1/İ', '10.1/i']);
	});

	it('loses white space, zero-width characters and the punctuation of a sentence', () => {
		for (const around of [
			'10.1000/abc.',
			' 10.1000/abc,',
			'\ufeff10.1000/abc\u200b',
			'10.1000/abc;\u00a0',
			'10.1000/abc".',
			'10.1000/abc)',
		]) {
			assert.equal(canonical(around, 'doi'), '10.1000/abc');
		}
	});

	it('loses the empty fragment of an address, and keeps the check character of a SICI', () => {
		assert.equal(canonical('https://doi.org/10.1000/abc#', 'doi'), '10.1000/abc');
		const sici = '10.1000/(SICI)1099-1085(199703)11:3<287::AID-X446>3.0.CO;2-#';
		for (const text of [sici, `${sici}.`, `https://doi.org/${sici}`]) assert.equal(canonical(text, 'doi'), sici);
	});

	it('keeps the brackets that are its own', () => {
		for (const doi of ['10.1061/(asce)0899-1561(2004)16:6(597)', '10.1/a<b>', '10.1/a[1]']) {
			assert.equal(canonical(doi, 'doi'), doi);
			assert.equal(canonical(`(${doi})`.slice(1), 'doi'), doi);
		}
	});

	it('is percent-decoded once in an address and never elsewhere', () => {
		const doi = '10.1002/(SICI)1521-3978(199806)46:4/5<493::AID-PROP493>3.0.CO;2-P';
		assert.equal(
			canonical('https://doi.org/10.1002/(SICI)1521-3978(199806)46%3A4/5%3C493::AID-PROP493%3E3.0.CO;2-P', 'doi'),
			doi,
		);
		assert.equal(canonical('https://doi.org/10.1/a%2541', 'doi'), '10.1/a%41');
		assert.equal(canonical('10.1/a%41', 'doi'), '10.1/a%41');
		assert.equal(canonical('https://doi.org/10.1/100%', 'doi'), '10.1/100%');
		assert.equal(canonical('https://doi.org/10.1/%FF%41', 'doi'), '10.1/%FF%41');
	});

	it('contains no control characters', () => {
		assert.equal(identifierUrl({ scheme: 'doi', value: '10.1/a\0b' }), undefined);
		assert.equal(canonical('https://doi.org/10.1/a%00b', 'doi'), 'https://doi.org/10.1/a%00b');
	});

	it('is recognised in each of 999 awkward real ones, and read back from its address', () => {
		assert.equal(awkwardDois.length, 999);
		for (const doi of awkwardDois) {
			assert.equal(detectSchemes(doi)[0], 'doi');
			const identifier = readIdentifier(doi, 'doi');
			assert.equal(identifier.value, doi);
			assert.equal(identifier.key, keyOf(doi.toUpperCase(), 'doi'));
			assert.equal(canonical(identifierUrl(identifier) ?? '', 'doi'), doi);
		}
	});

	it('is one in any mixture of letter case and written form', () => {
		const written = fc.constantFrom(
			'',
			'doi:',
			'DOI: ',
			'https://doi.org/',
			'http://dx.doi.org/',
			'https://www.doi.org/',
		);
		fc.assert(
			fc.property(fc.constantFrom(...awkwardDois), written, fc.boolean(), (doi, before, upper) => {
				assert.equal(keyOf(before + (upper ? doi.toUpperCase() : doi), 'doi'), keyOf(doi, 'doi'));
			}),
		);
	});
});

describe('An arXiv identifier', () => {
	it('always has its prefix in the canonical form', () => {
		assert.equal(canonical('1207.4464v1', 'arxiv'), 'arXiv:1207.4464v1');
		assert.equal(canonical('hep-th/9901001', 'arXiv'), 'arXiv:hep-th/9901001');
		assert.equal(canonical('https://arxiv.org/abs/1310.2590', 'arxiv'), 'arXiv:1310.2590');
	});

	it('with a version is another than without, or with another', () => {
		assertDifferent('arxiv', ['1207.4464', '1207.4464v1', '1207.4464v2']);
	});
});

describe('Each scheme', () => {
	it('keeps apart what its letter case distinguishes', () => {
		assertDifferent('ads', ['2011ApJS..192...18K', '2011ApJS..192...18k']);
		assertDifferent('url', ['https://example.org/A', 'https://example.org/a']);
		assertDifferent('url', ['https://User@example.org/', 'https://user@example.org/']);
		assertDifferent('handle', ['10013/A', '10013/a']);
		assertDifferent('email', ['A@example.org', 'a@example.org']);
		assertDifferent('github', ['a/b/tree/V1', 'a/b/tree/v1']);
	});

	it('keeps what distinguishes its values', () => {
		assertDifferent('url', [
			'https://example.org/',
			'https://example.org/a',
			'https://example.org/?',
			'https://example.org/#a',
		]);
		assertDifferent('uniprot', ['P02833', 'P02833-2']);
		assertDifferent('github', ['1234', '1234/releases/5', 'a/b', 'a/b/releases/tag/v1']);
	});

	it('takes the qualifiers of a SWHID in any order, and their letter case as it is', () => {
		const swhid = 'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2';
		assertOneIdentifier('swh', [`${swhid};path=/a;lines=1-2`, `${swhid};lines=1-2;path=/a`]);
		assertDifferent('swh', [swhid, `${swhid};lines=1`, `${swhid};lines=1-2`, `${swhid};bytes=1-2`]);
	});

	it('adds nothing but its label to a URN, and no label to an address', () => {
		assert.equal(canonical('http://example.org/a', 'urn'), 'http://example.org/a');
	});
});

describe('Detection', () => {
	it('understands every address form as the scheme it is of, before plain url', () => {
		const addresses = {
			'https://www.doi.org/10.1000/abc': ['doi', 'url'],
			'http://dx.doi.org/10.1000/abc': ['doi', 'url'],
			'https://arxiv.org/abs/1310.2590': ['arxiv', 'url'],
			'https://arxiv.org/pdf/hep-th/9901001v2': ['arxiv', 'url'],
			'https://ui.adsabs.harvard.edu/abs/2011ApJS..192...18K/abstract': ['ads', 'url'],
			'https://hdl.handle.net/10013/epic.10033': ['handle', 'url'],
			'https://n2t.net/ark:/13030/tqb3kh97gh8w': ['ark', 'url'],
			'https://pubmed.ncbi.nlm.nih.gov/12082125/': ['pmid', 'url'],
			'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC2631623/': ['pmcid', 'url'],
			'https://nbn-resolving.org/urn:nbn:de:bvb:19-146642': ['urn', 'url'],
			'https://archive.softwareheritage.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2': ['swh', 'url'],
			'https://www.wikidata.org/entity/Q303': ['wikidata', 'url'],
			'https://www.rcsb.org/structure/1aen': ['pdb', 'url'],
			'https://viaf.org/viaf/75121530': ['viaf'],
		};
		for (const [address, expected] of Object.entries(addresses)) assert.deepEqual(detectSchemes(address), expected);
	});

	it('takes an address of nothing known as a url and nothing else', () => {
		for (const address of [
			'https://example.org/search?q=10.1000/abc',
			'https://github.com/dfm/corner.py',
			'ftp://example.org/a',
		]) {
			assert.deepEqual(detectSchemes(address), ['url']);
		}
	});

	it('finds ADS bibcodes by the older label and PMC identifiers in lower case', () => {
		assert.deepEqual(detectSchemes('bibcode:2011ApJS..192...18K'), ['ads']);
		assert.deepEqual(detectSchemes('pmc123'), ['pmcid']);
	});

	it('leaves out what a more specific scheme outranks', () => {
		assert.deepEqual(detectSchemes('73513537'), ['ean8']);
		assert.deepEqual(detectSchemes('1107000017'), ['isbn']);
		assert.deepEqual(detectSchemes('1107000018'), ['gnd']);
		assert.deepEqual(detectSchemes('math.GT/0309136'), ['arxiv']);
	});

	it('reports pdb and ena for a bare value only where nothing else fits', () => {
		assert.deepEqual(detectSchemes('1aen'), ['pdb']);
		assert.deepEqual(detectSchemes('12082125'), ['pmid']);
		assert.deepEqual(detectSchemes('HQ260969'), ['ena']);
		assert.deepEqual(detectSchemes('SRX3529244'), ['sra']);
	});

	it('reports ascl, viaf and rrid with their labels only, and github never', () => {
		assert.deepEqual(detectSchemes('1908.011'), []);
		assert.deepEqual(detectSchemes('ASCL:1908.011'), ['ascl']);
		assert.deepEqual(detectSchemes('viaf:75121530'), ['viaf']);
		assert.deepEqual(detectSchemes('SCR_014641'), []);
		assert.deepEqual(detectSchemes('dfm/corner.py'), []);
	});

	it('finds nothing in free text', () => {
		for (const text of ['', 'A', 'hello world', 'this / that', 'a sentence about 10.1000'])
			assert.deepEqual(detectSchemes(text), []);
	});
});

describe('The address of an identifier', () => {
	it('is https', () => {
		assert.equal(identifierUrl({ scheme: 'DOI', value: '10.1000/ABC' }), 'https://doi.org/10.1000/ABC');
		assert.equal(
			identifierUrl({ scheme: 'arxiv', value: 'arXiv:1207.4464v1' }),
			'https://arxiv.org/abs/arXiv:1207.4464v1',
		);
	});

	it('encodes what would end or break it', () => {
		assert.equal(
			identifierUrl({ scheme: 'doi', value: '10.1/a#b?c%d"e<>' }),
			'https://doi.org/10.1/a%23b%3Fc%25d%22e%3C%3E',
		);
		assert.equal(identifierUrl({ scheme: 'doi', value: '10.1/a\ud800b' }), 'https://doi.org/10.1/a%EF%BF%BDb');
	});

	it('is itself where the identifier is one', () => {
		assert.equal(identifierUrl({ scheme: 'url', value: 'http://example.org/a' }), 'http://example.org/a');
	});

	it('is none for a value that does not fit its scheme, a scheme without addresses, and an unknown scheme', () => {
		for (const [scheme, value] of [
			['doi', 'A'],
			['isbn', '978-3-905673-82-1'],
			['local', 'https://example.org/'],
			['urn', 'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66'],
			['github', '1234'],
		] as const) {
			assert.equal(identifierUrl({ scheme, value }), undefined);
		}
	});

	it('is none where a browser would run it', () => {
		for (const value of ['javascript://example.org/%0aalert(1)', 'data://x/y', 'javascript:alert(1)']) {
			assert.equal(identifierUrl({ scheme: 'url', value }), undefined);
		}
	});
});
