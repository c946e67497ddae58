// Draws pages and handles their forms on the server, with the same components as in the browser.

import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { AskedPage, Drawing, PageHead, StillPage } from '../../src/http/pages/drawing.ts';
import { readView } from './address/address.ts';
import { isOperatorView } from './address/operator-view.ts';
import { App, Frame } from './app.tsx';
import { Answers } from './asking/answers.ts';
import { connect } from './asking/connection.ts';
import { AnswersContext } from './asking/use-answer.ts';
import { Box, ProblemBox } from './box/box.tsx';
import { ViewContext } from './navigation.ts';
import { loadedPage, loadPage } from './pages.ts';
import { type Posted, PostedContext } from './posting/posted.ts';
import { noticeOf, takeForm as takeFormOf } from './posting/take-form.ts';
import type { Description } from './reference/description.ts';
import { ReferencePage } from './reference/reference-page.tsx';
import { ComparedPage } from './site/compared-page.tsx';
import { DefinitionsPage } from './site/definitions-page.tsx';
import { ExplainedProblemPage } from './site/explained-problem.tsx';
import { LinkedActPage } from './site/linked-act.tsx';
import { HeadContext } from './site/page-head.ts';
import type { PageState } from './site/page-state.ts';
import { placeSite } from './site/site.ts';

/** Some questions depend on earlier answers, such as the links of a work on the work. */
const mostRounds = 8;

const drawing: Drawing = {
	drawStill(page) {
		placeSite(page);
		// These pages ask no questions.
		const answers = new Answers(connect('http://localhost/api', fetch));
		return drawIn(
			answers,
			<Frame>
				<Still page={page} />
			</Frame>,
		);
	},
	drawBox({ root, site, ...box }) {
		placeSite({ root, site, origin: '' });
		return renderToString('content' in box ? <Box content={box.content} /> : <ProblemBox {...box} />);
	},
	async drawPage(page) {
		const { root, origin, site, problem } = page;
		const { view, url } = viewOf(page);
		await loadPage(view);
		const posted = (page.posted as Posted | undefined) ?? (await noticeOf(view, url.searchParams.get('done')));
		const answers = new Answers(connectionOf(page));
		if (!problem) await loadedPage(view)?.prepare?.(view, answers);
		let drawn = { head: noHead, body: '' };
		for (let round = 0; round < mostRounds; round++) {
			placeSite(page);
			drawn = drawIn(
				answers,
				<ViewContext.Provider value={view}>
					<PostedContext.Provider value={posted}>
						<App problem={problem} />
					</PostedContext.Provider>
				</ViewContext.Provider>,
			);
			if (!(await answers.pending())) break;
		}
		const state: PageState = { root, origin, site, answers: answers.cached(), problem, posted };
		const script = `${isOperatorView(view) ? 'operator' : view.page}-page`;
		return {
			...drawn,
			script,
			isComplete: answers.areComplete(),
			state: JSON.stringify(state),
			answerTo: (key) => answers.find({ key })?.value,
		};
	},
	async takeForm(page, form) {
		const { view } = viewOf(page);
		placeSite(page);
		return takeFormOf({ view, address: page.address, connection: connectionOf(page) }, form);
	},
};

function Still({ page }: { page: StillPage }) {
	if ('explained' in page) return <ExplainedProblemPage problem={page.explained} />;
	if ('counting' in page) return <DefinitionsPage shown={page.counting} />;
	if ('compared' in page) return <ComparedPage work={page.compared} />;
	if ('act' in page) return <LinkedActPage act={page.act} />;
	return <ReferencePage {...page} description={page.description as Description} />;
}

const noHead: PageHead = { title: '', description: '' };

/** Draws the content of a page once; returns it with the head that the page sets. */
function drawIn(answers: Answers, content: ComponentChildren): { head: PageHead; body: string } {
	let head = noHead;
	const take = (drawn: PageHead) => {
		head = drawn;
	};
	const body = renderToString(
		<HeadContext.Provider value={take}>
			<AnswersContext.Provider value={answers}>{content}</AnswersContext.Provider>
		</HeadContext.Provider>,
	);
	return { head, body };
}

function viewOf(page: AskedPage) {
	placeSite(page);
	const url = new URL(`http://localhost${page.address}`);
	return { url, view: readView(url) };
}

function connectionOf({ ask, root, origin }: AskedPage) {
	return connect(`${origin}${root}api`, ask, Number.POSITIVE_INFINITY);
}

export const { drawPage, takeForm, drawBox, drawStill } = drawing;
