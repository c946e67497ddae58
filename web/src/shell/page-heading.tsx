// The heading of a page; it takes the focus when the page replaces another one.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PageHead } from '../../../src/http/pages/drawing.ts';
import type { Failure } from '../asking/failure.ts';
import { useHead } from '../site/page-head.ts';

let pagesShown = 0;

/** The failure of a page decides its status. */
type Props = PageHead & { failure?: Failure | undefined; children?: ComponentChildren };

/**
 * Renders the h1 of a page and sets its head. After a page load, the focus stays where the browser
 * put it.
 */
export function PageHeading({ children, failure, ...head }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	const { retryAfterSeconds } = failure ?? {};
	useHead(failure ? { ...head, status: failure.status || 503, retryAfterSeconds } : head);
	useEffect(() => {
		pagesShown += 1;
		if (pagesShown > 1) heading.current?.focus({ preventScroll: true });
	}, []);
	return (
		<h1 tabIndex={-1} ref={heading}>
			{children ?? head.title}
		</h1>
	);
}
