// Reads texts in LaTeX, as BibTeX files hold them, as plain texts, and the commands that stand for
// journals.

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

/**
 * Answers the journal that a field names by a command of AASTeX (`\mnras`), as NASA ADS writes all
 * its exports; undefined where it does not.
 */
export function journalOfMacro(field: string): string | undefined {
	const [, name = ''] = /^\\([a-z]+)$/.exec(field.replaceAll(/[\s{}]/g, '')) ?? [];
	return journals.get(name);
}

/** The commands of aas_macros.sty, which NASA ADS lists, and the titles that they stand for. */
const journals: ReadonlyMap<string, string> = new Map(
	Object.entries({
		aap: 'Astronomy and Astrophysics',
		aapr: 'The Astronomy and Astrophysics Review',
		aaps: 'Astronomy and Astrophysics Supplement Series',
		actaa: 'Acta Astronomica',
		aj: 'The Astronomical Journal',
		ao: 'Applied Optics',
		aplett: 'Astrophysical Letters',
		apj: 'The Astrophysical Journal',
		apjl: 'The Astrophysical Journal Letters',
		apjlett: 'The Astrophysical Journal Letters',
		apjs: 'The Astrophysical Journal Supplement Series',
		apjsupp: 'The Astrophysical Journal Supplement Series',
		applopt: 'Applied Optics',
		apss: 'Astrophysics and Space Science',
		araa: 'Annual Review of Astronomy and Astrophysics',
		azh: 'Astronomicheskii Zhurnal',
		baas: 'Bulletin of the American Astronomical Society',
		bain: 'Bulletin of the Astronomical Institutes of the Netherlands',
		caa: 'Chinese Astronomy and Astrophysics',
		cjaa: 'Chinese Journal of Astronomy and Astrophysics',
		fcp: 'Fundamentals of Cosmic Physics',
		gca: 'Geochimica et Cosmochimica Acta',
		grl: 'Geophysical Research Letters',
		iaucirc: 'International Astronomical Union Circular',
		icarus: 'Icarus',
		jcap: 'Journal of Cosmology and Astroparticle Physics',
		jcp: 'Journal of Chemical Physics',
		jgr: 'Journal of Geophysical Research',
		jqsrt: 'Journal of Quantitative Spectroscopy and Radiative Transfer',
		jrasc: 'Journal of the Royal Astronomical Society of Canada',
		maps: 'Meteoritics and Planetary Science',
		memras: 'Memoirs of the Royal Astronomical Society',
		memsai: 'Memorie della Società Astronomica Italiana',
		mnras: 'Monthly Notices of the Royal Astronomical Society',
		na: 'New Astronomy',
		nar: 'New Astronomy Reviews',
		nat: 'Nature',
		nphysa: 'Nuclear Physics A',
		pasa: 'Publications of the Astronomical Society of Australia',
		pasj: 'Publications of the Astronomical Society of Japan',
		pasp: 'Publications of the Astronomical Society of the Pacific',
		physrep: 'Physics Reports',
		physscr: 'Physica Scripta',
		planss: 'Planetary and Space Science',
		pra: 'Physical Review A',
		prb: 'Physical Review B',
		prc: 'Physical Review C',
		prd: 'Physical Review D',
		pre: 'Physical Review E',
		prl: 'Physical Review Letters',
		procspie: 'Proceedings of the SPIE',
		psj: 'The Planetary Science Journal',
		qjras: 'Quarterly Journal of the Royal Astronomical Society',
		rmxaa: 'Revista Mexicana de Astronomía y Astrofísica',
		skytel: 'Sky and Telescope',
		solphys: 'Solar Physics',
		sovast: 'Soviet Astronomy',
		ssr: 'Space Science Reviews',
		zap: 'Zeitschrift für Astrophysik',
	}),
);
