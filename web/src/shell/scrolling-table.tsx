// A table that scrolls inside its place where the screen is narrower than it.
import type { ComponentChildren } from 'preact';

/**
 * Renders the place of a table; `label` says what it holds. `tall`: it may take the height that it
 * needs.
 */
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
		// biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keyboard (WCAG 2.1.1)
		<section class={tall ? 'scrolling tall' : 'scrolling'} tabIndex={0} aria-label={label}>
			<table>{children}</table>
		</section>
	);
}

/** Renders the heading of a column of buttons, which is only said aloud. */
export function ActionsHeading() {
	return (
		<th scope="col">
			<span class="visually-hidden">Actions</span>
		</th>
	);
}
