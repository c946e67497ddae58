// Says which works records of each dialect say to be retracted, corrected or doubted, whichever end
// of the link they are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from './translated.fixture.ts';

const [paper, notice] = ['10.5555/paper', '10.5555/notice'];
const article = '1234567';

/** Lists the notices that a text states: `10.5555/paper: retraction 2015-06-03 by 10.5555/notice`. */
async function noticesIn(text: string): Promise<string[]> {
	const { object } = await translated(text);
	return [`doi:${paper}`, `doi:${notice}`, `pmid:${article}`, 'pmid:7654321', 'openalex:W1'].flatMap((name) =>
		(object(name, 'Notice')?.Notice ?? []).map(({ Kind, Date: date, Identifier }) =>
			[`${name.replace('doi:', '')}:`, Kind, date, Identifier && `by ${Identifier.ID}`].filter(Boolean).join(' '),
		),
	);
}

describe('Crossref', () => {
	const workOf = (DOI: string, more: object) =>
		JSON.stringify({ 'message-type': 'work', message: { DOI, 'reference-count': 1, ...more } });
	const update = (DOI: string, type: string, more: object = {}) => [{ DOI, type, ...more }];
	const updated = { updated: { 'date-parts': [[2015, 6, 3]] } };
	const reference = [{ key: '1', DOI: '10.5555/cited' }];

	it('states the same of a paper in the record of the notice and in its own', async () => {
		const stated = [`${paper}: retraction 2015-06-03 by ${notice}`];
		const published = { issued: { 'date-parts': [[2014]] }, reference };
		const ofNotice = workOf(notice, { ...published, 'update-to': update(paper, 'retraction', updated) });
		assert.deepEqual(await noticesIn(ofNotice), stated);
		const ofPaper = workOf(paper, { ...published, 'updated-by': update(notice, 'retraction', updated) });
		assert.deepEqual(await noticesIn(ofPaper), stated);
	});

	it('dates a notice by its publication where the update has no date', async () => {
		const issued = { 'date-parts': [[2015, 6]] };
		const ofNotice = workOf(notice, { issued, reference, 'update-to': update(paper, 'erratum') });
		assert.deepEqual(await noticesIn(ofNotice), [`${paper}: correction 2015-06 by ${notice}`]);
	});

	it('has notices of three kinds, and updates that are none', async () => {
		const kinds = {
			...{ withdrawal: 'retraction', removal: 'retraction', corrigendum: 'correction', Correction: 'correction' },
			...{ partial_retraction: 'correction', expression_of_concern: 'concern' },
		};
		for (const [type, kind] of Object.entries(kinds))
			assert.deepEqual(await noticesIn(workOf(paper, { 'updated-by': update(notice, type) })), [
				`${paper}: ${kind} by ${notice}`,
			]);
		for (const type of ['new_version', 'addendum', 'clarification', 'reinstatement'])
			assert.deepEqual(await noticesIn(workOf(paper, { 'updated-by': update(notice, type) })), []);
	});
});

describe('the table of Retraction Watch', () => {
	const rowOf = (nature: string, by = notice) =>
		'Title,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,' +
		`RetractionNature\nA,6/3/2015 0:00,${by},0,5/1/2010 0:00,${paper},0,${nature}\n`;

	it('states notices of the day on which they appeared', async () => {
		assert.deepEqual(await noticesIn(rowOf('Retraction')), [`${paper}: retraction 2015-06-03 by ${notice}`]);
		assert.deepEqual(await noticesIn(rowOf('Correction')), [`${paper}: correction 2015-06-03 by ${notice}`]);
		assert.deepEqual(await noticesIn(rowOf('Expression of concern')), [`${paper}: concern 2015-06-03 by ${notice}`]);
		assert.deepEqual(await noticesIn(rowOf('Reinstatement')), []);
	});

	it('states those without an identifier of their own, too', async () => {
		for (const by of ['unavailable', paper])
			assert.deepEqual(await noticesIn(rowOf('Retraction', by)), [`${paper}: retraction 2015-06-03`]);
	});
});

describe('PubMed', () => {
	const entryOf = (tag: string, words: string) => `PMID- ${article}\nDP  - 2014 May 1\n${tag.padEnd(4)}- ${words}\n`;
	const xmlOf = (type: string, words: string) =>
		`<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>${article}</PMID><CommentsCorrectionsList>` +
		`<CommentsCorrections RefType="${type}"><RefSource>${words}</RefSource><PMID>7654321</PMID></CommentsCorrections>` +
		'</CommentsCorrectionsList></MedlineCitation></PubmedArticle></PubmedArticleSet>';
	const words = 'Proc Things U S A. 2015 Jun 3;1(2):3';

	it('states of an article what appeared elsewhere, as of the date there', async () => {
		const stated = (kind: string) => [`pmid:${article}: ${kind} 2015-06-03 by 7654321`];
		const kinds = {
			...{ RIN: 'retraction', RRI: 'retraction', PRIN: 'correction', EIN: 'correction', CRI: 'correction' },
			ECI: 'concern',
		};
		for (const [tag, kind] of Object.entries(kinds))
			assert.deepEqual(await noticesIn(entryOf(tag, `${words}. PMID: 7654321`)), stated(kind));
		assert.deepEqual(await noticesIn(xmlOf('RetractionIn', words)), stated('retraction'));
	});

	it('states of another article what a notice says, as of its own date', async () => {
		const stated = (kind: string) => [`pmid:7654321: ${kind} 2014-05-01 by ${article}`];
		for (const [tag, kind] of Object.entries({ ROF: 'retraction', EFR: 'correction', ECF: 'concern' }))
			assert.deepEqual(await noticesIn(entryOf(tag, `${words}. PMID: 7654321`)), stated(kind));
		const [of = ''] = await noticesIn(xmlOf('RetractionOf', words));
		assert.equal(of, `pmid:7654321: retraction by ${article}`);
	});

	it('states none by comments', async () => {
		for (const tag of ['CIN', 'CON', 'UIN']) assert.deepEqual(await noticesIn(entryOf(tag, 'A. PMID: 7654321')), []);
	});
});

