// Says what the markup of titles and names is read as: text, text to search for, and safe HTML.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { plainText, readStyledText, safeMarkup, searchedTexts } from './styled-text.ts';

function reads(readings: Readonly<Record<string, string>>): void {
	for (const [given, text] of Object.entries(readings)) {
		it(`reads ${given} as ${text}`, () => assert.equal(plainText(given), text));
	}
}

/** Writes MathML with the prefix and the blanks that publishers put in. */
function formula(content: string): string {
	const inside = content.replaceAll(/<(\/?)/g, '<$1mml:').replaceAll('><', '>\n    <');
	return `<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML" display="inline">\n  ${inside}\n</mml:math>`;
}

describe('a title with tags', () => {
	reads({
		'Flora of <i>Quercus robur</i> woods': 'Flora of Quercus robur woods',
		'NO<sub>3</sub> and Ca<sup>2+</sup>': 'NO3 and Ca2+',
		'<jats:italic toggle="yes">ex vivo</jats:italic> <b>trial</b>': 'ex vivo trial',
		"<SUP>18</SUP>O in <SPAN class='x'>ice</SPAN>": '18O in ice',
		'<p>One line</p><p>and<br/>another</p>': 'One line and another',
		'A <scp>Laser</scp> <!-- draft -->study': 'A Laser study',
		'<?xml-stylesheet a?><![CDATA[Loud & clear]]>': 'Loud & clear',
		'an <i>open <b>tag': 'an open tag',
		'a </i>closing tag': 'a closing tag',
		'<i>crossed <b>over</i> each</b> other': 'crossed over each other',
	});
});

describe('what looks like a tag and is none', () => {
	reads({
		'if a < b': 'if a < b',
		'p<0.05 and q>3': 'p<0.05 and q>3',
		'x<i and j>k': 'x<i and j>k',
		'by <unknown>': 'by <unknown>',
		'vector<T> in C++': 'vector<T> in C++',
		'the &lt;b&gt; tag': 'the <b> tag',
		'<<>>': '<<>>',
		'$\\alpha$ and $x_{2}$': '$\\alpha$ and $x_{2}$',
	});
});

describe('references to characters', () => {
	reads({
		'Salt &amp; Light': 'Salt & Light',
		'3 &lt; 4 &gt; 2 &quot;so&quot; &apos;it&apos;': '3 < 4 > 2 "so" \'it\'',
		'&alpha;&Omega; &#946; &#x3b3; &#X3B4;': 'αΩ β γ δ',
		'M&uuml;ller, Na&iuml;ve, &Ccaron;apek': 'Müller, Naïve, Čapek',
		'10&nbsp;km &thinsp; wide': '10 km wide',
		'it&#146;s 5&#150;6': 'it’s 5–6',
		'&amp;amp; escaped &amp;lt; again &#38;gt;': '& escaped < again >',
		'&lt;i&gt;Pinus&lt;/i&gt; and &amp;lt;sub&amp;gt;2&amp;lt;/sub&amp;gt;': 'Pinus and 2',
		'R&D; AT&T &nothing; &#0; &#55296; &#x110000; &amp': 'R&D; AT&T &nothing; &#0; &#55296; &#x110000; &amp',
	});
});

describe('a formula in MathML', () => {
	const formulas: Readonly<Record<string, string>> = {
		'<msub><mi>VO</mi><mn>2</mn></msub>': 'VO2',
		'<mrow><mi>z</mi><mo>=</mo><mn>0.5</mn></mrow>': 'z=0.5',
		'<mn>7</mn><mspace width="0.3em"/><mi>GeV</mi>': '7 GeV',
		'<mi>x</mi><mtext> for all </mtext><mi>y</mi>': 'x for all y',
		'<mmultiscripts><mi>Sn</mi><mprescripts/><none/><mn>132</mn></mmultiscripts>': '132Sn',
		'<msubsup><mi>D</mi><mi>s</mi><mo>+</mo></msubsup>': 'Ds+',
		'<mover accent="true"><mi>B</mi><mo>¯</mo></mover>': 'B̄',
		'<mfrac><mn>1</mn><mn>3</mn></mfrac>': '1/3',
		'<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mi>c</mi></mrow></mfrac>': 'a/(b+c)',
		'<msqrt><mi>s</mi></msqrt>': '√s',
		'<mfenced><mi>a</mi><mi>b</mi></mfenced>': '(a,b)',
		'<mi>f</mi><mo>&#x2061;</mo><mi>x</mi>': 'fx',
		'<semantics><mi>q</mi><annotation encoding="application/x-tex">q</annotation></semantics>': 'q',
		'<msub>': '',
	};
	for (const [mathml, text] of Object.entries(formulas)) {
		it(`stands in its line: ${mathml} is ${text || 'nothing'}`, () => {
			assert.equal(plainText(`We see\n   ${formula(mathml)}\n   here`), text ? `We see ${text} here` : 'We see here');
		});
	}

	it('has a blank between it and a word, where that was lost', () => {
		const tin = formula('<mmultiscripts><mi>Sn</mi><mprescripts/><none/><mn>132</mn></mmultiscripts>');
		const titles = {
			[`Decay of the${tin}nucleus`]: 'Decay of the 132Sn nucleus',
			[`Waves at small${formula('<mi>x</mi>')}`]: 'Waves at small x',
			[`Multi-MeV${formula('<mi>γ</mi>')}-ray beams for${formula('<mi>γ</mi>')}-rays`]:
				'Multi-MeVγ-ray beams for γ-rays',
			[`The${formula('<mi>n</mi>')}th of Na${formula('<msup><mrow></mrow><mo>+</mo></msup>')}`]: 'The nth of Na+',
		};
		for (const [title, text] of Object.entries(titles)) assert.equal(plainText(title), text);
	});

	it('stands for its other forms', () => {
		const forms = `<tex-math>$$VO_2$$</tex-math>${formula('<mi>VO</mi>')}`;
		const both = `<inline-formula><alternatives>${forms}</alternatives></inline-formula>`;
		assert.equal(plainText(`In ${both}.`), 'In VO.');
	});
});

