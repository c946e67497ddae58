// Who did what, when and from where, with filters; knows no session.
import { auditActions } from '../../../../broker/audit.ts';
import { html, type Markup } from '../../../answers/html.ts';
import {
	actionText,
	auditColumns,
	detailText,
	entriesPerPage,
	filterLabel,
	isOfEvent,
	type ShownEntry,
} from '../audit-words.ts';
import { momentText } from '../moment-texts.ts';
import { sectionTitle } from '../operator-words.ts';
import { addressWith, pager, scrollingTable } from '../parts.ts';
import type { OperatorSection } from '../section.ts';

type FilterName = keyof typeof filterLabel;
type Filters = Readonly<Record<FilterName, string | undefined>>;

export const audit: OperatorSection = {
	title: sectionTitle.audit,
	async content({ root, parameters, ask, part }) {
		const textOf = (name: string) => parameters.get(name)?.trim() || undefined;
		const names = Object.keys(filterLabel) as FilterName[];
		const filters = Object.fromEntries(names.map((name) => [name, textOf(name)])) as Filters;
		const before = textOf('before');
		const asked = addressWith('/audit', { ...filters, before, limit: String(entriesPerPage) });
		const path = `${root}operator/audit`;
		const list = async () => {
			const { entries, next } = await ask<{ entries: ShownEntry[]; next: string | null }>(asked);
			return html`${entries.length === 0 ? html`<p class="notice">There is no such entry.</p>` : table(root, entries)}
${pager(path, filters, { before, next })}`;
		};
		return html`${filterForm(path, filters)}
${await part(list)}`;
	},
	forms: {},
};

/** Writes the form; a day begins and ends in UTC, as no page knows the zone of its reader. */
function filterForm(path: string, filters: Filters): Markup {
	const field = (name: FilterName, type: 'text' | 'date') => html`<div class="field">
<label for="audit-${name}">${filterLabel[name]}</label>
<input type="${type}" id="audit-${name}" name="${name}" value="${filters[name]}"></div>
`;
	const options = auditActions.map(
		(action) =>
			html`<option value="${action}"${action === filters.action && html` selected`}>${actionText(action)}</option>\n`,
	);
	return html`<form method="get" action="${path}" class="row-form audit-filters" aria-label="Filters">
<div class="field"><label for="audit-action">${filterLabel.action}</label>
<select id="audit-action" name="action"><option value="">Anything</option>
${options}</select></div>
${field('who', 'text')}${field('subject', 'text')}${field('since', 'date')}${field('until', 'date')}
<button type="submit" class="primary">Show</button></form>`;
}

function table(root: string, entries: readonly ShownEntry[]): Markup {
	const narrowed = (name: FilterName, value: string) =>
		html`<a href="${addressWith(`${root}operator/audit`, { [name]: value })}">${value}</a>`;
	const subjectOf = ({ action, subject }: ShownEntry) => {
		if (subject === null || !isOfEvent(action)) return subject && narrowed('subject', subject);
		return html`<a href="${root}operator/events/${encodeURIComponent(subject)}"><code>${subject}</code></a>`;
	};
	const rows = entries.map(
		(entry) => html`<tr><td>${momentText(entry.time)}</td><td>${narrowed('who', entry.who)}</td>
<td>${actionText(entry.action)}</td><td>${subjectOf(entry)}</td><td>${detailText(entry.detail)}</td>
<td>${entry.address}</td></tr>
`,
	);
	return scrollingTable('Audit', auditColumns, rows, false);
}
