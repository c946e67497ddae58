// Parts that several pages for operators have: tables that scroll, buttons that ask once more, what
// is shown only once; knows no page.
import { html, type Markup } from '../../answers/html.ts';
import { type AskedPage, operatorForm } from './section.ts';

/** Writes a table whose last column, where `acts`, holds buttons. */
export function scrollingTable(label: string, heads: readonly string[], rows: readonly Markup[], acts = true): Markup {
	const columns = heads.map((head) => html`<th scope="col">${head}</th>`);
	return html`<section class="scrolling tall" aria-label="${label}" tabindex="0"><table>
<thead><tr>${columns}${acts && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}</tr></thead>
<tbody>
${rows}</tbody></table></section>`;
}

/** Writes the button that opens a page anew, for what changes by itself. */
export function refreshing({ path }: Pick<AskedPage, 'path'>): Markup {
	return html`<form class="toolbar" action="${path}"><button type="submit">Refresh</button></form>`;
}

/** Writes what cannot be shown again. */
export function secret(advice: string, text: string): Markup {
	return html`<div role="status"><p>${advice}</p><div class="snippet"><code>${text}</code></div></div>`;
}

type Act = {
	/** The form's name in its section. */
	form: string;
	/** What the button says, and of what to who hears it alone. */
	does: string;
	what: string;
	fields: Readonly<Record<string, string>>;
};

/** Writes a button that does something at once. */
export function actButton(page: AskedPage, { form, does, what, fields }: Act): Markup {
	const hidden = Object.entries(fields).map(
		([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
	);
	const button = html`<button type="submit">${does}<span class="visually-hidden"> ${what}</span></button>`;
	return operatorForm(page, { name: form }, html`${hidden}${button}`);
}

type Confirmed = Act & {
	question: string;
	/** What the second button says; where it is absent, that it does it. */
	confirms?: string;
};

/** Writes a button behind one that opens what happens then. */
export function withConfirmation(page: AskedPage, { question, confirms, ...act }: Confirmed): Markup {
	const confirming = actButton(page, { ...act, does: confirms ?? `${act.does} it` });
	return html`<details class="confirmed"><summary>${act.does}<span class="visually-hidden"> ${act.what}</span></summary>
<p>${question}</p>${confirming}</details>`;
}
