// The browser's address as state: links, GET forms and the back button change the view without a
// page load. On the server the address is that of the request.
import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { readView, type View, writeView } from './address/address.ts';

const watchers = new Set<() => void>();

/** The path and query of the shown view, in the browser. */
let shownAddress = '';

/** The view of the request, on the server. */
export const ViewContext = createContext<View | undefined>(undefined);

/** Returns the view of the current address, and renders again when it changes. */
export function useView(): View {
	const asked = useContext(ViewContext);
	const [view, setView] = useState(() => asked ?? readView(location));
	useEffect(() => watchSteps(() => setView(readView(location))), []);
	return view;
}

/** Calls `watch` at every step to a view, even to the shown one; returns the function that stops it. */
export function watchSteps(watch: () => void): () => void {
	watchers.add(watch);
	return () => void watchers.delete(watch);
}

/** Goes to a view. `replace` adds no step to the history, for frequent changes. */
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
 * Lets links within the site and GET forms change the view instead of loading a page. A form with
 * the class `at-once` is sent as soon as one of its fields changes.
 */
export function followLinks(): void {
	shownAddress = location.pathname + location.search;
	addEventListener('popstate', () => {
		// A step within the page, such as to #content, keeps the view.
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

/** Leaves out empty fields, so that the address stays short. */
function followForm(event: SubmitEvent): void {
	const form = event.target as HTMLFormElement;
	if (event.defaultPrevented || form.method !== 'get' || form.hasAttribute('target')) return;
	const fields = [...new FormData(form, event.submitter)].filter(([, value]) => value !== '');
	const query = new URLSearchParams(fields as [string, string][]);
	// A field named "action" would hide the property of the form.
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
