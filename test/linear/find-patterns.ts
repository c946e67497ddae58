// Finds every regular expression of the source: those that are written out, by reading the source,
// and those that are put together, by watching them being made.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** A regular expression and where it stands. */
export type FoundPattern = { place: string; pattern: RegExp };

const root = fileURLToPath(new URL('../..', import.meta.url));
const helpsTests = /\.(?:test|contract|model|fixture|arbitrary)\.tsx?$/;
// Modules that begin to work as soon as they are loaded.
const runsWhenLoaded = /^src\/(?:main\.ts|app\/)/;

/** Finds those that are written out in the program and in the pages. */
export function writtenPatterns(): FoundPattern[] {
	return [...filesBelow('src'), ...filesBelow('web/src')].flatMap((file) => patternsOf(file));
}

/**
 * Finds those that are put together of parts while the program's modules load. It must come before
 * anything else loads them.
 */
export async function composedPatterns(): Promise<FoundPattern[]> {
	const made = new Map<string, RegExp>();
	const original = globalThis.RegExp;
	globalThis.RegExp = new Proxy(original, {
		construct(target, parts: [string, string], newTarget) {
			const pattern = Reflect.construct(target, parts, newTarget) as RegExp;
			// Libraries make some of their own.
			if (/\/src\/[^\n]*$/m.test(new Error().stack?.split('\n')[2] ?? '')) made.set(String(pattern), pattern);
			return pattern;
		},
	});
	try {
		for (const file of filesBelow('src').filter((file) => !runsWhenLoaded.test(file)))
			await import(resolve(root, file));
	} finally {
		globalThis.RegExp = original;
	}
	return Array.from(made.values(), (pattern) => ({ place: 'put together', pattern }));
}

function filesBelow(folder: string): string[] {
	return readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.tsx?$/.test(file) && !helpsTests.test(file))
		.map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
		.sort();
}

type Node = {
	type: string;
	start: number;
	key?: { name?: string };
	regex?: { pattern: string; flags: string };
};

/** What schemes have under these names is no pattern of its own but put together with others. */
const partsOfOthers: ReadonlySet<string> = new Set(['addresses', 'inText']);

function patternsOf(file: string): FoundPattern[] {
	const text = readFileSync(resolve(root, file), 'utf8');
	const found: FoundPattern[] = [];
	const visit = (value: unknown): void => {
		if (Array.isArray(value)) value.forEach(visit);
		else if (typeof value === 'object' && value !== null) {
			const { type, start, key, regex } = value as Node;
			if (type === 'Property' && partsOfOthers.has(key?.name ?? '')) return;
			if (regex) {
				const line = text.slice(0, start).split('\n').length;
				found.push({ place: `${file}:${line}`, pattern: new RegExp(regex.pattern, regex.flags) });
			} else Object.values(value).forEach(visit);
		}
	};
	visit(parseSync(file, text).program);
	return found;
}
