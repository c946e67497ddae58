// Properties of reading identifiers, in any text and under any scheme, hostile texts among them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import fixture from './fixtures/idutils-vectors.json' with { type: 'json' };
import { broaderIdentifiers, identifierUrl, readIdentifier, readText, sameByRule, schemes } from './index.ts';
import { detectSchemes } from './read-text.fixture.ts';
import { examplesOf } from './schemes/scheme-examples.fixture.ts';

const awkwardDois = readFileSync(new URL('./fixtures/awkward-dois.txt', import.meta.url), 'utf8')
	.trim()
	.split('\n');

const canonical = (id: string, scheme: string) => readIdentifier(id, scheme).value;

const keyOf = (id: string, scheme: string) => readIdentifier(id, scheme).key;

describe('Reading an identifier', () => {
	const schemeNames = [...schemes.map(({ name }) => name), 'unknown'];
	const known: { id: string; scheme: string }[] = [
		...fixture.vectors.flatMap(({ input: id, schemes }) => schemes.map((scheme) => ({ id, scheme }))),
		...schemes.flatMap(({ name: scheme }) =>
			examplesOf(scheme).examples.flatMap(({ value, spellings = [] }) =>
				[value, ...spellings].map((id) => ({ id, scheme })),
			),
		),
		...awkwardDois.map((id) => ({ id, scheme: 'doi' })),
	];

	/**
	 * What may stand before an identifier: what its scheme allows there, more often than once, and
	 * orphan signs.
	 */
	function startOf(scheme: string) {
		const { labels = [], addresses = [] } = schemes.find(({ name }) => name === scheme) ?? {};
		const hosts = addresses.filter((address) => typeof address === 'string');
		const signs = [' ', '\u200b', 'https://', 'www.', '(', '<', '"', '<p>', 'https://proxy.example.org/login?url='];
		return fc.array(fc.constantFrom(...labels, ...hosts, ...signs), {
			maxLength: 4,
		});
	}

	const end = fc.array(
		fc.constantFrom(
			...['.', ')', '"', '/', '?a', '#b', '%20', '%41', '%2541', ' '],
			...['\u200b', '\0', '.git', '.pdf', 'é', '\ud800', 'K', '</p>', ' →', '-->', '&amp;', '&lt;', '&#38;', 'amp;'],
			...['\u2013', '\uff1a', '\\_', ',10.1000/182', ' and doi:10.1000/182', '\u00ad', '%', '%3C'],
		),
		{ maxLength: 4 },
	);
	const writtenKnown = fc.constantFrom(...known).chain(({ id, scheme }) =>
		fc.tuple(startOf(scheme), end).map(([start, after]) => ({
			id: start.join('') + id + after.join(''),
			scheme,
		})),
	);
	const anything = fc.record({
		id: fc.string({ unit: 'binary' }),
		scheme: fc.constantFrom(...schemeNames),
	});
	const written = fc.oneof({ arbitrary: writtenKnown, weight: 9 }, anything);

	it('changes nothing the second time', () => {
		fc.assert(
			fc.property(written, ({ id, scheme }) => {
				const once = readIdentifier(id, scheme);
				assert.deepEqual(readIdentifier(once.value, once.scheme), once);
			}),
			{
				numRuns: 3_000,
				examples: [
					[{ id: 'https://github.com/a/b.git.git', scheme: 'github' }],
					[{ id: 'urn:urn:urn:isbn:0451450523', scheme: 'urn' }],
					[{ id: 'hdl.handle.net/hdl.handle.net/1/a', scheme: 'handle' }],
				],
			},
		);
	});

	it('finds in text what reads as itself', () => {
		fc.assert(
			fc.property(written, ({ id }) => {
				const reading = readText(id);
				const found = reading.kind === 'one' ? reading.candidates : reading.kind === 'several' ? reading.found : [];
				for (const one of found) assert.deepEqual(readIdentifier(one.value, one.scheme), one);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('names a representative that is its own, the same for all spellings of an identifier', () => {
		fc.assert(
			fc.property(written, ({ id, scheme }) => {
				const identifier = readIdentifier(id, scheme);
				const representative = sameByRule(identifier);
				for (const broader of broaderIdentifiers(identifier)) assert.notDeepEqual(broader, identifier);
				if (representative === undefined) return;
				assert.deepEqual(readIdentifier(representative.value, representative.scheme), representative);
				assert.equal(sameByRule(representative), undefined);
				assert.equal(sameByRule(readIdentifier(identifier.value.toUpperCase(), scheme))?.scheme, representative.scheme);
			}),
			{ numRuns: 1_000 },
		);
	});

	it('gives a value that has an address back from that address', () => {
		// A lone surrogate cannot be written in an address.
		fc.assert(
			fc.property(written, ({ id, scheme }) => {
				const identifier = readIdentifier(id.toWellFormed(), scheme);
				const url = identifierUrl(identifier);
				if (url !== undefined) assert.equal(keyOf(url, scheme), identifier.key);
			}),
			{ numRuns: 3_000 },
		);
	});

	it('never fails, and detection names each scheme once', () => {
		fc.assert(
			fc.property(written, ({ id }) => {
				for (const scheme of schemeNames) readIdentifier(id, scheme);
				const detected = detectSchemes(id);
				assert.equal(new Set(detected).size, detected.length);
			}),
		);
	});

	it('answers an empty value only where nothing can be seen', () => {
		for (const nothing of [' ', '\u200b\ufeff', '\0\n', '\u00a0']) assert.equal(canonical(nothing, 'doi'), '');
		assert.deepEqual(detectSchemes(' '), []);
	});

	const hostile: Record<string, string> = {
		'NUL characters': '\0',
		'lone surrogates': '\ud800',
		'white space': ' ',
		'zero-width spaces': '\u200b',
		'closing brackets': ')]}>',
		'full stops': '.',
		'number groups': '1.',
		labels: 'doi:',
		addresses: 'doi.org/',
		'percent signs': '%4',
		'ARK labels': '/ark:1',
		qualifiers: ';path=/x',
		'letters beyond ASCII': 'Aé',
		entities: '&am',
		'escapes of TeX': '\\_',
		'DOIs behind commas': ',10.1000/',
		protocols: 'https://',
		hosts: 'a.',
		'hosts of proxies': 'proxy.',
		'opening brackets': '([{<"',
		'hyphens and heads of arrows': '->',
		tags: '</a>',
		'paths of publishers': '/doi/10.1',
		'digits in groups': '12 ',
	};
	function secondsToReadEverywhere(many: string, names: readonly string[]): number {
		const started = performance.now();
		for (const id of [
			many,
			`10.1/${many}x`,
			`https://doi.org/10.1/${many}`,
			`http://a${many}\n`,
			`a@${many}`,
			`a/${many} b`,
		]) {
			detectSchemes(id);
			for (const name of names) readIdentifier(id, name);
		}
		return (performance.now() - started) / 1_000;
	}

	// Of quadratic time the first would be hours and the second minutes; a busy machine needs neither.
	for (const [what, unit] of Object.entries(hostile)) {
		it(`takes a moment for a megabyte of ${what}`, () => {
			const many = unit.repeat(2 ** 20 / unit.length);
			const names = ['doi', 'handle', 'url', 'local'];
			assert.ok(secondsToReadEverywhere(many, names) < 20);
		});

		it(`takes a moment for the longest identifier made of ${what}`, () => {
			const many = unit.repeat(8_000 / unit.length);
			assert.ok(secondsToReadEverywhere(many, schemeNames) < 20);
		});
	}
});
