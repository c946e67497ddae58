import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
	type Agent,
	asFilled,
	type Container,
	type Description,
	describeAsText,
	gatheredLimit,
	gatherKeywords,
	gatherNotices,
	gatherPublishers,
	joinDescriptions,
	type Notice,
	noticeKinds,
} from './description.ts';

const anyAgent: fc.Arbitrary<Agent> = fc.record(
	{
		Name: fc.constantFrom('A', 'B', 'C'),
		Identifier: fc.record({ ID: fc.constantFrom('1', '2') }),
	},
	{ requiredKeys: ['Name'] },
);

const anyNotice: fc.Arbitrary<Notice> = fc.record(
	{
		Kind: fc.constantFrom(...noticeKinds),
		Date: fc.constantFrom('2015', '2016-02-03'),
		Identifier: fc.constant({ ID: '10.1234/n', IDScheme: 'doi' }),
	},
	{ requiredKeys: ['Kind'] },
);

const anyDescription: fc.Arbitrary<Description> = fc.record(
	{
		Title: fc.constantFrom('One', 'Two'),
		Creator: fc.array(anyAgent, { minLength: 1, maxLength: 2 }),
		PublicationDate: fc.constantFrom('2015', '2016'),
		Type: fc.constantFrom({ Name: 'dataset' as const }, { Name: 'dataset' as const, SubType: 'Image' }),
		Publisher: fc.array(anyAgent, { minLength: 1, maxLength: 3 }).map((agents) => gatherPublishers(agents)),
		Container: fc.constantFrom<Container>(
			...[{ Title: 'A Journal' }, { Title: 'Another' }, { Title: 'A Journal', ISSN: ['1234-5679'] }, { Pages: '1-2' }],
		),
		Edition: fc.constantFrom('1st', '2nd'),
		PublisherPlace: fc.constantFrom('Graz', 'Oslo'),
		Keywords: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((words) => gatherKeywords(words)),
		Notice: fc.array(anyNotice, { minLength: 1, maxLength: 3 }).map((notices) => gatherNotices(notices)),
	},
	{ requiredKeys: [] },
);

