// The links that one event holds, page by page; knows nothing else of the event.
import { html, type Markup } from '../../../answers/html.ts';
import { identifierLink } from '../../object/work-lines.ts';
import { addressWith, scrollingTable } from '../parts.ts';
import type { AskedPage } from '../section.ts';
import { linkColumns, rowsPerPage, unreadable } from './event-words.ts';
import { readSubmittedLink, type SubmittedObject } from './submitted-link.ts';

/**
 * Writes a page of the links of an event, in its order; `asked` is the event's path in the
 * interface, `total` says how many there are.
 */
export async function eventLinks(page: AskedPage, { asked, total }: { asked: string; total: number }): Promise<Markup> {
	const after = page.parameters.get('after') ?? undefined;
	const path = addressWith(`${asked}/links`, { after, limit: String(rowsPerPage) });
	const { links, next } = await page.ask<{ links: unknown[]; next: string | null }>(path);
	const before = Number(after ?? 0);
	const number = (count: number) => count.toLocaleString('en');
	const rows = links.map((link) => row(page.root, link));
	return html`<section class="event-links" aria-labelledby="event-links">
<h2 id="event-links">Links <span class="count">${number(total)}</span></h2>
${links.length > 0 && scrollingTable('Links of the event', linkColumns, rows, false)}
<nav class="pager" aria-label="Pages of links">
${before > 0 && html`<a href="${page.path}">First links</a>`}
${total > rowsPerPage && html`<span>${number(before + 1)} to ${number(before + links.length)}</span>`}
${next !== null && html`<a rel="next" href="${addressWith(page.path, { after: next })}">More links</a>`}
</nav></section>`;
}

function row(root: string, given: unknown): Markup {
	const link = readSubmittedLink(given);
	if (link === undefined) {
		const text = html`${unreadable} <code>${JSON.stringify(given)}</code>`;
		return html`<tr><td colspan="${linkColumns.length}">${text}</td></tr>\n`;
	}
	return html`<tr><td>${work(root, link.source)}</td><td>${link.relation}</td><td>${work(root, link.target)}</td>
<td>${link.providers.join(', ')}</td><td class="date">${link.date}</td></tr>
`;
}

function work(root: string, { title, identifiers }: SubmittedObject): Markup {
	const names = identifiers.map((identifier) => html`<li>${identifierLink(root, identifier)}</li>`);
	return html`${title !== undefined && html`<span class="title">${title}</span>`}<ul class="names">${names}</ul>`;
}
