// Serves the reference of the interface for people, and the look of all pages written here.
import { BrokerError } from '../../errors.js';
                                                  
import {            pageSecurity, pagesRoot } from '../answers/page.js';
import { fileAnswer, readFolder,                  staticFile } from '../server/static-files.js';
import {                   referencePage } from './reference-page.js';

/** Creates the pages; `describe` answers the description of the interface, at the first request. */
export function createReferencePages(describe              , { publicUrl }                             )         {
	const files = readFolder(new URL('assets/', import.meta.url));
	const root = pagesRoot(publicUrl);
	let written                        ;
	return [
		{
			paths: ['/docs'],
			handle(context) {
				written ??= staticFile(
					'docs.html',
					referencePage(describe()               , { address: publicUrl ?? usualAddress, root }),
				);
				return fileAnswer(context, written, headers);
			},
		},
		{
			paths: ['/docs/:file'],
			handle(context) {
				const file = files.get(context.req.param('file') ?? '');
				if (!file) throw new BrokerError('not-found', `There is nothing at ${context.req.path}.`);
				return fileAnswer(context, file, headers);
			},
		},
	];
}

/** Stands in commands where no address is set; the page's script puts the reader's own there. */
const usualAddress = 'http://127.0.0.1:5000';

const headers = { ...pageSecurity, 'Cache-Control': 'no-cache' };
