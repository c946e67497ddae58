// What stands around every page for operators: the way to the others, who is signed in, and what
// became of a form; knows no page.
import { html, type Markup } from '../../answers/html.ts';
import type { InterfaceRefusal } from './interface-asking.ts';
import { type SectionName, sayOfField, sectionsFor, sectionTitle } from './operator-words.ts';
import { operatorForm, type SignedIn } from './section.ts';

type Framed = { root: string; name: SectionName; title: string; session: SignedIn | null; content: Markup };

/** Writes the page's main element. */
export function frame({ root, name, title, session, content }: Framed): Markup {
	if (session === null || name === 'invitation')
		return html`<main id="content" class="operator">
${content}</main>`;
	const links = sectionsFor(session.roles).map(
		(each) =>
			html`<a href="${root}operator/${each}"${each === name && html` aria-current="page"`}>${sectionTitle[each]}</a>\n`,
	);
	return html`<main id="content" class="operator">
<div class="operator-head"><nav class="switch" aria-label="Pages for operators">
${links}</nav>
<div class="signed-in"><span>${session.email}</span>
${signOutForm(root, session)}</div></div>
<h1>${title}</h1>
${content}</main>`;
}

function signOutForm(root: string, session: SignedIn): Markup {
	const page = { path: `${root}operator/events`, parameters: new URLSearchParams(), session };
	return operatorForm(page, { name: 'signOut' }, html`<button type="submit">Sign out</button>`);
}

/** Says that something worked. */
export function notice(text: string): Markup {
	return html`<p class="notice" role="status">${text}</p>\n`;
}

/** Says why something was refused, in the words of fields. */
export function refused({ message, retryAfter }: InterfaceRefusal): Markup {
	const again = retryAfter !== null && html` Try again in ${retryAfter} ${retryAfter === '1' ? 'second' : 'seconds'}.`;
	return html`<p class="wrong" role="alert">${sayOfField(message)}${again}</p>\n`;
}
