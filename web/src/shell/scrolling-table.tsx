// A table that scrolls in its place on narrow screens.
import type { ComponentChildren } from 'preact';

/** Renders a table with a label for screen readers. `tall`: without a limit of its height. */
export function ScrollingTable({
	label,
	tall = false,
	children,
}: {
	label: string;
	tall?: boolean;
	children: ComponentChildren;
}) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it (WCAG 2.1.1)
		<section class={tall ? 'scrolling tall' : 'scrolling'} tabIndex={0} aria-label={label}>
			<table>{children}</table>
		</section>
	);
}

/** Renders the heading of a column of buttons, for screen readers only. */
export function ActionsHeading() {
	return (
		<th scope="col">
			<span class="visually-hidden">Actions</span>
		</th>
	);
}
