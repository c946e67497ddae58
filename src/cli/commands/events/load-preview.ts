// Tells what files of links hold: in which dialect, how many links of each relation, what is left
// out, and the first links as a table.
import type { FilesPreview } from '../../../broker/preview.ts';
import type { RemovedFromSet, ReplacedSet } from '../../../broker/replace-set.ts';
import type { Translation } from '../../../formats/dialects/translate.ts';
import type { Link, LinkedObject } from '../../../links/link.ts';
import type { EventCounts } from '../../../links/link-event.ts';
import type { NameCount } from '../../../links/name-counts.ts';
import { renderRows } from '../../terminal/table.ts';
import { printable } from '../../terminal/text-width.ts';
import { count, number } from '../../wording.ts';

/** Writes the preview as text, for a terminal so many columns wide. */
export function previewText({ files, links, refused }: FilesPreview, width: number | null): string {
	return [
		...files.flatMap(fileLines),
		...(links.length === 0 ? [] : ['', linkTable(links, width, true)]),
		...(refused.length === 0 ? [] : ['', `${count(refused.length, 'record')} not valid.`]),
		'',
		'Nothing is stored: this was a dry run.',
	].join('\n');
}

function linkTable(links: readonly Link[], width: number | null, isDated = false): string {
	const whole = true;
	const date = { title: 'Date', whole, of: ({ provenances: [first] }: Link) => first?.date ?? '' };
	return renderRows(
		[
			{ title: 'Source', whole, of: ({ source }) => nameOf(source) },
			{ title: 'Relation', whole, of: ({ relation }) => relation },
			{ title: 'Target', whole, of: ({ target }) => nameOf(target) },
			...(isDated ? [date] : []),
			{ title: 'Provider', leads: true, of: ({ provenances: [first] }) => first?.provider ?? '' },
		],
		links,
		width,
	);
}

/** Tells what a set that is replaced would lose. */
export function goneText({ set, links, relations, first }: RemovedFromSet, width: number | null): string {
	const which = links > first.length ? `The first ${number(first.length)}:` : 'These are:';
	return [
		`Earlier editions of ${printable(set)} said ${count(links, 'link')} that this one does not: ${counted(relations)}`,
		which,
		linkTable(first, width),
	].join('\n');
}

/** Tells what became of a set that was to be replaced. */
export function replacedLine({ set, links, relations, isWithdrawn }: ReplacedSet): string {
	const name = printable(set);
	if (links === 0) return `Of ${name} nothing is gone: this edition says all that earlier ones said`;
	const what = `${count(links, 'link')} of earlier editions of ${name}`;
	return isWithdrawn ? `Taken back: ${what} (${counted(relations)})` : `Not taken back: ${what}`;
}

/** Writes the preview for programs. */
export function previewDocument({ files, refused }: FilesPreview): Record<string, unknown> {
	return { files: files.map(fileDocument), refused };
}

/** Writes what a file held for programs. */
export function fileDocument({ file, leftOut, wrongCells, ...held }: Translation): Record<string, unknown> {
	const cells = { wrong_cell_count: wrongCells.count, wrong_cells: wrongCells.first };
	return { file, ...held, left_out: leftOut, ...cells };
}

/** Tells what a file held, and by which rules it was dated. */
export function fileLines(file: Translation): string[] {
	const { dialect, records, links, withdrawn, described, dated } = file;
	const undated = links - dated;
	const alone = described === 0 ? '' : `, ${count(described, 'description')} without a link`;
	const lines = [`${printable(file.file)}: ${dialect}, ${count(records, 'record')}, ${count(links, 'link')}${alone}`];
	if (withdrawn > 0) lines.push(`  taken back, since they hold no more: ${count(withdrawn, 'link')}`);
	if (file.relations.length > 0) lines.push(`  relations: ${counted(file.relations)}`);
	if (file.table !== undefined) lines.push(`  columns: ${columnsText(file.table)}`);
	if (file.leftOut.length > 0) lines.push(`  left out: ${counted(file.leftOut)}`);
	if (file.dateRule !== undefined && dated > 0) lines.push(`  dated by: ${file.dateRule}`);
	if (undated > 0) lines.push(`  dated ${file.date}, since they have no date: ${count(undated, 'link')}`);
	if (file.provider !== undefined) lines.push(`  provider, where the file names none: ${printable(file.provider)}`);
	return [...lines, ...cellLines(file)];
}

/** Tells what each column was taken for, or that it is not used. */
function columnsText({ columns }: NonNullable<Translation['table']>): string {
	const named = columns.map(({ name, role }, at) => {
		const column = name === '' ? `column ${at + 1}` : printable(name);
		return `${column} = ${role === '-' ? 'not used' : role}`;
	});
	return named.join(', ');
}

const shownCells = 20;

/** Tells the first wrong cells by file, line and column. */
function cellLines({ file, wrongCells: { count: all, first } }: Translation): string[] {
	const shown = first.slice(0, shownCells).map(({ line, column, name, cell, problem }) => {
		const place = `${printable(file)}, line ${line}, column ${column}${name === '' ? '' : ` (${printable(name)})`}`;
		return `  ${place}: ${printable(JSON.stringify(cell))} is ${problem}`;
	});
	return all > shown.length ? [...shown, `  and ${count(all - shown.length, 'wrong cell')} more`] : shown;
}

function counted(names: readonly NameCount[]): string {
	return names.map((one) => `${number(one.count)} ${printable(one.name)}`).join(', ');
}

function nameOf({ identifiers: [first] }: LinkedObject): string {
	return first === undefined ? '' : `${first.scheme}:${first.value}`;
}

/** Lists unknown names of relations, each with how many links give it; '' for none. */
export function unknownRelations({ unknownRelations }: Pick<EventCounts, 'unknownRelations'>): string {
	return unknownRelations.map(({ name, count }) => `${name} (${number(count)})`).join(', ');
}
