import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { LinkBatch } from '../../../links/link.ts';
import { type HistoryItem, linkHistory, provenanceFromText } from '../../../links/provenance.ts';
import {
	joinsGroups,
	relationCode,
	relations,
	type SearchRelation,
	searchRelationMeaning,
	searchRelations,
} from '../../../links/relation.ts';
import { anyLink } from '../link.arbitrary.ts';
import { readLinks } from '../read-links.ts';
import { describeObject } from './object-document.ts';
import {
	type AnswerItem,
	type AnswerObject,
	describeUnknownObject,
	type ListedAnswer,
	writeLinksAnswer,
	writeScholixAnswer,
} from './write-answers.ts';

const doi = (value: string) => ({ scheme: 'doi', value });

const software: AnswerObject = {
	...describeObject([doi('10.5281/zenodo.591491'), { scheme: 'ads', value: '2017ascl.soft02002F' }], {
		Title: 'corner.py',
		Type: { Name: 'software' },
		Creator: [{ Name: 'Foreman-Mackey, Daniel' }],
		PublicationDate: '2016-06',
	}),
	versions: '',
};
const paper: AnswerObject = { ...describeObject([doi('10.1093/mnras/1')], {}), versions: '' };

function history(...items: [provider: string, date: string, ...subTypes: string[]][]): HistoryItem[] {
	return linkHistory(
		items.flatMap(([provider, date, ...subTypes]) =>
			subTypes.length === 0 ? [{ provider, date }] : subTypes.map((subType) => ({ provider, date, subType })),
		),
	);
}

const cited: AnswerItem = {
	relation: 'isCitedBy',
	object: paper,
	history: history(['Zenodo', '2018-01-01'], ['ADS', '2017-05', 'IsCitedBy', 'Cites']),
};

describe('an unknown object', () => {
	it('is written as the identifier that was asked for, of type unknown', () => {
		assert.deepEqual(describeUnknownObject('10.1000/x', 'doi'), {
			...describeObject([doi('10.1000/x')], {}),
			versions: null,
		});
		assert.equal(describeUnknownObject('what?').identifiers, '[{"ID":"what?"}]');
	});
});

describe('the Scholix answer', () => {
	it('has Source, Relation, GroupBy, and Target and LinkHistory of each relationship', () => {
		const text = writeScholixAnswer({ source: software, groupBy: 'identity', relation: 'isCitedBy', items: [cited] });
		assert.deepEqual(JSON.parse(text), {
			Source: {
				Title: 'corner.py',
				Identifiers: [
					{ ID: '10.5281/zenodo.591491', IDScheme: 'doi' },
					{ ID: '2017ascl.soft02002F', IDScheme: 'ads' },
				],
				Creator: [{ Name: 'Foreman-Mackey, Daniel' }],
				Type: { Name: 'software' },
				PublicationDate: '2016-06',
			},
			Relation: { Name: 'isCitedBy' },
			GroupBy: 'identity',
			Relationships: [
				{
					Target: { Identifiers: [{ ID: '10.1093/mnras/1', IDScheme: 'doi' }], Type: { Name: 'unknown' } },
					LinkHistory: [
						{ LinkPublicationDate: '2018-01-01', LinkProvider: { Name: 'Zenodo' } },
						{ LinkPublicationDate: '2017-05', LinkProvider: { Name: 'ADS' }, SubTypes: ['Cites', 'IsCitedBy'] },
					],
				},
			],
		});
	});

	it('has a single SubType as SubType', () => {
		const items = [{ ...cited, history: history(['ADS', '2017', 'IsCitedBy']) }];
		const text = writeScholixAnswer({ source: software, groupBy: 'identity', relation: 'isCitedBy', items });
		assert.deepEqual(JSON.parse(text).Relationships[0].LinkHistory, [
			{ LinkPublicationDate: '2017', LinkProvider: { Name: 'ADS' }, SubType: 'IsCitedBy' },
		]);
	});

	it('has the relation of each item where none was asked for', () => {
		const items = [cited, { ...cited, relation: 'cites' as const }];
		const answer = JSON.parse(writeScholixAnswer({ source: software, groupBy: 'identity', items }));
		assert.equal('Relation' in answer, false);
		assert.deepEqual(
			answer.Relationships.map((item: { Relation: unknown }) => item.Relation),
			[{ Name: 'isCitedBy' }, { Name: 'cites' }],
		);
	});

	it('has the versions of a work', () => {
		const source = {
			...software,
			versions: describeObject([doi('a')], {}, { versions: [[doi('a')], [doi('b')]] }).versions,
		};
		const answer = JSON.parse(writeScholixAnswer({ source, groupBy: 'version', items: [] }));
		assert.equal(answer.GroupBy, 'version');
		assert.deepEqual(answer.Source.Versions, [
			{ Identifiers: [{ ID: 'a', IDScheme: 'doi' }] },
			{ Identifiers: [{ ID: 'b', IDScheme: 'doi' }] },
		]);
		assert.deepEqual(answer.Relationships, []);
	});

	it('has the one version of a work that has no others, of the source as of every target', () => {
		const answer = JSON.parse(writeScholixAnswer({ source: software, groupBy: 'version', items: [cited] }));
		for (const object of [answer.Source, answer.Relationships[0].Target]) {
			assert.deepEqual(object.Versions, [{ Identifiers: object.Identifiers }]);
		}
	});

	it('has no versions of an unknown source, nor where works are not grouped by version', () => {
		const unknown = describeUnknownObject('10.1000/x', 'doi');
		assert.ok(!String(writeScholixAnswer({ source: unknown, groupBy: 'version', items: [] })).includes('Versions'));
		const known = { source: software, groupBy: 'identity', items: [cited] } as const;
		assert.ok(!String(writeScholixAnswer(known)).includes('Versions'));
	});
});

