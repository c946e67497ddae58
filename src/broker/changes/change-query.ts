// The parameters of the log of changes, over HTTP, on the command line and in OpenAPI: what each
// may be, and their reading. It knows no records.
import { z } from '@hono/zod-openapi';
import { unknownParameter, wrongInput } from '../../errors/wrong-input.ts';
import { searchRelations } from '../../links/relation.ts';
import { doiPrefixPattern } from '../doi-prefix.ts';
import { relationshipQuerySchema } from '../searching/relationship-query.ts';
import { cursorShape } from './change-cursor.ts';

const defaultEntries = 100;
/** So many entries come at once at most. */
export const mostEntries = 10_000;
/** So many seconds an answer is held at most. */
export const longestWait = 30;

const wholeNumber = (name: string, least: number, most: number) =>
	z
		.string()
		.regex(/^\d{1,9}$/, `${name} must be a whole number from ${least} to ${most}.`)
		.transform(Number)
		.refine((value) => value >= least && value <= most, `${name} must be a whole number from ${least} to ${most}.`);

/** The forms of the log. */
export const changeFormats = ['json', 'jsonl', 'atom'] as const;
export type ChangeFormat = (typeof changeFormats)[number];

const { scheme, type } = relationshipQuerySchema.shape;

/** Describes and checks the filters. */
export const changeFilterSchema = z.strictObject({
	id: z
		.string()
		.regex(/\S/, 'id must name an object: an identifier such as 10.5281/zenodo.11020.')
		.max(4_096, 'id is longer than any identifier: 4,096 characters at most.')
		.optional()
		.openapi({
			description: 'Keeps only links of this work: of the identifier, and of all that are one work with it now.',
			example: '10.5281/zenodo.11020',
		}),
	scheme: scheme.openapi({ description: 'The scheme of id; detected where it is left out.', example: 'doi' }),
	prefix: z
		.string()
		.trim()
		.toLowerCase()
		.regex(doiPrefixPattern, 'prefix must be that of DOIs, such as 10.5281.')
		.optional()
		.openapi({ description: 'Keeps only links with a DOI that begins so, at either end.', example: '10.5281' }),
	provider: z
		.string()
		.regex(/\S/, 'provider must be the name of a link provider, or be left out.')
		.max(1_000, 'provider is longer than any name: 1,000 characters at most.')
		.trim()
		.optional()
		.openapi({ description: 'Keeps only what this link provider said, in any letter case.', example: 'Zenodo' }),
	relation: z
		.enum(searchRelations, `relation must be one of ${searchRelations.join(', ')}.`)
		.optional()
		.openapi({
			description:
				'Keeps only this relation; with id it is read from that work. Without id either name of a pair means both.',
		}),
	type: type.openapi({ description: 'Keeps only links with an object of this type at either end.' }),
});

/** Describes and checks all parameters. */
export const changeQuerySchema = z.strictObject({
	after: z
		.string()
		.regex(cursorShape, 'after is no cursor: give what `next` of an answer says, or leave it out.')
		.optional()
		.openapi({
			description:
				'A cursor: goes on where an earlier answer ended. Left out: begins with the oldest entry. ' +
				'`now`: with what comes next.',
		}),
	limit: wholeNumber('limit', 1, mostEntries).default(defaultEntries).openapi({
		type: 'integer',
		minimum: 1,
		maximum: mostEntries,
		default: defaultEntries,
		description: 'How many entries come at most.',
	}),
	wait: wholeNumber('wait', 0, longestWait).default(0).openapi({
		type: 'integer',
		minimum: 0,
		maximum: longestWait,
		default: 0,
		description: 'Where there is nothing, holds the answer for so many seconds until something comes.',
	}),
	...changeFilterSchema.shape,
	format: z
		.enum(changeFormats, `format must be one of ${changeFormats.join(', ')}.`)
		.optional()
		.openapi({
			description: 'The form, whatever Accept says: json, jsonl (JSON Lines) or atom (a feed).',
		}),
});

export type ChangeFilter = z.output<typeof changeFilterSchema>;
export type ChangesQuery = z.output<typeof changeQuerySchema>;

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readChangesQuery(parameters: Readonly<Record<string, string>>): ChangesQuery {
	const result = changeQuerySchema.safeParse(parameters);
	const problems = result.success
		? schemeAlone(result.data)
		: result.error.issues.flatMap((issue) => {
				if (issue.code !== 'unrecognized_keys') return [{ field: String(issue.path[0] ?? ''), message: issue.message }];
				return issue.keys.map((field) => unknownParameter(field, knownNames));
			});
	if (result.success && problems.length === 0) return result.data;
	throw wrongInput('bad-query', problems);
}

function schemeAlone({ id, scheme }: ChangesQuery) {
	if (id !== undefined || scheme === undefined) return [];
	return [{ field: 'scheme', message: 'scheme is that of id, which is missing.' }];
}

const knownNames = Object.keys(changeQuerySchema.shape);
