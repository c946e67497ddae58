// The tables of the pages for operators.
import type { ComponentChildren } from 'preact';
import { ActionsHeading, ScrollingTable } from '../shell/scrolling-table.tsx';

type Props = {
	label: string;
	/** The headings of the columns; of those with numbers as `amount`. */
	columns: readonly (string | { amount: string })[];
	/** Whether a last column has buttons. */
	acts?: boolean;
	/** Whether it may take the height that it needs; it may unless said. */
	tall?: boolean;
	/** The rows. */
	children: ComponentChildren;
};

/** Renders a table with these columns. */
export function SectionTable({ label, columns, acts = false, tall = true, children }: Props) {
	return (
		<ScrollingTable label={label} tall={tall}>
			<thead>
				<tr>
					{columns.map((column) => {
						const { title, look } =
							typeof column === 'string'
								? { title: column, look: undefined }
								: { title: column.amount, look: 'amount' };
						return (
							<th scope="col" class={look} key={title}>
								{title}
							</th>
						);
					})}
					{acts && <ActionsHeading />}
				</tr>
			</thead>
			<tbody>{children}</tbody>
		</ScrollingTable>
	);
}
