// The administration pages, drawn for the signed-in user, and their forms without a script.
import type { Settings } from '../../../settings.ts';
import { privately } from '../../answers/answer.ts';
import { requireHtmlAccepted } from '../../answers/media-types.ts';
import { type Page, pagesRoot } from '../../answers/page.ts';
import { answerForm } from '../answer-form.ts';
import type { PageWriter } from '../page-writer.ts';
import { isNoted, noteDone } from './done-note.ts';

type Needs = { pageWriter: PageWriter; settings: Pick<Settings, 'publicUrl' | 'maxBodyBytes'> };

const tooLarge = ' (MAX_BODY_BYTES). Go back and split the table, or load it with `link-broker events load`';

/** Creates the pages; each takes its forms at its own address. */
export function createOperatorPages(needs: Needs): Page[] {
	const { pageWriter, settings } = needs;
	const { showProblem } = pageWriter;
	const paths = ['/operator', '/operator/', '/operator/:section', '/operator/:section/', '/operator/:section/:item'];
	return [
		{
			paths,
			showProblem,
			handle(context) {
				requireHtmlAccepted(context.req.header('accept'));
				const { pathname, searchParams } = new URL(context.req.url);
				const done = searchParams.get('done');
				if (done === null) return pageWriter.writePage(context, { withSession: true });
				if (isNoted(done, context)) {
					const headers = () => ({ 'Set-Cookie': noteDone(null, context, settings) });
					return pageWriter.writePage(context, { withSession: true, headers });
				}
				searchParams.delete('done');
				const query = searchParams.size > 0 ? `?${searchParams}` : '';
				const Location = pagesRoot(settings.publicUrl) + pathname.slice(1) + query;
				return { status: 303, headers: { ...privately, Location }, body: null };
			},
		},
		{
			paths,
			method: 'post',
			showProblem,
			handle(context) {
				const takesFiles = context.req.param('section') === 'submit';
				const files = takesFiles ? { mostBytes: settings.maxBodyBytes, tooLarge } : undefined;
				return answerForm(context, needs, files);
			},
		},
	];
}
