// Keys of personal names: two spellings of one name share a key.
import { analyse } from '../analysis.ts';

/** A family name has at most so many words where no comma says how many. */
const mostWordsOfFamily = 3;

/** The initials that indexes of literature write behind a name: `Doe JA`. */
const initials = /^\p{Lu}{1,3}$/u;
const hasLowerCase = /\p{Ll}/u;
const withoutSpaces = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/**
 * Lists what a name may be compared by: its family name, folded as words of a search are, and the
 * first letter of its given name. `Doe, Jane`, `Jane Doe`, `J. Doe` and `Doe JA` share `doe j`. Where
 * it is unclear how many words the family name has, there is a key for each reading: `Gabriel García
 * Márquez` is `marquez g` and `garcia marquez g`. Names that are written without spaces, and single
 * words, are compared whole.
 */
export function nameKeys(name: string): string[] {
	const [before = '', behind] = name.split(',', 2);
	if (behind !== undefined) return keysOf([analyse(before)], analyse(behind));
	const written = name.trim().split(/\s+/);
	const last = written.at(-1) ?? '';
	const rest = written.slice(0, -1).join(' ');
	if (initials.test(last) && hasLowerCase.test(rest)) return keysOf([analyse(rest)], analyse(last));
	const words = analyse(name);
	if (words.length < 2 || withoutSpaces.test(name)) return words.length === 0 ? [] : [words.join(' ')];
	const most = Math.min(mostWordsOfFamily, words.length - 1);
	return keysOf(
		Array.from({ length: most }, (_, more) => words.slice(-1 - more)),
		words,
	);
}

function keysOf(families: readonly (readonly string[])[], given: readonly string[]): string[] {
	const [initial = ''] = given[0] ?? '';
	return families.flatMap((words) => (words.length === 0 ? [] : [`${words.join(' ')} ${initial}`.trimEnd()]));
}
