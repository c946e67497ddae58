// Tests which names of providers are one, and which are refused, as those of accounts are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nameKey, providerName, wrongProvider } from './names.ts';
import { providerKey } from './provenance.ts';

describe('the name of a provider', () => {
	it('is written without invisible characters and extra white space, in plain letters', () => {
		for (const spelling of [
			...['Ze\u200bnodo', 'Zenodo\u00ad', '\u202eZenodo', 'Ze\u2060nodo\ufe0f', 'Zeno\u{e0064}do', 'Ze\u0000nodo'],
			...['\u3000Zenodo\t', 'Ｚenodo', '𝐙enodo', 'Zeno\ufeffdo', 'Zenodo\u3164', 'Zenodo\u2800'],
		])
			assert.equal(providerName(spelling), 'Zenodo', JSON.stringify(spelling));
		assert.equal(providerName('Data\u00a0\u200b Cite'), 'Data Cite');
	});

	it('keeps its signs, scripts, accents and letter case', () => {
		for (const name of [
			...['zbMATH Open', 'SAO/NASA Astrophysics Data System', 'Springer – Nature’s “Data”', 'Elsevier™ B.V.', 'AT&T'],
			...[
				'Université d’Été',
				'University of Hawaiʻi',
				'Большая библиотека',
				'Data Центр',
				'国立国会図書館 NDL',
				'µCT β-Lab',
			],
			...['ΒΙΒΛΙΟΘΉΚΗΣ', 'مكتبة', 'ห้องสมุดจำนวน', 'ЦЕРН', 'Œuvres, n.º 1', 'Tシャツ', '𝄞 Music'],
		]) {
			assert.equal(providerName(name), name.replace('µ', 'μ'));
			assert.equal(wrongProvider(name), undefined, name);
		}
	});

	it('is refused if its letters pass for others', () => {
		for (const name of ['Zenоdo', 'Сrossref', 'Data Сite', 'Ꭰatacite', 'Βιβλioθήκη', 'Библиoтека', 'Zen੦do'])
			assert.match(wrongProvider(name) ?? '', /^has letters of several scripts, or of a rare one, in "/, name);
		for (const name of ['сору', 'ΟΚ', 'асе - ор']) assert.match(wrongProvider(name) ?? '', /looks like Latin letters/);
	});

	it('is refused if nothing of it can be seen', () => {
		for (const name of ['\u200b', '\u2060 \u00ad', '\u3164'])
			assert.match(wrongProvider(name) ?? '', /only invisible characters/);
	});

	const letters = fc.string({ unit: 'binary', minLength: 1 });
	it('is one wherever accounts call two names one', () => {
		const spellings = [
			(name: string) => name.toUpperCase(),
			(name: string) => name.toLowerCase(),
			(name: string) => name.normalize('NFD'),
			(name: string) => name.normalize('NFC'),
		];
		fc.assert(
			fc.property(letters, fc.constantFrom(...spellings), (name, respell) => {
				if (nameKey(respell(name)) === nameKey(name)) assert.equal(providerKey(respell(name)), providerKey(name));
			}),
			{ numRuns: 2_000 },
		);
		for (let code = 1; code < 0x20000; code++) {
			const letter = String.fromCodePoint(code);
			for (const other of new Set([letter.toLowerCase(), letter.toUpperCase(), letter.normalize('NFC')]).difference(
				new Set([letter]),
			))
				if (nameKey(letter) === nameKey(other))
					assert.equal(providerKey(letter), providerKey(other), `U+${code.toString(16)}`);
		}
	});

	it('is its own name, and stays one with invisible characters anywhere in it', () => {
		fc.assert(
			fc.property(
				letters,
				fc.nat(),
				fc.constantFrom('\u200b', '\u00ad', '\u2060', '\u{e0061}', '\ufeff'),
				(name, at, mark) => {
					assert.equal(providerName(providerName(name)), providerName(name));
					const characters = [...name];
					characters.splice(at % (characters.length + 1), 0, mark);
					if (name.trim() !== '' && wrongProvider(name) === undefined)
						assert.equal(providerKey(characters.join('')), providerKey(name));
				},
			),
			{ numRuns: 2_000 },
		);
	});
});
