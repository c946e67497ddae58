// The third step: what becomes of the table until it can be found, and the way to it; knows no
// file.

import { html, type Markup } from '../../../answers/html.ts';
import { workPath } from '../../../routes/work-path.ts';
import { isUnfinished, type ShownEvent, stateText } from '../event/event-words.ts';
import { readSubmittedLink, type SubmittedObject } from '../event/submitted-link.ts';
import type { AskedPage } from '../section.ts';
import { findableNote, storedText, submitAnother, toTheEvent } from './submit-words.ts';

/** Writes it. Fails with InterfaceRefusal where there is no such event. */
export async function submittedStep(page: AskedPage, eventId: string): Promise<Markup> {
	const at = `/events/${encodeURIComponent(eventId)}`;
	const event = await page.ask<ShownEvent>(at);
	const { status, error } = event;
	const isFindable = status === 'Done' && event.indexed === true;
	return html`<p>${storedText}</p>
<p><span class="state ${status}">${status}</span> ${stateText[status]}${findableNote(event)}</p>
${error !== null && html`<p class="wrong">${error}</p>`}
<ul class="ways">
${isUnfinished(event) && html`<li><a href="${page.path}?${page.parameters}">See how far it is now</a></li>\n`}
<li><a href="${page.root}operator${at}">${toTheEvent}</a></li>
${isFindable && (await waysToWorks(page, at))}</ul>
<div class="actions"><a href="${page.path}">${submitAnother}</a></div>`;
}

/** Writes links to the works of the first link. */
async function waysToWorks({ root, ask }: AskedPage, event: string): Promise<Markup[]> {
	const { links } = await ask<{ links: unknown[] }>(`${event}/links?limit=1`);
	const link = readSubmittedLink(links[0]);
	return link ? [link.source, link.target].flatMap((work) => wayTo(root, work)) : [];
}

function wayTo(root: string, { title, identifiers: [first] }: SubmittedObject): Markup[] {
	if (first === undefined) return [];
	return [html`<li><a href="${root}objects/${workPath(first)}"><bdi>${title ?? first.ID}</bdi></a></li>\n`];
}
