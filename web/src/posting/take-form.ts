// Handles a form: on the server for readers without a script, otherwise in the browser.
import type { FormOutcome } from '../../../src/http/pages/drawing.ts';
import type { View } from '../address/address.ts';
import type { Connection } from '../asking/answers.ts';
import { type Failure, failureOf } from '../asking/failure.ts';
import { loadForms } from '../pages.ts';
import { type FormFields, fieldsOf, filledIn } from './form-fields.ts';
import { type Posted, writtenBriefly } from './posted.ts';

/** A form: its request to the API, and the message or page that follows. */
export type PageForm = {
	/** Sends the request. Fails with FormRefusal, or as the client does. */
	send(connection: Connection, fields: FormFields, view: View): Promise<unknown>;
	/** The message after success. */
	done?: string;
	/** Whether the page shows the answer (or this answer) and keeps the values of the form. */
	shows?: true | ((answer: unknown) => boolean);
	/** The path of the next page; the same page by default. */
	leadsTo?(answer: unknown): string;
};

export type PageForms = Readonly<Record<string, PageForm>>;

/** Refuses a form without a request, or with an earlier answer. */
export class FormRefusal extends Error {
	readonly answer: unknown;
	readonly status: number;
	readonly code: string;

	constructor(
		message: string,
		{ answer, status = 422, code = 'form' }: { answer?: unknown; status?: number; code?: string } = {},
	) {
		super(message);
		this.answer = answer;
		this.status = status;
		this.code = code;
	}
}

/** Handles a form of the page of a view; `address` is that of the page. */
export async function takeForm(
	{ view, address, connection }: { view: View; address: string; connection: Connection },
	data: FormData,
): Promise<FormOutcome> {
	const fields = fieldsOf(data);
	const name = fields.exact('form');
	const posted: Posted = { form: name, filled: writtenBriefly(filledIn(data)) };
	const forms = await loadForms(view);
	const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
	if (!form) return refused(posted, new FormRefusal('This page has no such form.', { status: 400 }));
	try {
		const answer = await form.send(connection, fields, view);
		const notice = form.done;
		if (typeof form.shows === 'function' ? form.shows(answer) : form.shows)
			return { posted: { ...posted, notice, answer }, status: 200 };
		return { leadsTo: form.leadsTo?.(answer) ?? address, notice };
	} catch (error) {
		return refused(posted, error);
	}
}

function refused(posted: Posted, error: unknown): FormOutcome {
	const refusal = refusalOf(error);
	const answer = error instanceof FormRefusal ? error.answer : undefined;
	return { posted: { ...posted, refusal, answer }, status: refusal.status || 503 };
}

function refusalOf(error: unknown): Failure {
	if (!(error instanceof FormRefusal)) return failureOf(error);
	const { code, message, status } = error;
	return { code, message, status, fields: {}, choices: [] };
}

/** Returns the message after a successful form, for the address that names it: `?done=invite`. */
export async function noticeOf(view: View, name: string | null): Promise<Posted | undefined> {
	const forms = name === null ? {} : await loadForms(view);
	const notice = name !== null && Object.hasOwn(forms, name) ? forms[name]?.done : undefined;
	return notice === undefined || name === null ? undefined : { form: name, filled: {}, notice };
}
