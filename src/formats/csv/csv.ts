// Writes relationships as rows of CSV.
import { identifierUrl } from '../../identifiers/index.ts';
import { wordingsSeen } from '../../links/provenance.ts';
import type { DescribedObject } from '../scholix/described-object.ts';
import type { ShownIdentifier } from '../scholix/writing/object-document.ts';
import type { AnswerItem } from '../scholix/writing/write-answers.ts';

// The full-width forms are folded to the plain ones by some spreadsheets. A run of white space is
// looked at where it begins alone: from each place within it the pattern would cost its square.
const formulaSign = '[=+\\-@＝＋－＠]';
const beforeFormula = String.raw`(?:^|;|(?<![\s\p{Cf}"])(?=[\s\p{Cf}"]*[\t\r\n]))[\s\p{Cf}"]*`;
const formula = new RegExp(`${beforeFormula}(?=${formulaSign})`, 'gu');
const guardedFormula = new RegExp(`(${beforeFormula})'(?=${formulaSign})`, 'gu');

/**
 * Lists the columns. Those in the plural and `via_…` hold several values, joined by a semicolon and
 * a space, but `flags` by a space; each value of `via_source` goes with the one at the same place in
 * `via_target`.
 */
export const csvColumns = [
	...(['source_id', 'source_scheme', 'relation', 'id', 'scheme', 'url', 'type', 'title', 'creators'] as const),
	...(['publication_date', 'journal', 'publishers', 'first_link_date', 'last_link_date', 'providers'] as const),
	...(['identifiers', 'subtypes', 'via_source', 'via_target'] as const),
	...(['issns', 'volume', 'issue', 'pages', 'edition', 'publisher_place', 'flags'] as const),
] as const;

export type CsvColumn = (typeof csvColumns)[number];

/** Begins a CSV that is opened in Excel, which otherwise takes UTF-8 for the encoding of the system. */
export const byteOrderMark = '\uFEFF';

/** Holds the first row, which names the columns. */
export const csvHeader = csvLine(csvColumns);

type Cells = Record<CsvColumn, string | undefined>;

/** A link between two versions, by the identifiers of each. */
export type CsvVia = { source: readonly ShownIdentifier[]; target: readonly ShownIdentifier[] };

/** Writes the row of one relationship, as seen from `source`; `history` is newest first. */
export function csvRow(
	source: ShownIdentifier | undefined,
	{ relation, flags = [], history }: Pick<AnswerItem, 'relation' | 'flags' | 'history'>,
	object: DescribedObject,
	via: readonly CsvVia[] = [],
): string {
	const { Identifiers, Type, Title, Creator, PublicationDate, Container, Publisher } = object;
	const [identifier] = Identifiers;
	const cells: Cells = {
		source_id: source?.ID,
		source_scheme: source?.IDScheme,
		relation,
		id: identifier?.ID,
		scheme: identifier?.IDScheme,
		url: identifier && identifierUrl({ scheme: identifier.IDScheme, value: identifier.ID }),
		type: Type.Name,
		title: Title,
		creators: several(
			andOthers(
				Creator?.map(({ Name }) => Name),
				object.CreatorTotal,
			),
		),
		publication_date: PublicationDate,
		journal: Container?.Title,
		publishers: several(
			andOthers(
				Publisher?.map(({ Name }) => Name),
				object.PublisherTotal,
			),
		),
		first_link_date: history.at(-1)?.date,
		last_link_date: history[0]?.date,
		providers: several([...new Set(history.map(({ provider }) => provider))]),
		identifiers: several(Identifiers.map(prefixed)),
		subtypes: several(wordingsSeen(history, relation)),
		via_source: several(via.map(({ source }) => firstOf(source))),
		via_target: several(via.map(({ target }) => firstOf(target))),
		issns: several(Container?.ISSN),
		volume: Container?.Volume,
		issue: Container?.Issue,
		pages: Container?.Pages,
		edition: object.Edition,
		publisher_place: object.PublisherPlace,
		flags: flags.join(' '),
	};
	return csvLine(csvColumns.map((column) => cells[column] ?? ''));
}

function prefixed({ ID, IDScheme }: ShownIdentifier): string {
	return `${IDScheme}:${ID}`;
}

function firstOf([identifier]: readonly ShownIdentifier[]): string {
	return identifier ? prefixed(identifier) : '';
}

/** Says behind the first names how many there are besides. */
function andOthers(names: readonly string[] | undefined, total: number | undefined): readonly string[] | undefined {
	return names && total !== undefined ? [...names, `and ${total - names.length} others`] : names;
}

function several(values: readonly string[] = []): string {
	return values.join(between);
}

const between = '; ';

/** Divides a cell that holds several values, as its row has it. */
export function listInCell(cell: string): string[] {
	return cell.split(between).filter((value) => value !== '');
}

/** Writes a line of cells, with its end. Plain ones have no guard: `-P2Y` stays a duration. */
export function csvLine(cells: readonly string[], isPlain = (_at: number) => false): string {
	return `${cells.map((cell, at) => (isPlain(at) ? quotedCell(cell) : csvCell(cell))).join(',')}\r\n`;
}

/**
 * Writes one cell. Text that a spreadsheet would run as a formula (it begins with = + - or @, white
 * space and quotation marks aside) gets an apostrophe before it, which spreadsheets take for "this
 * is text" (OWASP, CSV Injection). So does what begins like that behind a semicolon, a tab or a
 * line break, since a spreadsheet may take those for the end of a cell, whatever the quotation
 * marks say.
 */
function csvCell(text: string): string {
	return quotedCell(text.replace(formula, "$&'"));
}

function quotedCell(text: string): string {
	return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Takes the apostrophes from a cell that csvCell put before formulas. */
export function withoutGuard(cell: string): string {
	return cell.replace(guardedFormula, '$1');
}
