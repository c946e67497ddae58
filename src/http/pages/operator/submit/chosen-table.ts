// Reads of a form which table it holds, chosen or pasted, what is told of it, and what its columns
// are said to hold; asks nobody.
import { createHash } from 'node:crypto';
import { isSharedRole } from '../../../../formats/dialects/column-roles.ts';
import { encodingOf } from '../../../../formats/dialects/frames/documents.ts';
import { refuseForm } from '../interface-asking.ts';
import type { FormFields } from '../plain-form-fields.ts';
import { isWorkbook, offeredRoles, pastedName, problem, roleTitle } from './submit-words.ts';
import type { Reading, Told } from './table-reading.ts';

/** A table as text. */
export type ChosenTable = {
	name: string;
	text: string;
	/** How the file was written that was chosen; undefined where rows were pasted. */
	encoding: string | undefined;
};

/**
 * Reads it; a file takes the place of rows that were looked at. Fails with InterfaceRefusal where
 * there is no table, or two, or no text.
 */
export async function chosenTable(fields: FormFields): Promise<ChosenTable> {
	const file = fields.file('file');
	const pasted = fields.exact('text');
	const lookedAt = fields.exact('name');
	if (!file) {
		if (pasted.trim() === '') throw refuseForm(problem.nothing);
		return { name: lookedAt || pastedName, text: pasted, encoding: undefined };
	}
	if (pasted.trim() !== '' && lookedAt === '') throw refuseForm(problem.both);
	const bytes = new Uint8Array(await file.arrayBuffer());
	if (isWorkbook(bytes)) throw refuseForm(problem.workbook);
	const encoding = encodingOf(bytes);
	const text = new TextDecoder(encoding).decode(bytes);
	if (text.includes('\0')) throw refuseForm(problem.noText);
	if (text.trim() === '') throw refuseForm(problem.empty);
	return { name: file.name, text, encoding };
}

/**
 * Writes a table as it is sent: its mark says that it is UTF-8, whatever the text says of itself.
 */
export function bytesOf({ text }: Pick<ChosenTable, 'text'>): Uint8Array {
	return new TextEncoder().encode(`\uFEFF${text}`);
}

/** Reads what is told of a table beside what stands in it. */
export function toldIn(fields: FormFields | undefined): Told {
	const [provider = '', relation = '', date = '', source = ''] = toldNames.map((name) => fields?.text(name));
	return { provider, relation, date, source };
}

const toldNames = ['provider', 'relation', 'date', 'source'] as const;

/**
 * Reads how a table is to be read. Its columns are chosen where they are not those that were found,
 * and not where another table was looked at.
 */
export function readingIn(fields: FormFields, { name }: Pick<ChosenTable, 'name'>): Reading {
	const columns = fields.all('column');
	const isChosen = fields.exact('name') === name && columns.length > 0 && columns.join() !== fields.exact('found');
	return { told: toldIn(fields), columns: isChosen ? columns : undefined };
}

/** Fails with InterfaceRefusal where several columns are to hold what one alone may. */
export function requireOneEach(columns: readonly string[]): void {
	const twice = offeredRoles.find((role) => !isSharedRole(role) && columns.filter((one) => one === role).length > 1);
	if (twice !== undefined) throw refuseForm(`Several columns are chosen for “${roleTitle[twice]}”: keep one of them.`);
}

/** Makes what stands for a table and its reading; line breaks are as browsers send them. */
export function sealOf({ text }: Pick<ChosenTable, 'text'>, { told, columns = [] }: Reading): string {
	const lines = text.replaceAll(/\r\n?/g, '\n');
	return createHash('sha256')
		.update(JSON.stringify([lines, told, columns]))
		.digest('base64url');
}
