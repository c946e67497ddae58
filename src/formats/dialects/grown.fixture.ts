// Grows samples of every dialect: one part of each is repeated until the text has a given length.
import type { Syntax } from './dialect.ts';

/** A way to grow a sample: `text(length)` has about that many characters, and holds the sample. */
export type Growth = { part: string; text(length: number): string };

/** Pieces that some reader takes for the beginning, the end or a part of something. */
const pieces: readonly string[] = [
	...[' ', '\n', '"', '\\', '{', '(', '<b>', '$', ',', '-', 'a ', '1', '10.1234/', 'http://'],
];

/** Lists the ways to grow a text, by its syntax. */
export function growths(text: string, syntax: Syntax): Growth[] {
	return [...grownParts[syntax](text), ...grownValues(text, syntax), ...grownEnds(text)];
}

const filled = (length: number, unit: string) => unit.repeat(Math.max(1, Math.ceil(length / unit.length)));

/** Makes a text of numbered units: no two are alike. */
function numbered(length: number, unit: (number: number) => string): string {
	const units: string[] = [];
	for (let held = 0; held < length; ) {
		const next = unit(units.length + 1);
		units.push(next);
		held += next.length;
	}
	return units.join('');
}

function grownEnds(text: string): Growth[] {
	return pieces.map((piece) => ({
		part: `${JSON.stringify(piece)} behind the text`,
		text: (length: number) => text + filled(length, piece),
	}));
}

/** Replaces the values of a text, all of them, by one piece repeated. */
function grownValues(text: string, syntax: Syntax): Growth[] {
	const { shape, written } = values[syntax];
	const count = [...text.matchAll(shape)].length;
	return pieces.map((piece) => ({
		part: `values of ${JSON.stringify(piece)}`,
		text: (length) => text.replaceAll(shape, (value) => value + written(filled(length / count, piece))),
	}));
}

