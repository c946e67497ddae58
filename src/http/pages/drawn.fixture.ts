// Reads pages as a browser without a script, for tests.
import type { App } from '../server/steps.ts';

/** A page that was read. */
export type ReadPage = {
	status: number;
	headers: Headers;
	text: string;
	/** Its main element, with markup. */
	main: string;
	/** The visible text. */
	words: string;
	/** The answers that came with it, by their questions. */
	held: Readonly<Record<string, { value?: unknown }>>;
};

/** Asks for a page as a browser does. */
export async function readDrawn(app: App, path: string): Promise<ReadPage> {
	const response = await app.request(path, { headers: { Accept: 'text/html' } });
	const { status, headers } = response;
	const text = await response.text();
	const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
	const [, state = '{}'] = /id="page-state"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
	const { answers = {} } = JSON.parse(state) as { answers?: ReadPage['held'] };
	return { status, headers, text, main, words: wordsOf(main), held: answers };
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Leaves out texts for screen readers only, and options of lists. */
function wordsOf(markup: string): string {
	return markup
		.replaceAll(/<select.*?<\/select>|<span class="visually-hidden">.*?<\/span>/gs, ' ')
		.replaceAll(/<(?:"[^"]*"|[^>"])*>/g, ' ')
		.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
		.replaceAll(/\s+/g, ' ');
}
