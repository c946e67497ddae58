// Texts for other places: badges for a README, the box for a web page, a line for a deposit.
import { boxHeight } from '../../../src/http/pages/object/work-choices.ts';
import { identifierPath } from '../../../src/identifiers/index.ts';
import type { ObjectView } from '../address/object-view.ts';
import { queryOf } from '../address/parts.ts';
import type { SearchRelation } from '../relations.ts';
import { sitePath } from '../site/site.ts';

/** Writes the address of the badge that counts one relation of a work. */
export function badgeAddress({ scheme, id, groupBy, definition, style }: ObjectView, relation: SearchRelation): string {
	const asked = { relation, group_by: groupBy, definition, style: style === 'flat' ? undefined : style };
	return sitePath(`/badges/${identifierPath(scheme, id)}.svg${queryOf(asked)}`);
}

/** Writes the address of the box about a work for other pages. */
export function boxAddress({ scheme, id, groupBy, definition, theme }: ObjectView, relation: SearchRelation): string {
	const asked = { relation, group_by: groupBy, definition, theme: theme === 'auto' ? undefined : theme };
	return sitePath(`/embed/${identifierPath(scheme, id)}${queryOf(asked)}`);
}

/** An image with its text and the page it links to; all addresses are complete. */
export type LinkedPicture = { image: string; text: string; page: string };

/** Writes an image with a link in each markup language of READMEs. */
export const writeBadge: Readonly<Record<ObjectView['language'], (badge: LinkedPicture) => string>> = {
	Markdown: ({ image, text, page }) => `[![${text}](${image})](${page})`,
	reStructuredText: ({ image, text, page }) => `.. image:: ${image}\n   :alt: ${text}\n   :target: ${page}`,
	AsciiDoc: ({ image, text, page }) => `image:${image}["${text}",link="${page}"]`,
	HTML: ({ image, text, page }) =>
		`<a href="${escaped(page)}"><img src="${escaped(image)}" alt="${escaped(text)}"></a>`,
};

/** Writes the script element that inserts the box; `script` is the address of its script. */
export function boxScript(
	{ scheme, id, groupBy, definition, theme }: ObjectView,
	{ relation, script }: { relation: SearchRelation; script: string },
): string {
	const asked = { id, scheme, relation, 'group-by': groupBy, definition, theme: theme === 'auto' ? undefined : theme };
	const data = Object.entries(asked).map(([name, value]) =>
		value === undefined ? '' : ` data-${name}="${escaped(value)}"`,
	);
	return `<script src="${escaped(script)}"${data.join('')} async></script>`;
}

/** Writes an iframe with the box, for pages without JavaScript. */
export function boxFrame(address: string, id: string): string {
	return (
		`<iframe src="${escaped(address)}" title="Citations of ${escaped(id)}" width="100%" height="${boxHeight}" ` +
		'style="border:0" loading="lazy"></iframe>'
	);
}

/**
 * Writes a sentence for the description of a deposit on Zenodo or another InvenioRDM repository, which
 * allow links there, but no images.
 */
export function depositSentence({ text, page }: { text: string; page: string }): string {
	return `<p>${escaped(text)}: <a href="${escaped(page)}">${escaped(page)}</a></p>`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