/** Where a value ends, and how more of it is written there. */
const values: Record<Syntax, { shape: RegExp; written(text: string): string }> = {
	json: { shape: /(?<=: "[^"\n]*)(?=")/g, written: (text) => JSON.stringify(text).slice(1, -1) },
	xml: { shape: /(?<=[^\s>])(?=<\/)/g, written: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') },
	yaml: { shape: /(?<=\w: [^\n{[]+)$/gm, written: (text) => text },
	bibtex: { shape: /(?<=\w)(?=\},)/g, written: (text) => text },
	tagged: { shape: /(?<=[\w)\]])$/gm, written: (text) => text },
	table: { shape: /(?<=\d)$/gm, written: (text) => text },
};

const grownParts: Record<Syntax, (text: string) => Growth[]> = {
	json: ofJson,
	xml: ofXml,
	yaml: ofYaml,
	bibtex: ofBibtex,
	tagged: ofTagged,
	table: ofTable,
};

type Holder = Record<string | number, unknown>;

function ofJson(text: string): Growth[] {
	const [document = ''] = text.trim().split(/\n(?=\{)/);
	const isWhole = document === text.trim();
	const places = placesIn(JSON.parse(isWhole ? text : document)).map(({ way, value }): Growth => {
		const root = { root: JSON.parse(document) } as Holder;
		const holder = way.slice(0, -1).reduce((at, name) => at[name] as Holder, root);
		holder[way.at(-1) as string] = '\u0001';
		const marked = JSON.stringify(root.root);
		return {
			part: `/${way.slice(1).join('/')}`,
			text: (length) => marked.replace('"\\u0001"', () => grownValue(value, length)),
		};
	});
	return [
		{ part: 'documents', text: (length) => filled(length, `${JSON.stringify(JSON.parse(document))}\n`) },
		...places,
	];
}

/** The ways to all arrays and objects. */
function placesIn(root: unknown): { way: (string | number)[]; value: object }[] {
	const found: { way: (string | number)[]; value: object }[] = [];
	const walk = (value: unknown, way: (string | number)[]) => {
		if (typeof value !== 'object' || value === null) return;
		found.push({ way, value });
		for (const [name, member] of Object.entries(value)) walk(member, [...way, name]);
	};
	walk(root, ['root']);
	return found;
}

function grownValue(value: object, length: number): string {
	if (Array.isArray(value)) {
		const items = value.length === 0 ? ['"a"'] : value.map((item) => JSON.stringify(item));
		return `[${numbered(length, (number) => `${number === 1 ? '' : ','}${items[number % items.length]}`)}]`;
	}
	const [first = '1'] = Object.values(value).map((member) => JSON.stringify(member));
	const own = JSON.stringify(value).slice(0, -1);
	return `${own}${own === '{' ? '"a":1' : ''}${numbered(length, (number) => `,"k${number}":${first}`)}}`;
}

function ofXml(text: string): Growth[] {
	const growths: Growth[] = [
		{ part: 'documents', text: (length) => filled(length, text.replace(/^\s*<\?xml[^>]*>/, '<?xml version="1.0"?>')) },
	];
	const open: { name: string; from: number }[] = [];
	const grow = (name: string, from: number, to: number) => {
		const element = text.slice(from, to);
		growths.push({
			part: `<${name}>`,
			text: (length) => text.slice(0, from) + filled(length, element) + text.slice(to),
		});
		growths.push({
			part: `<${name} k1 k2 …>`,
			text: (length) => {
				const tagEnd = from + 1 + name.length;
				return text.slice(0, tagEnd) + numbered(length, (number) => ` k${number}="1"`) + text.slice(tagEnd);
			},
		});
		growths.push({
			part: `<${name}> before <a/>`,
			text: (length) => text.slice(0, to) + filled(length, '<a/>b') + text.slice(to),
		});
	};
	for (const tag of text.matchAll(/<(\/?)([\w:-]+)[^>]*?(\/?)>/g)) {
		const [all, isEnd, name = '', isEmpty] = tag;
		if (!isEnd && !isEmpty) open.push({ name, from: tag.index });
		else if (isEmpty) grow(name, tag.index, tag.index + all.length);
		else grow(name, open.pop()?.from ?? 0, tag.index + all.length);
	}
	// What stands behind the root is no XML.
	return growths.filter(({ part }) => part !== `<${open[0]?.name}>`);
}

function ofYaml(text: string): Growth[] {
	const lines = text.split('\n').filter((line) => line !== '');
	const named = (line: string, number: number) => line.replace(/^(\s*(?:- )?)([\w-]+)(?=:)/, `$1$2${number}`);
	const units: Record<string, (number: number) => string> = {
		documents: () => `---\n${text}`,
		anchors: (number) => `k${number}: &a${number} x\n`,
		aliases: (number) => (number === 1 ? 'k: &a x\n' : `k${number}: *a\n`),
		'anchors in a list': (number) => (number === 1 ? 'k:\n  - a\n' : `  - &a${number} x\n`),
		'aliases in a list': (number) => (number === 1 ? 'k:\n  - &a x\n' : '  - *a\n'),
		'a flow list': (number) => (number === 1 ? 'k: [1' : ',\n 1'),
		'a flow map': (number) => (number === 1 ? 'k: {a: 1' : `, k${number}: 1`),
		comments: () => '# x\n',
		'a block of text': (number) => (number === 1 ? 'k: |\n' : '  x\n'),
		'a folded text': (number) => (number === 1 ? 'k: >\n' : '  x\n\n'),
		tags: (number) => `k${number}: !!str x\n`,
		'complex keys': (number) => `? k${number}\n: x\n`,
		'merge keys': (number) => `k${number}: {<<: {a: 1}}\n`,
	};
	return [
		...lines.map((line, at) => ({
			part: JSON.stringify(line),
			text: (length: number) =>
				[
					...lines.slice(0, at),
					numbered(length, (number) => `${named(line, number)}\n`).trimEnd(),
					...lines.slice(at),
				].join('\n'),
		})),
		...Object.entries(units).map(([part, unit]) => ({ part, text: (length: number) => text + numbered(length, unit) })),
	];
}

function ofBibtex(text: string): Growth[] {
	const begin = text.lastIndexOf('@');
	const entry = text.slice(begin);
	const units: Record<string, (number: number) => string> = {
		entries: (number) => `${entry.replace('doe2024', `doe${number}`)}\n`,
		'entries of one key': () => `${entry}\n`,
		'entries with a parent': (number) =>
			`@article{k${number}, doi = {10.1234/${number}}, crossref = {k${number - 1}}}\n`,
		abbreviations: (number) => `@string{k${number} = "a"}\n`,
		'abbreviations of abbreviations': (number) =>
			`@string{k${number} = ${number === 1 ? '"a"' : `k${number - 1} # k${number - 1}`}}\n`,
		comments: () => '@comment{a}\n',
		'bare entries': () => '@a{k}',
	};
	const inField: Record<string, (number: number) => string> = {
		fields: (number) => `, k${number} = {a}`,
		'fields of one name': () => ', title = {a}',
		'joined pieces': (number) => (number === 1 ? ', title = "a"' : ' # "a"'),
		'joined abbreviations': (number) => (number === 1 ? ', title = apj' : ' # apj'),
		'words without a value': () => ', a',
		authors: (number) => (number === 1 ? ', editor = {A, B' : ' and A, B'),
	};
	const last = text.lastIndexOf('}');
	return [
		...Object.entries(units).map(([part, unit]) => ({
			part,
			text: (length: number) => `${text}\n${numbered(length, unit)}`,
		})),
		...Object.entries(inField).map(([part, unit]) => ({
			part,
			text: (length: number) => `${text.slice(0, last)}${numbered(length, unit)}${part === 'authors' ? '}' : ''}}`,
		})),
	];
}

function ofTagged(text: string): Growth[] {
	const lines = text.split('\n').filter((line) => line !== '');
	return [
		{ part: 'entries', text: (length) => filled(length, `${text.trimEnd()}\n\n`) },
		...lines.flatMap((line, at) => {
			const grown = (more: string): Growth['text'] => {
				return (length) =>
					[...lines.slice(0, at + 1), filled(length, more) + lines.slice(at + 1).join('\n')].join('\n');
			};
			return [
				{ part: JSON.stringify(line), text: grown(`${line}\n`) },
				{ part: `lines behind ${JSON.stringify(line)}`, text: grown(`      ${line.slice(6)}\n`) },
			];
		}),
	];
}

function ofTable(text: string): Growth[] {
	const [header = '', row = ''] = text.trim().split('\n');
	const separator = header.includes(';') ? ';' : ',';
	const lines: Record<string, string> = {
		rows: row,
		'rows of separators': separator,
		'rows of one cell': '1',
		'rows of two cells': `1${separator}2`,
	};
	return [
		...Object.entries(lines).map(([part, line]) => ({
			part,
			text: (length: number) => `${header}\n${row}\n${filled(length, `${line}\n`)}`,
		})),
		{
			part: 'columns',
			text: (length) =>
				`${header}${numbered(length / 2, (number) => `${separator}c${number}`)}\n` +
				`${row}${filled(length / 2, `${separator}1`)}\n`,
		},
		{ part: 'cells of a row', text: (length) => `${header}\n${row}${filled(length, `${separator}1`)}\n` },
		...row.split(separator).map((cell, at) => ({
			part: `values in cell ${at + 1}`,
			text: (length: number) =>
				`${header}\n${row
					.split(separator)
					.map((one, place) =>
						place === at ? `"${numbered(length, (number) => `${number === 1 ? '' : '; '}${cell || 'a'}`)}"` : one,
					)
					.join(separator)}\n`,
		})),
	];
}
