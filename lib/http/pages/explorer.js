// Serves the explorer, the pages for people who look for links: one page and its assets.
import { BrokerError } from '../../errors.js';
                                                  
import { requireHtmlAccepted } from '../answers/media-types.js';
import { htmlPage,            pageSecurity, pagesRoot } from '../answers/page.js';
import { fileAnswer, readFolder,                  staticFile } from '../server/static-files.js';

/** The explorer as it was built, or nothing. */
                                                       

/** Reads the built explorer into memory; empty where it was not built. */
export const readExplorer = readFolder;

const entry = 'index.html';

/** Creates the pages of the explorer; where it was not built, one that says how to. */
export function createExplorerPages(explorer          , { publicUrl }                             )         {
	const missing = notBuilt(pagesRoot(publicUrl));
	return [
		{
			paths: ['/', '/objects/*', '/search', '/explain', '/operator', '/operator/*'],
			handle(context) {
				requireHtmlAccepted(context.req.header('accept'));
				const file = explorer.get(entry);
				if (file) return fileAnswer(context, file, pageHeaders);
				return fileAnswer(context, missing, pageHeaders, context.req.path === '/' ? 200 : 404);
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

function notBuilt(root        )             {
	const body = `<h1>The explorer is not built</h1>
<p>The broker works; only its pages for people are missing. Its operator can build them:</p>
<pre>npm run build</pre>
<p>and then start the broker again. <code>npm ci</code> does so by itself.</p>
<p>Meanwhile, <a href="${root}docs">the interface for programs</a> answers.</p>`;
	return staticFile(entry, htmlPage({ title: 'Not built', body, root }));
}
