// Starts the pages in the browser: hydrates what the server has drawn.
import './regexp-escape.ts';
import { hydrate } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { readView } from './address/address.ts';
import { App } from './app.tsx';
import { Answers } from './asking/answers.ts';
import { connect } from './asking/connection.ts';
import { AnswersContext } from './asking/use-answer.ts';
import { followLinks } from './navigation.ts';
import { loadPage } from './pages.ts';
import { PostedContext } from './posting/posted.ts';
import { sendForms } from './posting/send-forms.ts';
import { type PageState, stateElement } from './site/page-state.ts';
import { placeSite } from './site/site.ts';

const { origin } = location;
const state: PageState = JSON.parse(document.getElementById(stateElement)?.textContent ?? '');
placeSite({ ...state, origin });
const connection = connect(`${origin}${state.root}api`, fetch);
const answers = new Answers(connection, state.answers);

function Pages() {
	const [posted, show] = useState({ posted: state.posted });
	useEffect(() => {
		sendForms(connection, answers, (posted) => show({ posted }));
	}, []);
	return (
		<AnswersContext.Provider value={answers}>
			<PostedContext.Provider value={posted.posted}>
				<App problem={state.problem} />
			</PostedContext.Provider>
		</AnswersContext.Provider>
	);
}

followLinks();
await loadPage(readView(location));
hydrate(<Pages />, document.getElementById('app') as HTMLElement);
// Styles show what needs a script from now on.
document.documentElement.dataset.script = 'on';
