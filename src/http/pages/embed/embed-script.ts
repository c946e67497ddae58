// Serves the script that embeds the box of a work in any page: /embed.js.
import { readFileSync } from 'node:fs';
import { type Page, pageSecurity } from '../../answers/page.ts';
import { fileAnswer, staticFile } from '../../server/static-files.ts';

const headers = {
	...pageSecurity,
	'Cache-Control': 'public, max-age=3600',
	// Cross-origin isolated pages may run it as well.
	'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Creates the page. */
export function createEmbedScript(): Page {
	const name = 'embed.js';
	const file = staticFile(name, readFileSync(new URL(`assets/${name}`, import.meta.url)));
	return { paths: ['/embed.js', '/api/embed.js'], handle: (context) => fileAnswer(context, file, headers) };
}
