// The document of the box: all in one, with a policy that lets it run its own style and script alone
// and any page frame it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { shortText } from '../../../links/words.ts';
import { html, unescaped } from '../../answers/html.ts';
import { sharedColours } from '../colours.ts';
import type { boxThemes } from '../object/work-choices.ts';

/** How the box looks; auto is as the reader's system does. */
type BoxTheme = (typeof boxThemes)[number];

const read = (name: string) => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');

// Without what only their readers need.
const style = (sharedColours + read('box.css'))
	.replaceAll(/\/\*.*?\*\//gs, '')
	.replaceAll(/\s+/g, ' ')
	.trim();
const script = read('box.js').replaceAll(/^\/\/.*\n/gm, '');

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The headers of the document, and of nothing else: any page may frame it. */
export const boxHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy':
		`default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; ` +
		"base-uri 'none'; form-action 'none'; frame-ancestors *",
	'Referrer-Policy': 'no-referrer',
	// Pages that are isolated from other origins may frame it as well.
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
