// Holds the types of the clients to the description of the interface.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { clientTypes } from './client-types.ts';
import { declarationsOf, type OpenApiDocument, type Schema } from './declarations.ts';
import { pythonTypes } from './python-types.ts';
import { typescriptTypes } from './typescript-types.ts';

describe('the types of the clients', () => {
	it('are those of the interface', async () => {
		for (const [file, text] of await clientTypes()) {
			const written = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
			assert.ok(written === text, `${file} is out of step: npm run clients:types`);
		}
	});
});

/** Describes an interface with one operation that answers this. */
function documentOf(schema: Schema, schemas: Record<string, Schema> = {}): OpenApiDocument {
	const answer = { content: { 'application/json': { schema } } };
	const problem = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
	return {
		paths: { '/thing': { get: { operationId: 'showThing', responses: { 200: answer } } } },
		components: { schemas: { Problem: problem, ...schemas } },
	};
}

/** Writes the declarations of such a document but for that of problems, without heads. */
function typesOf(document: OpenApiDocument): { typescript: string; python: string } {
	const declarations = declarationsOf(document, ['showThing']).filter(({ name }) => name !== 'Problem');
	return {
		typescript: typescriptTypes(declarations)
			.replace(/^(\/\/.*\n)+\n?/, '')
			.trim(),
		python: (pythonTypes(declarations).split(/^]\n/m)[1] ?? '').trim(),
	};
}

describe('a schema', () => {
	it('becomes a type with its words, and one in each language', () => {
		const thing: Schema = {
			type: 'object',
			description: 'A thing.',
			properties: {
				id: { type: 'integer' },
				kind: { type: 'string', enum: ['a', 'b'], description: 'Which kind.' },
				ended: { type: ['string', 'null'] },
				parts: {
					type: 'array',
					items: { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] },
				},
			},
			required: ['id', 'ended'],
		};
		const { typescript, python } = typesOf(documentOf({ $ref: '#/components/schemas/Thing' }, { Thing: thing }));
		assert.equal(
			typescript,
			[
				...['export type ThingPart = {', '\tsize: number;', '};', ''],
				...['/** A thing. */', 'export type Thing = {', '\tid: number;', '\t/** Which kind. */', "\tkind?: 'a' | 'b';"],
				...['\tended: string | null;', '\tparts?: ThingPart[];', '};'],
			].join('\n'),
		);
		assert.equal(
			python,
			[
				...['class ThingPart(TypedDict):', '    size: float', '', ''],
				...['class Thing(TypedDict):', '    """A thing."""', '', '    id: int'],
				...['    kind: NotRequired[Literal["a", "b"]]', '    """Which kind."""'],
				...['    ended: Optional[str]', '    parts: NotRequired[List[ThingPart]]'],
			].join('\n'),
		);
	});

	it('that shares its name with another one is reported', () => {
		const part = (type: string): Schema => ({ type: 'object', properties: { size: { type } } });
		const thing: Schema = { type: 'object', properties: { part: part('number'), Part: part('string') } };
		assert.throws(() => typesOf(documentOf(thing)), /would be called ShowThingAnswerPart/);
	});

	it('with an unknown keyword is reported', () => {
		assert.throws(() => typesOf(documentOf({ type: 'tuple' })), /not known: tuple/);
		assert.throws(() => typesOf(documentOf({ allOf: [{ type: 'string' }, { type: 'number' }] })), /allOf/);
		assert.throws(() => declarationsOf(documentOf({}), ['other']), /no operation other/);
	});
});
