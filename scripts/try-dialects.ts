// Reads a folder of files in the dialects of the field and compares what is read with their lists
// of links, and prints what differs; does not know what a dialect is.
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BrokerError } from '../src/errors.ts';
import { readCsv } from '../src/formats/csv/read-csv.ts';
import { jsonDocuments } from '../src/formats/dialects/syntaxes/documents.ts';
import { type TranslateOptions, type Translation, translateFile } from '../src/formats/dialects/translate.ts';
import { readRecord } from '../src/formats/scholix/read-record.ts';
import type { Description } from '../src/links/description.ts';
import type { Link } from '../src/links/link.ts';
import { compareLinks, type ListedLink, listedLink, nameOf } from './dialects/compare-lists.ts';

const USAGE = `Usage: npm run try:dialects -- <folder> [<dialect>...]

Reads every file of <folder>/<dialect>/ that has a list <folder>/<dialect>/expected/<file>.csv (columns source_scheme,
source_id, relation, target_scheme, target_id, date, provider) and prints the lines that are missing and those that are
too many. <file>.objects.csv (scheme, id, type, title, creators, publication_date, publisher, container) lists what it states of
objects. Where a list
has one source or one relation alone and the file does not give it, it is supplied.
Exit status: 0 where every list is equal, 1 where one differs, 2 wrong usage.`;

const shownLines = 6;
// Where a list has neither date nor provider, the file has none: these stand for them.
const supplied = { provider: 'supplied', date: '0001-01-01' };

const [folder, ...only] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-')) {
	console.error(USAGE);
	process.exit(2);
}
process.exit((await tryDialects(folder, only)) ? 0 : 1);

async function tryDialects(root: string, names: readonly string[]): Promise<boolean> {
	const all = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory());
	const dialects = all.map(({ name }) => name).filter((name) => names.length === 0 || names.includes(name));
	let files = 0;
	let equal = 0;
	for (const dialect of dialects.sort()) {
		for (const list of (await readdir(join(root, dialect, 'expected'))).sort()) {
			if (list.endsWith('.objects.csv')) continue;
			files++;
			if (await tryFile(root, dialect, list.slice(0, -'.csv'.length))) equal++;
		}
	}
	console.log(`\n${equal} of ${files} lists are equal.`);
	return equal === files;
}

async function tryFile(root: string, dialect: string, file: string): Promise<boolean> {
	const right = await readList(join(root, dialect, 'expected', `${file}.csv`));
	const path = join(root, dialect, file);
	const outcome = await readOneWay(path, right).catch((error: Error) => error);
	const place = `${dialect}/${file}`;
	if (outcome instanceof Error) {
		const reason = outcome instanceof BrokerError ? outcome.message.replace(path, file) : outcome.stack;
		const isRight = right.length === 0 && outcome instanceof BrokerError;
		console.log(`${isRight ? 'refused' : 'REFUSED'}  ${place}: ${reason}`);
		return isRight;
	}
	const { links, translation, objects } = outcome;
	const { missing, extra } = compareLinks(right, links);
	const described = await compareObjects(join(root, dialect, 'expected', `${file}.objects.csv`), objects);
	const isEqual = missing.length === 0 && extra.length === 0;
	const counts = `${right.length} right, ${links.length} read as ${translation?.dialect ?? '(nothing)'}`;
	console.log(
		`${isEqual ? 'equal  ' : 'DIFFERS'}  ${place}: ${counts}` +
			(described.length > 0 ? `; ${described.length} descriptions differ` : ''),
	);
	for (const [mark, lines] of [
		['-', missing],
		['+', extra],
		['~', described],
	] as const) {
		for (const line of lines.slice(0, shownLines)) console.log(`         ${mark} ${line}`);
		if (lines.length > shownLines) console.log(`         ${mark} and ${lines.length - shownLines} more`);
	}
	if (!isEqual)
		for (const { name, count } of translation?.leftOut ?? []) console.log(`         left out: ${count} × ${name}`);
	return isEqual;
}

type Described = Readonly<Record<string, string>>;
type Outcome = { links: ListedLink[]; translation: Translation | undefined; objects: Map<string, Described> };

/**
 * Reads the file as it is, and where that is not right, with what a file of its dialect may not
 * give: a provider, a relation, the one source of all links. The reading that is least wrong
 * counts.
 */
async function readOneWay(path: string, right: readonly ListedLink[]): Promise<Outcome> {
	const links = right.filter(({ relation }) => relation !== 'IsIdenticalTo');
	const sources = [...new Set(links.map(({ source }) => source))];
	const names = [...new Set(links.map(({ relation }) => relation))];
	const relation = names.length === 1 ? names[0] : undefined;
	const [scheme = '', ...id] = (sources[0] ?? '').split(':');
	const source = sources.length === 1 ? { id: id.join(':'), scheme } : undefined;
	const outcomes = [
		await readFileOf(path, undefined, {}),
		await readFileOf(path, supplied.provider, { relation }),
		...(source === undefined ? [] : [await readFileOf(path, supplied.provider, { relation, source })]),
	];
	return outcomes.reduce((best, one) => (wrongIn(right, one) < wrongIn(right, best) ? one : best));
}

