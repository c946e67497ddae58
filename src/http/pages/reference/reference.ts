// Serves the API reference for people, and its files.
import { BrokerError } from '../../../errors.ts';
import type { Settings } from '../../../settings.ts';
import type { Page } from '../../answers/page.ts';
import { fileAnswer, readFolder, type StaticFile, staticFile } from '../../server/static-files.ts';
import type { PageWriter } from '../page-writer.ts';

type Needs = { settings: Pick<Settings, 'publicUrl'>; pageWriter: PageWriter };
type Description = object & { tags?: readonly { name: string }[] };

/** Creates the pages; `describe` returns the OpenAPI description, at the first request. */
export function createReferencePages(describe: () => Description, { settings, pageWriter }: Needs): Page[] {
	const files = readFolder(new URL('../assets/', import.meta.url));
	const headers = { ...pageWriter.security, 'Cache-Control': 'no-cache' };
	const address = settings.publicUrl ?? usualAddress;
	let described: Description | undefined;
	const written = new Map<string, StaticFile>();
	/** Returns undefined if there is no such page. Without a group, it is the overview. */
	const pageOf = (group: string | undefined): StaticFile | undefined => {
		described ??= describe();
		if (group !== undefined && group !== 'schemas' && !described.tags?.some(({ name }) => name === group)) return;
		let page = written.get(group ?? '');
		if (!page) {
			const script = group === undefined ? 'follow-anchor.js' : 'run-examples.js';
			page = staticFile('docs.html', pageWriter.writeStill({ description: described, address, group }, script));
			written.set(group ?? '', page);
		}
		return page;
	};
	return [
		{
			paths: ['/docs', '/docs/:name'],
			showProblem: pageWriter.showProblem,
			handle(context) {
				const name = context.req.param('name');
				const file = (name !== undefined && files.get(name)) || pageOf(name);
				if (!file) throw new BrokerError('not-found', `Not found: ${context.req.path}.`);
				return fileAnswer(context, file, headers);
			},
		},
	];
}

/** The address in commands without PUBLIC_URL; the script replaces it with the reader's own. */
const usualAddress = 'http://127.0.0.1:5000';