describe('white space', () => {
	reads({ ' two\n\t lines ': 'two lines', 'a\u00a0b': 'a b', '<i> a </i> <b> b </b>': 'a b', '<i> </i>': '' });
});

describe('a text as it is searched for', () => {
	it('is what it says, and has its styles apart where letters touch', () => {
		assert.deepEqual(searchedTexts('In VO<sub>2</sub>: <i>why</i>'), ['In VO2: why', 'In VO 2 : why']);
		assert.deepEqual(searchedTexts('<i>E</i>. coli &amp; I'), ['E. coli & I']);
		assert.deepEqual(searchedTexts('<i>Quercus</i>and oaks'), ['Quercusand oaks', 'Quercus and oaks']);
		assert.deepEqual(searchedTexts('plain'), ['plain']);
	});
});

describe('safe markup', () => {
	it('is there where it holds more than the text', () => {
		assert.equal(safeMarkup('plain, even a < b'), undefined);
		assert.equal(safeMarkup('Salt &amp; Light'), undefined);
		assert.equal(safeMarkup('the &lt;b&gt; tag'), 'the &lt;b&gt; tag');
		assert.equal(
			safeMarkup('V<sub>i<sup>2</sup></sub> &amp; <em onclick="x">y</em>'),
			'V<sub>i<sup>2</sup></sub> &amp; <i>y</i>',
		);
		assert.equal(safeMarkup(formula('<msub><mi>VO</mi><mn>2</mn></msub>')), 'VO<sub>2</sub>');
	});

	const piece = fc.constantFrom(
		...[
			'a',
			' ',
			'2',
			'<',
			'>',
			'&',
			';',
			'&amp;',
			'&lt;',
			'&gt;',
			'&#60;',
			'<i>',
			'</i>',
			'<sub>',
			'</sub>',
			'<b>',
			'</b>',
			'<sup x="1">',
		],
		...[
			'</sup>',
			'<br/>',
			'&lt;i&gt;',
			'&lt;/i&gt;',
			'<mml:msub>',
			'</mml:msub>',
			'<mml:mi>',
			'</mml:mi>',
			']]>',
			'/',
			'<script>',
		],
	);
	const anyTitle = fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(''));

	it('holds nothing but its elements, well nested, and says the same as the text', () => {
		fc.assert(
			fc.property(anyTitle, (title) => {
				const markup = safeMarkup(title);
				if (markup === undefined) return;
				const open: string[] = [];
				const text = markup.replaceAll(/<(\/?)(i|b|sub|sup|scp)>/g, (_, close, name) => {
					if (close) assert.equal(open.pop(), name);
					else open.push(name);
					return '';
				});
				assert.deepEqual(open, []);
				assert.doesNotMatch(text, /[<>]|&(?!amp;|lt;|gt;)/);
				const shown = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
				assert.equal(shown, plainText(title));
			}),
			{ numRuns: 2_000 },
		);
	});

	it('reads as the same text and styles again, and so does a text without it', () => {
		fc.assert(
			fc.property(anyTitle, (title) => {
				// Tags that come about where others are taken out of them are left as they are, once.
				fc.pre(!/<[^>]*<[^>]*>[^<]*>|&[^;]*(?:&|<)[^;]*;/.test(plainText(title) + title));
				const resolved = title.replaceAll(/&(?:amp;)*gt;/g, '>').replaceAll(/&(?:amp;)*(?:lt|#60);/g, '<');
				for (const [tag] of plainText(title).matchAll(/<[^<>]*>/g)) fc.pre(resolved.includes(tag));
				assert.deepEqual(readStyledText(safeMarkup(title) ?? plainText(title)), readStyledText(title));
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe('a hostile title', () => {
	it('is read in a moment', () => {
		const parts = [
			'<',
			'&',
			'<i>',
			'</i>',
			'<i ',
			'<i a=b ',
			'<i a="',
			'&amp;',
			'&#38;',
			'&lt;i&gt;',
			'<!--',
			'<?',
			' ',
			'<msup>',
			'<math><mover>',
		];
		for (const part of parts) {
			const title = part.repeat(65_536 / part.length);
			const begin = performance.now();
			safeMarkup(title);
			searchedTexts(title);
			assert.ok(performance.now() - begin < 2_000, part);
		}
	});
});