const query = { understood_as: { ID: 'a', IDScheme: 'doi' }, known: true, suggestions: [] };

describe('the list of links', () => {
	const page: ListedAnswer = {
		source: software,
		groupBy: 'identity',
		items: [cited],
		total: 7,
		links: { self: 'http://b.example/relationships?id=1', next: 'http://b.example/relationships?id=1&cursor=c' },
		query,
	};

	function hitOf(item: AnswerItem) {
		return JSON.parse(writeLinksAnswer({ ...page, items: [item] })).hits.hits[0];
	}

	it('has how the question was understood, the total, the links and where the pages are', () => {
		const answer = JSON.parse(writeLinksAnswer(page));
		assert.deepEqual(answer.query, query);
		assert.equal(answer.hits.total, 7);
		assert.equal(answer.hits.hits.length, 1);
		assert.deepEqual(answer.links, page.links);
		assert.equal('aggregations' in answer, false);
	});

	it('counts the whole result by type, year, words and versions where that was asked for', () => {
		const facets = {
			type: [['literature', 5]],
			publicationYear: [
				[2015, 3],
				[2016, 4],
			],
			typeYears: [['literature', 2016, 4]],
			linkYear: [[2018, 7]],
			typeLinkYears: [['literature', 2018, 5]],
			subType: [['IsCitedBy', 6]],
			via: [[software.identifiers, 7]],
		} satisfies ListedAnswer['facets'];
		assert.deepEqual(JSON.parse(writeLinksAnswer({ ...page, facets })).aggregations, {
			type: {
				buckets: [
					{
						...{ key: 'literature', doc_count: 5 },
						publication_year: { buckets: [{ key: 2016, doc_count: 4 }] },
						link_year: { buckets: [{ key: 2018, doc_count: 5 }] },
					},
				],
			},
			publication_year: {
				buckets: [
					{ key: 2015, doc_count: 3 },
					{ key: 2016, doc_count: 4 },
				],
			},
			link_year: { buckets: [{ key: 2018, doc_count: 7 }] },
			subtype: { buckets: [{ key: 'IsCitedBy', doc_count: 6 }] },
			via: {
				buckets: [{ key: 'doi:10.5281/zenodo.591491', Identifiers: JSON.parse(software.identifiers), doc_count: 7 }],
			},
		});
	});

	it('names all providers once and the earliest date', () => {
		const hit = hitOf({ ...cited, history: history(['Z', '2019'], ['A', '2018-05'], ['Z', '2017-03-01']) });
		assert.deepEqual(hit.LinkProvider, [{ Name: 'Z' }, { Name: 'A' }]);
		assert.equal(hit.LinkPublicationDate, '2017-03-01');
	});

	it('has the asked object as Source where the relation starts from it, else as Target', () => {
		const ends = (relation: SearchRelation) => hitOf({ ...cited, relation }).Source.Identifier[0].ID;
		const asked = '10.5281/zenodo.591491';
		const other = '10.1093/mnras/1';
		assert.deepEqual(searchRelations.map(ends), [asked, other, asked, other, asked]);
	});

	it('names the relation by its Scholix name, and by the SubType given where that says the same', () => {
		const types = (relation: SearchRelation, ...subTypes: string[]) =>
			hitOf({ ...cited, relation, history: history(['Z', '2019', ...subTypes]) }).RelationshipType;
		const dataCite = { SubTypeSchema: 'DataCite' };
		assert.deepEqual(types('cites'), { Name: 'References', SubType: 'Cites', ...dataCite });
		assert.deepEqual(types('isCitedBy', 'IsReferencedBy', 'References'), {
			Name: 'References',
			SubType: 'References',
			...dataCite,
		});
		assert.deepEqual(types('cites', 'IsCitedBy', 'CiTO says'), { Name: 'References', SubType: 'Cites', ...dataCite });
		assert.deepEqual(types('isSupplementedBy'), { Name: 'IsSupplementTo', SubType: 'IsSupplementTo', ...dataCite });
	});

	it('words IsRelatedTo as providers do, from the asked object where that is possible', () => {
		const wordsOf = (...stated: Parameters<typeof linkHistory>[0][]) => {
			const hit = hitOf({
				...cited,
				relation: 'isRelatedTo',
				history: linkHistory(stated.flatMap((each) => [...each])),
			});
			return [hit.Source.Identifier[0].ID === '10.1093/mnras/1' ? 'other' : 'asked', hit.RelationshipType];
		};
		const by = { provider: 'Z', date: '2019' };
		const partOf = { Name: 'IsRelatedTo', SubType: 'IsPartOf', SubTypeSchema: 'DataCite' };
		assert.deepEqual(wordsOf([by]), ['asked', { Name: 'IsRelatedTo' }]);
		assert.deepEqual(wordsOf([{ ...by, subType: 'IsPartOf' }]), ['asked', partOf]);
		assert.deepEqual(wordsOf([{ ...by, subType: 'HasPart', reversed: true }]), ['asked', partOf]);
		const inspires = { Name: 'IsRelatedTo', SubType: 'Inspires', SubTypeSchema: 'other' };
		assert.deepEqual(wordsOf([{ ...by, subType: 'Inspires' }]), ['asked', inspires]);
		assert.deepEqual(wordsOf([{ ...by, subType: 'Inspires', reversed: true }]), ['other', inspires]);
		assert.deepEqual(
			wordsOf([{ ...by, subType: 'Inspires', reversed: true }], [{ ...by, date: '2018', subType: 'IsPartOf' }]),
			['asked', partOf],
		);
		const cites = { Name: 'IsRelatedTo', SubType: 'Cites', SubTypeSchema: 'other' };
		assert.deepEqual(wordsOf([{ ...by, subType: 'Cites' }]), ['asked', cites]);
	});

	it('has the versions that are linked, and how many where not all of them are listed', () => {
		const version = {
			source: '[{"ID":"v1","IDScheme":"doi"}]',
			target: paper.identifiers,
			history: history(['Z', '2019']),
		};
		const shown = {
			Source: { Identifiers: [{ ID: 'v1', IDScheme: 'doi' }] },
			Target: { Identifiers: JSON.parse(paper.identifiers) },
			LinkHistory: [{ LinkPublicationDate: '2019', LinkProvider: { Name: 'Z' } }],
		};
		const all = hitOf({ ...cited, via: { total: 1, links: [version] } });
		assert.deepEqual([all.Via, all.ViaTotal], [[shown], undefined]);
		const some = hitOf({ ...cited, via: { total: 300, links: [version] } });
		assert.deepEqual([some.Via, some.ViaTotal], [[shown], 300]);
		const items = [{ ...cited, via: { total: 1, links: [version] } }];
		const answer = JSON.parse(String(writeScholixAnswer({ source: software, groupBy: 'version', items })));
		assert.deepEqual(answer.Relationships[0].Via, [shown]);
	});

	it('names every identifier of an object, which another broker reads as identical', () => {
		const batch = readLinks(JSON.stringify([hitOf(cited)]), { maxLinks: 1 });
		assert.deepEqual(
			batch.identifiers.map(({ value }) => value),
			['10.1093/mnras/1', '10.5281/zenodo.591491', '2017ascl.soft02002F'],
		);
		const asserted = batch.assertions.map(([source, relation, target]) => [source, relation, target]);
		assert.deepEqual(asserted.slice(0, 2), [
			[1, relationCode.IsIdenticalTo, 2],
			[1, relationCode.IsIdenticalTo, 2],
		]);
		assert.deepEqual(asserted.slice(2), [
			[0, relationCode.Cites, 1],
			[0, relationCode.Cites, 1],
		]);
	});

	/** Which spelling of an identifier came first depends on the link that is read first. */
	const inAnyLetterCase = (object: AnswerObject) => ({ ...object, identifiers: object.identifiers.toLowerCase() });

	it('holds links that another broker reads as the same relation in the same direction', () => {
		fc.assert(
			fc.property(fc.array(anyLink, { minLength: 1, maxLength: 3 }), (links) => {
				const batch = readLinks(JSON.stringify(links), { maxLinks: 3 });
				for (const relationship of relationshipsOf(batch)) {
					for (const relation of searchRelations) {
						const meaning = searchRelationMeaning[relation];
						if (meaning.relation !== relationship.relation) continue;
						const { source, target } = relationship;
						const [asked, other] = meaning.asked === 'target' ? [target, source] : [source, target];
						const items = [{ relation, object: objectOf(batch, other), history: relationship.history }];
						const answer = JSON.parse(writeLinksAnswer({ ...page, source: objectOf(batch, asked), items }));
						const again = readLinks(JSON.stringify(answer.hits.hits), { maxLinks: 1 });
						const [from, code, to] = again.assertions.find(([, each]) => joinsGroups(each)) ?? assert.fail();
						assert.equal(code, relationCode[relationship.relation]);
						assert.deepEqual(inAnyLetterCase(objectOf(again, from)), inAnyLetterCase(objectOf(batch, source)));
						assert.deepEqual(inAnyLetterCase(objectOf(again, to)), inAnyLetterCase(objectOf(batch, target)));
					}
				}
			}),
			{ numRuns: 300 },
		);
	});
});

