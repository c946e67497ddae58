// The fields in which a table is chosen or pasted, and what it does not say itself; knows no
// answer.
import { html, type Markup } from '../../../answers/html.ts';
import {
	example,
	fieldTitle,
	fileTypes,
	foundRelation,
	heading,
	mostCharacters,
	offeredRelations,
} from './submit-words.ts';
import type { Told } from './table-reading.ts';

/** What the fields hold: `note` is said of the file, which `mustChoose` asks for. */
type Held = { text: string; told: Told; note: string; mustChoose?: boolean };

/** Writes them. */
export function tableFields({ text, told, note, mustChoose = false }: Held): Markup {
	const lines = text === '' ? 4 : 12;
	return html`<div class="panel drop">
<label for="table-file">${fieldTitle.file}</label>
<input id="table-file" name="file" type="file" accept="${fileTypes}" aria-describedby="table-file-note"${
		mustChoose && html` required`
	}>
<p class="note" id="table-file-note">${note}</p>
<label for="table-text">${fieldTitle.text}</label>
<textarea id="table-text" name="text" rows="${lines}" autocomplete="off" autocapitalize="off" spellcheck="false">
${text}</textarea></div>
<fieldset class="untold"><legend>${heading.untold}</legend>
<div class="field"><label for="told-provider">${fieldTitle.provider}</label>
<input id="told-provider" name="provider" autocomplete="organization" maxlength="${mostCharacters.provider}"
placeholder="${example.provider}" value="${told.provider}"></div>
<div class="field"><label for="told-relation">${fieldTitle.relation}</label>
<select id="told-relation" name="relation"><option value="">${foundRelation}</option>
${offeredRelations.map((name) => option(name, name, told.relation))}</select></div>
<div class="field"><label for="told-date">${fieldTitle.date}</label>
<input id="told-date" name="date" type="date" value="${told.date}"></div>
<div class="field"><label for="told-source">${fieldTitle.source}</label>
<input id="told-source" name="source" autocomplete="off" maxlength="${mostCharacters.source}"
placeholder="${example.source}" value="${told.source}"></div></fieldset>`;
}

/** Writes what may be chosen. */
export function option(value: string, title: string, chosen: string): Markup {
	return html`<option value="${value}"${value === chosen && html` selected`}>${title}</option>\n`;
}
