// The frame around every page that is sent as HTML, as the explorer draws it (web/src/app.tsx);
// knows no page.
import { schemes, schemeTitle } from '../../identifiers/index.ts';
import { html, type Markup } from '../answers/html.ts';

/** What stands in the frame; `hasField` where the content has the field itself. */
type Framed = { root: string; content: Markup; words?: string | undefined; hasField?: boolean | undefined };

/** Writes the frame; the field in its header works without a script. */
export function siteFrame({ root, content, words = '', hasField = false }: Framed): Markup {
	return html`<a class="skip" href="#content">Skip to content</a>
<header class="site-head">
<a class="brand" href="${root}">Link Broker</a>
${!hasField && findForm({ root, words, compact: true })}
<nav class="site-nav" aria-label="Site"><a href="${root}providers">Sources</a> <a href="${root}explain">Why?</a>
<a href="${root}docs">API</a> <a href="${root}operator/events">Operators</a></nav>
</header>
${content}
<footer class="site-foot"><p>All of this comes from <a href="${root}docs">the interface for programs</a>,
which is open to everyone.</p></footer>`;
}

/**
 * Writes the field for identifiers and words as a form, which leads to the work or the works; the
 * compact one leaves out the choice of a scheme.
 */
export function findForm({ root, words, compact }: { root: string; words: string; compact: boolean }): Markup {
	const id = compact ? 'find-head' : 'find';
	const example = compact ? 'DOI, arXiv, title …' : 'DOI, arXiv number, repository address, words of a title …';
	return html`<search><form class="${compact ? 'search compact' : 'search'}" action="${root}find" method="get">
<label class="${compact && 'visually-hidden'}" for="${id}">Identifier of a work, or its title</label>
<div class="search-row"><input id="${id}" class="search-text" type="text" name="text" value="${words}" required
placeholder="${example}" autocomplete="off" autocapitalize="off" spellcheck="false">
${!compact && schemeChoice()}<button type="submit" class="primary">Find</button></div>
</form></search>`;
}

function schemeChoice(): Markup {
	const names = schemes.map(({ name }) => name).sort();
	const options = names.map((name) => html`<option value="${name}">${schemeTitle(name)}</option>`);
	return html`<select name="scheme" aria-label="Scheme"><option value="">Detect scheme</option>${options}</select>
`;
}
