// Serves the reference of the interface for people, and the look of all pages written here.
import { BrokerError } from '../../../errors.ts';
import type { Settings } from '../../../settings.ts';
import { type Page, pageSecurity, pagesRoot } from '../../answers/page.ts';
import { fileAnswer, readFolder, type StaticFile, staticFile } from '../../server/static-files.ts';
import { sharedColours } from '../colours.ts';
import { type Description, referencePage } from './reference-page.ts';

/** Creates the pages; `describe` answers the description of the interface, at the first request. */
export function createReferencePages(describe: () => object, { publicUrl }: Pick<Settings, 'publicUrl'>): Page[] {
	const files = readAssets();
	const root = pagesRoot(publicUrl);
	let written: StaticFile | undefined;
	return [
		{
			paths: ['/docs'],
			handle(context) {
				written ??= staticFile(
					'docs.html',
					referencePage(describe() as Description, { address: publicUrl ?? usualAddress, root }),
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

/** Reads what the pages load; their look begins with the colours that all pages share. */
function readAssets(): ReadonlyMap<string, StaticFile> {
	const files = readFolder(new URL('../assets/', import.meta.url));
	const look = Buffer.concat([Buffer.from(sharedColours), files.get('page.css')?.plain ?? Buffer.of()]);
	return new Map([...files, ['page.css', staticFile('page.css', look)]]);
}

/** Stands in commands where no address is set; the page's script puts the reader's own there. */
const usualAddress = 'http://127.0.0.1:5000';

const headers = { ...pageSecurity, 'Cache-Control': 'no-cache' };
