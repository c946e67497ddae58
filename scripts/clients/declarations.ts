// Reads the schemas of an OpenAPI document as the declarations of types that a client needs. Knows
// no programming language, and only the keywords that the document uses.

/** A JSON Schema as the document has it. */
export type Schema = {
	$ref?: string;
	type?: string | string[];
	description?: string;
	enum?: (string | boolean)[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean | Schema;
	anyOf?: Schema[];
	allOf?: Schema[];
};

type Content = Record<string, { schema: Schema }>;
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type Operation = {
	operationId: string;
	parameters?: Parameter[];
	requestBody?: { content: Content };
	responses: Record<string, { content?: Content }>;
};

/** What of an OpenAPI document is read. */
export type OpenApiDocument = {
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema> };
};

/** A type as any language has it; a flag is sent as 1 or 0. */
export type Type =
	| { kind: 'text' | 'integer' | 'number' | 'boolean' | 'flag' | 'null' | 'anything' }
	| { kind: 'literals'; values: readonly (string | boolean)[] }
	| { kind: 'list' | 'map'; of: Type }
	| { kind: 'either'; of: readonly Type[] }
	| { kind: 'named'; name: string };

/** A member of an object. */
export type Field = { name: string; type: Type; optional: boolean; description: string | undefined };

/** A type with a name; what it names is declared before it. */
export type Declaration = { name: string; description: string | undefined } & (
	| { is: 'object' | 'parameters'; fields: readonly Field[] }
	| { is: 'alias'; type: Type }
);

/** Lists the names that declarations use. */
export function namesUsed(declarations: readonly Declaration[]): Set<string> {
	const used = new Set<string>();
	const add = (type: Type): void => {
		if (type.kind === 'named') used.add(type.name);
		else if ('of' in type) for (const part of [type.of].flat() as Type[]) add(part);
	};
	for (const each of declarations) {
		if (each.is === 'alias') add(each.type);
		else for (const { type } of each.fields) add(type);
	}
	return used;
}

// DOM and Node.js have an Event of their own.
const otherNames: Readonly<Record<string, string>> = { Event: 'LinkEvent' };

/**
 * Declares what the operations with these ids are given and answer in JSON, and problems. Fails
 * where the document has none of an id, or uses a keyword that is not known here.
 */
export function declarationsOf(document: OpenApiDocument, operationIds: readonly string[]): Declaration[] {
	const declarations = new Declarations(document.components.schemas);
	const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
	for (const id of operationIds) {
		const operation = operations.find(({ operationId }) => operationId === id);
		if (!operation) throw new Error(`the document has no operation ${id}`);
		declarations.addOperation(operation);
	}
	declarations.typeOf({ $ref: '#/components/schemas/Problem' }, 'Problem');
	return declarations.all;
}

class Declarations {
	readonly all: Declaration[] = [];
	readonly #schemas: Readonly<Record<string, Schema>>;
	readonly #names = new Map<string, string>();

	constructor(schemas: Readonly<Record<string, Schema>>) {
		this.#schemas = schemas;
	}

