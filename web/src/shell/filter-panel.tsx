// The panel that filters stand in; knows no filter.
import type { ComponentChildren } from 'preact';
import { useMedia } from './media.ts';

/**
 * Renders filters, of which so many are set: open beside the results where there is room, folded above
 * them elsewhere.
 */
export function FilterPanel({ active, children }: { active: number; children: ComponentChildren }) {
	const wide = useMedia('(min-width: 60rem)');
	if (wide) {
		return (
			<section class="panel" aria-labelledby="filters">
				<h2 id="filters">Filters</h2>
				{children}
			</section>
		);
	}
	return (
		<details class="panel">
			<summary>
				<h2>Filters{active > 0 && ` (${active} set)`}</h2>
			</summary>
			{children}
		</details>
	);
}
