// Tests why a link has a flag, on real records.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { Agent, Description } from '../../links/description.ts';
import type { Link } from '../../links/link.ts';
import type { Flag } from '../../search/flags/flags.ts';
import { newEvent } from '../../store/suite/records.fixture.ts';
import { about, applyNow, forever, given, send, testWorker } from '../graph.fixture.ts';
import { reasonTexts } from './evidence.ts';
import { explainWhy, type Viewer } from './explain-why.ts';

let opened: TestRecords;
beforeEach(async () => {
	opened = await openTestRecords();
	return () => opened.close();
});

const operator: Viewer = { userId: null, seesAllEvents: true };

function ask(one: string, other: string, flag: Flag, viewer = operator) {
	const question = { id: one, scheme: 'doi', other, other_scheme: 'doi', flag };
	return explainWhy(opened.records, question, viewer);
}

/** Asks why A, which cites B, has a flag; the works are described so. */
async function explained(flag: Flag, works: { A?: Description; B?: Description }, links: Link[] = given('A cites B')) {
	const described = Object.entries(works).map(([name, description]) => about(name, description));
	await send(opened.records, [...described, ...links]);
	const { flag: found } = await ask('A', 'B', flag);
	assert.ok(found);
	return found;
}

const doe: Agent = { Name: 'Doe, Jane', Identifier: [{ ID: '0000-0002-1825-0097', IDScheme: 'orcid' }] };
const stated = (subType: string): Link[] =>
	given('A cites B by Reader').map((link) => ({
		...link,
		provenances: link.provenances.map((one) => ({ ...one, subType })),
	}));

describe('the evidence of a flag', () => {
	it('is the creators that both works share, by identifier', async () => {
		const found = await explained('author-self', {
			A: { Creator: [doe] },
			B: { Creator: [{ ...doe, Name: 'J. Roe' }] },
		});
		assert.deepEqual(found, {
			...{ name: 'author-self', holds: 'yes', certainty: 'identifier', others: 0 },
			evidence: [{ id: doe, other: { ...doe, Name: 'J. Roe' }, matched: '0000-0002-1825-0097' }],
		});
	});

	it('is the creators that both works share, by name, each once, at most ten', async () => {
		const people = Array.from({ length: 12 }, (_, at) => ({ Name: `Gabriel García Number${'abcdefghijkl'[at]}` }));
		const found = await explained('author-self', { A: { Creator: people }, B: { Creator: people } });
		assert.deepEqual([found.certainty, found.evidence.length, found.others], ['name', 10, 2]);
		const [first, last] = [0, 10].map((at) => reasonTexts(found)[at]);
		assert.equal(first, 'Gabriel García Numbera and Gabriel García Numbera: both are compared as numbera g.');
		assert.equal(last, 'And 2 more.');
	});

	it('is each of many creators with one identifier once, not all pairs of them', async () => {
		const Creator = Array.from({ length: 5_000 }, () => doe);
		const found = await explained('author-self', { A: { Creator }, B: { Creator } });
		assert.deepEqual([found.evidence.length, found.others], [10, 4_990]);
	});

	for (const [flag, works, links, sentence] of [
		[
			'journal-self',
			{ A: { Container: { Title: 'Acta', ISSN: ['1234-5679'] } }, B: { Container: { ISSN: ['1234-5679'] } } },
			given('A cites B'),
			'Acta and untitled: both are compared as 1234-5679.',
		],
		[
			'provider-own',
			{ B: { Publisher: [{ Name: 'ZENODO' }] } },
			given('A cites B'),
			'The second work was published by ZENODO, and Zenodo asserts the link.',
		],
		['machine', {}, stated('tm_term'), 'Stated by Reader, 2018-01-01, as tm_term. The words say so.'],
		['single-provider', {}, given('A cites B', 'B cites A by Crossref'), 'Only Zenodo asserts the link.'],
		['supplement-as-citation', {}, given('B supplements A'), 'The second work supplements the other.'],
		['unregistered', {}, given('A=A@url cites B', 'A cites B'), undefined],
		[
			'cited-after-retraction',
			{ A: { PublicationDate: '2016' }, B: { Notice: [{ Kind: 'retraction', Date: '2015-06' }] } },
			given('A cites B'),
			'The citing work was published 2016, and the cited one was retracted 2015-06.',
		],
	] as const) {
		it(`of ${flag} is ${sentence ?? 'none where it has not the flag'}`, async () => {
			const found = await explained(flag, works as { A?: Description }, [...links]);
			assert.deepEqual(reasonTexts(found), sentence === undefined ? [] : [sentence]);
		});
	}

	for (const [certainty, ...ISSN] of [['identifier', '1234-5679'], ['name']]) {
		it(`of journal-self is by ${certainty} where the journals share ${ISSN.length} ISSN`, async () => {
			const journal = (Title: string) => ({ Container: { Title, ...(ISSN.length > 0 && { ISSN }) } });
			const found = await explained('journal-self', { A: journal('Acta'), B: journal('The Acta') });
			assert.equal(found.certainty, certainty);
		});
	}

	it('names who stated a notice latest', async () => {
		const Notice = [{ Kind: 'retraction' as const }];
		await send(opened.records, given('A cites B'));
		for (const provider of ['Early', 'Later']) {
			const stating = { ...about('A', { Notice }), provenances: [{ provider, date: '2018-01-01' }] };
			await send(opened.records, [stating]);
		}
		const { flag } = await ask('A', 'B', 'retracted-citing');
		assert.deepEqual(flag && reasonTexts(flag), ['The first work: retraction, stated by Later, 2018-01-01.']);
	});

	it('is the notice, its provider, and its event, for users that may see it', async () => {
		await send(opened.records, given('A = A@arxiv', 'A cites B'));
		const fresh = newEvent({ userId: 7 });
		const claimed = await opened.records.acceptClaimed(fresh, { worker: testWorker, until: forever });
		const notice = {
			Kind: 'retraction',
			Date: '2015-06-03',
			Identifier: { ID: '10.5555/r', IDScheme: 'doi' },
		} as const;
		await applyNow(opened.records, claimed, [about('A@arxiv', { Notice: [notice] })]);
		await send(opened.records, [about('A', { Title: 'Later' })]);
		const evidenceFor = async (viewer: Viewer) => (await ask('A', 'B', 'retracted-citing', viewer)).flag?.evidence;
		const statement = { of: 'id', notice, provider: 'Zenodo', date: '2018-01-01' } as const;
		assert.deepEqual(await evidenceFor(operator), [{ ...statement, event_id: fresh.eventId }]);
		assert.deepEqual(await evidenceFor({ userId: 8, seesAllEvents: false }), [statement]);
		const { flag } = await ask('B', 'A', 'retracted-citing');
		assert.deepEqual(flag && reasonTexts(flag), [
			'The second work: retraction of 2015-06-03 (DOI 10.5555/r), stated by Zenodo, 2018-01-01.',
		]);
	});
});