describe('joining descriptions', () => {
	it('takes each field from the later one that gives it', () => {
		assert.deepEqual(
			joinDescriptions(
				{ Title: 'Old', PublicationDate: '2015', Creator: [{ Name: 'A' }], Container: { Title: 'Old' } },
				{ Title: 'New', Type: { Name: 'software' }, Container: { Title: 'New' } },
			),
			{
				Title: 'New',
				PublicationDate: '2015',
				Creator: [{ Name: 'A' }],
				Type: { Name: 'software' },
				Container: { Title: 'New' },
			},
		);
	});

	it('keeps what a link states where it is filled in as well, whichever came first', () => {
		const stated: Description = { Title: 'Stated', Publisher: [{ Name: 'A' }] };
		const filled = asFilled({ Title: 'Filled', PublicationDate: '2015', Publisher: [{ Name: 'B' }] });
		const joined = { ...stated, PublicationDate: '2015', Filled: ['PublicationDate'] };
		assert.deepEqual(joinDescriptions(stated, filled), joined);
		assert.deepEqual(joinDescriptions(filled, stated), joined);
	});

	it('takes the later of two that fill in, and marks the field until a link states it', () => {
		const filled = [asFilled({ Title: 'Old' }), asFilled({ Title: 'New' })].reduce(joinDescriptions);
		assert.deepEqual(filled, { Title: 'New', Filled: ['Title'] });
		assert.deepEqual(joinDescriptions(filled, { Title: 'Stated' }), { Title: 'Stated' });
	});

	it('leaves a SubType as it is where a bare type of the same name comes later, and only there', () => {
		const preprint = { Type: { Name: 'literature', SubType: 'preprint', SubTypeSchema: 'own' } } as const;
		const bare = { Type: { Name: 'literature' } } as const;
		const software = { Type: { Name: 'software' } } as const;
		const article = { Type: { Name: 'literature', SubType: 'article' } } as const;
		assert.deepEqual(joinDescriptions(preprint, bare), preprint);
		assert.deepEqual(joinDescriptions(preprint, article), article);
		assert.deepEqual(joinDescriptions(preprint, software), software);
		assert.deepEqual([software, bare].reduce<Description>(joinDescriptions, preprint), bare);
	});

	it('takes a container as a whole, of two the one with more fields, of equal ones the later', () => {
		const full = { Title: 'Acta', ISSN: ['1234-5679'], Volume: '2' };
		const joined = (...containers: Container[]) =>
			containers.map((one): Description => ({ Container: one })).reduce(joinDescriptions).Container;
		assert.deepEqual(joined(full, { Title: 'Acta' }), full);
		assert.deepEqual(joined({ Title: 'Acta' }, full), full);
		assert.deepEqual(joined(full, { Title: 'arXiv', Pages: '1' }), full);
		const corrected = { Title: 'Acta', Volume: '3', Pages: '7' };
		assert.deepEqual(joined(full, corrected, { Title: 'Act.' }), corrected);
	});

	it('gathers publishers and keywords, each once and in order', () => {
		const earlier = {
			Publisher: [{ Name: 'Zenodo' }, { Name: 'Zoo' }],
			Keywords: ['x', 'y'],
		};
		const later = {
			Publisher: [{ Name: 'Arxiv' }, { Name: 'Zenodo' }],
			Keywords: ['a', 'y'],
		};
		assert.deepEqual(joinDescriptions(earlier, later), {
			Publisher: [{ Name: 'Arxiv' }, { Name: 'Zenodo' }, { Name: 'Zoo' }],
			Keywords: ['a', 'x', 'y'],
		});
	});

	it('gathers notices, each once: the gravest kind first, of one kind the earliest', () => {
		const Identifier = { ID: '10.1234/n', IDScheme: 'doi' };
		const retracted: Notice = { Kind: 'retraction', Date: '2016-02-03', Identifier };
		const earlier: Description = { Notice: [{ Kind: 'retraction' }, { Kind: 'correction', Date: '2015' }] };
		const later: Description = { Notice: [{ Kind: 'concern' }, retracted, { Kind: 'correction', Date: '2015' }] };
		const joined = [retracted, { Kind: 'retraction' }, { Kind: 'concern' }, { Kind: 'correction', Date: '2015' }];
		assert.deepEqual(joinDescriptions(earlier, later).Notice, joined);
		assert.deepEqual(joinDescriptions(later, earlier).Notice, joined);
	});

	it('counts a notice beside another one, also where the rest is filled in', () => {
		const stated: Description = { Title: 'A', Notice: [{ Kind: 'correction' }] };
		const filled = asFilled({ Title: 'B', Notice: [{ Kind: 'retraction' }] });
		const joined = { Title: 'A', Notice: [{ Kind: 'retraction' }, { Kind: 'correction' }] };
		assert.deepEqual(joinDescriptions(stated, filled), joined);
		assert.deepEqual(joinDescriptions(filled, stated), joined);
	});

	it('changes neither of them', () => {
		const earlier = Object.freeze({ Keywords: Object.freeze(['b']) });
		const later = Object.freeze({ Keywords: Object.freeze(['a']) });
		assert.deepEqual(joinDescriptions(earlier, later).Keywords, ['a', 'b']);
	});

	it('of three of one type gives the same in whichever pairs', () => {
		fc.assert(
			fc.property(anyDescription, anyDescription, anyDescription, (one, two, three) => {
				assert.deepEqual(
					joinDescriptions(joinDescriptions(one, two), three),
					joinDescriptions(one, joinDescriptions(two, three)),
				);
			}),
		);
	});

	it('with what is already known changes nothing', () => {
		fc.assert(
			fc.property(anyDescription, anyDescription, (one, two) => {
				const joined = joinDescriptions(one, two);
				assert.deepEqual(joinDescriptions(joined, two), joined);
			}),
		);
	});
});

describe('gathering', () => {
	it('distinguishes publishers of one name by their identifiers', () => {
		const one = { Name: 'P', Identifier: { ID: '1', IDScheme: 'ror' } };
		const two = { Name: 'P', Identifier: { ID: '2', IDScheme: 'ror' } };
		assert.deepEqual(gatherPublishers([two, { Name: 'P' }], [one, structuredClone(two)]), [{ Name: 'P' }, one, two]);
	});

	it('keeps the first in order where there are too many, whichever came first', () => {
		const many = Array.from({ length: gatheredLimit + 5 }, (_, n) => String(n).padStart(5, '0'));
		const kept = gatherKeywords(many.slice(500), many.slice(0, 600));
		assert.deepEqual(kept, many.slice(0, gatheredLimit));
		assert.deepEqual(gatherKeywords(gatherKeywords(many.slice(500)), gatherKeywords(many.slice(0, 600))), kept);
	});
});

describe('the text of a description', () => {
	it('is the same whatever the order in which fields were set', () => {
		const one: Description = {
			Title: 'T',
			Type: { Name: 'dataset', SubType: 'Image' },
			Creator: [{ Name: 'A', Identifier: '1' }],
		};
		const other: Description = {
			Creator: [{ Identifier: '1', Name: 'A' }],
			Type: { SubType: 'Image', Name: 'dataset' },
			Title: 'T',
		};
		assert.equal(describeAsText(one), describeAsText(other));
	});

	it('is that of a description stored before there were fields that it does not have', () => {
		const stored = '{"Title":"T","Type":{"Name":"literature"},"Container":{"Title":"Acta"}}';
		assert.equal(describeAsText(JSON.parse(stored)), stored);
	});

	it('is JSON that reads back as the description', () => {
		fc.assert(
			fc.property(anyDescription, (description) => {
				const plain = JSON.parse(JSON.stringify(description));
				assert.deepEqual(JSON.parse(describeAsText(description)), plain);
			}),
		);
	});
});
