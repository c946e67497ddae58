// The browser's address as state: links, forms that ask, and the back button change what is shown
// without loading the page anew. On the server the address is that of the request.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { readView, type View, writeView } from './address/address.ts';

const watchers = new Set<() => void>();

/** Path and query of what is shown, in the browser. */
let shownAddress = '';

/** The view of the request, on the server. */
export const ViewContext = createContext<View | undefined>(undefined);

/** Answers the view of the present address, and renders again when it changes. */
export function useView(): View {
	const asked = useContext(ViewContext);
	const [view, setView] = useState(() => asked ?? readView(location));
	useEffect(() => watchSteps(() => setView(readView(location))), []);
	return view;
}

/** Calls `watch` at every step to a view, also to that which is shown; answers what ends that. */
export function watchSteps(watch: () => void): () => void {
	watchers.add(watch);
	return () => void watchers.delete(watch);
}

/**
 * Goes to a view. `replace` leaves no step in the history, for changes that come many at a time.
 */
export function goTo(view: View, options: { replace?: boolean } = {}): void {
	goToAddress(writeView(view), options);
}

/** Goes to the address of a page of this site: path and query. */
export function goToAddress(address: string, { replace = false }: { replace?: boolean } = {}): void {
	const before = location.pathname;
	if (address !== location.pathname + location.search) {
		if (replace) history.replaceState(null, '', address);
		else history.pushState(null, '', address);
	}
	if (location.pathname !== before) scrollTo(0, 0);
	shownAddress = location.pathname + location.search;
	for (const watcher of watchers) watcher();
}

/**
 * Makes links within the site, and forms that ask, change the view instead of loading a page. A
 * form with the class `at-once` is sent as soon as one of its fields has changed.
 */
export function followLinks(): void {
	shownAddress = location.pathname + location.search;
	addEventListener('popstate', () => {
		// A step within the page, as to its content, shows nothing else.
		if (location.pathname + location.search === shownAddress) return;
		shownAddress = location.pathname + location.search;
		for (const watcher of watchers) watcher();
	});
	document.addEventListener('click', followLink);
	document.addEventListener('submit', followForm);
	document.addEventListener('change', ({ target }) => {
		const { form } = target as HTMLInputElement;
		if (form?.classList.contains('at-once')) form.requestSubmit();
	});
}

function followLink(event: MouseEvent): void {
	const { metaKey, ctrlKey, shiftKey, altKey } = event;
	if (event.defaultPrevented || event.button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
	const link = (event.target as Element | null)?.closest<HTMLAnchorElement | SVGAElement>('a[href]');
	const href = link?.getAttribute('href');
	if (!href || link?.hasAttribute('download') || link?.hasAttribute('target')) return;
	follow(event, href);
}

/** Reads an empty field as one that is not there: the address stays short. */
function followForm(event: SubmitEvent): void {
	const form = event.target as HTMLFormElement;
	if (event.defaultPrevented || form.method !== 'get' || form.hasAttribute('target')) return;
	const fields = [...new FormData(form, event.submitter)].filter(([, value]) => value !== '');
	const query = new URLSearchParams(fields as [string, string][]);
	// A field of that name stands before the property of the form.
	const { pathname } = new URL(form.getAttribute('action') ?? '', location.href);
	follow(event, `${pathname}${query.size > 0 ? `?${query}` : ''}`);
}

function follow(event: Event, href: string): void {
	if (!/^[/?]/.test(href)) return;
	const view = readView(new URL(href, location.href));
	if (view.page === 'missing') return;
	event.preventDefault();
	goTo(view);
}
