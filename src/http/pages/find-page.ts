// Redirects from the search field to a work or to search results without a script: GET /find.
import type { Broker } from '../../broker/broker.ts';
import { readObjectQuery } from '../../broker/objects/works-query.ts';
import { BrokerError } from '../../errors.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import type { Settings } from '../../settings.ts';
import type { Answer } from '../answers/answer.ts';
import { type Page, pagesRoot } from '../answers/page.ts';
import { workPath } from '../routes/work-path.ts';
import { disconnectSignal, type HttpContext } from '../server/http-context.ts';
import type { PageWriter } from './page-writer.ts';

type Needs = { broker: Broker; settings: Pick<Settings, 'publicUrl'>; pageWriter: PageWriter };

/** Creates the page, which only redirects. */
export function createFindPage(needs: Needs): Page {
	return {
		paths: ['/find'],
		needs: 'index',
		showProblem: needs.pageWriter.showProblem,
		handle: (context) => leadOn(needs, context),
	};
}

/**
 * Redirects to the work that a text names, otherwise to a search for its words. With a chosen
 * scheme, every text is an identifier.
 */
async function leadOn({ broker, settings }: Needs, context: HttpContext): Promise<Answer> {
	const [text, scheme] = ['text', 'scheme'].map((name) => context.req.query(name)?.trim() ?? '') as [string, string];
	const root = pagesRoot(settings.publicUrl);
	const to = (path: string): Answer => ({ status: 303, headers: { Location: root + path }, body: null });
	if (text === '') return to('');
	try {
		const named = readObjectQuery({ id: text, ...(scheme !== '' && { scheme }) });
		const found = await broker.describeObject(named, { facets: false, signal: disconnectSignal(context) });
		if (found) return to(`objects/${workPath(shownIdentifier(found.asked))}`);
	} catch (error) {
		if (!(error instanceof BrokerError) || error.code !== 'not-an-identifier' || scheme !== '') throw error;
	}
	return to(`search?${new URLSearchParams({ q: text })}`);
}
