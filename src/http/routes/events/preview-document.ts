// Writes how a body or a page was read, and what it holds.
import type { BodyPreview } from '../../../broker/preview.ts';
import type { Translation } from '../../../formats/dialects/translate.ts';
import type { Link, LinkedObject } from '../../../links/link.ts';
import { placeText } from '../../../links/words.ts';

/** Writes how a body was read. */
export function describeReading(translation: Translation): Record<string, unknown> {
	const { dialect, records, links, described, dated, date, provider, relations, leftOut, wrongCells } = translation;
	return {
		...{ dialect, records, links, described, dated, date, provider: provider ?? null, relations },
		...{ left_out: leftOut, wrong_cell_count: wrongCells.count, wrong_cells: wrongCells.first },
	};
}

/** Writes the preview of a body. */
export function describePreview({ translation, links, works, refused, refusal }: BodyPreview): Record<string, unknown> {
	const { table } = translation;
	return {
		message: 'nothing stored',
		refusal,
		read: describeReading(translation),
		table: table ? { has_names: table.hasNames, columns: table.columns, rows: table.rows } : null,
		links: links.map(({ line, link }) => ({ line, ...describeLink(link) })),
		works: works.map(({ line, work }) => ({ line, ...describeObject(work) })),
		refused_count: refused.count,
		refused: refused.first.map(({ line, problems: [problem] }) => ({
			...{ line, pointer: problem?.pointer ?? null, message: problem?.message ?? '' },
		})),
	};
}

function describeLink({ source, relation, target, provenances: [provenance], unknownRelations }: Link) {
	return {
		source: describeObject(source),
		relation,
		subtype: provenance?.subType ?? unknownRelations?.[0] ?? null,
		target: describeObject(target),
		date: provenance?.date ?? null,
		provider: provenance?.provider ?? null,
	};
}

const previewedCreators = 10;

function describeObject({ identifiers, description }: LinkedObject) {
	const { Creator = [] } = description;
	return {
		identifiers: identifiers.map(({ value, scheme }) => ({ ID: value, IDScheme: scheme })),
		title: description.Title ?? null,
		type: description.Type?.Name ?? null,
		creators: Creator.slice(0, previewedCreators).map(({ Name }) => Name),
		creator_count: Creator.length,
		publication_date: description.PublicationDate ?? null,
		published_in: placeText(description, 3) || null,
	};
}
