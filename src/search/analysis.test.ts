// Tests the analysis of text: which words it has and which spellings are one word.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { analyse, tokenLengthLimit } from './analysis.ts';

describe('analyse', () => {
	const analyses: readonly (readonly [sentence: string, text: string, tokens: string[]])[] = [
		[
			'splits at everything but letters and digits',
			"It's x-ray_data: 3.5 km!",
			['it', 's', 'x', 'ray', 'data', '3', '5', 'km'],
		],
		['splits identifiers at their marks', '10.5281/zenodo.11020', ['10', '5281', 'zenodo', '11020']],
		['folds case', 'DARK Matter', ['dark', 'matter']],
		['folds accents', 'Müller Ångström naïve Čapek', ['muller', 'angstrom', 'naive', 'capek']],
		['folds accents that stand apart from their letter', 'Mu\u0308ller', ['muller']],
		['folds ß and ẞ', 'Straße STRASSE STRAẞE', ['strasse', 'strasse', 'strasse']],
		['folds the i of Turkish', 'İstanbul ISTANBUL ıstanbul', ['istanbul', 'istanbul', 'istanbul']],
		['folds sigma at the end of a word', 'Οδός ΟΔΟΣ', ['οδοσ', 'οδοσ']],
		['folds letters with strokes and joined letters', 'Øyvind Łódź Æsir Þór', ['oyvind', 'lodz', 'aesir', 'thor']],
		['folds ligatures, full width, superscripts and styled letters', 'ﬁn ＡＢＣ H₂O 𝒳', ['fin', 'abc', 'h2o', 'x']],
		['does not see soft hyphens and joiners', 'gal\u00adaxy gal\u200daxy', ['galaxy', 'galaxy']],
		[
			'takes characters of scripts without spaces one by one',
			'机器学习 and ラーメン',
			[...'机器学习', 'and', ...'ラーメン'],
		],
		['folds accents of Greek and Cyrillic, й among them', 'Άλφα тёмная Йод їжак', ['αλφα', 'темная', 'иод', 'іжак']],
		['folds the many marks of Vietnamese', 'Tiếng Việt Đường', ['tieng', 'viet', 'duong']],
		['keeps the voicing of kana, in whole and in half width', 'ガス ｶﾞｽ カス', ['ガ', 'ス', 'ガ', 'ス', 'カ', 'ス']],
		['takes ideographs one by one, numbers and variants among them', '二〇二〇 葛\u{e0100}', [...'二〇二〇葛']],
		['keeps vowel signs of Indian scripts', 'कम काम தமிழ்', ['कम', 'काम', 'தமிழ்']],
		['keeps vowel signs and tones of Thai with their letters', 'ที่ ๒๕', ['ที่', '๒', '๕']],
		['folds the points of Hebrew', 'שָׁלוֹם בְּרֵאשִׁ֖ית', ['שלום', 'בראשית']],
		['folds the vowel signs of Arabic', 'مُحَمَّد التَّعْلِيم هٰذا', ['محمد', 'التعليم', 'هذا']],
		['folds the stroke that lengthens words', 'محـــمد ـ', ['محمد']],
		['keeps hamza and madda, which make other letters', 'سأل آن', ['سأل', 'آن']],
		['joins the letters of Korean that are written apart', '한국어'.normalize('NFD'), ['한국어']],
		['takes composed and decomposed writing for one', 'ガ が ਸ਼'.normalize('NFD'), ['ガ', 'が', 'ਸ\u0a3c']],
		['sees no word in a mark alone', 'a ≠ b \u3099 5\ufe0f\u20e3', ['a', 'b', '5']],
		['passes over lone surrogates', 'a\ud800b \udc00', ['a', 'b']],
		['passes over NUL and control characters', 'a\u0000b\tc\u001fd', ['a', 'b', 'c', 'd']],
		['takes a Greek letter for its name', 'α Β ς Ω', ['alpha', 'beta', 'sigma', 'omega']],
		[
			'takes signs and accented forms of Greek letters for their names',
			'µ Ω ϑ 𝛽 ∆ ά',
			[...['mu', 'omega', 'theta', 'beta', 'delta', 'alpha']],
		],
		[
			'parts a Greek letter from what it is attached to',
			'TGFβ NF-κB α1 TCRαβ',
			[...['tgf', 'beta', 'nf', 'kappa', 'b', 'alpha', '1', 'tcr', 'alpha', 'beta']],
		],
		[
			'parts the name of a Greek letter from digits, in any case',
			'beta2 IL-1BETA PI3K Alpha-1',
			[...['beta', '2', 'il', '1', 'beta', 'pi', '3k', 'alpha', '1']],
		],
		[
			'parts the v of a version from its number',
			'v2.0.1 V12b rev2 4464v1',
			[...['v', '2', '0', '1', 'v', '12b', 'rev2', '4464v1']],
		],
		['keeps names within words', 'alphabet2 1betas theta pie2', ['alphabet2', '1betas', 'theta', 'pie2']],
		[
			'takes Greek letters that are no word one by one',
			'γδ αβ-T Βγ',
			['gamma', 'delta', 'alpha', 'beta', 't', 'beta', 'gamma'],
		],
		['keeps words in Greek', 'Αθήνα με ως', ['αθηνα', 'με', 'ωσ']],
		['finds nothing in marks alone', ' & — … ', []],
		['finds nothing in nothing', '', []],
	];
	for (const [sentence, text, tokens] of analyses) it(sentence, () => assert.deepEqual(analyse(text), tokens));

	it('takes each Greek letter and its name for one, whatever is around it', () => {
		const letters = Array.from('αβγδεζηθικλμνξοπρστυφχψω');
		for (const [at, letter] of letters.entries()) {
			const [name] = analyse(letter) as [string];
			assert.match(name, /^[a-z]{2,}$/, String(at));
			for (const form of [letter, letter.toUpperCase()]) {
				assert.deepEqual(analyse(`TGF${form}`), analyse(`tgf-${name}`));
				assert.deepEqual(analyse(`${form}2`), analyse(`${name}2`));
				assert.deepEqual(analyse(`${form}-helix`), analyse(`${name.toUpperCase()} helix`));
			}
		}
	});

	it('cuts words at their limit, never within a character', () => {
		assert.deepEqual(analyse('x'.repeat(tokenLengthLimit + 1)), ['x'.repeat(tokenLengthLimit)]);
		const letters = '𐐨'.repeat(tokenLengthLimit);
		assert.deepEqual(analyse(`x${letters}`), [`x${letters.slice(0, tokenLengthLimit - 2)}`]);
	});

	it('gives tokens of letters, digits and marks whose analysis is themselves, whatever the text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				const tokens = analyse(text);
				assert.deepEqual(analyse(tokens.join(' ')), tokens);
				for (const token of tokens) assert.match(token, /^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u);
			}),
		);
	});

	it('gives every character of Unicode an analysis that is its own', () => {
		for (let plane = 0; plane <= 0x10; plane++) {
			const text = Array.from({ length: 0x10000 }, (_, low) => String.fromCodePoint(plane * 0x10000 + low)).join(' ');
			const tokens = analyse(text);
			assert.deepEqual(analyse(tokens.join(' ')), tokens);
		}
	});
});
