// The graph as an image that can be zoomed, moved and navigated with the keyboard.

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { AnsweredObject } from '../../../clients/typescript/src/schemas.ts';
import { mainIdentifier, titleOf } from '../../../src/links/words.ts';
import { writeView } from '../address/address.ts';
import { type ObjectView, objectView } from '../address/object-view.ts';
import { typeOf, versionCount, yearOf } from '../answered-works.ts';
import { relationTitle, typeTitle } from '../relations.ts';
import { useMeasuredWidth } from '../shell/measured-width.ts';
import { PictureButtons } from '../shell/picture-buttons.tsx';
import { TypeMark, TypeShape } from '../shell/type-mark.tsx';
import { Edges } from './edges.tsx';
import { middleKey, type Placed, roomForNames, titledFirst, versionPlaces } from './layout.ts';
import type { CrossLink, Neighbour } from './neighbours.ts';
import { fit, type Size, type Viewport } from './viewport.ts';
import { useViewport } from './viewport-control.ts';

type Props = {
	view: ObjectView;
	source: AnsweredObject;
	neighbours: readonly Neighbour[];
	links: readonly CrossLink[];
	placed: readonly Placed[];
	/** Width divided by height. */
	shape: number;
};

const nameLength = 30;
const tallest = 640;
/** In pixels of the screen: zooming in leaves room for more names. */
const nameSize = { character: 6.1, height: 13, distance: 15 };

/** Renders the image with its buttons and legend. */
export function GraphDrawing({ view, source, neighbours, links, placed, shape }: Props) {
	const [frame, width] = useMeasuredWidth<HTMLDivElement>();
	const drawing = useRef<SVGSVGElement>(null);
	const size = { width, height: Math.round(Math.min(tallest, width / shape)) };
	const { shown, press, show, handlers } = useViewport(fit(placed, size), size);
	const places = new Map(placed.map((place) => [place.key, place]));
	const middle = places.get(middleKey);
	const named = namesShown(
		titledFirst(placed, neighbours),
		[[middleKey, source.Title ?? view.id], ...titlesOf(neighbours)],
		shown,
		size,
	);
	return (
		<>
			<Controls press={press} />
			<div class="graph-frame" ref={frame}>
				{width > 0 && (
					// biome-ignore lint/a11y/useSemanticElements: a drawing is no set of fields
					<svg
						ref={drawing}
						width={size.width}
						height={size.height}
						role="group"
						tabindex={0}
						aria-label={
							`Graph of ${neighbours.length} works linked to ${view.id}. Plus, minus and zero zoom, arrow keys move, ` +
							'Tab goes to the next work, Enter opens it. A table with the same data follows.'
						}
						{...handlers}
					>
						<g
							transform={`translate(${size.width / 2} ${size.height / 2}) scale(${shown.scale}) translate(${-shown.x} ${-shown.y})`}
						>
							<Edges source={source} neighbours={neighbours} links={links} places={places} />
							{neighbours.map((neighbour) => (
								<Node
									key={neighbour.key}
									neighbour={neighbour}
									place={places.get(neighbour.key)}
									view={view}
									named={named.has(neighbour.key)}
									scale={shown.scale}
									show={show}
								/>
							))}
							{middle && <Middle source={source} place={middle} name={source.Title ?? view.id} scale={shown.scale} />}
						</g>
					</svg>
				)}
			</div>
			<GraphKey neighbours={neighbours}>
				<PictureButtons
					drawing={drawing}
					name={`works-linked-to-${view.id}`}
					caption={() => ({ title: `Works linked to ${titleOf(source)}`, source: location.href, legend: [] })}
				/>
			</GraphKey>
		</>
	);
}

function titlesOf(neighbours: readonly Neighbour[]): [key: string, title: string][] {
	return neighbours.map(({ key, object }) => [key, titleOf(object)]);
}

function namesShown(
	placed: readonly Placed[],
	titles: readonly [key: string, title: string][],
	shown: Viewport,
	size: Size,
): Set<string> {
	const texts = new Map(titles);
	const half = { width: size.width / 2 / shown.scale, height: size.height / 2 / shown.scale };
	const names = {
		width: (key: string) => (shortened(texts.get(key) ?? '').length * nameSize.character) / shown.scale,
		height: nameSize.height / shown.scale,
		distance: nameSize.distance / shown.scale,
	};
	const frame = {
		left: shown.x - half.width,
		right: shown.x + half.width,
		top: shown.y - half.height,
		bottom: shown.y + half.height,
	};
	return roomForNames(placed, names, frame);
}

