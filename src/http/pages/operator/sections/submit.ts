// Submitting a table in three steps without a script: choose it, look what it says, follow what
// becomes of it. What is stored is what was looked at; it knows no answer.
import { html, type Markup } from '../../../answers/html.ts';
import { type InterfaceRequest, refuseForm } from '../interface-asking.ts';
import { sectionTitle } from '../operator-words.ts';
import type { FormFields } from '../plain-form-fields.ts';
import { type AskedPage, type OperatorSection, operatorForm } from '../section.ts';
import {
	bytesOf,
	type ChosenTable,
	chosenTable,
	readingIn,
	requireOneEach,
	sealOf,
	toldIn,
} from '../submit/chosen-table.ts';
import { lookStep } from '../submit/look-step.ts';
import type { Preview } from '../submit/previewed.ts';
import { problem, steps, stepTitle, tableMeaning } from '../submit/submit-words.ts';
import { submittedStep } from '../submit/submitted-step.ts';
import { tableFields } from '../submit/table-fields.ts';
import { type Reading, submissionParameters } from '../submit/table-reading.ts';

export const submit: OperatorSection = {
	title: sectionTitle.submit,
	takesFiles: {
		tooLarge: ' (MAX_BODY_BYTES). Go back, and divide the table, or load it with `link-broker events load`',
	},
	async content(page) {
		const { filled, shown, parameters } = page;
		const eventId = parameters.get('submitted');
		if (eventId !== null && !filled) return step(2, await submittedStep(page, eventId));
		if (!filled || !shown) return step(0, chooseStep(page));
		const preview = shown.answer as Preview;
		return step(1, lookStep(page, { table: await chosenTable(filled), filled, preview }));
	},
	forms: {
		look: { requests: looks, shows: true },
		submitTable: {
			requests: submission,
			leadsTo: (answer) => `submit?submitted=${(answer as { event_id: string }).event_id}`,
		},
	},
};

/** Looks without a choice of columns first, so that one that is refused can be corrected. */
async function* looks(fields: FormFields): AsyncGenerator<InterfaceRequest> {
	const table = await chosenTable(fields);
	const reading = readingIn(fields, table);
	if (reading.columns !== undefined) {
		yield request(table, { ...reading, columns: undefined }, true);
		requireOneEach(reading.columns);
	}
	yield request(table, reading, true);
}

async function* submission(fields: FormFields): AsyncGenerator<InterfaceRequest> {
	yield* looks(fields);
	const table = await chosenTable(fields);
	const reading = readingIn(fields, table);
	if (fields.exact('seen') !== sealOf(table, reading)) throw refuseForm(problem.changed);
	yield request(table, reading, false);
}

function request(table: ChosenTable, reading: Reading, isDryRun: boolean): InterfaceRequest {
	const parameters = new URLSearchParams(isDryRun ? { dry_run: '1' } : {});
	for (const [name, value] of Object.entries(submissionParameters(reading)))
		if (value !== undefined) parameters.set(name, value);
	return { method: 'POST', path: `/events?${parameters}`, body: bytesOf(table) };
}

function step(at: number, content: Markup): Markup {
	const each = steps.map((title, one) => html`<li${one === at && html` aria-current="step"`}>${title}</li>\n`);
	return html`<div class="submit">
<ol class="steps" aria-label="Steps">
${each}</ol>
<h2>${stepTitle(at)}</h2>
${content}</div>`;
}

function chooseStep(page: AskedPage): Markup {
	const fields = tableFields({
		text: page.filled?.exact('text') ?? '',
		told: toldIn(page.filled),
		note: 'Its rows come back in the field below, where they can be corrected.',
	});
	return operatorForm(
		page,
		{ className: 'choose-table', sendsFile: true },
		html`<p>${tableMeaning} <a href="${page.root}link-template.csv" download>Download a table to fill in</a>.</p>
${fields}
<div class="actions"><button type="submit" name="form" value="look" class="primary">${steps[1]}</button>
<span class="note">Nothing is stored yet.</span></div>`,
	);
}
