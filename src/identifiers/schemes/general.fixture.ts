// Examples of identifiers of no registry of scholarship, by scheme, and of texts that resemble one and are none.
import type { Examples } from './scheme-examples.fixture.ts';

export const generalExamples: Examples = {
	url: {
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
	email: {
		examples: [{ value: 'User1@example.com', spellings: ['mailto:User1@EXAMPLE.com'] }],
		misfits: ['User1@example'],
	},
	sha1: {
		examples: [
			{
				value: '5b5056cbf89049064b44d5101764aaae42eb1447',
				spellings: ['5B5056CBF89049064B44D5101764AAAE42EB1447', 'sha1:5b5056cbf89049064b44d5101764aaae42eb1447'],
			},
		],
		misfits: ['5b5056cb'],
	},
	github: {
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
};
