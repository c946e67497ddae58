// Serves the API reference for people, and its files.
import { BrokerError } from '../../../errors.ts';
import type { Settings } from '../../../settings.ts';
import { type Page, pageSecurity } from '../../answers/page.ts';
import { fileAnswer, readFolder, type StaticFile, staticFile } from '../../server/static-files.ts';
import type { PageWriter } from '../page-writer.ts';

type Needs = { settings: Pick<Settings, 'publicUrl'>; pageWriter: PageWriter };

/** Creates the pages; `describe` returns the OpenAPI description, at the first request. */
export function createReferencePages(describe: () => object, { settings, pageWriter }: Needs): Page[] {
	const files = readFolder(new URL('../assets/', import.meta.url));
	let written: StaticFile | undefined;
	return [
		{
			paths: ['/docs'],
			handle(context) {
				const content = { description: describe(), address: settings.publicUrl ?? usualAddress };
				written ??= staticFile('docs.html', pageWriter.writeStill(content, 'run-examples.js'));
				return fileAnswer(context, written, headers);
			},
		},
		{
			paths: ['/docs/:file'],
			handle(context) {
				const file = files.get(context.req.param('file') ?? '');
				if (!file) throw new BrokerError('not-found', `Not found: ${context.req.path}.`);
				return fileAnswer(context, file, headers);
			},
		},
	];
}

/** The address in commands without PUBLIC_URL; the script replaces it with the reader's own. */
const usualAddress = 'http://127.0.0.1:5000';

const headers = { ...pageSecurity, 'Cache-Control': 'no-cache' };
