// The page of one submitted event: what it is, what became of it, its links, and what can be done
// with it; knows no session.
import { html, type Markup } from '../../../answers/html.ts';
import { momentText } from '../moment-texts.ts';
import { actButton, addressWith, openingButton } from '../parts.ts';
import type { AskedPage } from '../section.ts';
import { eventLinks } from './event-links.ts';
import { eventFacts, isUnfinished, mayBe, progressText, type ShownEvent } from './event-words.ts';
import { withdrawalForm } from './withdrawal-form.ts';

/** Writes it. */
export async function eventContent(page: AskedPage, eventId: string): Promise<Markup> {
	const asked = `/events/${encodeURIComponent(eventId)}`;
	const event = await page.ask<ShownEvent>(asked);
	const state = await stateOf(page, { asked, event });
	return html`<p><a href="${page.root}operator/events">All events</a></p>
${state}
<div class="figures">
${eventFacts(event, momentText).map(facts)}</div>
${await page.part(() => eventLinks(page, { asked, total: event.counts.links }))}`;
}

function facts({ id, title, facts }: ReturnType<typeof eventFacts>[number]): Markup {
	const terms = facts.map(
		({ term, text, isCode }) =>
			html`<div><dt>${term}</dt><dd>${isCode ? html`<code>${text}</code>` : text}</dd></div>\n`,
	);
	return html`<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<dl>
${terms}</dl></section>
`;
}

async function stateOf(page: AskedPage, { asked, event }: { asked: string; event: ShownEvent }): Promise<Markup> {
	const { status } = event;
	const after = page.parameters.get('after') ?? undefined;
	const mayWithdraw = mayBe.withdrawn.includes(status);
	const isWithdrawing =
		mayWithdraw && (page.parameters.get('show') === 'withdrawal' || page.filled?.exact('form') === 'withdraw');
	// What was done with the event leads to its page as it is at first.
	const atFirst = { ...page, parameters: new URLSearchParams(after === undefined ? {} : { after }) };
	const buttons = [
		isUnfinished(event) && openingButton(page.path, { after }, 'Refresh'),
		mayBe.rerun.includes(status) && actButton(atFirst, { form: 'rerun', does: 'Run again' }),
		status === 'Withdrawn' && actButton(atFirst, { form: 'restore', does: 'Restore' }),
		mayWithdraw &&
			!isWithdrawing &&
			openingButton(`${page.path}#withdrawal`, { after, show: 'withdrawal' }, 'Withdraw …'),
		isWithdrawing &&
			(await page.part(() => withdrawalForm(atFirst, { asked, cancelled: addressWith(page.path, { after }) }))),
	];
	return html`<section class="panel event-state" aria-labelledby="event-state">
<h2 id="event-state">State <span class="state ${status}">${status}</span></h2>
<p>${progressText(event)}</p>
<div class="actions">${buttons}</div></section>`;
}
