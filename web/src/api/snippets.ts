// Texts that maintainers paste elsewhere: badges for a README, the box for a page, the description of
// a deposit; knows no page of the explorer.

/** A picture with its words, and where it leads; all addresses are whole. */
export type LinkedPicture = { image: string; text: string; page: string };

/** Lists the languages of READMEs, with how each writes a picture that is a link. */
export const readmeFormats = [
	{ name: 'Markdown', write: ({ image, text, page }: LinkedPicture) => `[![${text}](${image})](${page})` },
	{
		name: 'reStructuredText',
		write: ({ image, text, page }: LinkedPicture) => `.. image:: ${image}\n   :alt: ${text}\n   :target: ${page}`,
	},
	{
		name: 'AsciiDoc',
		write: ({ image, text, page }: LinkedPicture) => `image:${image}["${text}",link="${page}"]`,
	},
	{
		name: 'HTML',
		write: ({ image, text, page }: LinkedPicture) =>
			`<a href="${escaped(page)}"><img src="${escaped(image)}" alt="${escaped(text)}"></a>`,
	},
] as const;

export type ReadmeFormat = (typeof readmeFormats)[number];

/** What the box on another page shows; `origin` is where the broker is. */
export type BoxChoice = {
	origin: string;
	scheme: string;
	id: string;
	relation: string;
	groupBy: 'identity' | 'version';
	theme: 'auto' | 'light' | 'dark';
};

/** Writes the element that puts the box where it stands. */
export function boxScript({ origin, scheme, id, relation, groupBy, theme }: BoxChoice): string {
	const data = Object.entries({ id, scheme, relation, 'group-by': groupBy, theme })
		.filter(([name, value]) => name !== 'theme' || value !== 'auto')
		.map(([name, value]) => ` data-${name}="${escaped(value)}"`);
	return `<script src="${escaped(origin)}/embed.js"${data.join('')} async></script>`;
}

/** Writes a frame with the box at this address, for pages without JavaScript. */
export function boxFrame(address: string, id: string): string {
	return (
		`<iframe src="${escaped(address)}" title="Citations of ${escaped(id)}" width="100%" height="420" ` +
		'style="border:0" loading="lazy"></iframe>'
	);
}

/**
 * Writes a sentence for the description of a deposit on Zenodo or another repository of InvenioRDM:
 * these let links through, and no pictures.
 */
export function depositSentence({ text, page }: { text: string; page: string }): string {
	return `<p>${escaped(text)}: <a href="${escaped(page)}">${escaped(page)}</a></p>`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
