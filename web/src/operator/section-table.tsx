// The tables of the administration pages.
import type { ComponentChildren } from 'preact';
import { ActionsHeading, ScrollingTable } from '../shell/scrolling-table.tsx';

type Props = {
	label: string;
	/** The headings of the columns; `amount` for columns of numbers. */
	columns: readonly (string | { amount: string })[];
	/** Whether a last column has buttons. */
	acts?: boolean;
	/** Whether its height is unlimited; true by default. */
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
