// The pages for operators, drawn as whoever is signed in, and what is done with their forms where no
// script sends them.
import type { Settings } from '../../../settings.ts';
import { type Answer, privately } from '../../answers/answer.ts';
import { requireHtmlAccepted } from '../../answers/media-types.ts';
import type { Page } from '../../answers/page.ts';
import type { HttpContext } from '../../server/http-context.ts';
import type { PageWriter } from '../page-writer.ts';
import { readForm } from '../read-form.ts';

type Needs = { pageWriter: PageWriter; settings: Pick<Settings, 'publicUrl' | 'maxBodyBytes'> };

/** Creates the pages, each of which takes its forms at its own address. */
export function createOperatorPages(needs: Needs): Page[] {
	const { pageWriter } = needs;
	const { showProblem: tellProblem } = pageWriter;
	const paths = ['/operator', '/operator/', '/operator/:section', '/operator/:section/', '/operator/:section/:item'];
	return [
		{
			paths,
			tellProblem,
			handle(context) {
				requireHtmlAccepted(context.req.header('accept'));
				return pageWriter.writePage(context, { withSession: true });
			},
		},
		{ paths, method: 'post', tellProblem, handle: (context) => takeForm(context, needs) },
	];
}

const tooLarge = ' (MAX_BODY_BYTES). Go back, and divide the table, or load it with `link-broker events load`';

/** Opens a page anew after its form, so that reloading it sends nothing again. */
async function takeForm(context: HttpContext, { pageWriter, settings }: Needs): Promise<Answer> {
	const files = context.req.param('section') === 'submit' ? { mostBytes: settings.maxBodyBytes, tooLarge } : undefined;
	const form = await readForm(context, { files, publicUrl: settings.publicUrl });
	const { cookies, ...outcome } = await pageWriter.takeForm(context, form);
	const cookie = cookies.at(-1);
	const headers = cookie === undefined ? {} : { 'Set-Cookie': cookie };
	if ('posted' in outcome) {
		const { posted, status } = outcome;
		// What was done may still not be shown, which the page says in its own status.
		const refused = status >= 400 && { status };
		return pageWriter.writePage(context, { withSession: true, posted, headers: () => headers, ...refused });
	}
	const { pathname, searchParams } = new URL(outcome.leadsTo, context.req.url);
	searchParams.delete('done');
	if (outcome.notice !== undefined) searchParams.set('done', String(form.get('form')));
	const Location = pathname + (searchParams.size > 0 ? `?${searchParams}` : '');
	return { status: 303, headers: { ...privately, ...headers, Location }, body: null };
}
