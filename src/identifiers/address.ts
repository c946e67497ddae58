// Decides whether two web addresses are the same, and finds what is behind one: the repository of a
// page, the address behind a library's proxy.
import { foldLetterCase } from './identifier.ts';
import { percentDecoded, percentEncoded } from './written-form.ts';

/** Hosts of code repositories whose addresses begin with owner (or groups) and name. */
const codeHost = /^(?:github\.com|gitlab\.(?:com|org|io|[a-z\d-]+\.[a-z\d.-]+)|bitbucket\.org|codeberg\.org)$/;

/** Divides an address that has an authority: protocol, user, host and port, the rest. */
const addressParts = /^([a-z][a-z\d+.-]*):\/\/([^/?#@]*@)?([^/?#]*)(.*)$/is;

/**
 * Makes the comparison key of a web address: http and https are one; host, protocol and percent
 * escapes have no letter case; a default port, an empty path and an escape that is not needed say
 * nothing (RFC 3986, section 6.2). A repository of a code host has one key in all the addresses by
 * which it is cloned and seen, and so has each of its releases. Paths, queries and fragments count
 * otherwise.
 */
export function addressKey(address: string): string {
	const parts = partsOf(address);
	if (parts === undefined) return address;
	const { protocol, user, host, rest } = parts;
	const place = placeOnCodeHost(parts);
	if (place?.page === '') return place.repository;
	const release = releaseOf(place?.page ?? '');
	if (place !== undefined && release !== undefined) return place.repository + release;
	const path = plainEscapes(rest.startsWith('/') ? rest : `/${rest}`);
	return `${protocol}://${user}${host}${foldedRepository(host, path)}`;
}

/** Matches the protocols by which git is spoken, with the user that stands for everybody. */
const gitProtocol = /^(?:git\+)?(?:https?|ssh|git):\/\/(?:git@)?/i;

/** Writes an address for git as one for the web; other addresses stay as they are. */
export function webAddress(address: string): string {
	return /^(?:git|ssh)/i.test(address) ? address.replace(gitProtocol, 'https://') : address;
}

/**
 * Answers the one address of the repository that an address names: undefined where it names
 * something else, such as a page or a release of one.
 */
export function repositoryAddress(address: string): string | undefined {
	const place = placeOnCodeHost(partsOf(address));
	return place?.page === '' ? place.repository : undefined;
}

/** Answers the address of the repository of which an address shows a page, a file or a release. */
export function repositoryOfPage(address: string): string | undefined {
	const place = placeOnCodeHost(partsOf(address));
	return place === undefined || place.page === '' ? undefined : place.repository;
}

/** Holds the parts of an address, normalised but for the rest: path, query and fragment. */
type AddressParts = { readonly protocol: string; readonly user: string; readonly host: string; readonly rest: string };

function partsOf(address: string): AddressParts | undefined {
	const match = addressParts.exec(webAddress(address));
	if (match === null) return undefined;
	const [, written = '', user = '', authority = '', rest = ''] = match;
	const protocol = written.toLowerCase() === 'http' ? 'https' : written.toLowerCase();
	const host = foldLetterCase(authority);
	return { protocol, user, host: host.includes(':') ? withoutPort(protocol, host) : host, rest };
}

function withoutPort(protocol: string, host: string): string {
	return host.replace(protocol === 'https' ? /:(?:80|443)?$/ : /:$/, '');
}

/** Finds the repository in which an address lies, and the page of it that it names; '' for its own. */
function placeOnCodeHost(parts: AddressParts | undefined): { repository: string; page: string } | undefined {
	if (parts?.protocol !== 'https') return undefined;
	const host = parts.host.startsWith('www.') ? parts.host.slice('www.'.length) : parts.host;
	if (!codeHost.test(host)) return undefined;
	const [, path = '', extra = ''] = /^([^?#]*)(.*)$/s.exec(parts.rest) ?? [];
	const [owner = '', ...names] = path.split('/').filter((name) => name !== '');
	if (names.length === 0 || reservedOwners.has(owner.toLowerCase())) return undefined;
	// GitLab puts repositories into groups of groups, and `-` before its pages.
	const depth = host.startsWith('gitlab.') ? lengthBefore(names, '-') : 1;
	const repository = withoutGit([owner, ...names.slice(0, depth)].join('/'));
	// A section of the page of a repository, or a tab of it, is that page.
	const isOwnPage = names.length === depth && /^(?:\?tab=[^#]*)?(?:#.*)?$/s.test(extra);
	const page = isOwnPage ? '' : `/${names.slice(depth).join('/')}${extra}`;
	return { repository: `https://${host}${foldedRepository(host, `/${repository}`)}`, page };
}

/** Branches that most repositories have: their trees are those of no release. */
const branches = '(?:main|master|trunk|develop|dev|head)';
const tag = String.raw`(?!${branches}(?:/|[?#]|\.zip|\.tar|$))([^/?#]+?)`;
/** Pages of a tag, its files, and the archive of them, behind the name of the repository. */
const releases: readonly { page: RegExp; key: string }[] = [
	{ page: new RegExp(`^/(?:releases/tag|tree|src/tag)/${tag}/?(?:#.*)?$`, 'is'), key: '/releases/tag/' },
	{ page: new RegExp(String.raw`^/archive/(?:refs/tags/)?${tag}\.(?:zip|tar\.gz)$`, 'is'), key: '/releases/tag/' },
	{ page: new RegExp(`^/(?:zip|tar)ball/(?:refs/tags/)?${tag}/?$`, 'is'), key: '/releases/tag/' },
	{
		page: new RegExp(String.raw`^/-/(?:tags|releases|tree)/${tag}/?(?:\?ref_type=tags)?(?:#.*)?$`, 'is'),
		key: '/-/tags/',
	},
	{ page: new RegExp(String.raw`^/-/archive/${tag}/[^/?#]+\.(?:zip|tar\.gz)$`, 'is'), key: '/-/tags/' },
];

/** Answers the page of a release for it and for the files of its tag; undefined for other pages. */
function releaseOf(page: string): string | undefined {
	for (const { page: pattern, key } of releases) {
		const found = pattern.exec(page)?.[1];
		if (found !== undefined) return key + plainEscapes(found);
	}
	return undefined;
}

/** Takes `.git` off the end, however often it stands there. */
function withoutGit(repository: string): string {
	let end = repository.length;
	while (/^\.git$/i.test(repository.slice(Math.max(0, end - 4), end))) end -= 4;
	return repository.slice(0, end);
}

/** First parts of paths on code hosts that are pages of the host, not owners. */
const reservedOwners = new Set(['orgs', 'users', 'topics', 'search', 'marketplace', 'features', 'explore', 'settings']);

function lengthBefore(names: readonly string[], mark: string): number {
	const at = names.indexOf(mark);
	return at === -1 ? names.length : at;
}

/** Folds the letter case of owner and name on GitHub, which says that it means nothing there. */
function foldedRepository(host: string, path: string): string {
	return host === 'github.com' ? path.replace(/^\/[^/?#]+\/[^/?#]+/, foldLetterCase) : path;
}

/** Writes escapes in one way: in upper case, for all beyond ASCII, and not for what needs none. */
function plainEscapes(path: string): string {
	const encoded = /[^\0-~]/.test(path) ? path.replace(/[^\0-~]+/g, percentEncoded) : path;
	if (!encoded.includes('%')) return encoded;
	return encoded.replace(/%[\da-f]{2}/gi, (octet) => {
		const character = percentDecoded(octet);
		return /^[\w.~-]$/.test(character) ? character : octet.toUpperCase();
	});
}

/** Recognises at a glance the few addresses that the patterns below may match. */
const mayBeProxy = /^https?:.*(?:proxy|login|connect|idm|eu1|[?&](?:q|u|url|redirect_uri)=http|\/__http)/i;
/**
 * Pages that lead on to the address among their parameters: those of proxies, of search engines, mail
 * and networks, which count what is followed.
 */
const addressInQuery = new RegExp(
	String.raw`^https?://(?:[^/?#\s]+/(?:[\w.-]+/){0,4}(?:login|connect|authorize|url|scholar_url|l\.php|redirect)|` +
		String.raw`[\w.-]+\.protection\.outlook\.com/)\?(?:[\w-]+=[^&\s]*&){0,8}(?:q?url|q|u|redirect_uri)=(https?(?::|%3A).+)$`,
	'i',
);
/** Mail that passes through a filter: the address is between underscores. */
const addressInPath = /^https?:\/\/urldefense(?:\.proofpoint)?\.com\/v3\/__(https?:\/.+?)__;/i;
// A host is looked at only where it is no longer than hosts are: reading it costs its square.
const hostBehind = String.raw`(?=[^/?#\s]{1,255}(?:[/?#]|$))([^/?#\s]+?)`;
const proxy = String.raw`((?:[\w-]*proxy[\w-]*|idm|eu1|libproxy)(?:\.[\w-]+)+)`;
const hostOfProxy = new RegExp(String.raw`^(https?://)${hostBehind}\.${proxy}(?::\d+)?(/.*)$`, 'i');

/**
 * Takes the proxy of a library, or what else leads on, off an address:
 * `https://doi-org.proxy.example.org/10.1000/a` and
 * `https://proxy.example.org/login?url=https://doi.org/10.1000/a` are `https://doi.org/10.1000/a`.
 * Undefined where no proxy is seen.
 */
export function unproxied(address: string): string | undefined {
	if (!mayBeProxy.test(address)) return undefined;
	const target = addressInQuery.exec(address)?.[1] ?? addressInPath.exec(address)?.[1];
	if (target !== undefined) return /^https?%3A/i.test(target) ? percentDecoded(target.split('&', 1)[0] ?? '') : target;
	const [behind, protocol = '', host = '', , rest = ''] = hostOfProxy.exec(address) ?? [];
	if (behind === undefined) return undefined;
	return protocol + (host.includes('.') ? host : host.replace(/-(?!-)/g, '.').replaceAll('-.', '-')) + rest;
}
