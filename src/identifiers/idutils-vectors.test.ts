// Compares this folder with the test cases of idutils; every difference is listed with its reason.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fixture from './fixtures/idutils-vectors.json' with { type: 'json' };
import { identifierUrl, readIdentifier } from './index.ts';
import { detectSchemes } from './read-text.fixture.ts';

type Outcome = {
	schemes: string[];
	normalized: string;
	url: string | undefined;
};
type Difference = Partial<Outcome> & { input: string; reason: string };

const resolver = 'the scheme has a resolver of its own, so an identifier of it has an address';
const encoded = 'an address is a URI: what RFC 3986 does not allow in it is percent-encoded';
const noAddressForm = 'the address form is stripped, whoever serves the ARK';

const deliberateDifferences: Difference[] = [
	{
		input: 'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66',
		schemes: ['urn', 'uuid'],
		reason: 'urn:uuid: is a label of a UUID as urn:isbn: is one of an ISBN',
	},
	{
		input: 'doi.org/10.1016/j.epsl.2011.11.037',
		schemes: ['doi'],
		reason: 'a host is no prefix of handles',
	},
	{
		input: 'urn:issn:0167-6423',
		schemes: ['urn', 'issn'],
		reason: 'urn:issn: is a label of an ISSN as urn:isbn: is one of an ISBN',
	},
	{
		input: 'ark:/13030/tqb3kh97gh8w',
		url: 'https://n2t.net/ark:/13030/tqb3kh97gh8w',
		reason: resolver,
	},
	{
		input: 'ark:/c8131/g3js3v',
		url: 'https://n2t.net/ark:/c8131/g3js3v',
		reason: resolver,
	},
	{
		input: 'ark:c8131/g3js3v.1',
		url: 'https://n2t.net/ark:c8131/g3js3v.1',
		reason: resolver,
	},
	{
		input: 'http://www.example.org/ark:/13030/tqb3kh97gh8w',
		normalized: 'ark:/13030/tqb3kh97gh8w',
		url: 'https://n2t.net/ark:/13030/tqb3kh97gh8w',
		reason: `${noAddressForm}; ${resolver}`,
	},
	{
		input: '10.1016/üникóδé-дôΐ',
		url: 'https://doi.org/10.1016/%C3%BC%D0%BD%D0%B8%D0%BA%C3%B3%CE%B4%C3%A9-%D0%B4%C3%B4%CE%90',
		reason: encoded,
	},
	{
		input: '10.1016/སྦ་བཞེད་',
		url: 'https://doi.org/10.1016/%E0%BD%A6%E0%BE%A6%E0%BC%8B%E0%BD%96%E0%BD%9E%E0%BD%BA%E0%BD%91%E0%BC%8B',
		reason: encoded,
	},
	{
		input: '10.1002/(SICI)1521-3978(199806)46:4/5<493::AID-PROP493>3.0.CO;2-P',
		url: 'https://doi.org/10.1002/(SICI)1521-3978(199806)46:4/5%3C493::AID-PROP493%3E3.0.CO;2-P',
		reason: encoded,
	},
	{
		input: '15626865',
		url: 'https://portal.issn.org/resource/ISSN/1562-6865',
		reason: resolver,
	},
	{
		input: '0077-5606',
		url: 'https://portal.issn.org/resource/ISSN/0077-5606',
		reason: resolver,
	},
	{
		input: '1188-1534',
		url: 'https://portal.issn.org/resource/ISSN/1188-1534',
		reason: resolver,
	},
	{
		input: '1422-4586-3573-0476',
		url: 'https://isni.org/isni/1422458635730476',
		reason: resolver,
	},
	{
		input: '31253.11.sciencedb.13238',
		url: 'https://cstr.cn/31253.11.sciencedb.13238',
		reason: resolver,
	},
	{
		input: 'custom_scheme_valid',
		schemes: [],
		url: undefined,
		reason: 'the scheme exists in the tests of idutils only; unknown schemes are accepted but not detected',
	},
];

function theirs(vector: (typeof fixture.vectors)[number]): Outcome {
	const { schemes, normalized, url } = vector;
	if (url === '') return { schemes, normalized, url: undefined };
	// Ours are https throughout, except where the identifier is itself an address.
	return {
		schemes,
		normalized,
		url: url === normalized ? url : url.replace(/^http:/, 'https:'),
	};
}

function ours(input: string, scheme: string): Outcome {
	const identifier = readIdentifier(input, scheme);
	return {
		schemes: detectSchemes(input),
		normalized: identifier.value,
		url: identifierUrl(identifier),
	};
}

describe('The test cases of idutils', () => {
	for (const vector of fixture.vectors) {
		it(`agree on ${vector.input}`, () => {
			const [declared = ''] = vector.schemes;
			const difference = deliberateDifferences.find(({ input }) => input === vector.input);
			const { input: _, reason: __, ...differing } = difference ?? {};
			assert.deepEqual(ours(vector.input, declared), {
				...theirs(vector),
				...differing,
			});
		});
	}

	for (const { input, reason, ...differing } of deliberateDifferences) {
		it(`differ on purpose on ${input}: ${reason}`, () => {
			const vector = fixture.vectors.find((candidate) => candidate.input === input);
			assert.ok(vector, 'the list names a case that does not exist');
			for (const [aspect, value] of Object.entries(differing)) {
				assert.notDeepEqual(value, theirs(vector)[aspect as keyof Outcome], `${aspect} is no difference`);
			}
		});
	}

	it('are all 124 of them, each difference listed once', () => {
		assert.equal(fixture.vectors.length, 124);
		const inputs = deliberateDifferences.map(({ input }) => input);
		assert.equal(new Set(inputs).size, inputs.length);
	});
});
