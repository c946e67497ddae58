import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Why } from '../../broker/why/explain-why.ts';
import { BrokerError } from '../../errors.ts';
import { readIdentifier } from '../../identifiers/index.ts';
import { openTestApp, type TestApp } from '../server/app.fixture.ts';
import { readDrawn } from './drawn.fixture.ts';

const doi = readIdentifier('10.5281/zenodo.11020', 'doi');
const arxiv = readIdentifier('arXiv:1207.4464', 'arxiv');
const repository = readIdentifier('https://github.com/dfm/corner.py', 'url');
const why: Why = {
	...{ one: doi, other: repository, relation: 'linked', isTooLong: false },
	steps: [
		{
			...{ source: arxiv, relation: 'Cites', target: doi, others: 2 },
			provenance: { provider: 'Zenodo <i>', date: '2018-01-01' },
		},
		{ source: arxiv, relation: 'IsIdenticalTo', target: repository, rule: 'They are one by rule.' },
	],
};

let answer: Why | BrokerError = why;
let opened: TestApp;
before(async () => {
	const explainWhy = async () => {
		if (answer instanceof BrokerError) throw answer;
		return answer;
	};
	opened = await openTestApp({}, { explainWhy });
});
after(() => opened.close());

function read(path: string, answered: Why | BrokerError = why) {
	answer = answered;
	return readDrawn(opened.app, path);
}

const both = '/explain?id=10.5281/zenodo.11020&other=https://github.com/dfm/corner.py';

describe('the page of explanations', () => {
	it('asks for two identifiers, and answers on a page', async () => {
		const { status, main } = await read('/explain');
		assert.equal(status, 200);
		assert.match(main, /<form [^>]*action="\/explain"/);
		assert.doesNotMatch(main, /<h2/);
	});

	it('is never cached, since a signed-in user sees more', async () => {
		const { headers } = await read(both);
		assert.match(headers.get('Cache-Control') ?? '', /no-store/);
	});

	it('shows the chain from the one to the other, as it reads on the way', async () => {
		const { status, words, main } = await read(both);
		assert.equal(status, 200);
		assert.match(
			words,
			/The works are linked\. DOI 10\.5281\/zenodo\.11020 is cited by stated by Zenodo <i>, 2018-01-01, and in 2 more/,
		);
		assert.match(words, /and in 2 more assertions arXiv arXiv:1207\.4464 is the same as They are one by rule/);
		assert.match(main, /value="https:\/\/github\.com\/dfm\/corner\.py"/);
	});

	it('has a line for each flag of the link, with its evidence or a link to it', async () => {
		const link = { level: 'version', relation: 'isCitedBy', flags: ['author-self', 'retracted-citing'] } as const;
		const notice = { Kind: 'retraction', Date: '2015-06-03' } as const;
		const flag = {
			...({ name: 'retracted-citing', holds: 'yes', others: 0 } as const),
			evidence: [{ of: 'other', notice, provider: 'Crossref', date: '2016', event_id: '01975a3f' }],
		} as const;
		const { words, main } = await read(`${both}&flag=retracted-citing`, { ...why, link, flag });
		assert.match(
			words,
			/What is known of the link between their versions retracted-citing : Yes\. The citing work was/,
		);
		assert.match(
			words,
			/The second work: retraction of 2015-06-03, stated by Crossref, 2016\. Event The works share a/,
		);
		assert.match(main, /href="[^"]+&(?:amp;)?flag=author-self"/);
		assert.match(main, /href="\/operator\/events\/01975a3f"/);
		const unknown = { name: 'author-self', holds: 'unknown', evidence: [], others: 0 } as const;
		const missing = [{ of: 'id', field: 'Creator' }] as const;
		const asked = await read(`${both}&flag=author-self`, { ...why, link, flag: { ...unknown, missing } });
		assert.match(asked.words, /author-self : Unknown\. The first work: Creator is not known\./);
	});

	it('shows the problem of an identifier below the fields, with suggestions', async () => {
		const identifier = { ID: '10.1000/a', IDScheme: 'doi' };
		const failure = new BrokerError('several-identifiers', 'It holds two <b>.', {
			problems: [{ field: 'id', message: 'It may be this.', identifier }],
		});
		const { status, words, main } = await read(both, failure);
		assert.equal(status, 400);
		assert.match(words, /It holds two <b>\. DOI 10\.1000\/a/);
		assert.match(main, /<input [^>]*name="other"/);
		assert.equal((await read(both, new BrokerError('not-found', 'Unknown identifier: it.'))).status, 404);
		assert.equal((await read(both, new BrokerError('unavailable', 'It is unavailable.'))).status, 503);
	});
});
