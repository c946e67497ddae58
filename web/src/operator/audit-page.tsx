// Who did what, when and from where, with filters; knows no session.

import { useState } from 'preact/hooks';
import type { AuditEntry } from '../../../clients/typescript/src/operator-schemas.ts';
import {
	actionText,
	auditColumns,
	detailText,
	entriesPerPage,
	filterLabel,
	isOfEvent,
} from '../../../src/http/pages/operator/audit-words.ts';
import { auditActions } from '../../../src/store/audit-actions.ts';
import { type AuditFilters, type AuditView, auditView, writeAuditView } from '../address/audit-view.ts';
import { eventPath } from '../address/operator-view.ts';
import { askAudit } from '../api/operator-api.ts';
import { useLoaded } from '../loading.ts';
import { goTo } from '../navigation.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { momentText } from './moments.ts';

/** Renders one page of entries, newest first. */
export function AuditPage({ view }: { view: AuditView }) {
	const { filters, before } = view;
	const page = useLoaded(writeAuditView(view), () =>
		askAudit(inReadersZone(filters), { before, limit: entriesPerPage }),
	);
	return (
		<>
			<Filters key={writeAuditView(auditView(filters))} filters={filters} refresh={page.retry} />
			{page.failure && <FailureNotice failure={page.failure} />}
			{page.value?.entries.length === 0 && <p class="notice">There is no such entry.</p>}
			{page.value && page.value.entries.length > 0 && <EntryTable entries={page.value.entries} />}
			<nav class="pager" aria-label="Pages">
				{before !== undefined && <a href={writeAuditView(auditView(filters))}>Newest</a>}
				{page.value?.next != null && (
					<a rel="next" href={writeAuditView({ ...view, before: page.value.next })}>
						Older
					</a>
				)}
			</nav>
		</>
	);
}

/** Times are shown in the reader's zone, so a day begins and ends there. */
function inReadersZone({ since, until, ...others }: AuditFilters): AuditFilters {
	const moment = (day: string | undefined, time: string) => {
		const isDay = /^\d{4}-\d\d-\d\d$/.test(day ?? '') && !Number.isNaN(Date.parse(`${day}T${time}`));
		return isDay ? new Date(`${day}T${time}`).toISOString() : day;
	};
	return { ...others, since: moment(since, '00:00:00'), until: moment(until, '23:59:59.999') };
}

function Filters({ filters, refresh }: { filters: AuditFilters; refresh(): void }) {
	const [wanted, setWanted] = useState(filters);
	const set = (name: keyof AuditFilters, value: string) => setWanted({ ...wanted, [name]: value.trim() || undefined });
	const field = (name: keyof AuditFilters, isDay: boolean) => {
		const input = {
			id: `audit-${name}`,
			value: wanted[name] ?? '',
			onInput: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value),
		};
		return (
			<div class="field">
				<label for={input.id}>{filterLabel[name]}</label>
				{isDay ? <input type="date" {...input} /> : <input type="text" {...input} />}
			</div>
		);
	};
	const isSame = writeAuditView(auditView(wanted)) === writeAuditView(auditView(filters));
	return (
		<form
			class="row-form audit-filters"
			aria-label="Filters"
			onSubmit={(event) => {
				event.preventDefault();
				if (isSame) refresh();
				else goTo(auditView(wanted));
			}}
		>
			<div class="field">
				<label for="audit-action">{filterLabel.action}</label>
				<select
					id="audit-action"
					value={wanted.action ?? ''}
					onChange={(event) => set('action', event.currentTarget.value)}
				>
					<option value="">Anything</option>
					{auditActions.map((action) => (
						<option key={action} value={action}>
							{actionText(action)}
						</option>
					))}
				</select>
			</div>
			{field('who', false)}
			{field('subject', false)}
			{field('since', true)}
			{field('until', true)}
			<button type="submit" class="primary">
				Show
			</button>
		</form>
	);
}

function EntryTable({ entries }: { entries: readonly AuditEntry[] }) {
	return (
		<ScrollingTable label="Audit" tall>
			<thead>
				<tr>
					{auditColumns.map((title) => (
						<th key={title} scope="col">
							{title}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{entries.map(({ number, time, who, action, subject, detail, address }) => (
					<tr key={number}>
						<td>{momentText(time)}</td>
						<td>
							<a href={writeAuditView(auditView({ who }))}>{who}</a>
						</td>
						<td>{actionText(action)}</td>
						<td>
							<Subject action={action} subject={subject} />
						</td>
						<td>{detailText(detail)}</td>
						<td>{address}</td>
					</tr>
				))}
			</tbody>
		</ScrollingTable>
	);
}

/** Renders what something was done to: an event as the way to it, anything else as a filter. */
function Subject({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>) {
	if (subject === null) return null;
	if (isOfEvent(action)) {
		return (
			<a href={eventPath(subject)}>
				<code>{subject}</code>
			</a>
		);
	}
	return <a href={writeAuditView(auditView({ subject }))}>{subject}</a>;
}
