// Serves the files of the explorer, the script and style of the pages for people; knows no content.
import { BrokerError } from '../../errors.ts';
import { type Page, pageSecurity } from '../answers/page.ts';
import { fileAnswer, readFolder } from '../server/static-files.ts';
import type { Explorer } from './document.ts';

/** Reads the built explorer into memory; empty where it was not built. */
export const readExplorer = readFolder;

/** Creates the page of its files, each of which is named by what is in it. */
export function createExplorerAssets(explorer: Explorer): Page {
	return {
		paths: ['/assets/*'],
		handle(context) {
			const file = explorer.get(context.req.path.slice(1));
			if (!file) throw new BrokerError('not-found', `There is nothing at ${context.req.path}.`);
			return fileAnswer(context, file, assetHeaders);
		},
	};
}

const assetHeaders = { ...pageSecurity, 'Cache-Control': 'public, max-age=31536000, immutable' };
