// The first rows of a table, with the choice of a role above each column.
import { useEffect, useRef } from 'preact/hooks';
import type { EventPreviewTable } from '../../../clients/typescript/src/schemas.ts';
import type { ColumnRole } from '../../../src/formats/dialects/column-roles.ts';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { columnTitle, roleTitle, withRole } from './column-roles.ts';

type Props = { table: EventPreviewTable; roles: readonly string[] };

/** Renders the rows; the script previews the table again after each choice. */
export function ColumnChoices({ table, roles }: Props) {
	const head = useRef<HTMLTableRowElement>(null);
	const selects = () => [...(head.current?.querySelectorAll('select') ?? [])];
	const preview = () => {
		const form = head.current?.closest('form');
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
			<h3 id="columns">Contents of the columns</h3>
			{!table.has_names && <p class="note">The table has no header: its first row is read as data.</p>}
			<ScrollingTable label="First rows of the table" tall>
				<thead>
					<tr ref={head}>
						{table.columns.map(({ name }, at) => (
							<th key={at} scope="col">
								<label class="column-name" for={`column-${at}`}>
									{columnTitle(name, at)}
								</label>
								<select id={`column-${at}`} name="column" onChange={() => choose(at)}>
									{Object.entries(roleTitle).map(([role, title]) => (
										<option key={role} value={role} selected={role === (roles[at] ?? '-')}>
											{title}
										</option>
									))}
								</select>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{table.rows.map((cells, row) => (
						<tr key={row}>
							{table.columns.map((_, at) => (
								<td key={at} class={roles[at] === '-' ? 'unused' : undefined}>
									<span class="cell">{cells[at]}</span>
								</td>
							))}
						</tr>
					))}
				</tbody>
			</ScrollingTable>
		</section>
	);
}