describe('a flag that is not known', () => {
	for (const [flag, works, sentences] of [
		['author-self', { A: { Creator: [doe] } }, ['The second work: Creator is not known.']],
		[
			'journal-self',
			{ A: { Container: { Title: 'Acta' } }, B: { Container: { ISSN: ['1234-5679'] } } },
			['The first work: Container.ISSN is not known.', 'The second work: Container.Title is not known.'],
		],
		[
			'cited-after-retraction',
			{ A: { PublicationDate: '2015' }, B: { Notice: [{ Kind: 'retraction', Date: '2015-06' }] } },
			['The first work: PublicationDate 2015 is not precise enough.'],
		],
	] as const) {
		it(`says what is missing: ${flag}`, async () => {
			const found = await explained(flag, works as { A?: Description });
			assert.deepEqual([found.holds, reasonTexts(found)], ['unknown', sentences]);
		});
	}
});

describe('the link that has the flags', () => {
	it('is that of the works where they are linked, else that of their versions', async () => {
		await send(opened.records, given('A hasVersion V', 'V cites B', 'A relatesTo C', 'V relatesTo C by Crossref'));
		const linkTo = async (other: string) => (await ask('A', other, 'single-provider')).link;
		assert.deepEqual(await linkTo('B'), { level: 'version', relation: 'cites', flags: ['single-provider'] });
		assert.deepEqual(await linkTo('C'), { level: 'identity', relation: 'isRelatedTo', flags: ['single-provider'] });
		assert.equal((await ask('C', 'V', 'machine')).flag?.holds, 'no');
	});

	it('may be one between two versions of a work', async () => {
		await send(opened.records, given('A hasVersion V', 'A cites V'));
		const { relation, link } = await ask('V', 'A', 'machine');
		assert.deepEqual([relation, link?.relation], ['versions', 'isCitedBy']);
	});

	it('is asked for in vain where there is none', async () => {
		await send(opened.records, given('A = B', 'C cites B', 'A hasVersion V'));
		for (const other of ['A', 'B', 'V'])
			await assert.rejects(ask('A', other, 'machine'), {
				code: 'bad-query',
				message: /^flag asks about a link, and no/,
			});
	});
});
