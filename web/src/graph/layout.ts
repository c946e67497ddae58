// Where the works of a neighbourhood are placed: pushed apart until they rest, the same for the same works; knows no DOM.
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY, type SimulationNodeDatum } from 'd3-force';
import { relationNames } from '../relations.ts';
import { type CrossLink, mainRelation, type Neighbour } from './neighbours.ts';

/** A placed work; the asked one is at 0, 0 and has the key ''. */
export type Placed = { key: string; x: number; y: number; radius: number };

type Body = SimulationNodeDatum & { key: string; radius: number; direction: number };

const steps = 260;
const middleRadius = 26;
const reach = 190;
const mostDrawnVersions = 12;

/** Places the neighbours around the asked work, each relation to its own side. */
export function placeNeighbours(middle: { versions: number }, neighbours: readonly Neighbour[], links: readonly CrossLink[]): Placed[] {
	const sides = [...new Set(neighbours.map(mainRelation))].sort((one, other) => relationNames.indexOf(one) - relationNames.indexOf(other));
	const bodies: Body[] = neighbours.map((neighbour, at) => {
		const direction = angleOf(sides.indexOf(mainRelation(neighbour)), sides.length);
		const turn = direction + ((at * 0.618) % 1) - 0.5;
		const radius = clusterRadius(neighbour.object.Versions?.length ?? 1);
		return { key: neighbour.key, radius, direction, x: reach * Math.cos(turn), y: reach * Math.sin(turn) };
	});
	const asked: Body = { key: '', radius: Math.max(middleRadius, clusterRadius(middle.versions)), direction: 0, x: 0, y: 0, fx: 0, fy: 0 };
	const spread = reach + 3 * neighbours.length;
	forceSimulation<Body>([asked, ...bodies])
		.force('apart', forceManyBody<Body>().strength(-130).distanceMax(500))
		.force('clear', forceCollide<Body>().radius(({ radius }) => radius + 12))
		.force('ties', forceLink<Body, { source: string; target: string }>(tiesOf(bodies, links)).id(({ key }) => key).distance(spread * 0.75).strength(0.08))
		.force('sideX', forceX<Body>(({ direction }) => spread * Math.cos(direction)).strength(0.05))
		.force('sideY', forceY<Body>(({ direction }) => spread * 0.75 * Math.sin(direction)).strength(0.07))
		.stop()
		.tick(steps);
	return [asked, ...bodies].map(({ key, radius, x = 0, y = 0 }) => ({ key, radius, x, y }));
}

/** Tells how large the bubble of a work with so many versions is. */
export function clusterRadius(versions: number): number {
	return versions <= 1 ? 9 : 13 + Math.min(9, Math.sqrt(versions) * 2.4);
}

/** Tells where in a bubble each version stands, as offsets from its middle; of very many only some are drawn. */
export function versionPlaces(versions: number, radius: number): { x: number; y: number }[] {
	if (versions <= 1) return [{ x: 0, y: 0 }];
	const drawn = Math.min(versions, mostDrawnVersions);
	const ring = radius - 7;
	return Array.from({ length: drawn }, (_, at) => {
		const angle = (2 * Math.PI * at) / drawn - Math.PI / 2;
		return { x: ring * Math.cos(angle), y: ring * Math.sin(angle) };
	});
}

function tiesOf(bodies: readonly Body[], links: readonly CrossLink[]): { source: string; target: string }[] {
	return [...bodies.map(({ key }) => ({ source: '', target: key })), ...links.map(({ source, target }) => ({ source, target }))];
}

/** The first relation lies to the left, where what comes in is expected; the others follow clockwise. */
function angleOf(side: number, sides: number): number {
	return Math.PI + (2 * Math.PI * side) / Math.max(2, sides);
}
