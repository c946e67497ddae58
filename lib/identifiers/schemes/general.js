// Schemes of no registry of scholarship: web and mail addresses, digests, code repositories.
import { addressKey, repositoryAddress, repositoryOfPage, webAddress } from '../address.js';
import { foldLetterCase } from '../folding.js';
                                           
import { percentEncoded } from '../written-form.js';

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
export const generalSchemes                    = [
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
		examples: [
			{
				value: 'https://github.com/dfm/corner.py',
				url: 'https://github.com/dfm/corner.py',
				spellings: [
					'HTTPS://GitHub.com/dfm/corner.py',
					'http://www.github.com/DFM/corner.py/',
					'https://github.com/dfm/corner.py.git',
					'git+https://github.com/dfm/corner.py.git',
					'git://github.com/dfm/corner.py.git',
					'ssh://git@github.com/dfm/corner.py',
					'git@github.com:dfm/corner.py.git',
					'github:dfm/corner.py',
					'github.com/dfm/corner.py',
				],
			},
			{
				value: 'https://github.com/dfm/corner.py/releases/tag/v2.0.1',
				url: 'https://github.com/dfm/corner.py/releases/tag/v2.0.1',
				broader: ['url:https://github.com/dfm/corner.py'],
			},
			{
				value: 'https://gitlab.com/gitlab-org/cluster/agent',
				url: 'https://gitlab.com/gitlab-org/cluster/agent',
				spellings: ['git@gitlab.com:gitlab-org/cluster/agent.git', 'http://gitlab.com/gitlab-org/cluster/agent/'],
			},
			{
				value: 'https://gitlab.com/gitlab-org/cluster/agent/-/blob/main/README.md',
				url: 'https://gitlab.com/gitlab-org/cluster/agent/-/blob/main/README.md',
				broader: ['url:https://gitlab.com/gitlab-org/cluster/agent'],
			},
			{
				value: 'https://doi.org/10.1000/182',
				url: 'https://doi.org/10.1000/182',
				sameAs: 'doi:10.1000/182',
			},
			{
				value: 'http://sws.geonames.org:80/2850872/%7eA',
				key: 'https://sws.geonames.org/2850872/~A',
				url: 'http://sws.geonames.org:80/2850872/%7eA',
				spellings: ['https://SWS.geonames.org/2850872/~A'],
			},
			{
				value: 'https://example.org',
				key: 'https://example.org/',
				url: 'https://example.org',
				spellings: ['https://example.org/'],
			},
			{ value: 'ftp://example.org/a' },
		],
		misfits: ['example.org', 'corner.py', 'and/or'],
	},
	{
		// RFC 5321, section 2.4: the host has no letter case, the mailbox may have.
		name: 'email',
		title: 'Email address',
		labels: ['mailto:'],
		goesAlong: () => true,
		pattern: /^[^\s@:/]+@(?:[^\s@:/.]+\.)+[^\s@:/.]+$/,
		key: (address) => address.replace(/@[^@]*$/, foldLetterCase),
		examples: [{ value: 'User1@example.com', spellings: ['mailto:User1@EXAMPLE.com'] }],
		misfits: ['User1@example'],
	},
	{
		name: 'sha1',
		title: 'SHA-1 digest',
		labels: ['sha1:'],
		pattern: /^[\da-f]{40}$/i,
		letterCase: 'folded',
		examples: [
			{
				value: '5b5056cbf89049064b44d5101764aaae42eb1447',
				spellings: ['5B5056CBF89049064B44D5101764AAAE42EB1447', 'sha1:5b5056cbf89049064b44d5101764aaae42eb1447'],
			},
		],
		misfits: ['5b5056cb'],
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
		examples: [
			{
				value: 'dfm/corner.py',
				url: 'https://github.com/dfm/corner.py',
				sameAs: 'url:https://github.com/dfm/corner.py',
				spellings: [
					'https://github.com/dfm/corner.py',
					'https://github.com/DFM/corner.py/',
					'https://github.com/dfm/corner.py.git',
				],
			},
			{ value: '1234', spellings: ['github:1234', 'https://api.github.com/repositories/1234'] },
		],
		misfits: ['corner.py'],
	},
];
