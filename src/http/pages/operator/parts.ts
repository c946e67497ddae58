// Parts that several pages for operators have: tables that scroll, buttons that ask once more, what
// is shown only once; knows no page.
import { html, type Markup } from '../../answers/html.ts';
import { type AskedPage, operatorForm } from './section.ts';

/** Heads a column; `isAmount`: it holds numbers. */
export type ColumnHead = string | { title: string; isAmount?: true };

/** Writes a table whose last column, where `acts`, holds buttons. */
export function scrollingTable(
	label: string,
	heads: readonly ColumnHead[],
	rows: readonly Markup[],
	acts = true,
): Markup {
	const columns = heads.map((head) => {
		const { title, isAmount = false } = typeof head === 'string' ? { title: head } : head;
		return html`<th scope="col"${isAmount && html` class="amount"`}>${title}</th>`;
	});
	return html`<section class="scrolling tall" aria-label="${label}" tabindex="0"><table>
<thead><tr>${columns}${acts && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}</tr></thead>
<tbody>
${rows}</tbody></table></section>`;
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
	what?: string;
	fields?: Readonly<Record<string, string>>;
};

type Parameters = Readonly<Record<string, string | undefined>>;

/** Writes an address with those parameters that there are. */
export function addressWith(path: string, parameters: Parameters): string {
	const query = new URLSearchParams(given(parameters));
	return query.size === 0 ? path : `${path}?${query}`;
}

function given(parameters: Parameters): [name: string, value: string][] {
	return Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

function hiddenFields(parameters: Parameters): Markup[] {
	return given(parameters).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}

/** Writes a button that opens an address. */
export function openingButton(path: string, parameters: Parameters, text: string): Markup {
	const button = html`<button type="submit">${text}</button>`;
	return html`<form method="get" action="${path}">${hiddenFields(parameters)}${button}</form>`;
}

/** Writes the button that opens a page anew, for what changes by itself. */
export function refreshing({ path }: Pick<AskedPage, 'path'>): Markup {
	return html`<div class="toolbar">${openingButton(path, {}, 'Refresh')}</div>`;
}

/**
 * Writes the ways through a list with its newest first: it is shown from `before` on, undefined at
 * its beginning, and goes on at `next`, null at its end.
 */
export function pager(
	path: string,
	parameters: Parameters,
	{ before, next }: { before: string | undefined; next: string | null },
): Markup {
	return html`<nav class="pager" aria-label="Pages">
${before !== undefined && html`<a href="${addressWith(path, parameters)}">Newest</a>`}
${next !== null && html`<a rel="next" href="${addressWith(path, { ...parameters, before: next })}">Older</a>`}
</nav>`;
}

/** Writes a button that does something at once. */
export function actButton(page: AskedPage, { form, does, what, fields = {} }: Act): Markup {
	const button = html`<button type="submit">${does}${heard(what)}</button>`;
	return operatorForm(page, { name: form }, html`${hiddenFields(fields)}${button}`);
}

function heard(what: string | undefined): Markup | undefined {
	return what === undefined ? undefined : html`<span class="visually-hidden"> ${what}</span>`;
}

type Confirmed = Act & {
	question: string;
	/** What the second button says; where it is absent, that it does it. */
	confirms?: string;
};

/** Writes a button behind one that opens what happens then. */
export function withConfirmation(page: AskedPage, { question, confirms, ...act }: Confirmed): Markup {
	const confirming = actButton(page, { ...act, does: confirms ?? `${act.does} it` });
	return html`<details class="confirmed"><summary class="button">${act.does}${heard(act.what)}</summary>
<p>${question}</p>${confirming}</details>`;
}
