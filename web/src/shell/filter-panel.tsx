// The panel around filters.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Renders filters, `active` of them set: folded above the results, or open beside them on wide
 * screens. The style sheet does this at once; the script then opens the element for screen readers.
 */
export function FilterPanel({ active, children }: { active: number; children: ComponentChildren }) {
	const panel = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		const wide = matchMedia('(min-width: 60rem)');
		const follow = () => {
			if (panel.current) panel.current.open = wide.matches;
		};
		if (wide.matches) follow();
		wide.addEventListener('change', follow);
		return () => wide.removeEventListener('change', follow);
	}, []);
	return (
		<details class="panel filter-panel" ref={panel}>
			<summary>
				<h2>Filters{active > 0 && ` (${active} set)`}</h2>
			</summary>
			{children}
		</details>
	);
}
