// Says which notices about its works a Scholix link states, in its objects or by its word.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRecord } from './read-record.ts';
import { describeObject } from './writing/object-document.ts';
import { writeEnd } from './writing/write-answers.ts';
import { writeAssertion, writeHistoryLinks, writeLink } from './writing/write-link.ts';

const work = (ID: string, more: object = {}) => ({
	Identifier: { ID: `10.1234/${ID}`, IDScheme: 'doi' },
	Type: { Name: 'literature' },
	...more,
});
type Stated = { Source?: object; Target?: object; word?: string | undefined; name?: string };
const recordOf = ({ Source = work('n'), Target = work('p'), word, name = 'IsRelatedTo' }: Stated) => ({
	...{ Source, Target, RelationshipType: { Name: name, ...(word !== undefined && { SubType: word }) } },
	...{ LinkProvider: [{ Name: 'Crossref' }], LinkPublicationDate: '2024' },
});

function read(record: unknown) {
	const reading = readRecord(record, 0);
	return 'link' in reading ? reading.link : assert.fail(JSON.stringify(reading.problems));
}
function noticesIn(record: unknown) {
	const { source, target } = read(record);
	return [source.description.Notice, target.description.Notice];
}
function problemsOf(notice: unknown): string[] {
	const reading = readRecord(recordOf({ Target: work('p', { Notice: notice }) }), 0);
	return 'problems' in reading ? reading.problems.map(({ pointer, message }) => `${pointer} ${message}`) : [];
}

const Identifier = { ID: '10.1234/n', IDScheme: 'doi' };

describe('the notices of an object', () => {
	it('are kept, each once, the gravest first', () => {
		const retraction = { Kind: 'retraction', Date: '2015-06', Identifier };
		const Notice = [
			{ Kind: 'correction' },
			retraction,
			{ date: '2015-06', KIND: 'retraction' },
			{ Kind: 'correction' },
		];
		const [, kept] = noticesIn(JSON.parse(JSON.stringify(recordOf({ Target: work('p', { Notice }) }))));
		assert.deepEqual(kept, [retraction, { Kind: 'retraction', Date: '2015-06' }, { Kind: 'correction' }]);
	});

	it('have their identifier in its form, and may lack it and the date', () => {
		const given = { Kind: 'concern', Date: '', Identifier: { ID: 'https://doi.org/10.1234/n', IDScheme: 'DOI' } };
		const Notice = [given, { Kind: 'retraction', Date: null, Identifier: null }];
		const [, kept] = noticesIn(recordOf({ Target: work('p', { Notice }) }));
		assert.deepEqual(kept, [{ Kind: 'retraction' }, { Kind: 'concern', Identifier }]);
	});

	it('are refused with the place where they are wrong', () => {
		assert.deepEqual(problemsOf('retraction'), ['/0/Target/Notice must be an array of objects {Kind}, not a string']);
		assert.deepEqual(problemsOf([1, { Kind: 'Retracted' }, { Kind: 'concern', Date: '3.6.2015', By: 'x' }, {}]), [
			'/0/Target/Notice/0 must be an object {Kind, Date, Identifier}, not a number',
			'/0/Target/Notice/1/Kind `Retracted` is not a kind of notice; use one of retraction, concern, correction',
			'/0/Target/Notice/2/By unknown field `By`; known here are Kind, Date, Identifier',
			'/0/Target/Notice/2/Date must be a calendar date: YYYY, YYYY-MM, YYYY-MM-DD, or a date-time such as ' +
				'2018-01-31T12:00:00Z, not `3.6.2015`; write `2015-06-03` or `2015-03-06`',
			'/0/Target/Notice/3 `Kind` is missing',
		]);
		assert.match(
			problemsOf([{ Kind: 'concern', Identifier: { ID: ' ', IDScheme: 'doi' } }])[0] ?? '',
			/Identifier\/ID/,
		);
		assert.deepEqual(problemsOf([{ Kind: 'concern', Identifier: [] }]), [
			'/0/Target/Notice/0/Identifier must be an object {ID, IDScheme}, not an array',
		]);
	});
});

describe('the word of a link', () => {
	it('makes a notice of its source, of the day on which that was published', () => {
		const Source = work('n', { PublicationDate: '2015-06-03' });
		const notice = { Kind: 'retraction', Date: '2015-06-03', Identifier };
		assert.deepEqual(noticesIn(recordOf({ Source, word: 'Retracts' })), [undefined, [notice]]);
		assert.deepEqual(noticesIn(recordOf({ Source, name: 'Retracts' })), [undefined, [notice]]);
		assert.deepEqual(noticesIn(recordOf({ word: 'erratum' })), [undefined, [{ Kind: 'correction', Identifier }]]);
	});

	it('makes a notice of its target where it speaks from the other end', () => {
		const named = { ID: '10.1234/p', IDScheme: 'doi' };
		const stated = [[{ Kind: 'retraction', Identifier: named }], undefined];
		assert.deepEqual(noticesIn(recordOf({ word: 'IsRetractedBy' })), stated);
	});

	it('makes none where it is another word, or where an object states its notices, if only that it has none', () => {
		assert.deepEqual(noticesIn(recordOf({ word: 'Obsoletes' })), [undefined, undefined]);
		const Source = work('p', { Notice: [{ Kind: 'retraction', Identifier }] });
		const stated = [[{ Kind: 'retraction', Identifier }], undefined];
		assert.deepEqual(noticesIn(recordOf({ Source, Target: work('n'), word: 'retraction' })), stated);
		const none = recordOf({ Source: work('p', { Notice: [] }), word: 'retraction' });
		assert.deepEqual(noticesIn(none), [undefined, undefined]);
	});
});

describe('a link that is written', () => {
	const end = (value: string, notices: object = {}) => {
		const written = describeObject([{ scheme: 'doi', value }], notices);
		return { ...written, versions: null };
	};
	const provenance = { provider: 'Crossref', date: '2024', subType: 'retraction' };
	const Notice = [{ Kind: 'retraction', Identifier }] as const;

	it('reads back with the notices that it had, and no others', () => {
		for (const record of [
			recordOf({ word: 'retraction' }),
			recordOf({ word: 'IsRetractedBy' }),
			recordOf({ Source: work('p', { Notice }), Target: work('n'), word: 'retraction' }),
			recordOf({ Source: work('p', { Notice: [] }), word: 'retraction' }),
		]) {
			assert.deepEqual(noticesIn(JSON.parse(JSON.stringify(writeLink(read(record))))), noticesIn(record));
		}
	});

	it('says by its word nothing of works whose notices it leaves out', () => {
		const [source, target] = [writeEnd(end('10.1234/p')), writeEnd(end('10.1234/n'))];
		const assertion = JSON.parse(writeAssertion({ source, relation: 'IsRelatedTo', target, provenance }));
		assert.deepEqual(noticesIn(assertion), [undefined, undefined]);
		const item = { provider: 'Crossref', date: '2024', instant: 0, end: 0, subTypes: ['retraction'] };
		const [line = ''] = writeHistoryLinks(end('10.1234/p'), {
			...{ relation: 'isRelatedTo', object: end('10.1234/n'), history: [item] },
		});
		assert.deepEqual(noticesIn(JSON.parse(line)), [undefined, undefined]);
	});

	it('has the notices of its works', () => {
		const source = writeEnd(end('10.1234/p', { Notice }));
		const written = writeAssertion({ source, relation: 'IsRelatedTo', target: writeEnd(end('10.1234/n')), provenance });
		assert.deepEqual(noticesIn(JSON.parse(written)), [Notice, undefined]);
	});
});
