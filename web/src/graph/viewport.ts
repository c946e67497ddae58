// The visible part of a plane, and how zooming and moving change it. Pure; no DOM.
import { largest, smallest } from '../extremes.ts';

/** The point in the middle of the image, and the pixels per unit. */
export type Viewport = { x: number; y: number; scale: number };

export type Size = { width: number; height: number };

const scales = { least: 0.2, most: 4 };
/** The room in pixels for names around the outermost works. */
const nameRoom = { beside: 92, below: 24 };

/** Fits all circles into the image, with room for their names. */
export function fit(circles: readonly { x: number; y: number; radius: number }[], size: Size): Viewport {
	if (circles.length === 0) return { x: 0, y: 0, scale: 1 };
	const left = smallest(circles.map(({ x, radius }) => x - radius));
	const right = largest(circles.map(({ x, radius }) => x + radius));
	const top = smallest(circles.map(({ y, radius }) => y - radius));
	const bottom = largest(circles.map(({ y, radius }) => y + radius));
	const width = size.width - 2 * Math.min(nameRoom.beside, size.width * 0.08);
	const height = size.height - 2 * nameRoom.below;
	const scale = Math.min(1.25, width / (right - left), height / (bottom - top));
	return { x: (left + right) / 2, y: (top + bottom) / 2, scale: within(scale) };
}

/** Zooms by a factor around `anchor`, in pixels from the middle of the image. */
export function zoom(view: Viewport, factor: number, anchor: { x: number; y: number } = { x: 0, y: 0 }): Viewport {
	const scale = within(view.scale * factor);
	const shift = 1 / view.scale - 1 / scale;
	return { x: view.x + anchor.x * shift, y: view.y + anchor.y * shift, scale };
}

/** Moves the visible part by pixels, to the right and down for positive values. */
export function move(view: Viewport, right: number, down: number): Viewport {
	return { ...view, x: view.x + right / view.scale, y: view.y + down / view.scale };
}

/** Moves as little as needed to bring a point into view, with some room around it. */
export function reveal(view: Viewport, point: { x: number; y: number }, size: Size): Viewport {
	const room = 40;
	const halfWidth = Math.max(0, size.width / 2 - room) / view.scale;
	const halfHeight = Math.max(0, size.height / 2 - room) / view.scale;
	const clamp = (value: number, middle: number, half: number) =>
		Math.min(middle + half, Math.max(middle - half, value));
	return { ...view, x: clamp(view.x, point.x, halfWidth), y: clamp(view.y, point.y, halfHeight) };
}

function within(scale: number): number {
	return Math.min(scales.most, Math.max(scales.least, scale));
}
