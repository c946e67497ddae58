// Answers a form that is sent without a script.
import type { Settings } from '../../settings.ts';
import { type Answer, privately } from '../answers/answer.ts';
import type { HttpContext } from '../server/http-context.ts';
import { noteDone } from './operator/done-note.ts';
import type { PageWriter } from './page-writer.ts';
import { type AcceptedFiles, readForm } from './read-form.ts';

type Needs = { pageWriter: PageWriter; settings: Pick<Settings, 'publicUrl'> };

/**
 * Handles a form of the page at its address, then redirects to a page, so that a reload does not
 * send the form again. Fails as readForm does.
 */
export async function answerForm(
	context: HttpContext,
	{ pageWriter, settings }: Needs,
	files?: AcceptedFiles,
): Promise<Answer> {
	const form = await readForm(context, { files, ...settings });
	const { cookies, ...outcome } = await pageWriter.takeForm(context, form);
	let cookie = cookies.at(-1);
	const headers = () => (cookie === undefined ? {} : { 'Set-Cookie': cookie });
	if ('posted' in outcome) {
		const { posted, status } = outcome;
		// After success, the page may still fail and then has its own status.
		const refused = status >= 400 && { status };
		return pageWriter.writePage(context, { withSession: true, posted, headers, ...refused });
	}
	const { pathname, searchParams } = new URL(outcome.leadsTo, context.req.url);
	searchParams.delete('done');
	if (outcome.notice !== undefined) {
		const name = String(form.get('form'));
		searchParams.set('done', name);
		// A header sets one cookie; pages after signing in or out need no note.
		cookie ??= noteDone(name, context, settings);
	}
	const Location = pathname + (searchParams.size > 0 ? `?${searchParams}` : '');
	return { status: 303, headers: { ...privately, ...headers(), Location }, body: null };
}
