// Says how titles are written for LaTeX.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { latexMarkup } from './bibtex.ts';

function writes(writings: Readonly<Record<string, string>>): void {
	for (const [given, latex] of Object.entries(writings)) {
		it(`writes ${given} as ${latex}`, () => assert.equal(latexMarkup(given), latex));
	}
}

describe('markup for LaTeX', () => {
	writes({
		'VO<sub>2</sub> in <i>Pinus</i>': 'VO\\textsubscript{2} in \\textit{Pinus}',
		'x<sub>i<sup>2</sup></sub> <b>b</b> <scp>Sc</scp>':
			'x\\textsubscript{i\\textsuperscript{2}} \\textbf{b} \\textsc{Sc}',
		'Salt &amp; Light': 'Salt \\& Light',
		'p &lt; 5 %': 'p $<$ 5 \\%',
		'a_b #1 {c} 5$ ~ ^ \\x':
			'a\\_b \\#1 \\textbraceleft{}c\\textbraceright{} 5\\$ \\textasciitilde{} \\textasciicircum{} \\textbackslash{}x',
		'Grüße aus Łódź': 'Grüße aus Łódź',
	});
});

describe('a formula that is LaTeX already', () => {
	writes({
		'the $\\alpha$ and $x_{2}^{+}$ of it': 'the $\\alpha$ and $x_{2}^{+}$ of it',
		'$\\sqrt{s}=7$ TeV': '$\\sqrt{s}=7$ TeV',
		'$n$ & more': '$n$ \\& more',
	});

	describe('is text where it is none, or could do harm', () => {
		writes({
			'from $5 to $10': 'from \\$5 to \\$10',
			'$\\input{secrets}$': '\\$\\textbackslash{}input\\textbraceleft{}secrets\\textbraceright{}\\$',
			'$x_{2$': '\\$x\\_\\textbraceleft{}2\\$',
			'$\\alpha}{$': '\\$\\textbackslash{}alpha\\textbraceright{}\\textbraceleft{}\\$',
			'$a^%$': '\\$a\\textasciicircum{}\\%\\$',
			'$\\\\x_1$': '\\$\\textbackslash{}\\textbackslash{}x\\_1\\$',
			'$\\^^41_1$': '\\$\\textbackslash{}\\textasciicircum{}\\textasciicircum{}41\\_1\\$',
			'$x^^5cinput_a$': '\\$x\\textasciicircum{}\\textasciicircum{}5cinput\\_a\\$',
		});
	});
});
