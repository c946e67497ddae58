// Writes objects as references in BibTeX.

import { identifierUrl } from '../../identifiers/index.ts';
import type { Agent } from '../../links/description.ts';
import { readStyledText, type Style, writeRuns } from '../../links/markup/styled-text.ts';
import { onOneLine } from '../../links/words.ts';
import {
	type ContainerKind,
	containerKind,
	type DescribedObject,
	editionField,
	orcidOf,
	type ReferenceKind,
	referenceKind,
} from '../scholix/described-object.ts';

/**
 * Writes an entry and an empty line after it. Text is UTF-8; what LaTeX would take for a command is
 * escaped, markup in a title is written as LaTeX has it, and braces around the title keep its
 * letter case. @software and @dataset are BibLaTeX's; styles of plain BibTeX treat them like @misc.
 */
export function bibtexEntry(object: DescribedObject): string {
	const { Title, TitleMarkup = Title, Creator = [], PublicationDate = '', Publisher = [], Keywords = [] } = object;
	const kind = referenceKind(object);
	const { Container = {} } = object;
	const text = (given: string | undefined) => braced(given && latexText(given));
	const [, year, month] = /^(\d{4})(?:-(\d\d))?/.exec(PublicationDate) ?? [];
	// BibTeX's own word for authors that are not listed.
	const others = object.CreatorTotal === undefined ? [] : ['others'];
	const author = joined([...Creator.map(({ Name }) => bibtexName(Name)), ...others], ' and ');
	const publisher = joined(
		Publisher.map(({ Name }) => latexText(Name)),
		'; ',
	);
	const fields: [name: string, value: string | undefined][] = [
		['author', braced(author)],
		['title', braced(braced(TitleMarkup && latexMarkup(TitleMarkup)))],
		...annotations(Creator),
		[containerField[containerKind(kind)], text(Container.Title)],
		['volume', text(Container.Volume)],
		['number', text(Container.Issue)],
		['pages', text(Container.Pages?.replaceAll('-', '--'))],
		[editionField(kind), text(object.Edition)],
		['year', braced(year)],
		['month', month && months[Number(month) - 1]],
		['publisher', braced(publisher)],
		['address', text(object.PublisherPlace)],
		...identifierFields(object),
		['keywords', braced(joined(Keywords.map(latexText), ', '))],
	];
	const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = ${value}`] : []));
	return `@${entryTypeOf[kind]}{${[bibtexKey(object), ...lines].join(',\n')}\n}\n\n`;
}

const containerField = {
	journal: 'journal',
	book: 'booktitle',
	proceedings: 'booktitle',
	series: 'series',
} as const satisfies Record<ContainerKind, string>;

/** Writes ORCID iDs as biblatex annotates the names of a list; BibTeX leaves the field out. */
function annotations(creators: readonly Agent[]): [string, string | undefined][] {
	const named = creators.filter(({ Name }) => bibtexName(Name) !== '');
	const orcids = named.flatMap((creator, at) => {
		const orcid = orcidOf(creator);
		return orcid === undefined ? [] : [`${at + 1}="${orcid}"`];
	});
	return [['author+an:orcid', braced(orcids.join('; '))]];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Makes the key of an entry of its first identifier: `doi:10.21105/joss.00024`. Different
 * identifiers have different keys: what may not stand in a key becomes a plus sign and its bytes in
 * hexadecimal, as percent-encoding does.
 */
export function bibtexKey({ Identifiers: [first] }: DescribedObject): string {
	if (!first) return 'unknown';
	const scheme = first.IDScheme.replace(/[^\w./-]/gu, inHexadecimal);
	return `${scheme}:${first.ID.replace(/[^\w./:-]/gu, inHexadecimal)}`;
}

function inHexadecimal(character: string): string {
	const bytes = [...Buffer.from(character)];
	return bytes.map((byte) => `+${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

const entryTypeOf = {
	article: 'article',
	book: 'book',
	chapter: 'incollection',
	conference: 'inproceedings',
	preprint: 'misc',
	report: 'techreport',
	thesis: 'phdthesis',
	software: 'software',
	dataset: 'dataset',
	other: 'misc',
} as const satisfies Record<ReferenceKind, string>;

/**
 * Writes the identifiers for which BibTeX has fields. An address is given only beside no DOI, since
 * styles make one of that.
 */
function identifierFields({ Identifiers, Container }: DescribedObject): [string, string | undefined][] {
	const first = (scheme: string) => Identifiers.find(({ IDScheme }) => IDScheme === scheme)?.ID;
	const doi = first('doi');
	const arxiv = first('arxiv');
	const url = Identifiers.map(({ ID, IDScheme }) => identifierUrl({ scheme: IDScheme, value: ID })).find(Boolean);
	return [
		['doi', braced(verbatim(doi))],
		['eprint', braced(verbatim(arxiv?.replace(/^arxiv:/i, '')))],
		['eprinttype', arxiv && '{arxiv}'],
		['isbn', braced(verbatim(first('isbn')))],
		['issn', braced(verbatim(first('issn') ?? Container?.ISSN?.join(',')))],
		['url', doi === undefined ? braced(verbatim(url)) : undefined],
	];
}

/** Joins texts and leaves out empty ones. */
function joined(texts: readonly string[], separator: string): string {
	return texts.filter(Boolean).join(separator);
}

function braced(text: string | undefined): string | undefined {
	return text ? `{${text}}` : undefined;
}

/**
 * Writes a name of an author list. One that the list's own grammar (and, others, commas) would take
 * apart is put in braces.
 */
function bibtexName(name: string): string {
	const text = latexText(name);
	const commas = text.split(',').length - 1;
	const takenApart = /(?:^|\s)and(?:\s|$)/i.test(text) || /^others$/i.test(text) || /^,|,$/.test(text) || commas > 2;
	return takenApart ? `{${text}}` : text;
}

/** Writes what LaTeX prints without looking at it, such as addresses. */
function verbatim(text: string | undefined): string | undefined {
	return text && onOneLine(text).replace(/[{}\\ ]/g, encodeURIComponent);
}

/**
 * Writes a text with markup: `CO<sub>2</sub>` is `CO\textsubscript{2}`. Formulas that are LaTeX
 * already (see formula) stay as they are.
 */
export function latexMarkup(text: string): string {
	return writeRuns(readStyledText(text), {
		open: (style) => `${commands[style]}{`,
		close: () => '}',
		text: latexWithFormulas,
	});
}

const commands: Readonly<Record<Style, string>> = {
	i: '\\textit',
	b: '\\textbf',
	sub: '\\textsubscript',
	sup: '\\textsuperscript',
	scp: '\\textsc',
};

/**
 * Escapes text for LaTeX. Braces are written as commands, since BibTeX counts them even behind a
 * backslash.
 */
function latexText(text: string): string {
	return onOneLine(text).replace(/[\\{}$&#%_^~<>|]/g, (character) => latexOf[character] as string);
}

const latexOf: Readonly<Record<string, string>> = {
	'\\': '\\textbackslash{}',
	'{': '\\textbraceleft{}',
	'}': '\\textbraceright{}',
	$: '\\$',
	'&': '\\&',
	'#': '\\#',
	'%': '\\%',
	_: '\\_',
	'^': '\\textasciicircum{}',
	'~': '\\textasciitilde{}',
	// As a formula they are the same in every encoding of fonts.
	'<': '$<$',
	'>': '$>$',
	'|': '$|$',
};

function latexWithFormulas(text: string): string {
	const blankBefore = /^\s/.test(text) ? ' ' : '';
	const blankBehind = /\S\s$/.test(text) ? ' ' : '';
	const parts = onOneLine(text).split(formula);
	// Every second part is a formula, as the expression has one group.
	const written = parts.map((part, at) => {
		if (at % 2 === 1 && isHarmless(part)) return part;
		const escaped = latexText(part);
		return `${/^\s\S/.test(part) ? ' ' : ''}${escaped}${/\s$/.test(part) ? ' ' : ''}`;
	});
	return blankBefore + written.join('') + blankBehind;
}

// As Markdown's readers distinguish formulas from prices: no blank inside at the ends, no digit behind.
const formula = /(\$(?=[^\s$])[^$]{0,500}(?<=[^\s$])\$(?!\d))/;

/**
 * Returns whether a formula may be handed to LaTeX: its braces match, and it has but well-known
 * commands, so that nobody's title reads a file or defines a command where a list is set.
 */
function isHarmless(text: string): boolean {
	// TeX reads two carets as the begin of a character's code.
	if (text.includes('^^')) return false;
	let depth = 0;
	for (const [token] of text.matchAll(/\\[a-z]+|\\?./gisu)) {
		if (token === '{') depth++;
		else if (token === '}' && --depth < 0) return false;
		else if (/^\\[a-z]/i.test(token) && !mathCommands.has(token.slice(1))) return false;
		else if (/^(?:[#%&~]|\\[^a-z ,;:!{}|%$&#_-])$/i.test(token)) return false;
	}
	return depth === 0 && /[\\^_]|^\$[a-z]\$$/i.test(text);
}

const mathCommands: ReadonlySet<string> = new Set(
	(
		'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu ' +
		'xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta ' +
		'Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega mathrm mathbf mathit mathsf mathtt mathcal ' +
		'mathbb mathfrak boldsymbol text textrm rm bf it sf cal operatorname frac dfrac tfrac sqrt ' +
		'bar overline underline hat widehat tilde widetilde vec dot ddot left right big Big times pm ' +
		'mp cdot cdots ldots dots ast star circ bullet oplus otimes odot ominus wedge vee cap cup ' +
		'setminus leq le geq ge lt gt neq ne equiv sim simeq approx cong propto ll gg lesssim gtrsim ' +
		'lessapprox gtrapprox subset supset subseteq supseteq in notin ni mid parallel perp to ' +
		'rightarrow leftarrow leftrightarrow Rightarrow Leftarrow longrightarrow mapsto uparrow ' +
		'downarrow infty partial nabla forall exists emptyset sum prod int oint lim log ln exp sin ' +
		'cos tan sinh cosh tanh max min sup inf det dim ker deg ell hbar Re Im prime dagger ddagger ' +
		'angle langle rangle lfloor rfloor lceil rceil quad qquad sun earth degree AA'
	).split(' '),
);
