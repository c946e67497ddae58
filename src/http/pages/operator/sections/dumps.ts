// Dumps of the whole graph, for admins: to have one made, to see how far it is, to download and
// remove it; makes none itself.
import { html, type Markup } from '../../../answers/html.ts';
import type { DumpDocument } from '../../../routes/operators/dumps.ts';
import { momentText } from '../moment-texts.ts';
import { bytesText, dumpFormatTitles, dumpWords, sectionTitle } from '../operator-words.ts';
import { refreshing, scrollingTable, withConfirmation } from '../parts.ts';
import { type AskedPage, type OperatorSection, operatorForm } from '../section.ts';

export const dumps: OperatorSection = {
	title: sectionTitle.dumps,
	async content(page) {
		const { dumps } = await page.ask<{ dumps: DumpDocument[] }>('/dumps');
		const isMaking = dumps.some(({ state }) => state === 'Making');
		return html`<p>${dumpWords.about}</p>
${newDump(page, isMaking)}
${isMaking && refreshing(page)}
${
	dumps.length === 0
		? html`<p class="notice">${dumpWords.none}</p>`
		: scrollingTable(
				'Dumps',
				dumpWords.columns,
				dumps.map((dump) => dumpRow(page, dump)),
			)
}`;
	},
	forms: {
		makeDump: {
			requests: (fields) => [{ method: 'POST', path: `/dumps?format=${encodeURIComponent(fields.exact('format'))}` }],
			done: dumpWords.making,
		},
		removeDump: {
			requests: (fields) => [{ method: 'DELETE', path: `/dumps/${encodeURIComponent(fields.exact('id'))}` }],
			done: dumpWords.removed,
		},
	},
};

/** Writes the form for a new dump; one is made at a time. */
function newDump(page: AskedPage, isMaking: boolean): Markup {
	const chosen = page.filled?.exact('format');
	const options = dumpFormatTitles.map(
		([name, title]) => html`<option value="${name}"${name === chosen && html` selected`}>${title}</option>
`,
	);
	const fields = html`<div class="field"><label for="dump-format">Format</label>
<select id="dump-format" name="format">
${options}</select></div>
<button type="submit" class="primary"${isMaking && html` disabled`}>Make a dump</button>`;
	return operatorForm(page, { name: 'makeDump', className: 'row-form' }, fields);
}

function dumpRow(page: AskedPage, dump: DumpDocument): Markup {
	const { started, format, state, error, works, counts, bytes, by } = dump;
	return html`<tr><th scope="row">${momentText(started)}</th><td>${format}</td>
<td><span class="state ${state === 'Failed' ? 'Error' : state}">${state}</span> ${error}</td>
<td>${works.toLocaleString('en')}</td><td>${counts?.links.toLocaleString('en')}</td>
<td>${bytes !== null && bytesText(bytes)}</td><td>${by}</td>
<td><div class="actions">${dumpActions(page, dump)}</div></td></tr>
`;
}

function dumpActions(page: AskedPage, { id, format, started, state }: DumpDocument): Markup {
	const what = `${format} of ${momentText(started)}`;
	const words =
		state === 'Making'
			? { does: 'Give up', confirms: 'Give it up', question: dumpWords.givesUp }
			: { does: 'Remove', question: dumpWords.removes };
	const address = `${page.root}api/dumps/${encodeURIComponent(id)}/file`;
	return html`${
		state === 'Done' && html`<a href="${address}" download>Download<span class="visually-hidden"> ${what}</span></a>`
	}${withConfirmation(page, { ...words, form: 'removeDump', what, fields: { id } })}`;
}