function Middle({
	source,
	place,
	name,
	scale,
}: {
	source: AnsweredObject;
	place: Placed;
	name: string;
	scale: number;
}) {
	return (
		<g class="node middle">
			<circle class="bubble" r={place.radius} />
			<VersionShapes object={source} radius={place.radius} shape={versionCount(source) > 1 ? 5 : 9} />
			<Name text={name} y={place.radius} scale={scale} />
		</g>
	);
}

function VersionShapes({ object, radius, shape }: { object: AnsweredObject; radius: number; shape: number }) {
	return versionPlaces(versionCount(object), radius).map(({ x, y }) => (
		<TypeShape key={`${x} ${y}`} type={typeOf(object)} x={x} y={y} radius={shape} />
	));
}

type NodeProps = {
	neighbour: Neighbour;
	place: Placed | undefined;
	view: ObjectView;
	named: boolean;
	scale: number;
	show(place: Placed): void;
};

function Node({ neighbour, place, view, named, scale, show }: NodeProps) {
	if (!place) return null;
	const { object, ties } = neighbour;
	const main = mainIdentifier(object.Identifiers);
	const versions = versionCount(object);
	const title = titleOf(object);
	const address = writeView(objectView(main.IDScheme, main.ID, { groupBy: view.groupBy, show: 'graph' }));
	const description = [
		title,
		typeTitle[typeOf(object)],
		yearOf(object),
		ties.map(({ relation }) => relationTitle[relation]).join(', '),
		versions > 1 ? `${versions} versions` : undefined,
	].filter(Boolean);
	return (
		<g transform={`translate(${place.x} ${place.y})`}>
			<a
				class={named ? 'node named' : 'node'}
				href={address}
				aria-label={description.join('; ')}
				onFocus={() => show(place)}
			>
				<title>{description.join('; ')}</title>
				<circle class={versions > 1 ? 'bubble' : 'bubble single'} r={place.radius + 2} />
				<VersionShapes object={object} radius={place.radius} shape={versions > 1 ? 4 : 7} />
			</a>
			<Name text={title} y={place.radius} scale={scale} />
		</g>
	);
}

function Name({ text, y, scale }: { text: string; y: number; scale: number }) {
	return (
		// biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus; the link beside it has the whole name
		<text
			class="name"
			aria-hidden="true"
			transform={`translate(0 ${y}) scale(${1 / scale})`}
			y={nameSize.distance}
			text-anchor="middle"
		>
			{shortened(text)}
		</text>
	);
}

function shortened(text: string): string {
	return text.length > nameLength ? `${text.slice(0, nameLength - 1).trimEnd()}…` : text;
}

const controls = [
	{ key: '+', sign: '+', label: 'Zoom in' },
	{ key: '-', sign: '−', label: 'Zoom out' },
	{ key: '0', sign: 'Fit', label: 'Fit everything' },
	{ key: 'ArrowLeft', sign: '←', label: 'Move left' },
	{ key: 'ArrowRight', sign: '→', label: 'Move right' },
	{ key: 'ArrowUp', sign: '↑', label: 'Move up' },
	{ key: 'ArrowDown', sign: '↓', label: 'Move down' },
];

function Controls({ press }: { press(key: string): void }) {
	return (
		<fieldset class="graph-controls">
			<legend class="visually-hidden">Zoom and move</legend>
			{controls.map(({ key, sign, label }) => (
				<button type="button" key={key} aria-label={label} title={label} onClick={() => press(key)}>
					{sign}
				</button>
			))}
		</fieldset>
	);
}

function GraphKey({ neighbours, children }: { neighbours: readonly Neighbour[]; children: ComponentChildren }) {
	const types = [...new Set(neighbours.map(({ object }) => typeOf(object)))];
	const relations = [...new Set(neighbours.flatMap(({ ties }) => ties.map(({ relation }) => relation)))];
	return (
		<div class="plot-foot">
			<ul class="legend">
				{types.map((type) => (
					<li key={type}>
						<TypeMark type={type} />
					</li>
				))}
				{relations.map((relation) => (
					<li key={relation} class="type-mark">
						<svg width="28" height="14" viewBox="0 0 28 14" aria-hidden="true">
							<line class={`edge ${relation}`} x1="1" y1="7" x2="27" y2="7" stroke-width="2" />
						</svg>
						{relationTitle[relation]}
					</li>
				))}
			</ul>
			{children}
		</div>
	);
}
