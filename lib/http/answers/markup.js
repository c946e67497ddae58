// Escapes text for HTML, SVG and XML; knows no page.

/** Escapes text for XML and HTML, and leaves out characters that XML does not allow. */
export function escapeMarkup(text        )         {
	return text
		.toWellFormed()
		.replaceAll(notInXml, '')
		.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// XML 1.0, production 2.
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
