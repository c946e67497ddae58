// The addresses of operations and schemas within the pages of the reference.
import { createContext } from 'preact';
import { sitePath } from '../site/site.ts';
import type { Group } from './description.ts';

/** Returns the anchor of a schema. That of an operation is its operationId. */
export function schemaAnchor(name: string): string {
	return `schema-${name}`;
}

/** Returns the address of the page of a group; without one, that of the overview. */
export function groupPath(group?: string): string {
	return sitePath(group === undefined ? '/docs' : `/docs/${group}`);
}

/** Creates the function that returns the address of an anchor on whichever page has it. */
export function anchorAddresses(groups: readonly Group[]): (anchor: string) => string {
	const pages = new Map(
		groups.flatMap(({ name, operations, schemas }) =>
			[...operations.map(({ operationId }) => operationId), ...schemas.map(([schema]) => schemaAnchor(schema))].map(
				(anchor) => [anchor, name] as const,
			),
		),
	);
	return (anchor) => `${groupPath(pages.get(anchor))}#${anchor}`;
}

/** Provides that function to the parts of a page. */
export const AnchorAddress = createContext((anchor: string) => `#${anchor}`);
