// What a submission is and how it is answered.
import { z } from '@hono/zod-openapi';
import { mustBe } from '../../../broker/searching/parameters.ts';
import { columnChoiceForm, columnRoles } from '../../../formats/dialects/column-roles.ts';
import { isStorable } from '../../../formats/scholix/record-reading.ts';
import { linkLimits, reportLimits } from '../../../links/limits.ts';
import { canonicalDate } from '../../../links/link-date.ts';
import { eventActions } from '../../../links/link-event.ts';
import { count } from '../../answers/answer-schemas.ts';
import { exampleEventId } from './events.ts';

const longestColumns = 10_000;
const wrongColumns = mustBe(`what the columns of a table hold, in at most ${longestColumns} characters`);

/** Describes a text that can be stored and has something that can be seen. */
function visibleText(longest: number, words: string) {
	return z.string().regex(/\S/, mustBe(words)).max(longest, mustBe(words)).refine(isStorable, mustBe(words));
}

const flag = z.enum(['0', '1'], mustBe('0 or 1'));

/** Describes the parameters of a submission. */
export const submissionQuerySchema = z.strictObject({
	action: z
		.enum(eventActions)
		.default('assert')
		.openapi({
			description:
				'assert: the links hold from now on. withdraw: what their providers said so far of that relation between ' +
				'these two objects is taken back. replace: they are all that their providers say of their Sources from now ' +
				'on; what else these said in records with such a Source is taken back.',
		}),
	dialect: z
		.string()
		.regex(/^[a-z][a-z0-9-]{0,63}$/, mustBe('auto, or the name of a dialect such as datacite'))
		.optional()
		.openapi({
			description:
				'The form of the body, where it is not Scholix: a name of `link-broker dialects`, such as datacite, ' +
				'crossref or table; auto: what the body holds tells. Any Content-Type will do. Records that state all ' +
				'links of their object are best sent with action=replace.',
			example: 'datacite',
		}),
	relation: z
		.string()
		.regex(/^[A-Za-z]{1,50}$/, mustBe('a name of 1 to 50 letters, such as Cites'))
		.optional()
		.openapi({
			description: 'With dialect: the relation of the links of a list or table that names none.',
			example: 'Cites',
		}),
	date: z
		.string()
		.max(linkLimits.schemeLength, mustBe('a date: YYYY, YYYY-MM or YYYY-MM-DD'))
		.refine((text) => canonicalDate(text) !== undefined, mustBe('a date: YYYY, YYYY-MM or YYYY-MM-DD'))
		.optional()
		.openapi({
			description: 'With dialect: the date of links that have none; today where it is left out.',
			example: '2024-05-01',
		}),
	source: visibleText(linkLimits.idLength, `an identifier of at most ${linkLimits.idLength} characters`)
		.optional()
		.openapi({
			description:
				'With action=replace, provider and an empty array: the provider says nothing of this Source any more. With ' +
				'dialect: the object that the links of a list or table start from.',
			example: '10.5281/zenodo.11020',
		}),
	scheme: visibleText(linkLimits.schemeLength, `a scheme such as doi, of at most ${linkLimits.schemeLength} characters`)
		.trim()
		.optional()
		.openapi({ description: 'The scheme of source; detected from it where it is left out.', example: 'doi' }),
	provider: visibleText(linkLimits.nameLength, `a Name of 1 to ${linkLimits.nameLength} characters`)
		.trim()
		.optional()
		.openapi({
			description: 'The Name of the LinkProvider, with source; with dialect that of links for which nobody is named.',
			example: 'Zenodo',
		}),
	columns: z
		.string()
		.regex(/\S/, wrongColumns)
		.max(longestColumns, wrongColumns)
		.optional()
		.openapi({
			description:
				`With dialect table or auto: what the columns of a table hold, where that is not found out: ` +
				`${columnChoiceForm}. Columns that a list of roles does not reach hold nothing; roles of columns that are not ` +
				'named are found out.',
			example: 'source,-,relation,target',
		}),
	dry_run: flag.default('0').openapi({
		description: '1 stores nothing and tells what would be stored (200).',
	}),
	noindex: flag.default('0').openapi({
		description: '1 stores and groups the links but leaves them out of the search index until a reindex.',
	}),
	partial: flag.default('0').openapi({
		description: '1 takes the links that are valid, and tells those that are not, instead of refusing the batch.',
	}),
});

