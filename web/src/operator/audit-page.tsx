// Who did what, when and from where, with filters; knows no session.
import { useState } from 'preact/hooks';
import { auditActions } from '../../../src/ports/records/audit.ts';
import { type AuditFilters, type AuditView, auditView, writeAuditView } from '../address/audit-view.ts';
import { eventPath } from '../address/operator-view.ts';
import { type AuditEntry, askAudit } from '../api/audit-api.ts';
import { useLoaded } from '../loading.ts';
import { goTo } from '../navigation.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { momentText } from './moments.ts';

const entriesPerPage = 50;

/** Renders one page of entries, newest first. */
export function AuditPage({ view }: { view: AuditView }) {
	const { filters, before } = view;
	const page = useLoaded(writeAuditView(view), () =>
		askAudit(inReadersZone(filters), { before, limit: entriesPerPage }),
	);
	return (
		<>
			<Filters key={writeAuditView(auditView(filters))} filters={filters} refresh={page.retry} />
			{page.failure && <FailureNotice failure={page.failure} retry={page.retry} />}
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
	const field = (name: keyof AuditFilters, label: string, isDay: boolean) => {
		const input = {
			id: `audit-${name}`,
			value: wanted[name] ?? '',
			onInput: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value),
		};
		return (
			<div class="field">
				<label for={input.id}>{label}</label>
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
				<label for="audit-action">What was done</label>
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
			{field('who', 'By whom', false)}
			{field('subject', 'To what', false)}
			{field('since', 'Since', true)}
			{field('until', 'Until', true)}
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
					<th scope="col">When</th>
					<th scope="col">Who</th>
					<th scope="col">What was done</th>
					<th scope="col">To what</th>
					<th scope="col">Detail</th>
					<th scope="col">From</th>
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
	if (action.startsWith('event.')) {
		return (
			<a href={eventPath(subject)}>
				<code>{subject}</code>
			</a>
		);
	}
	return <a href={writeAuditView(auditView({ subject }))}>{subject}</a>;
}

/** Writes an action as words: `token.created` is `Token created`. */
function actionText(action: string): string {
	const words = action.replace('.', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Writes a detail as words: `links 3, noindex`. */
function detailText(detail: AuditEntry['detail']): string {
	const parts = Object.entries(detail).flatMap(([name, value]) => {
		if (value === null || value === false) return [];
		const words = name.replaceAll('_', ' ');
		if (value === true) return [words];
		return [`${words} ${typeof value === 'object' ? value.join(' ') : value}`];
	});
	return parts.join(', ');
}
