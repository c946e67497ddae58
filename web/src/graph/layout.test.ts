import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeNeighbours, roomForNames, titledFirst, versionPlaces } from './layout.ts';
import type { Neighbour } from './neighbours.ts';

const neighbours = Array.from(
	{ length: 40 },
	(_, at): Neighbour => ({
		key: `n${at}`,
		object: {
			Identifiers: [{ ID: `n${at}`, IDScheme: 'own' }],
			Type: { Name: 'unknown' },
			...(at % 5 === 0 && {
				Versions: Array.from({ length: at + 2 }, (_, n) => ({ Identifiers: [{ ID: `n${at}v${n}`, IDScheme: 'own' }] })),
			}),
		},
		ties: [{ relation: at < 30 ? 'isCitedBy' : 'cites', reports: 1, newest: '2016-01-01', ends: [] }],
	}),
);

describe('the places in the graph', () => {
	const placed = placeNeighbours({ versions: 8, shape: 1.5 }, neighbours, [{ source: 'n1', target: 'n2' }]);

	it('put the asked work in the middle and every other one somewhere', () => {
		assert.deepEqual([placed[0]?.key, placed[0]?.x, placed[0]?.y], ['', 0, 0]);
		assert.equal(placed.length, neighbours.length + 1);
		assert.ok(placed.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)));
	});

	it('keep works off one another', () => {
		for (const [at, one] of placed.entries()) {
			for (const other of placed.slice(at + 1)) {
				assert.ok(
					Math.hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius,
					`${one.key} and ${other.key}`,
				);
			}
		}
	});

	it('are the same for the same works', () => {
		assert.deepEqual(
			placeNeighbours({ versions: 8, shape: 1.5 }, neighbours, [{ source: 'n1', target: 'n2' }]),
			placed,
		);
	});

	it('are fine for a single work, too', () => {
		assert.equal(placeNeighbours({ versions: 1, shape: 1 }, neighbours.slice(0, 1), []).length, 2);
	});
});

describe('the names in the graph', () => {
	const size = { width: () => 60, height: 10, distance: 10 };
	const frame = { left: -100, right: 300, top: -100, bottom: 100 };
	const place = (key: string, x: number, y: number) => ({ key, x, y, radius: 5 });

	it('are left out where they would lie on another name or work', () => {
		const placed = [place('a', 0, 0), place('b', 30, 0), place('c', 200, 0), place('under c', 200, 12)];
		assert.deepEqual([...roomForNames(placed, size, frame)], ['a', 'under c']);
	});

	it('are titles before they are identifiers, else as the works come', () => {
		const [plain, titled, other] = neighbours as [Neighbour, Neighbour, Neighbour];
		const known = [plain, { ...titled, object: { ...titled.object, Title: 'A title' } }, other];
		const placed = ['', plain.key, titled.key, other.key].map((key) => place(key, 0, 0));
		assert.deepEqual(
			titledFirst(placed, known).map(({ key }) => key),
			['', titled.key, plain.key, other.key],
		);
	});

	it('are left out where the frame would cut them', () => {
		const placed = [
			place('at the left', -80, 0),
			place('at the right', 280, 0),
			place('below', 100, 95),
			place('inside', 0, 50),
		];
		assert.deepEqual([...roomForNames(placed, size, frame)], ['inside']);
	});
});

describe('the versions in a bubble', () => {
	it('stand inside it, at most as many as can be distinguished', () => {
		assert.deepEqual(versionPlaces(1, 9), [{ x: 0, y: 0 }]);
		assert.equal(versionPlaces(3, 20).length, 3);
		assert.equal(versionPlaces(500, 20).length, 12);
		assert.ok(versionPlaces(500, 20).every(({ x, y }) => Math.hypot(x, y) < 20));
	});
});
