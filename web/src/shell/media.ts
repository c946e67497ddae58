// Media queries as state.
import { useEffect, useState } from 'preact/hooks';

/** Returns whether a media query matches, and renders again when that changes. */
export function useMedia(query: string): boolean {
	const [holds, setHolds] = useState(() => matchMedia(query).matches);
	useEffect(() => {
		const list = matchMedia(query);
		const watch = () => setHolds(list.matches);
		watch();
		list.addEventListener('change', watch);
		return () => list.removeEventListener('change', watch);
	}, [query]);
	return holds;
}
