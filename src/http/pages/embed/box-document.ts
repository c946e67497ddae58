// The document of the box: complete in one file, with a policy that allows only its own style and
// script, and any page to embed it.
import { readFileSync } from 'node:fs';
import { shortText } from '../../../links/words.ts';
import { html, unescaped } from '../../answers/html.ts';
import { hashSource } from '../../answers/page.ts';
import { sharedColours } from '../colours.ts';
import type { boxThemes } from '../object/work-choices.ts';

/** The theme of the box; `auto` follows the reader's system. */
type BoxTheme = (typeof boxThemes)[number];

const read = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');

// Comments and blanks are removed.
const style = (sharedColours + read('box.css'))
	.replaceAll(/\/\*.*?\*\//gs, '')
	.replaceAll(/\s+/g, ' ')
	.trim();
const script = read('box.js').replaceAll(/^\/\/.*\n/gm, '');

/** The headers of this document only: any page may embed it. */
export const boxHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy':
		`default-src 'none'; style-src ${hashSource(style)}; script-src ${hashSource(script)}; ` +
		"base-uri 'none'; form-action 'none'; frame-ancestors *",
	'Referrer-Policy': 'no-referrer',
	// Cross-origin isolated pages may embed it as well.
	'Cross-Origin-Resource-Policy': 'cross-origin',
	'Cross-Origin-Embedder-Policy': 'require-corp',
} as const;

/** Writes the document around the box. */
export function boxDocument(content: string, { title, theme }: { title: string; theme: BoxTheme }): string {
	const text = html`<!doctype html>
<html lang="en"${theme !== 'auto' && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${shortText(title, 100)}</title>
<style>${unescaped(style)}</style>
</head>
<body>
${unescaped(content)}
<script>${unescaped(script)}</script>
</body>
</html>
`;
	return text.toString();
}
