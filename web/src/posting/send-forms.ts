// Sends forms by the script: the page stays, and shows what became of them.
import type { FormOutcome } from '../../../src/http/pages/drawing.ts';
import { readView } from '../address/address.ts';
import type { Answers, Connection } from '../asking/answers.ts';
import { goToAddress, watchSteps } from '../navigation.ts';
import { announce } from '../shell/announcer.tsx';
import { isShownOnce, type Posted, sessionOver } from './posted.ts';
import { takeForm } from './take-form.ts';

/**
 * Takes over all forms that change something; `show` draws the page again with what they became,
 * which is said until the next step.
 */
export function sendForms(connection: Connection, answers: Answers, show: (posted: Posted | undefined) => void): void {
	// What is shown once waits until a reader who went elsewhere is back.
	const waiting: { pathname: string; posted: Posted }[] = [];
	watchSteps(() => {
		const at = waiting.findIndex(({ pathname }) => pathname === location.pathname);
		show(at < 0 ? undefined : waiting.splice(at, 1)[0]?.posted);
	});
	document.addEventListener('submit', (event) => {
		const form = event.target as HTMLFormElement;
		if (event.defaultPrevented || form.method !== 'post') return;
		event.preventDefault();
		if (form.ariaBusy === 'true') return;
		form.ariaBusy = 'true';
		const data = new FormData(form, event.submitter);
		const { pathname, search } = new URL(form.action);
		const page = { view: readView({ pathname, search }), address: pathname + search, connection };
		const close = (outcome: FormOutcome) => {
			form.ariaBusy = null;
			const posted = 'posted' in outcome ? (outcome.posted as Posted) : undefined;
			const { notice = posted?.notice } = 'leadsTo' in outcome ? outcome : {};
			// Where the session is over, the form stays for as long as nobody asks who is signed in.
			if (posted?.refusal?.code !== sessionOver) answers.dropAll();
			if (notice) announce(notice);
			if (location.pathname !== pathname) {
				if (posted && isShownOnce(posted.answer)) waiting.push({ pathname, posted });
				return;
			}
			if ('leadsTo' in outcome) goToAddress(outcome.leadsTo);
			if (posted === undefined) form.reset();
			show(posted ?? (notice === undefined ? undefined : { form: '', filled: {}, notice }));
		};
		const sendWithoutScript = () => {
			form.ariaBusy = null;
			sendAsIs(form, event.submitter);
		};
		void takeForm(page, data).then(close, sendWithoutScript);
	});
}

/** Has the browser send a form, where the script that would send it could not be loaded. */
function sendAsIs(form: HTMLFormElement, submitter: HTMLElement | null): void {
	const { name, value } = (submitter ?? {}) as Partial<HTMLButtonElement>;
	// What is sent by a script has no button.
	if (name) {
		const field = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
		form.append(field);
	}
	form.submit();
}
