// Schemes of no registry of scholarship: web and mail addresses, digests, code repositories.
import { addressKey, foldLetterCase } from '../folding.ts';
import type { Scheme } from '../scheme.ts';
import { percentEncoded } from '../written-form.ts';

/** Lists the schemes in the order in which detection reports them. */
export const generalSchemes: readonly Scheme[] = [
	{
		name: 'url',
		title: 'Uniform Resource Locator',
		pattern: /^[a-z][a-z\d+.-]*:\/\/[^\s/?#<>"]+(?:[/?#][^\s<>"]*)?$/i,
		end: 'verbatim',
		key: addressKey,
		// An address of another kind (javascript://, file://) is stored, but nobody is sent there.
		url: (url) => (/^https?:/i.test(url) ? url : undefined),
		examples: [
			{
				value: 'https://github.com/dfm/corner.py',
				url: 'https://github.com/dfm/corner.py',
				spellings: ['HTTPS://GitHub.com/dfm/corner.py'],
			},
			{
				value: 'https://example.org',
				key: 'https://example.org/',
				url: 'https://example.org',
				spellings: ['https://example.org/'],
			},
			{ value: 'ftp://example.org/a' },
		],
		misfits: ['example.org/a'],
	},
	{
		// RFC 5321, section 2.4: the host has no letter case, the mailbox may have.
		name: 'email',
		title: 'Email address',
		labels: ['mailto:'],
		pattern: /^[^\s@:/]+@(?:[^\s@:/.]+\.)+[^\s@:/.]+$/,
		key: (address) => address.replace(/@.*$/, foldLetterCase),
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
