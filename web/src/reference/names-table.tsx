// A table of the reference: parameters, fields, responses.
import type { ComponentChildren } from 'preact';
import { ScrollingTable } from '../shell/scrolling-table.tsx';

type TableProps = { label: string; heads: readonly string[]; rows: readonly ComponentChildren[][] };

/** Renders a table whose first column has names. */
export function NamesTable({ label, heads, rows }: TableProps) {
	return (
		<ScrollingTable label={label} tall>
			<thead>
				<tr>
					{heads.map((head) => (
						<th key={head} scope="col">
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((cells, row) => (
					<tr key={row}>
						{cells.map((cell, column) => (
							<td key={column}>{cell}</td>
						))}
					</tr>
				))}
			</tbody>
		</ScrollingTable>
	);
}
