// Describes files of links: dialect, number of links by relation, what is left out, and the first
// links as a table.
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
export function previewText({ files, links, works, refused }: FilesPreview, width: number | null): string {
	const firstLinks = links.map(({ link }) => link);
	return [
		...files.flatMap(fileLines),
		...(links.length === 0 ? [] : ['', linkTable(firstLinks, width, true)]),
		...(works.length === 0 ? [] : ['', workTable(works, width)]),
		...(refused.length === 0 ? [] : ['', `${count(refused.length, 'invalid record')}.`]),
		'',
		'Dry run: nothing was stored.',
	].join('\n');
}

function linkTable(links: readonly Link[], width: number | null, isDated = false): string {
	const whole = true;
	const date = { title: 'DATE', whole, of: ({ provenances: [first] }: Link) => first?.date ?? '' };
	return renderRows(
		[
			{ title: 'SOURCE', whole, of: ({ source }) => nameOf(source) },
			{ title: 'RELATION', whole, of: ({ relation }) => relation },
			{ title: 'TARGET', whole, of: ({ target }) => nameOf(target) },
			...(isDated ? [date] : []),
			{ title: 'PROVIDER', main: true, of: ({ provenances: [first] }) => first?.provider ?? '' },
		],
		links,
		width,
	);
}

/** Lists works that are described, and have no link. */
function workTable(works: FilesPreview['works'], width: number | null): string {
	return renderRows(
		[
			{ title: 'WORK', whole: true, of: ({ work }) => nameOf(work) },
			{ title: 'PUBLISHED', whole: true, of: ({ work }) => work.description.PublicationDate ?? '' },
			{ title: 'TITLE', main: true, of: ({ work }) => work.description.Title ?? '' },
		],
		works,
		width,
	);
}

/** Describes the links that replacing a set would withdraw. */
export function removedText({ set, links, relations, first }: RemovedFromSet, width: number | null): string {
	const which = links > first.length ? `The first ${number(first.length)}:` : 'These are:';
	return [
		`Earlier editions of ${printable(set)} have ${count(links, 'link')} that this one lacks: ${counted(relations)}`,
		which,
		linkTable(first, width),
	].join('\n');
}

/** Reports whether links of earlier editions of a set were withdrawn. */
export function replacedLine({ set, links, relations, isWithdrawn }: ReplacedSet): string {
	const name = printable(set);
	if (links === 0) return `Nothing to withdraw: this edition of ${name} has all links of earlier ones`;
	const what = `${count(links, 'link')} of earlier editions of ${name}`;
	return isWithdrawn ? `Withdrawn: ${what} (${counted(relations)})` : `Not withdrawn: ${what}`;
}

/** Writes the preview for programs. */
export function previewDocument({ files, refused }: FilesPreview): Record<string, unknown> {
	return { files: files.map(fileDocument), refused };
}

/** Writes the description of a file for programs. */
export function fileDocument({ file, leftOut, wrongCells, ...held }: Translation): Record<string, unknown> {
	const cells = { wrong_cell_count: wrongCells.count, wrong_cells: wrongCells.first };
	return { file, ...held, left_out: leftOut, ...cells };
}

/** Describes a file, and the rules by which its links are dated. */
export function fileLines(file: Translation): string[] {
	const { dialect, records, links, withdrawn, described, dated } = file;
	const undated = links - dated;
	const alone = described === 0 ? '' : `, ${count(described, 'description')} without a link`;
	const lines = [`${printable(file.file)}: ${dialect}, ${count(records, 'record')}, ${count(links, 'link')}${alone}`];
	if (withdrawn > 0) lines.push(`  withdrawn, since they no longer hold: ${count(withdrawn, 'link')}`);
	if (file.relations.length > 0) lines.push(`  relations: ${counted(file.relations)}`);
	if (file.table !== undefined) lines.push(`  columns: ${columnsText(file.table)}`);
	if (file.leftOut.length > 0) lines.push(`  left out: ${counted(file.leftOut)}`);
	if (file.dateRule !== undefined && dated > 0) lines.push(`  dated by: ${file.dateRule}`);
	if (undated > 0) lines.push(`  dated ${file.date} for lack of a date: ${count(undated, 'link')}`);
	if (file.provider !== undefined) lines.push(`  provider of links without one: ${printable(file.provider)}`);
	return [...lines, ...cellLines(file)];
}

/** Lists the role of each column. */
function columnsText({ columns }: NonNullable<Translation['table']>): string {
	const named = columns.map(({ name, role }, at) => {
		const column = name === '' ? `column ${at + 1}` : printable(name);
		return `${column} = ${role === '-' ? 'not used' : role}`;
	});
	return named.join(', ');
}

const shownCells = 20;

/** Lists the first wrong cells by file, line and column. */
function cellLines({ file, wrongCells: { count: all, first } }: Translation): string[] {
	const shown = first.slice(0, shownCells).map(({ line, column, name, cell, problem }) => {
		const place = `${printable(file)}, line ${line}, column ${column}${name === '' ? '' : ` (${printable(name)})`}`;
		return `  ${place}: ${printable(JSON.stringify(cell))} is ${problem}`;
	});
	return all > shown.length ? [...shown, `  and ${count(all - shown.length, 'more wrong cell')}`] : shown;
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
