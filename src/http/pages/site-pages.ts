// The pages that are at addresses of their own.
import { requireHtmlAccepted } from '../answers/media-types.ts';
import type { Page } from '../answers/page.ts';
import type { AskingAs } from './ask-interface.ts';
import type { PageWriter } from './page-writer.ts';

type Needs = { pageWriter: PageWriter };

/** Creates the pages. One that searches is counted by itself, so that what it asks is not. */
export function createSitePages(needs: Needs): Page[] {
	return [createSitePage(needs, '/', { isCounted: true }), createSitePage(needs, '/providers', { isCounted: true })];
}

function createSitePage({ pageWriter }: Needs, path: string, as: AskingAs): Page {
	return {
		paths: [path],
		...(as.isCounted && { counted: true as const }),
		tellProblem: pageWriter.showProblem,
		handle(context) {
			requireHtmlAccepted(context.req.header('accept'));
			return pageWriter.writePage(context, { ...as, isChecked: true });
		},
	};
}
