// The panel that filters stand in.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Renders filters, of which so many are set: folded above the results, but shown beside them where
 * there is room. The style sheet does that at once; the script then says it to screen readers, too.
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
