// What a page says of itself in the head: collected on the server, the title of the window in the
// browser.
import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';
import type { PageHead } from '../../../src/http/pages/drawing.ts';
import { windowTitle } from '../../../src/links/words.ts';

/** Takes the head of the page that is drawn; nobody does in the browser. */
export const HeadContext = createContext<((head: PageHead) => void) | undefined>(undefined);

/** Says what the head of the page is. */
export function useHead(head: PageHead): void {
	const take = useContext(HeadContext);
	take?.(head);
	useLayoutEffect(() => {
		document.title = windowTitle(head.title);
	}, [head.title]);
}
