// Schemas of submissions and their answers.
import { z } from '@hono/zod-openapi';
import { mustBe } from '../../../broker/searching/parameters.ts';
import { columnChoiceForm, columnRoles } from '../../../formats/dialects/column-roles.ts';
import { isStorable } from '../../../formats/scholix/record-reading.ts';
import { linkLimits, reportLimits } from '../../../links/limits.ts';
import { canonicalDate } from '../../../links/link-date.ts';
import { eventActions } from '../../../links/link-event.ts';
import { count } from '../../answers/answer-schemas.ts';
import { exampleEventId } from './event-schemas.ts';

const longestColumns = 10_000;
/** File systems have no longer ones. */
const longestFileName = 255;
const wrongColumns = mustBe(`the roles of the columns, in at most ${longestColumns} characters`);

/** Describes a text that can be stored and has visible characters. */
function visibleText(longest: number, words: string) {
	return z.string().regex(/\S/, mustBe(words)).max(longest, mustBe(words)).refine(isStorable, mustBe(words));
}

/** Describes a parameter that is on or off. */
export const flag = z.enum(['0', '1'], mustBe('0 or 1'));

/** Describes the parameters of a submission. */
export const submissionQuerySchema = z.strictObject({
	action: z
		.enum(eventActions)
		.default('assert')
		.openapi({
			description:
				'assert: add the links. withdraw: withdraw what their providers asserted about this relation ' +
				'between these two objects. replace: withdraw everything that their providers asserted about the ' +
				'same Sources, then add the links.',
		}),
	dialect: z
		.string()
		.regex(/^[a-z][a-z0-9-]{0,63}$/, mustBe('auto, or the name of a dialect such as datacite'))
		.optional()
		.openapi({
			description:
				'The format of a body that is not Scholix: a name that `link-broker dialects` lists, such as ' +
				'datacite, crossref or table. auto: detect the format. Any Content-Type is accepted. Use ' +
				'action=replace for records that list all links of their object.',
			example: 'datacite',
		}),
	relation: z
		.string()
		.regex(/^[A-Za-z]{1,50}$/, mustBe('a name of 1 to 50 letters, such as Cites'))
		.optional()
		.openapi({
			description: 'With dialect: the relation of links that have none, such as in a list.',
			example: 'Cites',
		}),
	date: z
		.string()
		.max(linkLimits.schemeLength, mustBe('a date: YYYY, YYYY-MM or YYYY-MM-DD'))
		.refine((text) => canonicalDate(text) !== undefined, mustBe('a date: YYYY, YYYY-MM or YYYY-MM-DD'))
		.optional()
		.openapi({
			description: 'With dialect: the date of links that have none. Today if omitted.',
			example: '2024-05-01',
		}),
	source: visibleText(linkLimits.idLength, `an identifier of at most ${linkLimits.idLength} characters`)
		.optional()
		.openapi({
			description:
				'With dialect: the source object of the links of a list or table. With action=replace, provider ' +
				'and an empty array: the Source whose links are withdrawn.',
			example: '10.5281/zenodo.11020',
		}),
	scheme: visibleText(linkLimits.schemeLength, `a scheme such as doi, of at most ${linkLimits.schemeLength} characters`)
		.trim()
		.optional()
		.openapi({ description: 'The scheme of source. Detected if omitted.', example: 'doi' }),
	provider: visibleText(linkLimits.nameLength, `a Name of 1 to ${linkLimits.nameLength} characters`)
		.trim()
		.optional()
		.openapi({
			description:
				'With dialect: the LinkProvider of links that have none. With action=replace and source: the ' +
				'LinkProvider whose links are withdrawn.',
			example: 'Zenodo',
		}),
	columns: z
		.string()
		.regex(/\S/, wrongColumns)
		.max(longestColumns, wrongColumns)
		.optional()
		.openapi({
			description:
				'With dialect table or auto: the roles of columns that are not detected correctly. Write ' +
				`${columnChoiceForm}. Columns after the end of a list of roles are ignored. Columns that are not ` +
				'named are detected.',
			example: 'source,-,relation,target',
		}),
	file_name: visibleText(longestFileName, `a name of 1 to ${longestFileName} characters`).trim().optional().openapi({
		description: 'The name of the file that the links come from. Lists of events and loads show it.',
		example: 'links-2026-01.csv',
	}),
	dry_run: flag.default('0').openapi({
		description: '1 stores nothing and returns what would be stored (200).',
	}),
	noindex: flag.default('0').openapi({
		description: '1 stores and groups the links, but searches do not find them until a reindex.',
	}),
	partial: flag.default('0').openapi({
		description: '1 accepts the valid links and lists the others, instead of refusing the whole batch.',
	}),
});

