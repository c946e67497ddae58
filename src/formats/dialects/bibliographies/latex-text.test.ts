import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLatex } from './latex-text.ts';

describe('a text in LaTeX', () => {
	for (const [written, plain] of [
		["Caf{\\'e}, Caf\\'{e}, Caf{\\'{e}}", 'Café, Café, Café'],
		['M{\\"u}ller and N\\"ust', 'Müller and Nüst'],
		["Mart{\\'\\i}nez, Mart{\\'{\\i}}nez", 'Martínez, Martínez'],
		['\\v{C}ech, \\c{c}a, \\c ca, Erd\\H{o}s', 'Čech, ça, ça, Erdős'],
		["S{\\o}ren Stra{\\ss}e {\\AA}rhus \\L{}\\'od\\'z", 'Søren Straße Århus Łódź'],
		['{{The} {NumPy} Array}', 'The NumPy Array'],
		['R.~H.~D. Townsend', 'R. H. D. Townsend'],
		["pages 1--5, ``so'' --- and so", 'pages 1–5, “so” — and so'],
		['snake\\_case \\& 50\\% \\#1', 'snake_case & 50% #1'],
		['\\emph{A} \\textit{nice} title', 'A nice title'],
		['The $\\alpha_{1}$ line', 'The $\\alpha_{1}$ line'],
		['plain', 'plain'],
	] as const) {
		it(`reads ${written} as ${plain}`, () => assert.equal(readLatex(written), plain));
	}
});
