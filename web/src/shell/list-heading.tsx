// The heading of a list that comes in pages.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * Renders the heading. Where `place`, which says what page it is of, changes, the focus goes to it:
 * who turns the page reads on from the top of the next one.
 */
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
