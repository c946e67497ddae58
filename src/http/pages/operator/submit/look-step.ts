// The second step: what the columns are taken for, what would be stored, and the table itself, to
// be corrected and looked at again; asks nobody.
import { html, type Markup } from '../../../answers/html.ts';
import type { FormFields } from '../plain-form-fields.ts';
import { type AskedPage, operatorForm } from '../section.ts';
import { type ChosenTable, readingIn, sealOf } from './chosen-table.ts';
import { columnChoices, outcome, type Preview } from './previewed.ts';
import { heading, linksText, steps, summaryText } from './submit-words.ts';
import { tableFields } from './table-fields.ts';
import { loadCommand, type Reading } from './table-reading.ts';

/** Text of a file comes back into the field for rows up to so many characters. */
const mostShownCharacters = 2_000_000;

type Looked = { table: ChosenTable; filled: FormFields; preview: Preview };

/** Writes it. */
export function lookStep(page: AskedPage, { table, filled, preview }: Looked): Markup {
	const reading = readingIn(filled, table);
	const found = preview.table?.columns.map(({ role }) => role as string) ?? [];
	const isOfChoice = isRead(reading, found);
	const isReady = isOfChoice && preview.refusal === null;
	const isKept = table.encoding === undefined || table.text.length <= mostShownCharacters;
	const hidden = {
		name: table.name,
		found: reading.columns && isOfChoice ? filled.exact('found') : found.join(),
		...(isReady && { seen: sealOf(table, reading) }),
	};
	const look = html`<button type="submit" name="form" value="look">${steps[1]} now</button>`;
	return operatorForm(
		page,
		{ className: 'outcome', sendsFile: true },
		html`${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${isOfChoice && html`<p class="summary"><bdi class="file-name">${table.name}</bdi>${summaryText(preview.read)}</p>`}
${encodingNote(table)}
${preview.table && columnChoices(preview.table, reading.columns ?? found)}
${isOfChoice && outcome(preview)}
<div class="actions">${look}
<button type="submit" name="form" value="submitTable" class="primary"${!isReady && html` disabled`}>Submit ${
			isReady && linksText(preview.read.links)
		}</button>
<a href="${page.path}">Begin anew</a></div>
<section class="choose-table" aria-labelledby="again"><h3 id="again">The table, to be corrected</h3>
${tableFields({
	text: isKept ? table.text : '',
	told: reading.told,
	note: isKept
		? 'A file that is chosen here takes the place of the rows below.'
		: `${table.name} is too large for the field below: choose it again, to look at it again or to submit it.`,
	mustChoose: !isKept,
})}
<div class="actions">${look}<span class="note">Nothing is stored yet.</span></div></section>
${onCommandLine(loadCommand(table.name, reading))}`,
	);
}

/**
 * Tells whether a preview is of the columns that were chosen: what was refused is told otherwise.
 */
function isRead({ columns }: Reading, found: readonly string[]): boolean {
	return (
		columns === undefined ||
		(columns.length <= found.length && found.every((role, at) => role === (columns[at] ?? '-')))
	);
}

function encodingNote({ encoding = 'utf-8' }: ChosenTable): Markup | undefined {
	if (encoding.toLowerCase() === 'utf-8') return undefined;
	return html`<p class="notice">The file is not in UTF-8; it is read as ${encoding}. If letters look wrong below,
save it as UTF-8 (in Excel: “CSV UTF-8”), and choose it again.</p>`;
}

function onCommandLine(command: string): Markup {
	return html`<details class="panel"><summary>${heading.command}</summary>
<div class="snippet"><code>${command}</code></div></details>`;
}
