// The pages at fixed addresses.
import type { z } from 'zod';
import { worksQuerySchema } from '../../broker/objects/works-query.ts';
import { readParametersBy } from '../../broker/searching/parameters.ts';
import { requireHtmlAccepted } from '../answers/media-types.ts';
import type { Page } from '../answers/page.ts';
import { readPageParameters } from '../answers/query-parameters.ts';
import type { Needed } from '../limits/overload.ts';
import { sourcesQuerySchema } from '../routes/sources.ts';
import type { AskingAs } from './ask-interface.ts';
import type { PageWriter } from './page-writer.ts';

type Needs = { pageWriter: PageWriter };

/** `parameters` of the address are checked and refused if wrong. */
type SitePage = Pick<AskingAs, 'withSession'> & { needs: Needed; parameters?: z.ZodObject };

/** Creates the pages. Limits count each page once, not the requests that it makes. */
export function createSitePages(needs: Needs): Page[] {
	const ofWorks = worksQuerySchema.omit({ size: true, prettyprint: true });
	return [
		createSitePage(needs, '/', { needs: 'records' }),
		createSitePage(needs, '/providers', { needs: 'records', parameters: sourcesQuerySchema.pick({ page: true }) }),
		createSitePage(needs, '/search', { needs: 'index', parameters: ofWorks }),
		// A signed-in user sees links to the events of a chain that they may read.
		createSitePage(needs, '/explain', { needs: 'records', withSession: true }),
	];
}

function createSitePage({ pageWriter }: Needs, path: string, { needs, parameters, ...as }: SitePage): Page {
	return {
		paths: [path],
		needs,
		showProblem: pageWriter.showProblem,
		handle(context) {
			requireHtmlAccepted(context.req.header('accept'));
			if (parameters) {
				const given = readPageParameters(context.req.url, Object.keys(parameters.shape));
				readParametersBy(parameters, given);
			}
			return pageWriter.writePage(context, { ...as, isCounted: true, isChecked: true });
		},
	};
}