describe('Europe PMC', () => {
	it('states them from either end', async () => {
		const resultOf = (type: string) => {
			const comment = { id: '7654321', source: 'MED', type, reference: 'Things. 2015 Jun;1(2):3-4' };
			const record = {
				id: article,
				source: 'MED',
				pmid: article,
				commentCorrectionList: { commentCorrection: [comment] },
			};
			return JSON.stringify({ resultList: { result: [record] } });
		};
		const ofArticle = [`pmid:${article}: retraction 2015-06 by 7654321`];
		assert.deepEqual(await noticesIn(resultOf('Retraction in')), ofArticle);
		assert.deepEqual(await noticesIn(resultOf('Erratum for')), [`pmid:7654321: correction by ${article}`]);
		assert.deepEqual(await noticesIn(resultOf('Comment in')), []);
	});
});

describe('JATS', () => {
	const articleOf = (related: string, type = 'research-article') =>
		`<article article-type="${type}" xmlns:xlink="http://www.w3.org/1999/xlink"><front><journal-meta><publisher>` +
		'<publisher-name>A Press</publisher-name></publisher></journal-meta><article-meta><article-id pub-id-type="doi">' +
		`${paper}</article-id><pub-date pub-type="epub"><year>2015</year></pub-date><related-article ` +
		`related-article-type="${related}" ext-link-type="doi" xlink:href="${notice}"/></article-meta></front></article>`;

	it('says by the type of the link which article is the notice', async () => {
		const kinds = {
			'retracted-article': 'retraction',
			'corrected-article': 'correction',
			'object-of-concern': 'concern',
		};
		for (const [type, kind] of Object.entries(kinds))
			assert.deepEqual(await noticesIn(articleOf(type)), [`${notice}: ${kind} 2015 by ${paper}`]);
		const others = { 'retraction-forward': 'retraction', 'correction-forward': 'correction', erratum: 'correction' };
		for (const [type, kind] of Object.entries(others))
			assert.deepEqual(await noticesIn(articleOf(type)), [`${paper}: ${kind} by ${notice}`]);
	});

	it('takes an article that is a notice for the one that retracts', async () => {
		assert.deepEqual(await noticesIn(articleOf('retraction', 'retraction')), [
			`${notice}: retraction 2015 by ${paper}`,
		]);
	});

	it('does not retract what a notice retracts in part, nor the notice by which another one is retracted', async () => {
		assert.deepEqual(await noticesIn(articleOf('retracted-article', 'partial-retraction')), [
			`${notice}: correction 2015 by ${paper}`,
		]);
		assert.deepEqual(await noticesIn(articleOf('retraction-forward', 'correction')), [
			`${paper}: retraction by ${notice}`,
		]);
	});
});

describe('others', () => {
	it('OpenAlex says that a work is retracted, not by what', async () => {
		const workOf = (more: object) => JSON.stringify({ id: 'https://openalex.org/W1', referenced_works: [], ...more });
		assert.deepEqual(await noticesIn(workOf({ is_retracted: true })), ['openalex:W1: retraction']);
		assert.deepEqual(await noticesIn(workOf({ is_retracted: false })), []);
		const ofNotice = workOf({ is_retracted: true, type: 'retraction' });
		assert.deepEqual(await noticesIn(ofNotice), [], 'what retracts is not retracted');
	});

	it('INSPIRE lists the erratum of a publication', async () => {
		const dois = [
			{ value: paper, material: 'publication' },
			{ value: notice, material: 'erratum' },
		];
		const record = { metadata: { control_number: 7, titles: [{ title: 'A' }], dois } };
		assert.deepEqual(await noticesIn(JSON.stringify(record)), [`${paper}: correction by ${notice}`]);
	});

	it('the CSV of a broker says no direction', async () => {
		const rows =
			'source_id,source_scheme,relation,id,scheme,first_link_date,last_link_date,providers,identifiers,subtypes';
		const row = `${paper},doi,isRelatedTo,${notice},doi,2015,2015,Crossref,doi:${notice},retraction`;
		assert.deepEqual(await noticesIn(`${rows}\n${row}\n`), []);
		const { object } = await translated(`${rows}\n${row}\n`);
		assert.deepEqual(object(`doi:${paper}`)?.Notice, [], 'it is stated that there is none');
	});
});