const refusedSchema = z
	.strictObject({
		pointer: z
			.string()
			.openapi({ description: 'The place in the body, as a JSON pointer.', example: '/3/Source/Title' }),
		message: z.string().openapi({ example: 'must be a string, not a number' }),
	})
	.openapi('RefusedLink');

const nameCounts = z.array(z.strictObject({ name: z.string(), count: z.int().min(1) }));

const readSchema = z
	.strictObject({
		dialect: z.string().openapi({ example: 'datacite' }),
		records: count,
		links: count,
		described: count.openapi({ description: 'Objects that have a description but no link.' }),
		dated: count.openapi({ description: 'Links that have their own date.' }),
		date: z.string().openapi({ description: 'The date of the other links.', example: '2024-05-01' }),
		provider: z.string().nullable().openapi({ description: 'The provider of links that have none.' }),
		relations: nameCounts,
		left_out: nameCounts.openapi({ description: 'Entries that were omitted, by reason.' }),
		wrong_cell_count: count.openapi({
			description: 'Cells of a table whose content does not match the role of their column.',
		}),
		wrong_cells: z
			.array(
				z.strictObject({
					line: z.int().min(1).openapi({ description: 'The line on which the row begins.' }),
					column: z.int().min(1),
					name: z.string().openapi({ description: 'The name of the column.', example: 'Data DOI' }),
					cell: z.string().openapi({ description: "The beginning of the cell's content.", example: '3.2E+07' }),
					problem: z.string().openapi({ example: 'not an identifier' }),
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
		refused_count: count.optional().openapi({
			description: 'With `partial=1`: the number of links that are not valid and were omitted.',
			example: 0,
		}),
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
		type: z.string().nullable().openapi({ example: 'dataset' }),
		creators: z.array(z.string()).openapi({ description: 'The names of the first 10.' }),
		creator_count: count,
		publication_date: z.string().nullable(),
		published_in: z
			.string()
			.nullable()
			.openapi({ description: 'Its journal or book, the place in it, and publishers.', example: 'Acta 2 (3), 7-9' }),
	})
	.openapi('PreviewedObject');

const line = z.int().min(1).openapi({ description: 'The line on which the record begins.' });

const previewedLink = z.strictObject({
	line,
	source: previewedObject,
	relation: z.string().openapi({ example: 'Cites' }),
	subtype: z.string().nullable(),
	target: previewedObject,
	date: z.string().nullable(),
	provider: z.string().nullable(),
});

const previewedTable = z
	.strictObject({
		has_names: z
			.boolean()
			.openapi({ description: 'false: the first row is not a row of headings and is included in rows.' }),
		columns: z.array(
			z.strictObject({
				name: z.string(),
				role: z.enum(columnRoles),
				values: z.array(z.string()).openapi({
					description: 'The beginnings of the first three different values among the first rows that have one.',
					example: ['10.1234/paper', '10.1234/thesis'],
				}),
			}),
		),
		rows: z.array(z.array(z.string())).openapi({ description: 'The first rows.' }),
	})
	.nullable();

/** Describes the answer to a dry run. */
export const previewSchema = z
	.strictObject({
		message: z.literal('nothing stored'),
		refusal: z
			.string()
			.nullable()
			.openapi({ description: 'Why the submission would be refused. null: it would be accepted.' }),
		read: readSchema,
		table: previewedTable.openapi({ description: 'With dialect=table: the detected roles of the columns.' }),
		links: z.array(previewedLink).openapi({ description: 'The first links.' }),
		works: z
			.array(z.strictObject({ line, ...previewedObject.shape }))
			.openapi({ description: 'The first works that are described and have no link.' }),
		refused_count: count.openapi({ description: 'Records that are not valid.' }),
		refused: z
			.array(z.strictObject({ line: z.int().min(1), pointer: z.string().nullable(), message: z.string() }))
			.max(reportLimits.records)
			.openapi({ description: `The first ${reportLimits.records} of them.` }),
	})
	.openapi('EventPreview');

/** An example of a submitted body. */
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