function wrongIn(right: readonly ListedLink[], { links }: Outcome): number {
	const { missing, extra } = compareLinks(right, links);
	return missing.length + extra.length;
}

async function readFileOf(
	path: string,
	provider: string | undefined,
	more: TranslateOptions['supplied'],
): Promise<Outcome> {
	const links: ListedLink[] = [];
	const objects = new Map<string, Described>();
	let translation: Translation | undefined;
	const options = { supplied: more, provider, date: supplied.date, skipInvalid: false };
	const limits = { maxLinks: 10_000, maxBytes: 2 ** 26 };
	const chunks = translateFile(path, createReadStream(path), options, limits, (end) => {
		translation = end;
	});
	for await (const { chunk } of chunks) {
		for (const placed of jsonDocuments(chunk)) {
			const { line } = placed;
			if ('problem' in placed) throw new BrokerError('bad-file', `${path}, line ${line}: this ${placed.problem}.`);
			const record = readRecord(placed.document, 0);
			if ('link' in record) addLink(record.link, links, objects);
			else console.log(`         ! line ${line}: ${record.problems[0]?.message}`);
		}
	}
	return { links, translation, objects };
}

function addLink(
	{ source, relation, target, provenances }: Link,
	links: ListedLink[],
	objects: Outcome['objects'],
): void {
	const [from, to] = [source, target].map(({ identifiers }) =>
		identifiers.map(({ value, scheme }) => ({ id: value, scheme })),
	) as [Named[], Named[]];
	for (const { provider: name, date: given } of provenances) {
		const provider = name === supplied.provider ? '' : name;
		const date = given === supplied.date ? '' : given;
		const add = (one: Named, by: string, other: Named) => links.push(listedLink(one, by, other, date, provider));
		for (const [first, ...others] of [from, to])
			for (const other of others) add(first as Named, 'IsIdenticalTo', other);
		add(from[0] as Named, relation, to[0] as Named);
	}
	for (const { identifiers, description } of [source, target]) {
		for (const { value, scheme } of identifiers) noteObject(objects, nameOf({ id: value, scheme }), description);
	}
}

type Named = { id: string; scheme: string };

function noteObject(objects: Outcome['objects'], name: string, description: Description): void {
	const names = (agents: readonly { Name: string }[] = []) => agents.map((agent) => agent.Name).join('; ');
	const stated = {
		type: description.Type?.Name ?? '',
		title: description.Title ?? '',
		creators: names(description.Creator),
		publication_date: description.PublicationDate ?? '',
		publisher: names(description.Publisher),
		container: description.Container?.Title ?? '',
	};
	const known = objects.get(name);
	objects.set(
		name,
		Object.fromEntries(Object.entries(stated).map(([field, value]) => [field, value || (known?.[field] ?? '')])),
	);
}

async function readList(path: string): Promise<ListedLink[]> {
	const rows = await tableOf(path);
	return rows.map((row) =>
		listedLink(
			{ id: row.source_id ?? '', scheme: row.source_scheme ?? '' },
			row.relation ?? '',
			{ id: row.target_id ?? '', scheme: row.target_scheme ?? '' },
			row.date ?? '',
			row.provider ?? '',
		),
	);
}

/** Lists the fields of objects that differ from what they should be; empty ones say nothing. */
async function compareObjects(path: string, objects: Map<string, Described>): Promise<string[]> {
	const rows = await tableOf(path).catch(() => []);
	return rows.flatMap((row) => {
		const name = nameOf({ id: row.id ?? '', scheme: row.scheme ?? '' });
		const read = objects.get(name);
		return ['type', 'title', 'creators', 'publication_date', 'publisher', 'container'].flatMap((field) => {
			const [wanted, found] = [row[field] ?? '', read?.[field] ?? ''].map((text) =>
				text.replaceAll(/\s+/g, ' ').trim(),
			);
			const isSame = wanted === found || sorted(wanted) === sorted(found);
			return wanted === '' || isSame || (field === 'type' && wanted === 'unknown' && found === '')
				? []
				: [`${name} ${field}: ${JSON.stringify(found?.slice(0, 80))}, not ${JSON.stringify(wanted?.slice(0, 80))}`];
		});
	});
}

/** The broker answers publishers in an order of its own. */
function sorted(names: string | undefined): string {
	return [...new Set(names?.split('; '))].sort().join('; ');
}

async function tableOf(path: string): Promise<Record<string, string>[]> {
	const text = await readFile(path, 'utf8');
	const [header = [], ...rows] = await Array.fromAsync(readCsv(pieces(text)));
	return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
}

async function* pieces(text: string): AsyncGenerator<string> {
	yield text;
}