describe('an answer', () => {
	const source = { ...software, versions: describeObject([doi('a')], {}, { versions: [[doi('a')]] }).versions };

	it('is written in one line, or indented by two where that is asked for', () => {
		const answer = { source, groupBy: 'identity' as const, items: [cited], total: 1, links: { self: 'x' }, query };
		for (const write of [writeScholixAnswer, writeLinksAnswer]) {
			const line = write(answer);
			assert.equal(line.includes('\n'), false);
			assert.equal(write(answer, { prettyprint: true }), JSON.stringify(JSON.parse(line), null, 2));
		}
	});

	it('is the same when it is written again', () => {
		const answer = { source, groupBy: 'identity' as const, items: [cited, cited] };
		assert.equal(writeScholixAnswer(answer), writeScholixAnswer(answer));
	});
});

/** Folds the assertions of a batch into relationships with their history. */
function relationshipsOf(batch: LinkBatch) {
	const found = new Map<
		string,
		{ source: number; relation: (typeof relations)[number]; target: number; texts: string[] }
	>();
	for (const [source, code, target, provenance] of batch.assertions) {
		const key = `${source} ${code} ${target}`;
		const relation = relations[code - 1] as (typeof relations)[number];
		const relationship = found.get(key) ?? { source, relation, target, texts: [] };
		relationship.texts.push(batch.provenances[provenance] ?? assert.fail());
		found.set(key, relationship);
	}
	return Array.from(found.values(), ({ texts, ...rest }) => ({
		...rest,
		history: linkHistory(texts.map(provenanceFromText)),
	}));
}

function objectOf(batch: LinkBatch, position: number): AnswerObject {
	const identifier = batch.identifiers[position] ?? assert.fail();
	const description = batch.descriptions.find(([described]) => described === position)?.[1] ?? '{}';
	return { ...describeObject([identifier], JSON.parse(description)), versions: '' };
}
