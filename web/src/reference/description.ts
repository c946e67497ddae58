// The shown parts of the OpenAPI description, in the groups that have a page each.

/** A schema of OpenAPI 3.1, as far as it is shown. */
export type Schema = {
	$ref?: string;
	type?: string | string[];
	const?: unknown;
	enum?: unknown[];
	format?: string;
	description?: string;
	items?: Schema;
	anyOf?: Schema[];
	oneOf?: Schema[];
	properties?: Record<string, Schema>;
	required?: string[];
};

/** The content of a body, by media type. */
export type Content = Record<string, { schema: Schema; example?: unknown; examples?: Record<string, unknown> }>;

type Operation = {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	security?: Record<string, unknown>[];
	parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
	requestBody?: { content: Content };
	responses: Record<string, { description: string; content?: Content }>;
};

/** The shown parts of this program's OpenAPI document. */
export type Description = {
	info: { title: string; version: string; description?: string };
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema> };
};

/** An operation with its path and its method in capitals. */
export type PlacedOperation = Operation & { path: string; method: string };

/** What one page shows: the operations of a tag with the schemas that only they use. */
export type Group = {
	/** The last part of its address. */
	name: string;
	title: string;
	description: string;
	operations: readonly PlacedOperation[];
	schemas: readonly (readonly [name: string, schema: Schema])[];
};

/** Returns a group for each tag, and a last one of the schemas that no single tag has to itself. */
export function groupsOf({ tags, paths, components: { schemas } }: Description): Group[] {
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
	);
	const ofTags = tags.map(({ name, description }) => {
		const own = operations.filter((operation) => operation.tags.includes(name));
		return { name, description, operations: own, used: schemasOf(own, schemas, new Set()) };
	});
	const users = (schema: string) => ofTags.filter(({ used }) => used.has(schema));
	const byPage = Map.groupBy(Object.entries(schemas), ([schema]) => {
		const [first, ...others] = users(schema);
		return first && others.length === 0 ? first.name : sharedSchemas.name;
	});
	return [...ofTags, sharedSchemas].map(({ name, description, operations }) => ({
		name,
		title: name.charAt(0).toUpperCase() + name.slice(1),
		description,
		operations,
		schemas: byPage.get(name) ?? [],
	}));
}

const sharedSchemas = { name: 'schemas', description: 'The schemas that several groups use.', operations: [] };

/** Returns the name of the schema to which a `$ref` refers. */
export function schemaName($ref: string): string {
	return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** Adds the names of all schemas that a part of the description uses, directly or through others. */
function schemasOf(part: unknown, schemas: Description['components']['schemas'], found: Set<string>): Set<string> {
	if (typeof part !== 'object' || part === null) return found;
	for (const [key, value] of Object.entries(part)) {
		if (key !== '$ref' || typeof value !== 'string') {
			schemasOf(value, schemas, found);
			continue;
		}
		const name = schemaName(value);
		if (!found.has(name)) schemasOf(schemas[name], schemas, found.add(name));
	}
	return found;
}
