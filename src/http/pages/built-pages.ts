// The built pages: the files for browsers, and the module that draws pages on the server.
import { BrokerError } from '../../errors.ts';
import { type Page, pageSecurity } from '../answers/page.ts';
import { fileAnswer, readFolder } from '../server/static-files.ts';
import { loadDrawing } from './drawing.ts';
import type { BuiltPages } from './page-writer.ts';

/** Reads the built files into memory; empty if there is no build. */
export async function readPages(folder: URL): Promise<BuiltPages> {
	return { files: readFolder(folder), drawing: await loadDrawing(folder) };
}

/** Creates the page of the files for browsers, whose names contain a hash of their content. */
export function createPageAssets({ files }: BuiltPages): Page {
	return {
		paths: ['/assets/*'],
		handle(context) {
			const file = files.get(context.req.path.slice(1));
			if (!file) throw new BrokerError('not-found', `Not found: ${context.req.path}.`);
			return fileAnswer(context, file, assetHeaders);
		},
	};
}

const assetHeaders = { ...pageSecurity, 'Cache-Control': 'public, max-age=31536000, immutable' };
