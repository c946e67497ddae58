// Holds each scheme to its own examples, and the table of schemes to its rules.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { broaderIdentifiers, type Identifier, identifierUrl, readIdentifier, sameByRule, schemes } from './index.ts';
import { detectSchemes } from './read-text.fixture.ts';
import { examplesOf } from './schemes/scheme-examples.fixture.ts';

const names = schemes.map(({ name }) => name);
const shown = ({ scheme, value }: Identifier) => `${scheme}:${value}`;

for (const { name, title, detection } of schemes) {
	const { examples, misfits } = examplesOf(name);
	describe(`The scheme ${name} (${title})`, () => {
		for (const { value, key = value, url, spellings = [], sameAs, broader = [] } of examples) {
			it(`reads ${value} as its canonical form, with its key and address`, () => {
				assert.deepEqual(readIdentifier(value, name), { scheme: name, value, key });
				assert.equal(identifierUrl({ scheme: name, value }), url);
			});

			it(`says what ${value} is the same as by rule, and what is broader`, () => {
				const identifier = readIdentifier(value, name);
				const representative = sameByRule(identifier);
				assert.equal(representative && shown(representative), sameAs);
				assert.deepEqual(broaderIdentifiers(identifier).map(shown), broader);
			});

			for (const spelling of spellings) {
				it(`reads ${spelling} as ${value}`, () => assert.equal(readIdentifier(spelling, name).key, key));

				if (detection === 'declared' || !/^https?:\/\/(?!https?:)\S+$/.test(spelling)) continue;
				it(`holds the address ${spelling} for ${value} by rule`, () => {
					const identifier = readIdentifier(value, name);
					const address = readIdentifier(spelling, 'url');
					assert.equal((sameByRule(address) ?? address).key, (sameByRule(identifier) ?? identifier).key);
				});
			}

			it(detection === 'declared' ? `is never detected in ${value}` : `is detected in ${value}`, () => {
				const detected = [value, ...spellings].some((text) => detectSchemes(text).includes(name));
				assert.equal(detected, detection !== 'declared');
			});
		}

		for (const text of misfits) {
			it(`keeps ${text} as given and makes no address of it`, () => {
				assert.equal(readIdentifier(text, name).value, text);
				assert.equal(identifierUrl({ scheme: name, value: text }), undefined);
				assert.ok(!detectSchemes(text).includes(name));
			});
		}
	});
}

describe('The table of schemes', () => {
	it('has every scheme of the field', () => {
		const field = [
			...['doi', 'ark', 'handle', 'purl', 'w3id', 'lsid', 'urn', 'uuid', 'swh', 'url', 'email', 'sha1', 'github'],
			...['isbn', 'issn', 'orcid', 'isni', 'ean13', 'ean8', 'upc', 'istc', 'igsn', 'raid'],
			...['ads', 'arxiv', 'ascl', 'hal', 'pmcid', 'pmid'],
			...['gnd', 'ror', 'viaf', 'wikidata', 'openalex', 'cstr', 'rrid'],
			...['sra', 'bioproject', 'biosample', 'ensembl', 'uniprot', 'refseq', 'genome', 'geo'],
			...['arrayexpress_array', 'arrayexpress_experiment', 'pdb', 'ena'],
		];
		assert.deepEqual(new Set(field).difference(new Set(names)), new Set());
	});

	it('shows an example of every scheme', () => {
		for (const { name } of schemes) assert.ok(examplesOf(name).examples.length > 0, name);
	});

	it('shows examples of forty schemes and more, and of every form', () => {
		assert.ok(schemes.length > 40);
		for (const { name, forms = [] } of schemes) {
			const texts = examplesOf(name).examples.flatMap(({ value, spellings = [] }) => [value, ...spellings]);
			for (const { written } of forms)
				assert.ok(
					texts.some((text) => written.test(text)),
					`${name}: ${written}`,
				);
		}
	});

	it('has each name and alias once, in lower case, whatever blanks and hyphens stand in it', () => {
		const all = schemes.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
		const join = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '');
		const titles = schemes.flatMap(({ name, title }) => (join(title) === join(name) ? [] : [title]));
		const joined = [...all, ...titles].map(join);
		assert.equal(new Set(joined).size, joined.length);
		for (const name of all) assert.equal(name, name.trim().toLowerCase());
	});

	it('outranks only schemes that it has', () => {
		for (const { outranks = [] } of schemes) for (const name of outranks) assert.ok(names.includes(name), name);
	});

	it('matches whole values, in patterns that keep no state', () => {
		for (const { name, pattern } of schemes) {
			assert.ok(pattern.source.startsWith('^') && pattern.source.endsWith('$'), name);
			assert.ok(!pattern.global && !pattern.sticky, name);
		}
	});

	it('names by its rules only schemes that it has', () => {
		for (const { name, sameAs = [], broader = [] } of schemes) {
			for (const { scheme } of [...sameAs, ...broader]) assert.ok(names.includes(scheme), name);
		}
	});

	it('rewrites whole texts', () => {
		for (const { name, forms = [] } of schemes) {
			for (const { written } of forms) assert.match(written.source, /^\^.*(?:\$|\.\*)$/s, name);
		}
	});

	it('has https addresses with one place for the value', () => {
		for (const { name, url } of schemes) {
			if (typeof url === 'string') assert.match(url, /^https:\/\/[^{}]+\{\}[^{}]*$/, name);
		}
	});

	it('folds letter case or has a key of its own, not both', () => {
		for (const { name, letterCase, key } of schemes) assert.ok(!(letterCase === 'folded' && key), name);
	});
});
