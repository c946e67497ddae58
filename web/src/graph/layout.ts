// Places the works of the graph, always in the same way for the same works, and chooses the names
// that have room.
import {
	forceCollide,
	forceLink,
	forceManyBody,
	forceSimulation,
	forceX,
	forceY,
	type SimulationNodeDatum,
} from 'd3-force';
import { versionCount } from '../answered-works.ts';
import { type CrossLink, mainRelation, type Neighbour } from './neighbours.ts';

/** The key of the work in the middle, at 0, 0. */
export const middleKey = '';

/** A placed work. */
export type Placed = { key: string; x: number; y: number; radius: number };

type Body = SimulationNodeDatum & { key: string; radius: number; homeX: number; homeY: number };

const steps = 240;
const middleRadius = 26;
const mostDrawnVersions = 12;

/**
 * Places the neighbours around the asked work in their order, with a gap where the relation
 * changes, and lets them push one another apart until they rest. `shape` is width divided by height.
 */
export function placeNeighbours(
	middle: { versions: number; shape: number },
	neighbours: readonly Neighbour[],
	links: readonly CrossLink[],
): Placed[] {
	const stretch = Math.sqrt(middle.shape);
	const asked: Body = {
		key: middleKey,
		radius: Math.max(middleRadius, clusterRadius(middle.versions)),
		homeX: 0,
		homeY: 0,
		fx: 0,
		fy: 0,
	};
	const angles = anglesOf(neighbours);
	const bodies = neighbours.map((neighbour, at): Body => {
		// Rings in turn, so that neighbours in the circle need not stand side by side.
		const reach = 120 + (neighbours.length > 16 ? 62 * (at % 3) : 0) + neighbours.length;
		const homeX = stretch * reach * Math.cos(angles[at] ?? 0);
		const homeY = (reach / stretch) * Math.sin(angles[at] ?? 0);
		return {
			key: neighbour.key,
			radius: clusterRadius(versionCount(neighbour.object)),
			homeX,
			homeY,
			x: homeX,
			y: homeY,
		};
	});
	const among = links.map(({ source, target }) => ({ source, target }));
	forceSimulation<Body>([asked, ...bodies])
		.force('apart', forceManyBody<Body>().strength(-60).distanceMax(160))
		.force(
			'clear',
			forceCollide<Body>().radius(({ radius }) => radius + 13),
		)
		.force(
			'among',
			forceLink<Body, { source: string; target: string }>(among)
				.id(({ key }) => key)
				.distance(70)
				.strength(0.06),
		)
		.force('homeX', forceX<Body>(({ homeX }) => homeX).strength(0.12))
		.force('homeY', forceY<Body>(({ homeY }) => homeY).strength(0.12))
		.stop()
		.tick(steps);
	return [asked, ...bodies].map(({ key, radius, x = 0, y = 0 }) => ({ key, radius, x, y }));
}

/** Puts works without a title last: if there is no room for all names, titles come first. */
export function titledFirst(placed: readonly Placed[], neighbours: readonly Neighbour[]): Placed[] {
	const untitled = new Set(neighbours.filter(({ object }) => !object.Title).map(({ key }) => key));
	return placed.toSorted((one, other) => Number(untitled.has(one.key)) - Number(untitled.has(other.key)));
}

/**
 * Chooses the works whose names are written: in the given order, each name that lies within the
 * bounds and overlaps no other name or work. A name is `height` high and `width` wide, `distance`
 * below its work.
 */
export function roomForNames(
	placed: readonly Placed[],
	size: { width(key: string): number; height: number; distance: number },
	frame: { left: number; right: number; top: number; bottom: number },
): Set<string> {
	const taken = placed.map(({ x, y, radius }) => ({
		left: x - radius,
		right: x + radius,
		top: y - radius,
		bottom: y + radius,
	}));
	const named = new Set<string>();
	for (const { key, x, y, radius } of placed) {
		const half = size.width(key) / 2;
		const top = y + radius + size.distance - size.height;
		const box = { left: x - half, right: x + half, top, bottom: top + size.height };
		const inside =
			box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
		const free = !taken.some(
			({ left, right, top, bottom }) => left < box.right && right > box.left && top < box.bottom && bottom > box.top,
		);
		if (!inside || !free) continue;
		named.add(key);
		taken.push(box);
	}
	return named;
}

/** Returns the radius of the bubble of a work with so many versions. */
function clusterRadius(versions: number): number {
	return versions <= 1 ? 9 : 13 + Math.min(9, Math.sqrt(versions) * 2.4);
}

/** Returns the place of each version in a bubble, as offsets from its middle; at most twelve. */
export function versionPlaces(versions: number, radius: number): { x: number; y: number }[] {
	if (versions <= 1) return [{ x: 0, y: 0 }];
	const drawn = Math.min(versions, mostDrawnVersions);
	const ring = radius - 7;
	return Array.from({ length: drawn }, (_, at) => {
		const angle = (2 * Math.PI * at) / drawn - Math.PI / 2;
		return { x: ring * Math.cos(angle), y: ring * Math.sin(angle) };
	});
}

/** Spreads the works over a circle, from the left; a gap of one work separates two relations. */
function anglesOf(neighbours: readonly Neighbour[]): number[] {
	let position = 0;
	const positions = neighbours.map((neighbour, at) => {
		const before = neighbours[at - 1];
		position += before && mainRelation(before) !== mainRelation(neighbour) ? 2 : 1;
		return position;
	});
	const all = position + 1;
	return positions.map((place) => Math.PI + (2 * Math.PI * place) / all);
}
