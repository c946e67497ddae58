// The width of an element as state, for images drawn to fit.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Measures the element of the ref in CSS pixels; 0 until it is laid out. */
export function useMeasuredWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
	const ref = useRef<T | null>(null);
	const [width, setWidth] = useState(0);
	useEffect(() => {
		const element = ref.current;
		if (!element) return;
		const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
		observer.observe(element);
		setWidth(Math.floor(element.clientWidth));
		return () => observer.disconnect();
	}, []);
	return [ref, width];
}
