// The audit for admins: each action with its user, time and address, with filters.
import type { AuditEntry } from '../../../clients/typescript/src/operator-schemas.ts';
import { auditActions } from '../../../src/store/audit-actions.ts';
import { type AuditFilters, type AuditView, auditView, writeAuditView } from '../address/audit-view.ts';
import { eventPath } from '../address/operator-view.ts';
import { useRefreshed } from '../asking/use-refreshed.ts';
import { Pager } from '../shell/pager.tsx';
import { actionText, detailText, entriesPerPage, filterLabel, isOfEvent } from './audit-words.ts';
import { momentText } from './moments.ts';
import { operatorOf } from './operator-client.ts';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';

const columns = ['Time', 'User', 'Action', 'Subject', 'Details', 'Address'];

/** Renders one page of entries, newest first. */
export function AuditPage({ view }: { view: AuditView }) {
	const { filters, before } = view;
	const { value, failure, again } = useRefreshed('audit', { ...filters, before }, (connection) =>
		operatorOf(connection).audit(filters, { before, limit: entriesPerPage }),
	);
	const newest = auditView(filters);
	return (
		<>
			<SectionHead title={sectionTitle.audit} failure={failure} />
			<Filters key={writeAuditView(newest)} filters={filters} again={again} />
			{value?.entries.length === 0 && <p class="notice">No entries found.</p>}
			{value !== undefined && value.entries.length > 0 && (
				<SectionTable label="Audit" columns={columns}>
					{value.entries.map((entry) => (
						<EntryRow key={entry.number} entry={entry} />
					))}
				</SectionTable>
			)}
			<Pager
				first={before === undefined ? undefined : newest}
				next={value?.next == null ? undefined : { ...view, before: value.next }}
				words={{ first: 'Newest', next: 'Older' }}
			/>
		</>
	);
}

/** Days are in UTC, like the shown times. */
function Filters({ filters, again }: { filters: AuditFilters; again(): void }) {
	const field = (name: keyof AuditFilters, type: 'text' | 'date') => (
		<div class="field">
			<label for={`audit-${name}`}>{filterLabel[name]}</label>
			<input type={type as 'text'} id={`audit-${name}`} name={name} defaultValue={filters[name] ?? ''} />
		</div>
	);
	return (
		// Submitting the same filters again loads new entries.
		<form action={writeAuditView(auditView())} class="row-form audit-filters" aria-label="Filters" onSubmit={again}>
			<div class="field">
				<label for="audit-action">{filterLabel.action}</label>
				<select id="audit-action" name="action">
					<option value="">All actions</option>
					{auditActions.map((action) => (
						<option key={action} value={action} selected={action === filters.action}>
							{actionText(action)}
						</option>
					))}
				</select>
			</div>
			{field('who', 'text')}
			{field('subject', 'text')}
			{field('since', 'date')}
			{field('until', 'date')}
			<button type="submit" class="primary">
				Filter
			</button>
		</form>
	);
}

function EntryRow({ entry: { time, who, action, subject, detail, address } }: { entry: AuditEntry }) {
	return (
		<tr>
			<td>{momentText(time)}</td>
			<td>
				<a href={writeAuditView(auditView({ who }))}>{who}</a>
			</td>
			<td>{actionText(action)}</td>
			<td>{subject !== null && <Subject action={action} subject={subject} />}</td>
			<td>{detailText(detail)}</td>
			<td>{address}</td>
		</tr>
	);
}

/** Renders the subject of an entry: an event as a link to it, anything else as a filter. */
function Subject({ action, subject }: { action: string; subject: string }) {
	if (!isOfEvent(action)) return <a href={writeAuditView(auditView({ subject }))}>{subject}</a>;
	return (
		<a href={eventPath(subject)}>
			<code>{subject}</code>
		</a>
	);
}
