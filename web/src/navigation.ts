// The browser's address as state: follows links and the back button without loading anew; knows no
// page's content.
import { useEffect, useState } from 'preact/hooks';
import { readView, type View, writeView } from './address/address.ts';

const watchers = new Set<() => void>();

/** Answers the view of the present address, and renders again when it changes. */
export function useView(): View {
	const [view, setView] = useState(() => readView(location));
	useEffect(() => {
		const watch = () => setView(readView(location));
		watchers.add(watch);
		watch();
		return () => void watchers.delete(watch);
	}, []);
	return view;
}

/**
 * Goes to a view. `replace` leaves no step in the history, for changes that come many at a time.
 */
export function goTo(view: View, { replace = false }: { replace?: boolean } = {}): void {
	const before = location.pathname;
	const address = writeView(view);
	if (address !== location.pathname + location.search) {
		if (replace) history.replaceState(null, '', address);
		else history.pushState(null, '', address);
	}
	if (location.pathname !== before) scrollTo(0, 0);
	for (const watcher of watchers) watcher();
}

/** Makes links within the explorer change the view instead of loading a page. */
export function followLinks(): void {
	addEventListener('popstate', () => {
		for (const watcher of watchers) watcher();
	});
	document.addEventListener('click', (event) => {
		if (
			event.defaultPrevented ||
			event.button !== 0 ||
			event.metaKey ||
			event.ctrlKey ||
			event.shiftKey ||
			event.altKey
		)
			return;
		const link = (event.target as Element | null)?.closest<HTMLAnchorElement | SVGAElement>('a[href]');
		const href = link?.getAttribute('href');
		if (!href?.startsWith('/') || link?.hasAttribute('download') || link?.hasAttribute('target')) return;
		const view = readView(new URL(href, location.href));
		if (view.page === 'missing') return;
		event.preventDefault();
		goTo(view);
	});
}
