// Makes texts on which a regular expression that is not linear takes long.
import { type Part, readPattern } from './read-pattern.ts';

/**
 * A text that can be made of any length: `begin`, then `again` as often as it takes, then `end`.
 */
export type Attack = { begin: string; again: string; end: string };

/** Makes the text of an attack, about so long. */
export function attackOfLength({ begin, again, end }: Attack, length: number): string {
	return begin + again.repeat(Math.ceil(length / again.length)) + end;
}

const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)).join('');
const pool: readonly string[] = [
	...new Set(`aA0 ${printable}\t\n\r\0\u00a0\u00ad\u200béßжガ中\u0301\u2028’–＝\u{1f600}\u{1d400}`),
];

/**
 * Lists attacks. What a pattern can repeat, it is given again and again: every character that its
 * classes distinguish, two of them in turn, and every word that it matches in part or whole, behind
 * what leads there and before what it does not expect.
 */
export function attacksOn(pattern: RegExp): Attack[] {
	const tree = readPattern(pattern);
	const flags = pattern.flags.replaceAll(/[gmy]/g, '');
	const matchers = new Map<string, RegExp>();
	for (const one of onesOf(tree)) {
		matchers.set(one, new RegExp(`^(?:${one})$`, flags));
	}
	const alphabet = distinguished([...matchers.values()]);
	const sample = (one: string) => alphabet.find((character) => matchers.get(one)?.test(character)) ?? 'a';
	const words = new Set<string>();
	const begins = new Set<string>(['']);
	explore(tree, '', { sample, words, begins });
	const unexpected = alphabet.find((one) => [...matchers.values()].every((matcher) => !matcher.test(one))) ?? '\0';
	const ends = new Set(['', unexpected, 'a', '\n']);
	begins.add(unexpected);
	const pairs = alphabet.length <= 8 ? alphabet.flatMap((one) => alphabet.map((other) => one + other)) : [];
	const again = new Set([...alphabet, ...[...words].slice(0, 40), ...pairs]);
	return [...begins]
		.slice(0, 24)
		.flatMap((begin) => [...again].flatMap((one) => Array.from(ends, (end) => ({ begin, again: one, end }))));
}

function onesOf(part: Part): string[] {
	switch (part.kind) {
		case 'one':
			return [part.source];
		case 'sequence':
		case 'choice':
			return part.parts.flatMap(onesOf);
		default:
			return onesOf(part.part);
	}
}

/** Takes one character of each kind that the matchers distinguish. */
function distinguished(matchers: readonly RegExp[]): string[] {
	const kinds = new Map<string, string>();
	for (const character of pool) {
		const kind = matchers.map((matcher) => Number(matcher.test(character))).join('');
		if (!kinds.has(kind)) kinds.set(kind, character);
	}
	return [...kinds.values()];
}

type Findings = { sample(one: string): string; words: Set<string>; begins: Set<string> };

/**
 * Walks through a pattern; notes what leads to each repetition and what that repeats, and answers
 * a shortest text that the part matches.
 */
function explore(part: Part, before: string, findings: Findings): string {
	const { words, begins } = findings;
	const note = (word: string) => {
		if (word !== '' && word.length <= 200) words.add(word);
		return word;
	};
	switch (part.kind) {
		case 'one':
			return findings.sample(part.source);
		case 'look':
			explore(part.part, before, findings);
			return '';
		case 'choice': {
			const each = part.parts.map((one) => note(explore(one, before, findings)));
			return each.reduce((shortest, one) => (one.length < shortest.length ? one : shortest));
		}
		case 'repeat': {
			if (part.most > 1) begins.add(before);
			const word = note(explore(part.part, before, findings));
			return word.repeat(part.least);
		}
		case 'sequence': {
			let text = '';
			let last = '';
			for (const one of part.parts) {
				const next = explore(one, before + text, findings);
				// Without its last part, the pattern has to begin anew.
				note(text);
				note(last + next);
				text += next;
				last = next;
			}
			return note(text);
		}
	}
}
