// What is seen of a work that is not known, and what may be meant instead; knows no index.
import type { DescribedQuery } from '../../../formats/scholix/writing/write-answers.ts';
import { schemeTitle } from '../../../identifiers/index.ts';
import { suggestionReason } from '../../../links/words.ts';
import { html, type Markup } from '../../answers/html.ts';
import { identifierLink } from './work-lines.ts';

/** Writes the main element for an identifier of which nothing is known, with what may be meant. */
export function unknownWork({ understood_as, suggestions }: DescribedQuery, root: string): Markup {
	const { ID, IDScheme } = understood_as;
	const known = suggestions.map((one) => html`<li>${identifierLink(root, one)}${reason(one.reason)}</li>\n`);
	const advice =
		known.length > 0
			? html`<p>Known are:</p><ul>\n${known}</ul>`
			: html`<p>No link that was reported here names it. Check the spelling,
or try another identifier of the same work.</p>`;
	return html`<main id="content" class="object">
<header class="work"><h1><span class="title identifier" dir="auto">${ID}</span></h1></header>
<section class="notice" aria-labelledby="unknown-work">
<h2 id="unknown-work">Nothing is known of ${schemeTitle(IDScheme)} <span class="identifier">${ID}</span></h2>
${advice}</section>
</main>`;
}

function reason(name: string): Markup | undefined {
	const words = suggestionReason[name];
	return words === undefined ? undefined : html`<span class="note">, ${words}</span>`;
}
