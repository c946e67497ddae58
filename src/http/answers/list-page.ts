// A page of a list whose pages go on before, or behind, a number.
import { z } from '@hono/zod-openapi';

/** Describes where the next page begins. */
export const nextSchema = z
	.string()
	.nullable()
	.openapi({ description: 'The value of before for the next page. null at the end.' });

/** Returns the rows of a page, and where the next one begins; one row more than the limit is read. */
export async function pageOf<Row>(
	read: (limit: number) => Promise<readonly Row[]>,
	limit: number,
	numberOf: (row: Row) => number,
): Promise<{ shown: readonly Row[]; next: string | null }> {
	const rows = await read(limit + 1);
	const shown = rows.slice(0, limit);
	const last = shown.at(-1);
	return { shown, next: rows.length > limit && last !== undefined ? String(numberOf(last)) : null };
}
