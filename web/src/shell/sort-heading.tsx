// The heading of a column by which a table can be ordered.
import type { ComponentChildren } from 'preact';

type Props = {
	/** The address of the table in the order that a press chooses. */
	href: string | undefined;
	/** The present direction; undefined where the table has another order. */
	direction: 'ascending' | 'descending' | undefined;
	children: ComponentChildren;
	rowSpan?: number;
	class?: string;
};

/** Renders the heading, whose link orders the table. */
export function SortHeading({ href, direction, children, ...attributes }: Props) {
	return (
		<th scope="col" {...attributes} aria-sort={direction}>
			<a class="sort" {...(href !== undefined && { href })}>
				{children}
				<span class="direction" aria-hidden="true">
					{direction ? (direction === 'descending' ? '↓' : '↑') : '↕'}
				</span>
			</a>
		</th>
	);
}
