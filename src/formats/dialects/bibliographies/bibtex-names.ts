// Reads the names in an entry of BibTeX, with the ORCID iDs that stand beside them.
import type { BibtexEntry, GivenAgent } from '../dialect.ts';
import { readLatex } from './latex-text.ts';

/** Reads the authors of a work, else its editors; each name stays in the order that it has. */
export function readCreators({ fields }: BibtexEntry): GivenAgent[] {
	const role = fields.author === undefined ? 'editor' : 'author';
	const names = namesIn(fields[role] ?? '');
	const orcids = new Map([...listed(fields, names), ...paired(fields, names), ...annotated(fields, role)]);
	return names.map((name, at) => ({ name, orcid: orcids.get(at) }));
}

/** Finds names, separated by `and` outside of braces. */
function namesIn(text: string): string[] {
	const names: string[] = [];
	let depth = 0;
	let name = '';
	for (const word of text.split(/\s+/)) {
		if (depth === 0 && word === 'and') {
			names.push(name);
			name = '';
			continue;
		}
		depth += word.split(/(?<!\\)\{/).length - word.split(/(?<!\\)\}/).length;
		name += `${name === '' ? '' : ' '}${word}`;
	}
	return [...names, name].map((one) => readLatex(one)).filter((one) => one !== '' && one !== 'others');
}

type NumberedOrcid = readonly [at: number, orcid: string];

/**
 * Reads biblatex's annotations of names by their numbers: `author+an:orcid = {1="0000-…";
 * 3="0000-…"}`.
 */
function annotated(fields: BibtexEntry['fields'], role: string): NumberedOrcid[] {
	const annotations = Object.keys(fields).filter((name) => name === `${role}+an` || name.startsWith(`${role}+an:`));
	return annotations
		.flatMap((name) => (fields[name] ?? '').split(';'))
		.flatMap((annotation) => {
			const [, number] = /^\s*(\d{1,5})\b/.exec(annotation) ?? [];
			const [orcid] = annotation.match(orcidForm) ?? [];
			return number === undefined || orcid === undefined ? [] : [[Number(number) - 1, orcid] as const];
		});
}

/** Reads iDs that are listed by themselves, where there is one place for each name. */
function listed({ orcid, orcids = '' }: BibtexEntry['fields'], names: readonly string[]): NumberedOrcid[] {
	const places = (orcid ?? orcids).split(/[;,]|\band\b/);
	if (places.length !== names.length) return [];
	return places.flatMap((place, at) => [...place.matchAll(orcidForm)].map(([found]) => [at, found] as const));
}

/** Reads the iDs of the Web of Science, each with its name before it: `Doe, Ada/0000-…`. */
function paired({ 'orcid-numbers': pairs = '' }: BibtexEntry['fields'], names: readonly string[]): NumberedOrcid[] {
	const places = new Map(names.map((name, at) => [name, at]));
	let end = 0;
	return [...pairs.matchAll(orcidForm)].map((found) => {
		const name = pairs.slice(end, found.index).replace(/^[\s;]+/, '');
		end = found.index + found[0].length;
		return [places.get(readLatex(name.split('/', 1)[0] ?? '')) ?? -1, found[0]];
	});
}

const orcidForm = /\b(?:\d{4}-){3}\d{3}[\dX]\b/gi;
