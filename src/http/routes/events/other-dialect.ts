// How a body of another dialect is to be read, by the parameters of its submission, and how it was.
import type { z } from '@hono/zod-openapi';
import type { Submission } from '../../../broker/accept-event.ts';
import type { BodyPreview } from '../../../broker/preview.ts';
import { readColumnChoice } from '../../../formats/dialects/column-roles.ts';
import type { Translation } from '../../../formats/dialects/translate.ts';
import type { Link, LinkedObject } from '../../../links/link.ts';
import { badQuery } from '../../answers/query-parameters.ts';
import type { submissionQuerySchema } from './submission-schemas.ts';

/**
 * Reads how the body is written; undefined where it is Scholix. Fails with `bad-query` where a
 * parameter is given that only goes with a dialect, and where `columns` says no roles.
 */
export function readReading(given: z.output<typeof submissionQuerySchema>): Submission['reading'] {
	const { dialect, relation, date, source, scheme, provider, columns } = given;
	if (dialect === undefined) {
		const alone = (['relation', 'date', 'columns'] as const).find((name) => given[name] !== undefined);
		if (alone === undefined) return undefined;
		const message = `${alone} goes with dialect; leave it out, or name the dialect of the body.`;
		throw badQuery([{ field: alone, message }]);
	}
	return {
		from: dialect === 'auto' ? undefined : dialect,
		told: {
			relation,
			source: source === undefined ? undefined : { id: source, scheme },
			...(columns !== undefined && { columns: readColumnChoice(columns) }),
		},
		provider,
		date: date ?? new Date().toISOString().slice(0, 10),
	};
}

/** Writes how a body was read. */
export function describeReading(translation: Translation): Record<string, unknown> {
	const { dialect, records, links, described, dated, date, provider, relations, leftOut, wrongCells } = translation;
	return {
		...{ dialect, records, links, described, dated, date, provider: provider ?? null, relations },
		...{ left_out: leftOut, wrong_cell_count: wrongCells.count, wrong_cells: wrongCells.first },
	};
}

/** Writes what a body would come to. */
export function describePreview({ translation, links, refused, refusal }: BodyPreview): Record<string, unknown> {
	const { table } = translation;
	return {
		message: 'nothing stored',
		refusal,
		read: describeReading(translation),
		table: table ? { has_names: table.hasNames, columns: table.columns, rows: table.rows } : null,
		links: links.map(({ line, link }) => ({ line, ...describeLink(link) })),
		refused_count: refused.count,
		refused: refused.first.map(({ line, problems: [problem] }) => ({
			...{ line, pointer: problem?.pointer ?? null, message: problem?.message ?? '' },
		})),
	};
}

function describeLink({ source, relation, target, provenances: [said], unknownRelations }: Link) {
	return {
		source: describeObject(source),
		relation,
		subtype: said?.subType ?? unknownRelations?.[0] ?? null,
		target: describeObject(target),
		date: said?.date ?? null,
		provider: said?.provider ?? null,
	};
}

function describeObject({ identifiers, description }: LinkedObject) {
	return {
		identifiers: identifiers.map(({ value, scheme }) => ({ ID: value, IDScheme: scheme })),
		title: description.Title ?? null,
	};
}
