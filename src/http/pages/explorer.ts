// Serves the explorer, the pages for people who look for links: its assets, and the pages that are
// nothing without their script. It knows no content.
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { requireHtmlAccepted } from '../answers/media-types.ts';
import { htmlPage, type Page, pageSecurity, pagesRoot } from '../answers/page.ts';
import { fileAnswer, readFolder, type StaticFile, staticFile } from '../server/static-files.ts';
import { type Explorer, entryFile } from './document.ts';

/** Reads the built explorer into memory; empty where it was not built. */
export const readExplorer = readFolder;

/** Creates the pages; where the explorer was not built, one that says how to. */
export function createExplorerPages(explorer: Explorer, { publicUrl }: Pick<Settings, 'publicUrl'>): Page[] {
	const missing = notBuilt(pagesRoot(publicUrl));
	return [
		{
			paths: ['/operator', '/operator/*'],
			handle(context) {
				requireHtmlAccepted(context.req.header('accept'));
				const file = explorer.get(entryFile);
				if (file) return fileAnswer(context, file, pageHeaders);
				return fileAnswer(context, missing, pageHeaders, 404);
			},
		},
		{
			paths: ['/assets/*'],
			handle(context) {
				const file = explorer.get(context.req.path.slice(1));
				if (!file) throw new BrokerError('not-found', `There is nothing at ${context.req.path}.`);
				return fileAnswer(context, file, assetHeaders);
			},
		},
	];
}

// It names the assets by what is in them, so an old one must not outlast them.
const pageHeaders = { ...pageSecurity, 'Cache-Control': 'no-cache' };
const assetHeaders = { ...pageSecurity, 'Cache-Control': 'public, max-age=31536000, immutable' };

function notBuilt(root: string): StaticFile {
	const body = `<h1>The explorer is not built</h1>
<p>The broker works; only its pages for people are missing. Its operator can build them:</p>
<pre>npm run build</pre>
<p>and then start the broker again. <code>npm ci</code> does so by itself.</p>
<p>Meanwhile, <a href="${root}docs">the interface for programs</a> answers.</p>`;
	return staticFile(entryFile, htmlPage({ title: 'Not built', body, root }));
}