	addOperation({ operationId, parameters = [], requestBody, responses }: Operation): void {
		const name = capitalised(operationId);
		const fields = parameters.filter((parameter) => parameter.in === 'query').map((one) => this.#parameter(one, name));
		if (fields.length > 0)
			this.#declare({ name: `${name}Parameters`, description: undefined, is: 'parameters', fields });
		const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
		for (const content of contents) {
			const schema = (content?.['application/json'] ?? content?.['application/ld+json'])?.schema;
			if (schema) this.typeOf(schema, `${name}Answer`);
		}
		const scholix = responses[200]?.content?.['application/x-scholix-v3+json'];
		if (scholix) this.typeOf(scholix.schema, `${name}ScholixAnswer`);
	}

	/** Answers the type of a schema; one that has no name of its own gets `name`. */
	typeOf(schema: Schema, name: string): Type {
		if (schema.$ref !== undefined) return this.#referenced(schema.$ref);
		if (schema.allOf) return this.typeOf(onlyType(schema.allOf), name);
		if (schema.anyOf) return either(schema.anyOf.map((one) => this.typeOf(one, nameOfMember(one, name))));
		if (schema.enum) return { kind: 'literals', values: schema.enum };
		const types = [schema.type ?? []].flat();
		if (types.length === 0) return { kind: 'anything' };
		return either(types.map((type) => this.#typeNamed(type, schema, name)));
	}

	#typeNamed(type: string, schema: Schema, name: string): Type {
		switch (type) {
			case 'string':
				return { kind: 'text' };
			case 'integer':
			case 'number':
			case 'boolean':
			case 'null':
				return { kind: type };
			case 'array':
				return { kind: 'list', of: this.typeOf(schema.items ?? {}, name.replace(/s$/, '')) };
			case 'object':
				if (!schema.properties) return { kind: 'map', of: this.typeOf(additional(schema), name) };
				return this.#declareObject(schema, schema.properties, name);
			default:
				throw new Error(`${name} has a type that is not known: ${type}`);
		}
	}

	#referenced($ref: string): Type {
		const schemaName = $ref.replace('#/components/schemas/', '');
		const name = otherNames[schemaName] ?? schemaName;
		if (this.#names.has(name)) return { kind: 'named', name };
		const schema = this.#schemas[schemaName];
		if (!schema) throw new Error(`the document has no schema ${schemaName}`);
		const type = this.typeOf(schema, name);
		// An object was declared under this name already.
		if (type.kind !== 'named' || type.name !== name)
			this.#declare({ name, description: schema.description, is: 'alias', type });
		return { kind: 'named', name };
	}

	#declareObject(schema: Schema, properties: Record<string, Schema>, name: string): Type {
		const fields = Object.entries(properties).map(([member, inner]) => ({
			name: member,
			type: this.typeOf(inner, name + pascal(member)),
			optional: !schema.required?.includes(member),
			description: inner.description ?? inner.allOf?.find(({ description }) => description)?.description,
		}));
		this.#declare({ name, description: schema.description, is: 'object', fields });
		return { kind: 'named', name };
	}

	#parameter({ name, required, schema }: Parameter, operation: string): Field {
		const { description } = schema;
		return { name, type: this.#parameterType(name, schema, operation), optional: !required, description };
	}

	/** What is one of few words gets a name; the same words of the same parameter share it. */
	#parameterType(name: string, schema: Schema, operation: string): Type {
		if (!schema.enum) return this.typeOf(schema, operation + pascal(name));
		if (schema.enum.join() === '0,1') return { kind: 'flag' };
		const words = schema.enum.join();
		const shared = `${pascal(name)}Parameter`;
		const alias = (this.#names.get(shared) ?? words) === words ? shared : `${operation}${shared}`;
		const type: Type = { kind: 'literals', values: schema.enum };
		if (!this.#names.has(alias)) this.#declare({ name: alias, description: undefined, is: 'alias', type }, words);
		return { kind: 'named', name: alias };
	}

	#declare(declaration: Declaration, content = JSON.stringify(declaration)): void {
		const { name } = declaration;
		if (this.#names.has(name)) {
			if (this.#names.get(name) === content) return;
			throw new Error(`two different types would be called ${name}: name one of their schemas`);
		}
		this.#names.set(name, content);
		this.all.push(declaration);
	}
}

function either(types: readonly Type[]): Type {
	const [only] = types;
	return types.length === 1 && only ? only : { kind: 'either', of: types };
}

/** Of `allOf`, which adds words to a schema here, the one part that is a schema. */
function onlyType(parts: readonly Schema[]): Schema {
	const [only, ...more] = parts.filter((part) => Object.keys(part).some((key) => !notes.has(key)));
	if (!only || more.length > 0) throw new Error(`allOf is not known with ${JSON.stringify(parts)}`);
	return only;
}

const notes = new Set(['description', 'example', 'examples', 'default']);

function nameOfMember({ type }: Schema, name: string): string {
	return type === 'object' ? `${name}Object` : name;
}

function additional({ additionalProperties }: Schema): Schema {
	return typeof additionalProperties === 'object' ? additionalProperties : {};
}

/** Writes a name of a member or a parameter as a part of the name of a type. */
export function pascal(name: string): string {
	return name
		.split(/[^A-Za-z0-9]+/)
		.map(capitalised)
		.join('');
}

function capitalised(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

const widestComment = 100;

/** Breaks a text between words into lines that are no wider than comments are, indented. */
export function wrapped(text: string, indent: string): string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		const fits = last !== undefined && indent.length + last.length + word.length < widestComment;
		if (fits) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}
