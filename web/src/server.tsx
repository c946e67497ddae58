// Draws pages on the server, and does what their forms ask for: the same components as in the
// browser.
import { renderToString } from 'preact-render-to-string';
import type { AskedPage, Drawing, PageHead } from '../../src/http/pages/drawing.ts';
import { readView } from './address/address.ts';
import { App } from './app.tsx';
import { Answers } from './asking/answers.ts';
import { connect } from './asking/connection.ts';
import { AnswersContext } from './asking/use-answer.ts';
import { Box, ProblemBox } from './box/box.tsx';
import { ViewContext } from './navigation.ts';
import { loadPage } from './pages.ts';
import { type Posted, PostedContext } from './posting/posted.ts';
import { noticeOf, takeForm as takeFormOf } from './posting/take-form.ts';
import { HeadContext } from './site/page-head.ts';
import type { PageState } from './site/page-state.ts';
import { placeSite } from './site/site.ts';

/** Questions that follow from answers: of a work, its links, and what leads on from there. */
const mostRounds = 8;

const drawing: Drawing = {
	drawBox({ root, ...box }) {
		placeSite({ root, origin: '' });
		return renderToString('content' in box ? <Box content={box.content} /> : <ProblemBox {...box} />);
	},
	async drawPage(page) {
		const { root, origin, problem } = page;
		const { view, url } = viewOf(page);
		await loadPage(view);
		const posted = (page.posted as Posted | undefined) ?? (await noticeOf(view, url.searchParams.get('done')));
		const answers = new Answers(connectionOf(page));
		let head: PageHead = { title: '', description: '' };
		let body = '';
		for (let round = 0; round < mostRounds; round++) {
			placeSite(page);
			body = renderToString(
				<ViewContext.Provider value={view}>
					<HeadContext.Provider
						value={(said) => {
							head = said;
						}}
					>
						<AnswersContext.Provider value={answers}>
							<PostedContext.Provider value={posted}>
								<App problem={problem} />
							</PostedContext.Provider>
						</AnswersContext.Provider>
					</HeadContext.Provider>
				</ViewContext.Provider>,
			);
			if (!(await answers.settle())) break;
		}
		const state: PageState = { root, origin, answers: answers.held(), problem, posted };
		return { head, body, state: JSON.stringify(state), answerTo: (key) => answers.find({ key })?.value };
	},
	async takeForm(page, form) {
		const { view } = viewOf(page);
		placeSite(page);
		return takeFormOf({ view, address: page.address, connection: connectionOf(page) }, form);
	},
};

function viewOf(page: AskedPage) {
	placeSite(page);
	const url = new URL(`http://localhost${page.address}`);
	return { url, view: readView(url) };
}

function connectionOf({ ask, root, origin }: AskedPage) {
	return connect(`${origin}${root}api`, ask, Number.POSITIVE_INFINITY);
}

export const { drawPage, takeForm, drawBox } = drawing;
