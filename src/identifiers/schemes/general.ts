// Schemes of no registry of scholarship: web and mail addresses, digests, code repositories.
import { addressKey, repositoryAddress, repositoryOfPage, webAddress } from '../address.ts';
import { foldLetterCase } from '../identifier.ts';
import type { Scheme } from '../scheme.ts';
import { percentEncoded } from '../written-form.ts';

/**
 * Matches an address without its protocol: a host in a domain of the web, and a path. `corner.py/a`
 * is a file's name rather than a host of Paraguay.
 */
const hostAndPath = new RegExp(
	String.raw`^((?![\w-]+\.(?:cc|hs|md|ml|pl|pm|ps|py|rs|sh|so|ts)/)(?:[a-z\d-]{1,63}\.){1,6}` +
		'(?:app|cloud|codes|com|dev|edu|gov|info|int|net|org|science|software|[a-z]{2})' +
		String.raw`(?::\d{1,5})?/[^\s<>"]*)$`,
	'i',
);

/** Lists the schemes in the order in which detection reports them. */
export const generalSchemes: readonly Scheme[] = [
	{
		name: 'url',
		aliases: ['uri', 'iri'],
		title: 'Uniform Resource Locator',
		pattern: /^[a-z][a-z\d+.-]*:\/\/[^\s/?#<>"]+(?:[/?#][^\s<>"]*)?$/i,
		end: 'verbatim',
		isAddress: true,
		forms: [
			{ written: /^git@([\w.-]+):(?!\/\/)\/?([^\s<>"]+)$/i, means: 'https://$1/$2' },
			{ written: /^github:([a-z\d-]+\/[\w.-]+)$/i, means: 'https://github.com/$1' },
			{ written: hostAndPath, means: 'https://$1', guess: true },
		],
		key: addressKey,
		goesAlong: (url) => repositoryAddress(url) === undefined && repositoryOfPage(url) === undefined,
		broader: [
			{ of: /^/, scheme: 'url', value: repositoryOfPage },
			{
				of: /^https?:\/\/raw\.githubusercontent\.com\/([^/?#]+\/[^/?#]+)\/.*$/i,
				scheme: 'url',
				value: 'https://github.com/$1',
			},
			{ of: /^https?:\/\/(?:www\.)?zenodo\.org\/records?\/(\d+)\/.+$/i, scheme: 'doi', value: '10.5281/zenodo.$1' },
		],
		// An address of another kind (javascript://, file://) is stored, but nobody is sent there.
		url: (url) => (/^https?:/i.test(webAddress(url)) ? webAddress(url) : undefined),
	},
	{
		// RFC 5321, section 2.4: the host has no letter case, the mailbox may have.
		name: 'email',
		title: 'Email address',
		labels: ['mailto:'],
		goesAlong: () => true,
		pattern: /^[^\s@:/]+@(?:[^\s@:/.]+\.)+[^\s@:/.]+$/,
		key: (address) => address.replace(/@[^@]*$/, foldLetterCase),
	},
	{
		name: 'sha1',
		title: 'SHA-1 digest',
		labels: ['sha1:'],
		pattern: /^[\da-f]{40}$/i,
		letterCase: 'folded',
	},
	{
		// A repository by owner and name or by number, and one state of it. Only senders who say so
		// mean it: `a/b` is a handle as well, and https://github.com/a/b is given as url.
		name: 'github',
		title: 'GitHub repository',
		labels: ['github:'],
		addresses: ['github.com/', 'api.github.com/repos/', 'api.github.com/repositories/'],
		sameAs: [{ of: /^(?!\d+(?:\/releases\/\d+)?$).+$/, scheme: 'url', value: 'https://github.com/$&' }],
		pattern:
			/^(?:(\d+(?:\/releases\/\d+)?)|([a-z\d][a-z\d-]{0,38}\/[\w.-]{1,100}?)(?:\.git)*((?:\/(?:tree|commit|releases\/tag)\/[^\s]+)?))$/i,
		detection: 'declared',
		canonical: ([, number, repository, state = '']) => number ?? `${repository}${state}`,
		key: (github) => github.replace(/^[^/]+\/[^/]+/, foldLetterCase),
		url: (github) =>
			/^\d+(?:\/releases\/\d+)?$/.test(github) ? undefined : `https://github.com/${percentEncoded(github)}`,
	},
];
