import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fit, move, reveal, type Viewport, zoom } from './viewport.ts';

const size = { width: 800, height: 600 };
const onScreen = (view: Viewport, { x, y }: { x: number; y: number }) => ({
	x: (x - view.x) * view.scale,
	y: (y - view.y) * view.scale,
});

describe('the viewport', () => {
	it('shows everything when it fits', () => {
		const circles = [
			{ x: -900, y: 20, radius: 30 },
			{ x: 400, y: -700, radius: 10 },
			{ x: 0, y: 300, radius: 5 },
		];
		const view = fit(circles, size);
		for (const circle of circles) {
			const { x, y } = onScreen(view, circle);
			assert.ok(Math.abs(x) + circle.radius * view.scale <= size.width / 2);
			assert.ok(Math.abs(y) + circle.radius * view.scale <= size.height / 2);
		}
		assert.deepEqual(fit([], size), { x: 0, y: 0, scale: 1 });
	});

	it('keeps the point under the pointer where it is while it zooms', () => {
		const before = { x: 50, y: -20, scale: 1 };
		const anchor = { x: 120, y: 80 };
		const point = { x: before.x + anchor.x, y: before.y + anchor.y };
		const after = zoom(before, 2, anchor);
		assert.equal(after.scale, 2);
		assert.deepEqual(onScreen(after, point), anchor);
	});

	it('zooms neither in nor out without end', () => {
		assert.equal(zoom({ x: 0, y: 0, scale: 4 }, 10).scale, 4);
		assert.equal(zoom({ x: 0, y: 0, scale: 0.2 }, 0.1).scale, 0.2);
	});

	it('moves by pixels, however near it is', () => {
		assert.deepEqual(move({ x: 0, y: 0, scale: 2 }, 100, -50), { x: 50, y: -25, scale: 2 });
	});

	it('moves to a point outside, and not for one inside', () => {
		const view = { x: 0, y: 0, scale: 1 };
		assert.deepEqual(reveal(view, { x: 100, y: 100 }, size), view);
		const moved = reveal(view, { x: 1_000, y: 0 }, size);
		assert.ok(Math.abs(onScreen(moved, { x: 1_000, y: 0 }).x) <= size.width / 2);
	});
});
