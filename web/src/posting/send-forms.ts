// Sends forms by the script: the page stays and shows the result.
import type { FormOutcome } from '../../../src/http/pages/drawing.ts';
import { readView } from '../address/address.ts';
import type { Answers, Connection } from '../asking/answers.ts';
import { goToAddress, watchSteps } from '../navigation.ts';
import { announce } from '../shell/announcer.tsx';
import { isShownOnce, type Posted, sessionExpired } from './posted.ts';
import { takeForm } from './take-form.ts';

/** Sends all POST forms by the script; `show` draws the page again with the result, until the next step. */
export function sendForms(connection: Connection, answers: Answers, show: (posted: Posted | undefined) => void): void {
	// A secret that is shown once waits until the user returns to its page.
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
			// After an expired session, dropping the session answer would remove the form.
			if (posted?.refusal?.code !== sessionExpired) answers.dropAll();
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

/** Lets the browser send a form if the script for it could not be loaded. */
function sendAsIs(form: HTMLFormElement, submitter: HTMLElement | null): void {
	const { name, value } = (submitter ?? {}) as Partial<HTMLButtonElement>;
	// A form submitted by a script has no button, so its value becomes a field.
	if (name) {
		const field = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
		form.append(field);
	}
	form.submit();
}
