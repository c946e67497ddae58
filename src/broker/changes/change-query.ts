// The parameters of the log of changes: what each may be, and their reading.
import { z } from 'zod';
import { wrongInput } from '../../errors/wrong-input.ts';
import { searchRelations } from '../../links/relation.ts';
import { doiPrefixPattern } from '../doi-prefix.ts';
import {
	idParameter,
	readParametersBy,
	schemeParameter,
	textParameter,
	typeParameter,
	wholeNumberOr,
} from '../searching/parameters.ts';
import { cursorShape } from './change-cursor.ts';

const defaultEntries = 100;
/** So many entries come at once at most. */
export const mostEntries = 10_000;
/** So many seconds an answer is held at most. */
export const longestWait = 30;

/** The forms of the log. */
export const changeFormats = ['json', 'jsonl', 'atom'] as const;
export type ChangeFormat = (typeof changeFormats)[number];

/** Describes and checks the filters. */
export const changeFilterSchema = z.strictObject({
	id: idParameter.optional().meta({
		description: 'Keeps only links of this work: of the identifier, and of all that are one work with it now.',
		example: '10.5281/zenodo.11020',
	}),
	scheme: schemeParameter.meta({ description: 'The scheme of id; detected where it is left out.', example: 'doi' }),
	prefix: z
		.string()
		.trim()
		.toLowerCase()
		.regex(doiPrefixPattern, 'prefix must be that of DOIs, such as 10.5281.')
		.optional()
		.meta({ description: 'Keeps only links with a DOI that begins so, at either end.', example: '10.5281' }),
	provider: textParameter('provider', 'be the name of a link provider, or be left out', 1_000, 'name')
		.trim()
		.optional()
		.meta({ description: 'Keeps only what this link provider said, in any letter case.', example: 'Zenodo' }),
	relation: z.enum(searchRelations).optional().meta({
		description:
			'Keeps only this relation; with id it is read from that work. Without id either name of a pair means both.',
	}),
	type: typeParameter.meta({ description: 'Keeps only links with an object of this type at either end.' }),
});

/** Describes and checks all parameters. */
export const changeQuerySchema = z.strictObject({
	after: z
		.string()
		.regex(cursorShape, 'after is no cursor: give what `next` of an answer says, or leave it out.')
		.optional()
		.meta({
			description:
				'A cursor: goes on where an earlier answer ended. Left out: begins with the oldest entry. ' +
				'`now`: with what comes next.',
		}),
	limit: wholeNumberOr(defaultEntries, 'limit', 1, mostEntries).meta({
		description: 'How many entries come at most.',
	}),
	wait: wholeNumberOr(0, 'wait', 0, longestWait).meta({
		description: 'Where there is nothing, holds the answer for so many seconds until something comes.',
	}),
	...changeFilterSchema.shape,
	format: z.enum(changeFormats).optional().meta({
		description: 'The form, whatever Accept says: json, jsonl (JSON Lines) or atom (a feed).',
	}),
});

export type ChangeFilter = z.output<typeof changeFilterSchema>;
export type ChangesQuery = z.output<typeof changeQuerySchema>;

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readChangesQuery(parameters: Readonly<Record<string, string>>): ChangesQuery {
	const query = readParametersBy(changeQuerySchema, parameters);
	if (query.id !== undefined || query.scheme === undefined) return query;
	throw wrongInput('bad-query', [{ field: 'scheme', message: 'scheme is that of id, which is missing.' }]);
}