const refusedSchema = z
	.strictObject({
		pointer: z.string().openapi({ description: 'Where in the body, as a JSON pointer.', example: '/3/Source/Title' }),
		message: z.string().openapi({ example: 'must be a string, not a number' }),
	})
	.openapi('RefusedLink');

const nameCounts = z.array(z.strictObject({ name: z.string(), count: z.int().min(1) }));

const readSchema = z
	.strictObject({
		dialect: z.string().openapi({ example: 'datacite' }),
		records: count,
		links: count,
		described: count.openapi({ description: 'Objects that are described and have no link.' }),
		dated: count.openapi({ description: 'Links that have a date of their own.' }),
		date: z.string().openapi({ description: 'The date of the other links.', example: '2024-05-01' }),
		provider: z.string().nullable().openapi({ description: 'Who says the links for which the body names nobody.' }),
		relations: nameCounts,
		left_out: nameCounts.openapi({ description: 'What is no link, and why.' }),
		wrong_cell_count: count.openapi({ description: 'Cells of a table that do not hold what their columns do.' }),
		wrong_cells: z
			.array(
				z.strictObject({
					line: z.int().min(1).openapi({ description: 'The line in which the row begins.' }),
					column: z.int().min(1),
					name: z.string().openapi({ description: 'The name of the column.', example: 'Data DOI' }),
					cell: z.string().openapi({ description: 'The beginning of what stands there.', example: '3.2E+07' }),
					problem: z.string().openapi({ example: 'no identifier' }),
				}),
			)
			.max(reportLimits.records)
			.openapi({ description: `The first ${reportLimits.records} of them.` }),
	})
	.openapi('ReadBody', { description: 'With `dialect`: how the body was read.' });

/** Describes the answer to a submission. */
export const acceptedSchema = z
	.strictObject({
		message: z.literal('event accepted'),
		event_id: z.uuid().openapi({ example: exampleEventId }),
		refused_count: count
			.optional()
			.openapi({ description: 'With `partial=1`: how many links are not valid and were left out.', example: 0 }),
		refused: z
			.array(refusedSchema)
			.max(reportLimits.records)
			.optional()
			.openapi({ description: `With \`partial=1\`: the first ${reportLimits.records} of them.` }),
		read: readSchema.optional(),
	})
	.openapi('EventAccepted');

const previewedObject = z
	.strictObject({
		identifiers: z.array(z.strictObject({ ID: z.string(), IDScheme: z.string() })).min(1),
		title: z.string().nullable(),
	})
	.openapi('PreviewedObject');

const previewedLink = z.strictObject({
	line: z.int().min(1).openapi({ description: 'The line in which its record begins.' }),
	source: previewedObject,
	relation: z.string().openapi({ example: 'Cites' }),
	subtype: z.string().nullable(),
	target: previewedObject,
	date: z.string().nullable(),
	provider: z.string().nullable(),
});

const previewedTable = z
	.strictObject({
		has_names: z.boolean().openapi({ description: 'false: its first row holds identifiers and is one of the rows.' }),
		columns: z.array(z.strictObject({ name: z.string(), role: z.enum(columnRoles) })),
		rows: z.array(z.array(z.string())).openapi({ description: 'Its first rows.' }),
	})
	.nullable();

/** Describes the answer to a dry run. */
export const previewSchema = z
	.strictObject({
		message: z.literal('nothing stored'),
		refusal: z
			.string()
			.nullable()
			.openapi({ description: 'Why the submission would be refused; null: it would be accepted.' }),
		read: readSchema,
		table: previewedTable.openapi({ description: 'What the columns of a table of your own are taken for.' }),
		links: z.array(previewedLink).openapi({ description: 'The first links.' }),
		refused_count: count.openapi({ description: 'Records that are not valid.' }),
		refused: z
			.array(z.strictObject({ line: z.int().min(1), pointer: z.string().nullable(), message: z.string() }))
			.max(reportLimits.records)
			.openapi({ description: `The first ${reportLimits.records} of them.` }),
	})
	.openapi('EventPreview');

/** Shows a body of a submission. */
export const exampleLinks = [
	{
		Source: { Identifier: { ID: '10.5281/zenodo.11020', IDScheme: 'doi' }, Type: { Name: 'software' } },
		RelationshipType: { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo', SubTypeSchema: 'DataCite' },
		Target: {
			Identifier: { ID: 'https://github.com/dfm/corner.py', IDScheme: 'url' },
			Type: { Name: 'software' },
		},
		LinkProvider: [{ Name: 'Zenodo' }],
		LinkPublicationDate: '2018-01-01',
	},
];
