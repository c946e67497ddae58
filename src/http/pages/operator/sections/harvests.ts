// Harvests of other services, for admins: how each is, what came of it, and what went wrong; makes
// none.
import type { HarvestDocument } from '../../../../broker/harvests.ts';
import { html, type Markup } from '../../../answers/html.ts';
import { momentText } from '../moment-texts.ts';
import { harvestConditionText, harvestWords, sectionTitle } from '../operator-words.ts';
import { actButton, refreshing, scrollingTable, withConfirmation } from '../parts.ts';
import type { FormFields } from '../plain-form-fields.ts';
import type { AskedPage, OperatorForm, OperatorSection } from '../section.ts';

export const harvests: OperatorSection = {
	title: sectionTitle.harvests,
	async content(page) {
		const { harvests } = await page.ask<{ harvests: HarvestDocument[] }>('/harvests');
		return html`${refreshing(page)}
${
	harvests.length === 0
		? html`<p class="notice">${harvestWords.none} <code>${harvestWords.command}</code>.</p>`
		: scrollingTable(
				'Harvests',
				harvestWords.columns,
				harvests.map((harvest) => harvestRow(page, harvest)),
			)
}`;
	},
	forms: {
		startHarvest: ordering('start'),
		pauseHarvest: ordering('pause'),
		forgetHarvest: {
			requests: (fields) => [{ method: 'DELETE', path: harvestPath(fields) }],
			done: harvestWords.done.remove,
		},
	},
};

function ordering(order: 'start' | 'pause'): OperatorForm {
	return {
		requests: (fields) => [{ method: 'POST', path: harvestPath(fields), body: { order } }],
		done: harvestWords.done[order],
	};
}

function harvestPath(fields: FormFields): string {
	return `/harvests/${encodeURIComponent(fields.exact('number'))}`;
}

function harvestRow(page: AskedPage, harvest: HarvestDocument): Markup {
	const { number, name, next, last_complete: complete, totals, last } = harvest;
	const act = { what: `harvest ${number}`, fields: { number: String(number) } };
	return html`<tr><td>${number}</td>
<th scope="row"><code>${name}</code>${last?.problem && html`<p class="wrong">${last.problem}</p>`}${last?.notes.map(
		(note) => html`<p class="note">${note}</p>`,
	)}</th>
<td>${harvestConditionText(harvest)}</td><td>${momentText(next)}</td><td>${momentText(complete)}</td>
<td>${totals.records.toLocaleString('en')}</td><td>${totals.links.toLocaleString('en')}</td>
<td>${totals.failures.toLocaleString('en')}</td>
<td><div class="actions">${actButton(page, { ...act, form: 'startHarvest', does: 'Start now' })}${
		next !== null && actButton(page, { ...act, form: 'pauseHarvest', does: 'Pause' })
	}${withConfirmation(page, {
		...act,
		...{ form: 'forgetHarvest', does: 'Forget', question: harvestWords.forgets(name) },
	})}</div></td></tr>
`;
}
