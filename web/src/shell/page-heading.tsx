// The heading of a page, to which the focus goes when a page replaces another; knows no page.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

let pagesShown = 0;

/**
 * Renders the one h1 of a page and names the document after it; of the first page after loading,
 * the focus stays where the browser put it.
 */
export function PageHeading({ title, children }: { title: string; children?: ComponentChildren }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		pagesShown += 1;
		if (pagesShown > 1) heading.current?.focus({ preventScroll: true });
	}, []);
	useEffect(() => {
		document.title = title === 'Link Broker' ? title : `${title} – Link Broker`;
	}, [title]);
	return (
		<h1 tabIndex={-1} ref={heading}>
			{children ?? title}
		</h1>
	);
}
