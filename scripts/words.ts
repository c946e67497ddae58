// Finds words that the project does not use, each with the term that stands in its place:
// `node scripts/words.ts [path…]` lists them by file and line.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Rule = { word: RegExp; say: string; only?: RegExp };
export type Found = { path: string; line: number; text: string; say: string };

/** Words are looked for in lines whose names are split: `saidBy` is read as `said By`. */
const rules: readonly Rule[] = [
	{ word: /\b(?:un)?told\b|\btell(?:s|ing|ers?)?\b/i, say: 'report, show, return, get' },
	{ word: /\b(?:take|takes|taken|took|taking)(?: \w+)? back\b/i, say: 'withdraw' },
	{ word: /\bgood for\b/i, say: 'scopes; valid; revoked' },
	{
		word: /\b(?:is|are|was|were|be|there|known|counts?|exists?|holds?) no more\b(?! than)/i,
		say: 'no longer; removed',
	},
	{ word: /\b(?:falls?|fell|falling) apart\b/i, say: 'split' },
	{ word: /\bvoices?\b|\b(?:un)?hear(?:s|d|ing)?\b|\bunheeded\b/i, say: 'candidates, resolve, ignored' },
	{ word: /\bsayings\b|\b(?:un)?said\b/i, say: 'statements, asserted' },
	{ word: /\bturned\b(?! (?:into|off|on|over|down|around)\b)/i, say: 'delta; reversed' },
	{ word: /(?<!\ball |promise )\b(?:un)?settle[sd]?\b|\bsettling\b|\bparted\b/i, say: 'recompute; removed from' },
	{ word: /\bunsearchable\b|\b(?:hidden|deferred) (?:event|change|piece)s?\b/i, say: 'unindexed' },
	{ word: /\bstrays?\b|\brevive[sd]?\b|\bforg[eo]t(?:s|ten|ting)?\b/i, say: 'orphans, restore, retire, remove' },
	{ word: /\bgone\b/i, say: 'retired, removed, no longer there' },
	{ word: /\bdistrust(?:s|ed)?\b|\bstandings?\b|\bleaves? (?:a|its|no) mark\b/i, say: 'quarantine, rank, sync token' },
	{
		word: /\bpulses?\b|(?<!heart)\bbeats?\b|\btroubles?\b|\blateness\b|\b(?:is|are) late\b|\blate after\b/i,
		say: 'heartbeat, incident, overdue',
	},
	{ word: /\blook(?:s|ed|ing)? after\b|\bwhat is held\b/i, say: 'manage; statistics' },
	{ word: /\bnothing is known of\b/i, say: 'Unknown identifier: X' },
	{ word: /\bthere is nothing (?:here|at|there)\b|\b(?:is|are|be) away\b/i, say: 'Not found; unavailable' },
	{ word: /\btak(?:e|es|en|ing) away\b/i, say: 'export' },
	{ word: /['">](?:Give up|Forget|Make)\b/, say: 'Create, Cancel, Remove', only: /^web\/src\// },
	{ word: /\b(?:for|of|to|with|by|from) who\b|\bwho has it\b/i, say: 'for anyone with, for users that' },
	{ word: /\bframes?\b/i, say: 'syntax', only: /^(?:src\/formats|web\/src\/submit)\// },
	{ word: /\bknows? no(?:thing|ne)?\b/i, say: 'nothing; or "Pure; no I/O"' },
];

/** Lines in which such a word is right, each kind with its reason. */
const exceptions: readonly { path?: RegExp; text?: RegExp; reason: string }[] = [
	{ path: /^scripts\/words\.ts$/, reason: 'names the words' },
	{ path: /common-passwords\.ts$|\/fixtures\/|^examples\//, reason: 'data from elsewhere' },
	{ path: /^src\/store\/migrations\/00(?:0\d|1[01])-/, reason: 'names of earlier schemas, which 0012 replaces' },
	{ path: /^src\/store\/migrations\/0012-/, reason: 'names what it renames' },
	{ path: /^CHANGELOG\.md$/, text: / is now /, reason: 'names what was renamed' },
	{ text: /\b410\b.*\bGone\b|\bGone\b.*\b410\b/i, reason: 'the name that HTTP has for status 410' },
];

const files =
	/\.(?:ts|tsx|js|mjs|css|html|sql|py|java|sh|ya?ml|md|json|toml|xml|env|service|conf)$|(?:^|\/)(?:Dockerfile|run)$/;
const unread = /(?:^|\/)package-lock\.json$|\.min\.|isbn-ranges/;

/** Lists the lines of the project's files below these paths that have such a word. */
export function findWords(paths: readonly string[] = []): Found[] {
	const root = fileURLToPath(new URL('../', import.meta.url));
	const listed = execFileSync('git', ['ls-files', '-z', ...paths], { cwd: root, encoding: 'utf8' }).split('\0');
	return listed.filter((path) => files.test(path) && !unread.test(path)).flatMap((path) => wordsOf(root, path));
}

function wordsOf(root: string, path: string): Found[] {
	if (exceptions.some((one) => one.text === undefined && one.path?.test(path))) return [];
	const own = rules.filter(({ only }) => only?.test(path) ?? true);
	const lines = [path, ...readFileSync(`${root}${path}`, 'utf8').split('\n')];
	return lines.flatMap((text, line) => {
		const split = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ');
		const broken = own.filter(({ word }) => word.test(split));
		if (broken.length === 0 || isException(path, text)) return [];
		return [{ path, line, text: text.trim(), say: broken.map(({ say }) => say).join('; ') }];
	});
}

const isException = (path: string, text: string) =>
	exceptions.some((one) => one.text?.test(text) && (one.path?.test(path) ?? true));

if (import.meta.main) {
	const found = findWords(process.argv.slice(2));
	for (const { path, line, text, say } of found) console.log(`${path}:${line}: ${text.slice(0, 140)}  -> ${say}`);
	console.log(`${found.length} lines`);
}
