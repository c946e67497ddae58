// What else a typed text may mean than it says: addresses of repositories in all their forms,
// records and preprints that have a DOI; knows no request.
import { detectSchemes } from '../../src/identifiers/index.ts';

/** One reading of a typed text; without a scheme the broker detects it. */
export type Spelling = { id: string; scheme: string | undefined };

/**
 * Lists what a text may mean, the likeliest first; what the reader said about the scheme is not
 * doubted.
 */
export function spellings(text: string, scheme: string | undefined): Spelling[] {
	const id = text.trim();
	if (scheme !== undefined) return [{ id, scheme }];
	const asTyped: Spelling = { id, scheme: undefined };
	const address = webAddressOf(id);
	const likeliest = address === undefined || address === id ? [asTyped] : [{ id: address, scheme: 'url' }, asTyped];
	const all = [...likeliest, ...otherNames(id), ...(address === undefined ? [] : repositoryNames(address))];
	return all.filter(({ id, scheme }, at) => all.findIndex((one) => one.id === id && one.scheme === scheme) === at);
}

/**
 * Writes as a web address what is one: with a protocol of git's, as `git@host:path`, or without
 * any. Undefined where it is something else.
 */
function webAddressOf(text: string): string | undefined {
	const shell = /^(?:ssh:\/\/)?git@([\w.-]+)[:/](.+)$/i.exec(text);
	if (shell) return `https://${shell[1]}/${shell[2]}`;
	const withProtocol = /^(?:git\+)?(https?|ssh|git):\/\/(.+)$/i.exec(text);
	if (withProtocol) return /^https?:/i.test(text) ? text : `https://${withProtocol[2]?.replace(/^git@/, '')}`;
	const looksLikeHost = /^(?:[a-z\d-]+\.)+[a-z]{2,}(?:\/\S*)?$/i.test(text);
	const nothingBetter = detectSchemes(text).every((name) => name === 'handle' || name === 'url');
	return looksLikeHost && nothingBetter ? `https://${text}` : undefined;
}

const codeHosts = /^(?:(?:www\.)?github\.com|gitlab\.[\w.-]+|bitbucket\.org|codeberg\.org)$/i;

/** Names the repository that an address lies in: without `.git`, without what is shown of it. */
function repositoryNames(address: string): Spelling[] {
	const [, host = '', owner, name] = /^https?:\/\/([^/?#]+)\/([^/?#]+)\/([^/?#]+)/i.exec(address) ?? [];
	if (!codeHosts.test(host) || owner === undefined || name === undefined) return [];
	const repository = `${owner}/${name.replace(/\.git$/i, '')}`;
	const plainHost = host.toLowerCase().replace(/^www\./, '');
	const names: Spelling[] = [{ id: `https://${plainHost}/${repository}`, scheme: 'url' }];
	if (plainHost === 'github.com') names.push({ id: repository, scheme: 'github' });
	return names;
}

/** Knows the registries that give a work a DOI made of its own number. */
function otherNames(text: string): Spelling[] {
	const zenodo = /zenodo\.org\/(?:records?|doi\/10\.5281\/zenodo\.)\/?(\d+)/i.exec(text)?.[1];
	if (zenodo !== undefined) return [{ id: `10.5281/zenodo.${zenodo}`, scheme: 'doi' }];
	const preprint = /10\.48550\/arxiv\.([\w.-]+(?:\/\d+)?)$/i.exec(text)?.[1];
	if (preprint !== undefined) return [{ id: preprint, scheme: 'arxiv' }];
	return [];
}
