// Zooms and moves the graph with keys, wheel and mouse.
import { useRef, useState } from 'preact/hooks';
import { move, reveal, type Size, type Viewport, zoom } from './viewport.ts';

const stride = 60;
const zoomStep = 1.3;
const wheelStep = 1.12;
const pullPixels = 5;

const keys: Readonly<Record<string, (view: Viewport) => Viewport | undefined>> = {
	'+': (view) => zoom(view, zoomStep),
	'=': (view) => zoom(view, zoomStep),
	'-': (view) => zoom(view, 1 / zoomStep),
	'0': () => undefined,
	ArrowLeft: (view) => move(view, -stride, 0),
	ArrowRight: (view) => move(view, stride, 0),
	ArrowUp: (view) => move(view, 0, -stride),
	ArrowDown: (view) => move(view, 0, stride),
};

/**
 * Holds the visible part of an image: `fitted` until the reader moves or zooms. `press` does the
 * action of a key, `show` moves a point into view, `handlers` belong on the drawing.
 */
export function useViewport(fitted: Viewport, size: Size) {
	const [moved, setMoved] = useState<Viewport>();
	const shown = moved ?? fitted;
	const press = (key: string) => setMoved(keys[key]?.(shown));
	return {
		shown,
		press,
		show: (point: { x: number; y: number }) => setMoved((before) => reveal(before ?? fitted, point, size)),
		handlers: {
			...usePull(shown, setMoved),
			onKeyDown(event: KeyboardEvent) {
				if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
				event.preventDefault();
				press(event.key);
			},
			onWheel(event: WheelEvent & { currentTarget: Element }) {
				// Scrolling past the graph must not zoom it: it zooms only with the focus or with Ctrl.
				if (!event.ctrlKey && !event.currentTarget.contains(document.activeElement)) return;
				event.preventDefault();
				const box = event.currentTarget.getBoundingClientRect();
				const anchor = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
				setMoved(zoom(shown, event.deltaY < 0 ? wheelStep : 1 / wheelStep, anchor));
			},
		},
	};
}

/** Moves the image while the mouse is held down; a click stays a click. */
function usePull(shown: Viewport, change: (next: Viewport) => void) {
	const held = useRef<{ x: number; y: number; from: Viewport; pulled: boolean } | undefined>(undefined);
	return {
		onPointerDown(event: PointerEvent) {
			if (event.button !== 0 || event.pointerType !== 'mouse') return;
			held.current = { x: event.clientX, y: event.clientY, from: shown, pulled: false };
		},
		onPointerMove(event: PointerEvent) {
			const start = held.current;
			if (!start) return;
			const right = start.x - event.clientX;
			const down = start.y - event.clientY;
			if (!start.pulled && Math.hypot(right, down) < pullPixels) return;
			start.pulled = true;
			change(move(start.from, right, down));
		},
		onPointerUp() {
			// The click handler that follows reads whether the mouse was dragged.
			setTimeout(() => {
				held.current = undefined;
			});
		},
		onPointerLeave() {
			held.current = undefined;
		},
		onClickCapture(event: MouseEvent) {
			if (!held.current?.pulled) return;
			event.preventDefault();
			event.stopPropagation();
		},
		onDragStart: (event: DragEvent) => event.preventDefault(),
	};
}
