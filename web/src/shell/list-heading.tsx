// The heading of a paged list.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Renders the heading. It takes the focus when `place`, which names the page, changes. */
export function ListHeading({ id, place, children }: { id: string; place: string; children: ComponentChildren }) {
	const heading = useRef<HTMLHeadingElement>(null);
	const placeBefore = useRef(place);
	useEffect(() => {
		if (place !== placeBefore.current) heading.current?.focus();
		placeBefore.current = place;
	}, [place]);
	return (
		<h2 id={id} tabIndex={-1} ref={heading}>
			{children}
		</h2>
	);
}
