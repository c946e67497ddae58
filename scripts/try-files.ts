// Asks a broker by a dry run what a folder of files says, and prints what differs from what is
// right.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tryFolder } from './try-folder.ts';

/**
 * Says what is right of one file: `tables.json` in the folder is an array of these. Links are
 * `doi:10.1000/a Cites doi:10.1000/b`, by the first identifier of each end; titles are by
 * identifier. `query` goes along with the file. Other members are ignored.
 */
type Case = {
	file: string;
	kind: string;
	query: Record<string, string>;
	right: { links: readonly string[] };
	titles?: Record<string, string>;
	providers?: readonly string[];
	dialect?: string;
	/** Words of the refusal. */
	refusal?: string;
};

type End = { identifiers: readonly { ID: string; IDScheme: string }[]; title?: string | null };
type Answer = {
	detail?: string;
	read?: { dialect?: string };
	links?: readonly { source: End; relation: string; target: End; provider: string }[];
};

const USAGE = `Usage: npm run try:files -- <folder>

Submits each file of <folder>/tables.json as a dry run to a server of its own, and prints what differs from what is
right. Each is {file, kind, query: {parameter: value}, right: {links: ["doi:a Cites doi:b"]}} and, if wanted,
{titles: {"doi:a": title}, providers: [name], dialect, refusal: words of it}. A link that several providers state is
listed once; IsRelatedTo is right in either direction.
Exit status: 0 where everything is right, 1 where something differs, 2 wrong usage.`;

await tryFolder<Case>({ usage: USAGE, list: 'tables.json', what: 'files' }, async ({ program, token, folder }) => {
	const { url } = await program.serve();
	return async (one) => differencesOf(one, await dryRun(url, token, one, await readFile(join(folder, one.file))));
});

async function dryRun(url: string, token: string, { query }: Case, body: Uint8Array): Promise<Answer> {
	const dialect = query.columns === undefined ? 'auto' : 'table';
	const asked = new URLSearchParams({ dialect, dry_run: '1', provider: 'P', relation: 'Cites', ...query });
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
	const response = await fetch(`${url}/events?${asked}`, { method: 'POST', headers, body });
	return (await response.json()) as Answer;
}

function differencesOf({ right, titles = {}, providers, dialect, refusal = '' }: Case, answer: Answer): string[] {
	const { links = [], detail = '' } = answer;
	const found = links.map(({ source, relation, target }) => `${nameOf(source)} ${relation} ${nameOf(target)}`);
	const ends = links.flatMap(({ source, target }) => [source, target]);
	return [
		...difference('links', asRelationships(found), asRelationships(right.links)),
		...Object.entries(titles).flatMap(([name, title]) =>
			ends
				.filter((end) => nameOf(end) === name)
				.flatMap((end) => difference(`the title of ${name}`, end.title ?? '', title)),
		),
		...(providers === undefined
			? []
			: difference('providers', [...new Set(links.map(({ provider }) => provider))].sort(), providers)),
		...(dialect === undefined ? [] : difference('the dialect', answer.read?.dialect, dialect)),
		...(detail.includes(refusal) ? [] : [`the refusal: ${JSON.stringify(detail)} without ${JSON.stringify(refusal)}`]),
	];
}

/** Lists links once each, whoever states them; IsRelatedTo has no direction. */
function asRelationships(links: readonly string[]): string[] {
	const relationships = links.map((link) => {
		const [source = '', target] = link.split(' IsRelatedTo ');
		return target === undefined ? link : [source, target].sort().join(' IsRelatedTo ');
	});
	return [...new Set(relationships)].sort();
}

function nameOf({ identifiers: [first] }: End): string {
	return `${first?.IDScheme}:${first?.ID}`;
}

function difference(what: string, found: unknown, right: unknown): string[] {
	const [one, other] = [JSON.stringify(found), JSON.stringify(right)];
	return one === other ? [] : [`${what}: ${one} instead of ${other}`];
}
