// What the browser says about the screen and its user's wishes, as state.
import { useEffect, useState } from 'preact/hooks';

/** Says whether a media query holds, and renders again when that changes. */
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
