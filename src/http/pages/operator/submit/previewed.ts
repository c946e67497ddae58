// What a table would come to: what its columns are taken for, to be corrected, its links, and what
// is wrong by line and column; knows no form.
import type { z } from '@hono/zod-openapi';
import { schemeTitle } from '../../../../identifiers/index.ts';
import { html, type Markup } from '../../../answers/html.ts';
import type { previewSchema } from '../../../routes/events/submission-schemas.ts';
import {
	columnTitle,
	heading,
	inPageWords,
	leftOutTexts,
	linkHeads,
	namesNothing,
	nothingKnown,
	offeredRoles,
	problemHeads,
	roleTitle,
	tableLabel,
} from './submit-words.ts';
import { option } from './table-fields.ts';

/** What `POST /events?dry_run=1` answers. */
export type Preview = z.infer<typeof previewSchema>;

export type PreviewedTable = NonNullable<Preview['table']>;

type PreviewedLink = Preview['links'][number];

/** Writes the first rows with a choice above each column of what it holds. */
export function columnChoices({ has_names, columns, rows }: PreviewedTable, roles: readonly string[]): Markup {
	const heads = columns.map(({ name }, at) => {
		const choices = offeredRoles.map((role) => option(role, roleTitle[role], roles[at] ?? '-'));
		return html`<th scope="col"><label class="column-name" for="column-${at}">${columnTitle(name, at)}</label>
<select id="column-${at}" name="column">${choices}</select></th>
`;
	});
	const lines = rows.map((cells) => {
		const each = columns.map(
			(_, at) => html`<td${roles[at] === '-' && html` class="unused"`}><span class="cell">${cells[at]}</span></td>`,
		);
		return html`<tr>${each}</tr>\n`;
	});
	return html`<section aria-labelledby="columns"><h3 id="columns">${heading.columns}</h3>
${!has_names && html`<p class="note">${namesNothing}</p>`}
<section class="scrolling tall" aria-label="${tableLabel.columns}" tabindex="0"><table>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines}</tbody></table></section></section>`;
}

/** Writes what would be stored, and what not. */
export function outcome(preview: Preview): Markup {
	const { refusal, table, links, read } = preview;
	const isUnknown = table?.columns.every(({ role }) => role === '-') === true;
	return html`${
		refusal !== null &&
		html`<p class="notice failure" role="alert">${isUnknown ? nothingKnown : inPageWords(refusal)}</p>`
	}
${problems(preview)}
${links.length > 0 && previewedLinks(links, read.links)}`;
}

function problems({ read, refused, refused_count }: Preview): Markup | undefined {
	const count = read.wrong_cell_count + refused_count;
	const others = leftOutTexts(read);
	if (count === 0 && others.length === 0) return undefined;
	const cells = read.wrong_cells.map(
		({ line, column, name, cell, problem }) => html`<tr><td class="amount">${number(line)}</td>
<td>${column} ${name !== '' && html`<bdi>(${columnTitle(name, column - 1)})</bdi>`}</td>
<td><code>${cell}</code></td><td>${problem}</td></tr>\n`,
	);
	const records = refused.map(
		({ line, pointer, message }) => html`<tr><td class="amount">${number(line)}</td><td>–</td>
<td>${pointer !== null && html`<code>${pointer}</code>`}</td><td>${message}</td></tr>\n`,
	);
	const rows = [...cells, ...records];
	return html`<section aria-labelledby="problems">
<h3 id="problems">${heading.problems} ${count > 0 && html`<span class="count">${number(count)}</span>`}</h3>
${others.length > 0 && html`<ul class="left-out">${others.map((text) => html`<li>${text}</li>\n`)}</ul>`}
${count > 0 && scrolling(tableLabel.problems, problemHeads, rows)}
${count > rows.length && html`<p class="note">Only the first ${number(rows.length)} are shown.</p>`}</section>`;
}

function previewedLinks(links: readonly PreviewedLink[], total: number): Markup {
	const rows = links.map(
		({ line, source, relation, subtype, target, provider, date }) => html`<tr><td class="amount">${number(line)}</td>
<td>${work(source)}</td>
<td>${relation}${subtype !== null && subtype !== relation && html`<span class="note"> (${subtype})</span>`}</td>
<td>${work(target)}</td><td><bdi>${provider}</bdi></td><td class="date">${date}</td></tr>\n`,
	);
	return html`<section aria-labelledby="links">
<h3 id="links">${heading.links} <span class="count">${number(total)}</span></h3>
${scrolling(tableLabel.links, linkHeads, rows)}
${total > links.length && html`<p class="note">The first ${links.length} are shown.</p>`}</section>`;
}

function work({ identifiers, title }: PreviewedLink['source']): Markup {
	const each = identifiers.map(
		({ ID, IDScheme }) => html`<span class="work-identifier"><span class="scheme">${schemeTitle(IDScheme)}</span>
<span class="identifier">${ID}</span></span>`,
	);
	return html`${title !== null && html`<bdi class="work-title">${title}</bdi>`}${each}`;
}

/** Writes a table whose first column holds numbers. */
function scrolling(label: string, heads: readonly string[], rows: readonly Markup[]): Markup {
	const columns = heads.map((head, at) => html`<th scope="col"${at === 0 && html` class="amount"`}>${head}</th>`);
	return html`<section class="scrolling" aria-label="${label}" tabindex="0"><table>
<thead><tr>${columns}</tr></thead>
<tbody>
${rows}</tbody></table></section>`;
}

function number(count: number): string {
	return count.toLocaleString('en');
}
