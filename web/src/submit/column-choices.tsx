// The first rows of a table with a choice above each column of what it holds; knows no request.
import type { EventPreviewTable } from '../../../clients/typescript/src/schemas.ts';
import type { ColumnRole } from '../../../src/formats/dialects/column-roles.ts';
import {
	columnTitle,
	heading,
	namesNothing,
	offeredRoles,
	roleTitle,
	tableLabel,
} from '../../../src/http/pages/operator/submit/submit-words.ts';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { withRole } from './roles.ts';

type Props = {
	table: EventPreviewTable;
	roles: readonly ColumnRole[];
	choose(roles: readonly ColumnRole[]): void;
	busy: boolean;
};

/** Renders them; `choose` takes the roles of all columns. */
export function ColumnChoices({ table, roles, choose, busy }: Props) {
	return (
		<section aria-labelledby="columns">
			<h3 id="columns">{heading.columns}</h3>
			{!table.has_names && <p class="note">{namesNothing}</p>}
			<ScrollingTable label={tableLabel.columns} tall>
				<thead>
					<tr>
						{table.columns.map(({ name }, at) => (
							<th key={at} scope="col">
								<label class="column-name" for={`column-${at}`}>
									{columnTitle(name, at)}
								</label>
								<select
									id={`column-${at}`}
									disabled={busy}
									value={roles[at] ?? '-'}
									onChange={(event) => choose(withRole(roles, at, event.currentTarget.value as ColumnRole))}
								>
									{offeredRoles.map((role) => (
										<option key={role} value={role}>
											{roleTitle[role]}
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
