// Sends forms by the script: the page stays, and shows what became of them.
import { readView } from '../address/address.ts';
import type { Answers, Connection } from '../asking/answers.ts';
import { goToAddress } from '../navigation.ts';
import { announce } from '../shell/announcer.tsx';
import type { Posted } from './posted.ts';
import { takeForm } from './take-form.ts';

/** Takes over all forms that change something; `show` draws the page again with what they became. */
export function sendForms(connection: Connection, answers: Answers, show: (posted: Posted | undefined) => void): void {
	document.addEventListener('submit', (event) => {
		const form = event.target as HTMLFormElement;
		if (event.defaultPrevented || form.method !== 'post') return;
		event.preventDefault();
		if (form.ariaBusy === 'true') return;
		form.ariaBusy = 'true';
		const data = new FormData(form, event.submitter);
		const { pathname, search, href } = new URL(form.action);
		const page = { view: readView({ pathname, search }), address: pathname + search, connection };
		void takeForm(page, data).then((outcome) => {
			form.ariaBusy = null;
			// Who has gone elsewhere meanwhile stays there.
			const stays = new URL(location.href).pathname === new URL(href).pathname;
			answers.dropAll();
			const posted = 'posted' in outcome ? (outcome.posted as Posted) : undefined;
			const { notice = posted?.notice } = 'leadsTo' in outcome ? outcome : {};
			if (notice) announce(notice);
			if (stays && 'leadsTo' in outcome) goToAddress(outcome.leadsTo);
			if (stays && posted === undefined) form.reset();
			show(stays ? (posted ?? (notice === undefined ? undefined : { form: '', filled: {}, notice })) : undefined);
		});
	});
}
