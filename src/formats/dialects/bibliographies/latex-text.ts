// Reads texts in LaTeX, as BibTeX files hold them, as plain texts; knows no field and no entry.

/**
 * Reads a text: accents and letters that are commands, quotation marks, dashes; commands of styles
 * and braces go. A formula stays as it is.
 */
export function readLatex(text: string): string {
	if (!/[\\{}~$]|--|``|''/.test(text)) return text;
	// Every second part is a formula, as the expression has one group.
	const parts = text.split(/(\$[^$]{1,500}\$)/);
	const read = parts.map((part, at) => (at % 2 === 1 ? part : readWords(part))).join('');
	return read.replaceAll(/\s+/g, ' ').trim().normalize('NFC');
}

function readWords(text: string): string {
	return text
		.replaceAll(/\\(?:url|href)\s*\{/g, '{')
		.replaceAll(accented, (_, sign: string, word: string | undefined, inBraces: string, bare: string) => {
			const mark = marks.get(sign ?? '') ?? marks.get(word ?? '') ?? '';
			const letter = (inBraces ?? bare ?? '').replaceAll(/[{}\s]/g, '');
			return `${dotless.get(letter) ?? letter}${mark}`;
		})
		.replaceAll(/\\([A-Za-z]+)\s*(?:\{\})?/g, (_, word: string) => letters.get(word) ?? '')
		.replaceAll('---', '—')
		.replaceAll('--', '–')
		.replaceAll('``', '“')
		.replaceAll("''", '”')
		.replaceAll(/(?<!\\)~/g, ' ')
		.replaceAll(/\\([&%$#_{}~ ,;!-])/g, (_, sign: string) => escaped(sign))
		.replaceAll(/(?<!\ue000)[{}]/g, '')
		.replaceAll('\ue000', '');
}

/** Braces that are meant get a mark, so that they are not taken for those of LaTeX. */
function escaped(sign: string): string {
	if (sign === '{' || sign === '}') return `\ue000${sign}`;
	return /[ ,;!-]/.test(sign) ? (sign === '-' ? '' : ' ') : sign;
}

/** `\'e`, `\'{e}`, `\'{\i}`, `\v{c}`, `\c c`. */
const accented =
	/\\(?:(['`^"~=.])|([uvHckrbdt])(?=[\s{\\]))\s*(?:\{(\\?[A-Za-z]*)\s*(?:\{\})?\}|(\\[ij](?![A-Za-z])|[A-Za-z]))/g;

/** The combining characters of Unicode for the commands of accents. */
const marks: ReadonlyMap<string, string> = new Map(
	Object.entries({
		"'": '\u0301',
		'`': '\u0300',
		'^': '\u0302',
		'"': '\u0308',
		'~': '\u0303',
		'=': '\u0304',
		'.': '\u0307',
		u: '\u0306',
		v: '\u030c',
		H: '\u030b',
		c: '\u0327',
		k: '\u0328',
		r: '\u030a',
		b: '\u0331',
		d: '\u0323',
		t: '',
	}),
);

/** An accent takes the place of the dot. */
const dotless: ReadonlyMap<string, string> = new Map(Object.entries({ '\\i': 'i', '\\j': 'j' }));

const letters: ReadonlyMap<string, string> = new Map(
	Object.entries({
		ss: 'ß',
		o: 'ø',
		O: 'Ø',
		l: 'ł',
		L: 'Ł',
		ae: 'æ',
		AE: 'Æ',
		oe: 'œ',
		OE: 'Œ',
		aa: 'å',
		AA: 'Å',
		i: 'ı',
		j: 'ȷ',
		dh: 'ð',
		DH: 'Ð',
		th: 'þ',
		TH: 'Þ',
		textendash: '–',
		textemdash: '—',
		textquoteright: '’',
		textquoteleft: '‘',
		textasciitilde: '~',
		textunderscore: '_',
		textbackslash: '\\',
		textregistered: '®',
		texttrademark: '™',
		ldots: '…',
		dots: '…',
		LaTeX: 'LaTeX',
		TeX: 'TeX',
		S: '§',
		pounds: '£',
	}),
);
