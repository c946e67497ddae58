// The form that withdraws an event: what would change is told first, and a reason may be given. It
// knows nothing else of the event.
import type { WithdrawalPreview } from '../../../../broker/event-view.ts';
import { html, type Markup } from '../../../answers/html.ts';
import { identifierLink } from '../../object/work-lines.ts';
import { type AskedPage, operatorForm } from '../section.ts';
import { changesText, longestReason, nothingChanges, reasonNote } from './event-words.ts';

type Preview = Pick<WithdrawalPreview, 'relationships' | 'identifiers' | 'works'> & { split_groups: number };

/**
 * Writes it; `asked` is the event's path in the interface, `cancelled` the page without the form.
 */
export async function withdrawalForm(
	page: AskedPage,
	{ asked, cancelled }: { asked: string; cancelled: string },
): Promise<Markup> {
	const preview = await page.ask<Preview>(`${asked}/withdrawal`);
	const content = html`<h3 id="withdrawal" tabindex="-1">What would change</h3>
<div>${changes(page.root, preview)}</div>
<div class="field"><label for="withdrawal-reason">Reason</label>
<input id="withdrawal-reason" name="reason" autocomplete="off" maxlength="${longestReason}"
value="${page.filled?.text('reason')}" aria-describedby="withdrawal-note">
<p class="note" id="withdrawal-note">${reasonNote}</p></div>
<div class="actions"><button type="submit" class="primary">Withdraw this event</button>
<a class="button" href="${cancelled}">Cancel</a></div>`;
	return operatorForm(page, { name: 'withdraw', className: 'withdrawal' }, content);
}

function changes(root: string, preview: Preview): Markup {
	const told = changesText(preview);
	if (!told) return html`<p>${nothingChanges}</p>`;
	const works = preview.works.map((work) => html`<li>${identifierLink(root, work)}</li>\n`);
	return html`<ul class="changes">
${told.changes.map((change) => html`<li>${change}</li>\n`)}</ul>
${works.length > 0 && html`<details><summary>${told.works}</summary><ul class="names">\n${works}</ul></details>`}`;
}
