// Submitted batches with their states and errors, and the button that runs one again; each has a
// page of its own. It knows no session.
import { eventStates } from '../../../../links/link-event.ts';
import { html, type Markup } from '../../../answers/html.ts';
import { eventContent } from '../event/event-content.ts';
import {
	doneText,
	eventColumns,
	mayBe,
	rowsPerPage,
	type ShownEvent,
	shortError,
	triedText,
} from '../event/event-words.ts';
import { momentText } from '../moment-texts.ts';
import { findableText, sectionTitle } from '../operator-words.ts';
import { actButton, addressWith, openingButton, pager, scrollingTable } from '../parts.ts';
import type { FormFields } from '../plain-form-fields.ts';
import type { AskedPage, OperatorSection } from '../section.ts';

export const events: OperatorSection = {
	title: sectionTitle.events,
	content: (page) => (page.item === undefined ? list(page) : eventContent(page, page.item)),
	forms: {
		rerun: {
			requests: (fields, item) => [{ method: 'POST', path: `${eventOf(fields, item)}/rerun` }],
			done: doneText.rerun,
		},
		restore: {
			requests: (fields, item) => [{ method: 'POST', path: `${eventOf(fields, item)}/restore` }],
			done: doneText.restore,
		},
		withdraw: {
			requests(fields, item) {
				const reason = fields.text('reason');
				const body = reason === '' ? undefined : { reason };
				return [{ method: 'DELETE', path: eventOf(fields, item), body }];
			},
			done: doneText.withdraw,
		},
	},
};

/** Finds the event that a form is about: that of the page, or of a row of the list. */
function eventOf(fields: FormFields, item: string | undefined): string {
	return `/events/${encodeURIComponent(item ?? fields.exact('id'))}`;
}

async function list(page: AskedPage): Promise<Markup> {
	const state = page.parameters.get('state') ?? undefined;
	const before = page.parameters.get('before') ?? undefined;
	const asked = addressWith('/events', { state, before, limit: String(rowsPerPage) });
	const path = `${page.root}operator/events`;
	const events = async () => {
		const { events, next } = await page.ask<{ events: ShownEvent[]; next: string | null }>(asked);
		return html`${events.length === 0 ? html`<p class="notice">There is no such event.</p>` : table(page, events)}
${pager(path, { state }, { before, next })}`;
	};
	return html`<div class="toolbar">${stateChoice(path, state)}
${openingButton(path, { state, before }, 'Refresh')}</div>
${await page.part(events)}`;
}

function stateChoice(path: string, chosen: string | undefined): Markup {
	const links = [undefined, ...eventStates].map((state) => {
		const current = state === chosen && html` aria-current="page"`;
		return html`<a href="${addressWith(path, { state })}"${current}>${state ?? 'All'}</a>\n`;
	});
	return html`<nav class="switch small" aria-label="State">
${links}</nav>`;
}

function table(page: AskedPage, events: readonly ShownEvent[]): Markup {
	const rows = events.map((event) => {
		const { event_id, status, counts, file_name } = event;
		return html`<tr><td>${momentText(event.created)}</td>
<td><span class="state ${status}">${status}</span>${failure(event)}</td>
<td>${event.action}</td>
<td>${event.submitter ?? 'command line'}${file_name !== null && html`<span class="note"> ${file_name}</span>`}</td>
<td class="amount">${counts.links.toLocaleString('en')}</td>
<td class="amount">${counts.new_relationships?.toLocaleString('en') ?? '–'}</td>
<td>${findableText(event)}</td>
<td><a href="${page.root}operator/events/${event_id}"><code>${event_id}</code></a></td>
<td>${mayBe.rerun.includes(status) && rerun(page, event_id)}</td></tr>
`;
	});
	return scrollingTable('Events', eventColumns, rows);
}

function rerun(page: AskedPage, eventId: string): Markup {
	return actButton(page, { form: 'rerun', does: 'Run again', what: eventId, fields: { id: eventId } });
}

function failure(event: ShownEvent): Markup | undefined {
	if (event.error === null) return undefined;
	return html`<details class="error"><summary>${shortError(event.error)}</summary>
<p>${event.error}</p><p class="note">${triedText(event, momentText)}</p></details>`;
}
