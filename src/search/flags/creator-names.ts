// Keys of creators' names: two spellings of one name share a key.
import { analyse } from '../analysis.ts';

/** A family name has at most so many words where no comma says how many. */
const mostWordsOfFamily = 3;

/** The initials that indexes of literature write behind a name: `Doe JA`, `Doe J.A.`, `Doe J.-P.`. */
const initials = /^\p{Lu}{1,3}$/u;
const dotted = /^(?:\p{Lu}\.-?){1,3}$/u;
const oneLetter = /^\p{L}$/u;
const hasLowerCase = /\p{Ll}/u;
const hasWord = /\p{L}{2}/u;
const generation = /^(?:jr|sr|junior|senior|ii|iii|2nd|3rd)$/;
const eastAsian = /^[\P{L}\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]*$/u;

/** What stands, folded, where nobody is named, such as the codes of DataCite: `:unav`. */
const nobody: ReadonlySet<string> = new Set([
	...['unac', 'unal', 'unap', 'unas', 'unav', 'unkn', 'none', 'null', 'tba', 'etal', 'et al', 'others', 'and others'],
	...['anonymous', 'anon', 'anonym', 'anonyme', 'anonimo', 'unknown', 'unknown author', 'author unknown'],
	...['no author', 'no authors listed', 'various', 'various authors', 'n a', 'n n', 's n'],
	...['not available', 'not provided', 'not specified', 'undefined', 'unspecified'],
]);

/** Words of the names of organizations, as folded words begin; some are whole. */
const ofOrganization = new RegExp(
	'^(?:(?:of|for|team|group|office|project|survey|inc|ltd|llc|gmbh)$|' +
		'universi|institu|organi[sz]a|agenc|collaborat|consorti|committe|commission|ministr|minister|department|' +
		'cent(?:er|re|ro)|network|societ|association|foundation|laborator|council|librar|museum|company|corporation|' +
		'facilit|initiative|working|program)',
);

/**
 * Lists what a name may be compared by: its family name, folded as words of a search are, and the
 * first letter of its given name. `Doe, Jane`, `Jane Doe`, `J. Doe` and `Doe JA` share `doe j`. Where
 * it is unclear how many words the family name has, there is a key for each reading: `Gabriel García
 * Márquez` is `marquez g` and `garcia marquez g`. Names of organizations are compared by all their
 * words; names in Chinese, Japanese and Korean script, and single words, as a whole. `Anonymous` and
 * the like have no key.
 */
export function nameKeys(name: string): string[] {
	const all = analyse(name);
	if (all.length === 0 || nobody.has(all.join(' '))) return [];
	if (eastAsian.test(name)) return [all.join('')];
	if (all.some((word) => ofOrganization.test(word))) return [organizationKey(all)];
	const [before = '', ...behind] = name.split(',', 3).filter((part) => !generation.test(analyse(part).join(' ')));
	if (behind.length > 0) return keysOf([withoutGeneration(analyse(before))], analyse(behind[0] as string));
	return keysOfWritten(before);
}

/** Makes one key of `ATLAS Collaboration`, `The ATLAS Collaboration` and `Collaboration, ATLAS`. */
function organizationKey(words: readonly string[]): string {
	const named = words.filter((word) => word !== 'the').sort();
	return (named.length > 0 ? named : words).join(' ');
}

/** Lists the keys of a name without a comma, whose words are in the order of speech or of an index. */
function keysOfWritten(name: string): string[] {
	const words = withoutGeneration(name.trim().split(/\s+/));
	let families = words.length;
	while (families > 1 && areInitials(words[families - 1] as string)) families -= 1;
	const rest = words.slice(0, families).join(' ');
	const given = words.slice(families);
	const isCertain = hasLowerCase.test(rest) || given.every((word) => dotted.test(word) || oneLetter.test(word));
	if (given.length > 0 && hasWord.test(rest) && isCertain) return keysOf([analyse(rest)], analyse(given.join(' ')));
	const folded = analyse(words.join(' '));
	if (folded.length < 2) return folded;
	const most = Math.min(mostWordsOfFamily, folded.length - 1);
	return keysOf(
		Array.from({ length: most }, (_, more) => folded.slice(-1 - more)),
		folded,
	);
}

function areInitials(word: string): boolean {
	return initials.test(word) || dotted.test(word);
}

/** Leaves `Jr.` and `III` out, which are no initials where a given name stands before them. */
function withoutGeneration(words: readonly string[]): readonly string[] {
	const last = analyse(words.at(-1) ?? '').join(' ');
	const isGeneration = generation.test(last) && (words.length > 2 || !last.startsWith('i'));
	return isGeneration && words.length > 1 ? words.slice(0, -1) : words;
}

function keysOf(families: readonly (readonly string[])[], given: readonly string[]): string[] {
	const [initial = ''] = given[0] ?? '';
	return families.flatMap((words) => (words.length === 0 ? [] : [`${words.join(' ')} ${initial}`.trimEnd()]));
}
