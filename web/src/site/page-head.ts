// The head of a page: collected on the server; in the browser only the window title is set.
import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import type { PageHead } from '../../../src/http/pages/drawing.ts';
import { windowTitle } from '../../../src/links/words.ts';
import { thisSite } from './site.ts';

/** Receives the head of a drawn page, on the server only. */
export const HeadContext = createContext<((head: PageHead) => void) | undefined>(undefined);

/** Sets the head of the page. */
export function useHead(head: PageHead): void {
	const take = useContext(HeadContext);
	take?.(head);
	useLayoutEffect(() => {
		document.title = windowTitle(head.title, thisSite().name);
	}, [head.title]);
}
