// Recognises the columns of a table that describe the works at its ends, by their names.
import { type DescribingRole, describingRoles, isSharedRole } from '../column-roles.ts';
import type { GivenObject, TableRow } from '../dialect.ts';
import { pageRange } from '../mapping.ts';
import { readWrittenDate } from './cells.ts';
import { cellAt } from './columns.ts';

/** The columns that describe a work, by what they hold. */
export type DescribedColumns = Partial<Record<DescribingRole, readonly number[]>>;

/** Names of columns in the order in which they are tried: `Journal ISSN` is no journal. */
const namesOf: readonly (readonly [DescribingRole, RegExp])[] = [
	['issn', /issn/],
	['volume', /^(?:\p{L}*vol(?:umes?)?(?:no|number)?|band|tome)$/u],
	['issue', /^(?:\p{L}*issue(?:no|number)?|heft|ausgabe|numéro|número)$/u],
	['pages', /^(?!.*(?:landing|web|count|num|total))\p{L}*(?:pages?(?:start|end|range)?|pp|seiten|páginas)$/u],
	['keywords', /keywords?$|schlagw|stichw|motsclés|palabrasclave/],
	[
		'creators',
		/^(?!first|last|corresponding|senior)\p{L}*(?:authors?|creators?|autor(?:en|in|innen|es)?|auteurs?|verfasser|urheber)(?:names?|s)?$/u,
	],
	['publisher', /(?:publishers?|verlag|éditeur|editorial)(?:name)?$/],
	[
		'journal',
		/^(?!.*(?:ur[il]|link|id|abbr\p{L}{0,12})$).*(?:journal|booktitle|container|venue|zeitschrift|revue|revista)/u,
	],
	[
		'date',
		/year|jahr|année|^año|^published|^issued|pub\p{L}{0,20}dat(?:e|um)|dat(?:e|um|a)(?:of|de|der)?(?:publ|veröff)|erschein|parution/u,
	],
	['type', /(?:type|typ|tipo)$/],
	['title', /title|^name$|titel|titre|título/],
];

/** Says what a column describes by its name; a date qualified by an end is that of its work. */
export function describingRoleOf(name: string, isOfEnd: boolean): DescribingRole | undefined {
	const role = namesOf.find(([, pattern]) => pattern.test(name))?.[0];
	return role ?? (isOfEnd && /dat(?:e|um)$/.test(name) ? 'date' : undefined);
}

/** Reads what a row says of a work besides its identifiers. */
export function descriptionIn(row: TableRow, columns: DescribedColumns): Omit<GivenObject, 'identifiers'> {
	const cells = (role: DescribingRole) => (columns[role] ?? []).flatMap((at) => cellAt(row, at) ?? []);
	const [date] = cells('date');
	const [first, last] = cells('pages');
	return {
		title: cells('title')[0],
		type: cells('type')[0],
		publicationDate: date && readWrittenDate(date, undefined),
		creators: cells('creators')
			.flatMap(namesIn)
			.map((name) => ({ name })),
		publishers: cells('publisher').slice(0, 1),
		keywords: cells('keywords').flatMap((cell) => divided(cell, /[;|]/.test(cell) ? /[;|]/ : /,/)),
		container: {
			title: cells('journal')[0],
			issns: cells('issn').flatMap((cell) => divided(cell, /[;,|\s]/)),
			volume: cells('volume')[0],
			issue: cells('issue')[0],
			pages: pageRange(first, last),
		},
	};
}

/** Lists the roles of describing columns that may have several columns. */
export const severalOf: ReadonlySet<DescribingRole> = new Set(
	describingRoles.filter((role) => isSharedRole(`source-${role}`)),
);

/**
 * Divides names: at semicolons and bars, else at `and`; at commas only where these cannot stand between a
 * family name and a given one: initials end every part, as in `Doe J, Roe R`.
 */
function namesIn(cell: string): string[] {
	if (/[;|]/.test(cell)) return divided(cell, /[;|]/).filter((name) => !/^and \d+ others$/.test(name));
	const names = divided(cell, / and | & /);
	return names.flatMap((name) => {
		const parts = divided(name, /,/);
		return parts.length > 1 && parts.every((part) => /\S \S*[\p{Lu}.]{1,4}$/u.test(part) && hasInitials(part))
			? parts
			: [name.replace(/,$/, '')];
	});
}

function hasInitials(name: string): boolean {
	return /^(?:\p{Lu}[.-]?){1,3}$/u.test(name.slice(name.lastIndexOf(' ') + 1));
}

function divided(cell: string, separator: RegExp): string[] {
	return cell
		.split(separator)
		.map((part) => part.trim())
		.filter((part) => part !== '');
}
