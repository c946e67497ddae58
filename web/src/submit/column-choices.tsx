// The choice of a role for each column, beside what it was read as and its first values.
import { useEffect, useRef } from 'preact/hooks';
import type { EventPreviewTable, EventPreviewTableColumn } from '../../../clients/typescript/src/schemas.ts';
import type { ColumnRole } from '../../../src/formats/dialects/column-roles.ts';
import { columnTitle, roleGroups, roleTitle, withRole } from './column-roles.ts';

/** `roles` are those that are shown, `found` those that were detected. */
type Props = { table: EventPreviewTable; roles: readonly ColumnRole[]; found: readonly ColumnRole[] };

/** Renders the columns; the script previews the table again after each choice. */
export function ColumnChoices({ table, roles, found }: Props) {
	const list = useRef<HTMLOListElement>(null);
	const selects = () => [...(list.current?.querySelectorAll('select') ?? [])];
	const preview = () => {
		const form = list.current?.closest('form');
		form?.requestSubmit(form.querySelector<HTMLButtonElement>('[value="preview"]'));
	};
	const choose = (at: number) => {
		const before = selects();
		const chosen = withRole(
			before.map(({ value }) => value as ColumnRole),
			at,
			before[at]?.value as ColumnRole,
		);
		for (const [each, select] of before.entries()) select.value = chosen[each] ?? '-';
		preview();
	};
	useEffect(() => {
		// Preview choices that were made during the last preview.
		if (selects().some(({ value }, at) => value !== (roles[at] ?? '-'))) preview();
	}, [roles.join()]);
	return (
		<section aria-labelledby="columns">
			<h3 id="columns">
				Columns <span class="count">{table.columns.length}</span>
			</h3>
			<p class="note">
				{table.has_names
					? 'If a column was read wrongly, choose what it holds.'
					: 'The table has no header: its first row is read as data. If a column was read wrongly, choose what it holds.'}
			</p>
			<ol class="column-choices" ref={list}>
				{table.columns.map((column, at) => (
					<li key={at}>
						<Choice column={column} at={at} role={roles[at]} found={found[at]} onChange={() => choose(at)} />
					</li>
				))}
			</ol>
		</section>
	);
}

type ChoiceProps = {
	column: EventPreviewTableColumn;
	at: number;
	role: ColumnRole | undefined;
	found: ColumnRole | undefined;
	onChange: () => void;
};

function Choice({ column: { name, values }, at, role = '-', found = '-', onChange }: ChoiceProps) {
	return (
		<>
			<label class="column-name" for={`column-${at}`}>
				<bdi>{columnTitle(name, at)}</bdi>
			</label>
			<div>
				<select id={`column-${at}`} aria-describedby={`values-${at}`} name="column" onChange={onChange}>
					{roleGroups.map(({ title, roles }) => (
						<optgroup key={title} label={title}>
							{roles.map((each) => (
								<option key={each} value={each} selected={each === role}>
									{roleTitle(each)}
								</option>
							))}
						</optgroup>
					))}
				</select>
				{found !== role && <p class="note">First read as: {roleTitle(found)}</p>}
			</div>
			<ul id={`values-${at}`} class={role === '-' ? 'values unused' : 'values'}>
				{values.map((value) => (
					<li key={value}>
						<bdi class="cell">{value}</bdi>
					</li>
				))}
				{values.length === 0 && <li class="note">no values in the first rows</li>}
			</ul>
		</>
	);
}
