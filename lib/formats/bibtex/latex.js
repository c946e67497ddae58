// Writes text for LaTeX, as BibTeX takes it; knows no field and no entry.
import { readStyledText,             writeRuns } from '../../links/markup/styled-text.js';
import { onOneLine } from '../scholix/described-object.js';

/**
 * Writes a text with mark-up: `CO<sub>2</sub>` is `CO\textsubscript{2}`. Formulas that are LaTeX
 * already (see formula) stay as they are.
 */
export function latexMarkup(text        )         {
	return writeRuns(readStyledText(text), {
		open: (style) => `${commands[style]}{`,
		close: () => '}',
		text: latexWithFormulas,
	});
}

const commands                                  = {
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
export function latexText(text        )         {
	return onOneLine(text).replace(/[\\{}$&#%_^~<>|]/g, (character) => latexOf[character]          );
}

const latexOf                                   = {
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

function latexWithFormulas(text        )         {
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

// As Markdown's readers tell formulas from prices: no blank inside at the ends, no digit behind.
const formula = /(\$(?=[^\s$])[^$]{0,500}(?<=[^\s$])\$(?!\d))/;

/**
 * Tells whether a formula may be handed to LaTeX: its braces match, and it has but well-known
 * commands, so that nobody's title reads a file or defines a command where a list is set.
 */
function isHarmless(text        )          {
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

const mathCommands                      = new Set(
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
