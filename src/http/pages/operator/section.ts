// What a page for operators is that works without a script: what it shows, and the forms on it;
// knows no page.
import { html, type Markup } from '../../answers/html.ts';
import type { sessionSchema } from '../../routes/operators/session.ts';
import type { InterfaceRequest } from './interface-asking.ts';
import type { SectionName } from './operator-words.ts';
import type { FormFields } from './plain-form-fields.ts';

/** Who is signed in, as `GET /session` tells. */
export type SignedIn = ReturnType<typeof sessionSchema.parse>;

/** What a page knows of the request for it. */
export type AskedPage = {
	/** What paths of links begin with: `/`. */
	root: string;
	/** Where it is: `/operator/events`, with the root before it. */
	path: string;
	parameters: URLSearchParams;
	/** What follows the section in its path: the id of an event. */
	item: string | undefined;
	session: SignedIn;
	/** Asks the interface, and lets the script find the answer. Fails with InterfaceRefusal. */
	ask<Body>(path: string): Promise<Body>;
	/** Writes a part of the page, or why the interface refuses it: the rest stays. */
	part(write: () => Promise<Markup>): Promise<Markup>;
	/** What was filled into a form that was refused, or whose answer is shown. */
	filled: FormFields | undefined;
	/** What the interface answered to a form that `shows` it, or before it refused the rest. */
	shown: { answer: unknown } | undefined;
};

/** A form: the requests of the interface that it stands for. */
export type OperatorForm = {
	/**
	 * Tells them; each is sent when the one before has worked, the last is what counts. Fails with
	 * InterfaceRefusal where the form itself cannot be taken (refuseForm).
	 */
	requests(fields: FormFields, item: string | undefined): Iterable<InterfaceRequest> | AsyncIterable<InterfaceRequest>;
	/** Said once it worked; without it, the next page tells. */
	done?: string;
	/**
	 * Shows the answer on the page itself, which is not opened anew: the content does, or this above
	 * it, so that what is told only once is not lost where the content cannot be told.
	 */
	shows?: true | ((answer: unknown) => Markup);
	/** The page that is opened next, where it is not this one; what follows `/operator/`. */
	leadsTo?: SectionName | ((answer: unknown) => string);
};

/** A page for operators. */
export type OperatorSection = {
	title: string;
	/** Lets forms that send files be as large as any body, and ends what is said of larger ones. */
	takesFiles?: { tooLarge: string };
	content(page: AskedPage): Markup | Promise<Markup>;
	forms: Readonly<Record<string, OperatorForm>>;
};

/**
 * Writes a form of a section by its name; without one its buttons tell (`name="form"`). `sendsFile`
 * where it has a field for a file.
 */
export function operatorForm(
	{
		path,
		parameters,
		session,
	}: Pick<AskedPage, 'path' | 'parameters'> & { session: Pick<SignedIn, 'csrf_token'> | null },
	{ name, className, sendsFile }: { name?: string; className?: string; sendsFile?: true },
	content: Markup,
): Markup {
	const at = new URLSearchParams(parameters);
	at.delete('done');
	const action = at.size > 0 ? `${path}?${at}` : path;
	return html`<form method="post" action="${action}"${sendsFile && html` enctype="multipart/form-data"`}${
		className !== undefined && html` class="${className}"`
	}>${name !== undefined && html`<input type="hidden" name="form" value="${name}">`}${
		session && html`<input type="hidden" name="csrf_token" value="${session.csrf_token}">`
	}
${content}</form>`;
}
