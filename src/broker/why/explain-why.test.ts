// Tests why two identifiers belong together, on real records.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError, type ErrorCode } from '../../errors.ts';
import { readIdentifier } from '../../identifiers/index.ts';
import type { Link } from '../../links/link.ts';
import { newEvent } from '../../store/suite/records.fixture.ts';
import { applyNow, forever, given, send, testWorker } from '../graph.fixture.ts';
import { explainWhy, type Viewer, type Why, type WhyStep } from './explain-why.ts';
import { mostSteps } from './reach.ts';

let opened: TestRecords;
beforeEach(async () => {
	opened = await openTestRecords();
	return () => opened.close();
});

const operator: Viewer = { userId: null, seesAllEvents: true };
const stranger: Viewer = { userId: null, seesAllEvents: false };

/** Asks about two DOIs by their short names. */
function ask(one: string, other: string, viewer: Viewer = operator): Promise<Why> {
	const question = { id: one, scheme: 'doi', other, other_scheme: 'doi' };
	return explainWhy(opened.records, question, viewer);
}

/** Writes an explanation as `linked: A = B; B cites C`. */
async function why(one: string, other: string): Promise<string> {
	const { relation, steps } = await ask(one, other);
	return [relation, ...steps.map(written)].join('; ');
}

const verbs = { IsIdenticalTo: '=', HasVersion: 'hasVersion', Cites: 'cites', IsSupplementTo: 'supplements' };

function written({ source, relation, target }: WhyStep): string {
	return `${source.value} ${relation === 'IsRelatedTo' ? 'relatesTo' : verbs[relation]} ${target.value}`;
}

async function refused(asking: Promise<unknown>, code: ErrorCode): Promise<BrokerError> {
	const failure = await asking.catch((error: unknown) => error);
	assert.ok(failure instanceof BrokerError, 'it is answered');
	assert.equal(failure.code, code);
	return failure;
}

describe('what two identifiers are to each other', () => {
	it('is the same, without a step, where they are one identifier', async () => {
		await send(opened.records, given('A cites B'));
		assert.equal(await why('A', 'a'), 'same');
	});

	it('is one work, along IsIdenticalTo in either direction', async () => {
		await send(opened.records, given('B = A', 'B = C', 'C = D'));
		assert.equal(await why('A', 'D'), 'same; A = B; B = C; C = D');
		assert.equal(await why('D', 'A'), 'same; D = C; C = B; B = A');
	});

	it('is versions of one work, along HasVersion as it was asserted', async () => {
		await send(opened.records, given('A hasVersion B', 'A hasVersion C', 'C = D'));
		assert.equal(await why('B', 'D'), 'versions; A hasVersion B; A hasVersion C; C = D');
	});

	it('is versions also where one cites the other', async () => {
		await send(opened.records, given('A hasVersion B', 'B cites A'));
		assert.equal(await why('A', 'B'), 'versions; A hasVersion B');
	});

	it('is linked, along both works and the link between them, whichever way that was asserted', async () => {
		await send(opened.records, given('A = B', 'B cites C', 'D = C'));
		assert.equal(await why('A', 'D'), 'linked; A = B; B cites C; C = D');
		assert.equal(await why('D', 'A'), 'linked; D = C; B cites C; B = A');
	});

	it('is linked by the link of their versions where their works have none', async () => {
		await send(opened.records, given('A hasVersion B', 'B supplements C', 'D hasVersion C'));
		assert.equal(await why('A', 'D'), 'linked; A hasVersion B; B supplements C; D hasVersion C');
	});

	it('is linked by the link between the works where there is one, however near one of other versions is', async () => {
		await send(opened.records, given('A hasVersion B', 'B cites C', 'A = E', 'E cites C'));
		assert.equal(await why('A', 'C'), 'linked; A = E; E cites C');
	});

	it('is nothing where nothing joins them', async () => {
		await send(opened.records, given('A cites B', 'C cites B'));
		assert.equal(await why('A', 'C'), 'none');
	});
});

describe('the chain', () => {
	it('is the shortest, and of several the one by the smaller identifiers, whatever came first', async () => {
		const links = ['A = X', 'X = Y', 'Y = Z', 'A = N', 'N = Z', 'A = M', 'M = Z'];
		await send(opened.records, given(...links.toReversed()));
		assert.equal(await why('A', 'Z'), 'same; A = M; M = Z');
	});

	it('takes the link with the shortest way, over both works', async () => {
		await send(opened.records, given('A = B', 'B = C', 'C cites X', 'X = Y', 'A cites Y', 'B relatesTo X'));
		assert.equal(await why('A', 'Y'), 'linked; A cites Y');
		assert.equal(await why('B', 'X'), 'linked; B relatesTo X');
		assert.equal(await why('C', 'X'), 'linked; C cites X');
		assert.equal(await why('A', 'X'), 'linked; A cites Y; Y = X');
	});

	it('names the first provider of each step, in its words, and counts the others', async () => {
		await send(opened.records, withWords('IsVersionOf', given('A hasVersion B by Crossref on 2019')));
		await send(opened.records, given('A hasVersion B by Zenodo on 2020', 'A hasVersion B by DataCite on 2021'));
		const { steps } = await ask('A', 'B');
		const { provider, date, subType } = provenanceOf(steps[0]);
		assert.deepEqual([provider, date, subType], ['Crossref', '2019', 'IsVersionOf']);
		assert.equal(othersOf(steps[0]), 2);
	});

	it('counts assertions of a symmetric relation from either end', async () => {
		await send(opened.records, given('B = A by Crossref', 'Y relatesTo X by Crossref'));
		await send(opened.records, given('A = B by Zenodo', 'X relatesTo Y by Zenodo'));
		for (const [one, other, explained] of [
			['A', 'B', 'same; A = B'],
			['X', 'Y', 'linked; Y relatesTo X'],
		] as const) {
			assert.equal(await why(one, other), explained);
			const { steps } = await ask(one, other);
			assert.equal(provenanceOf(steps[0]).provider, 'Crossref');
			assert.equal(othersOf(steps[0]), 1);
		}
	});

	it('names the event for those who may see it', async () => {
		const fresh = newEvent({ userId: 7 });
		const claimed = await opened.records.acceptClaimed(fresh, { worker: testWorker, until: forever });
		await applyNow(opened.records, claimed, given('A = B'));
		const eventOf = async (viewer: Viewer) => {
			const [step] = (await ask('A', 'B', viewer)).steps;
			return step && 'eventId' in step ? step.eventId : undefined;
		};
		assert.equal(await eventOf(operator), fresh.eventId);
		assert.equal(await eventOf({ userId: 7, seesAllEvents: false }), fresh.eventId);
		assert.equal(await eventOf({ userId: 8, seesAllEvents: false }), undefined);
		assert.equal(await eventOf(stranger), undefined);
	});

	it('names the rule where a scheme makes both one, also where someone says so as well', async () => {
		const [doi, url] = ['10.5555/rule', 'https://doi.org/10.5555/rule'];
		const [one, other] = [readIdentifier(url, 'url'), readIdentifier(doi, 'doi')];
		const target = { identifiers: [one, other], description: {}, sameByRule: [[one, other]] as const };
		const [link] = given('X cites Y');
		await send(opened.records, [{ ...(link as Link), target }]);
		const { relation, steps } = await explainWhy(
			opened.records,
			{ id: doi, other: url, other_scheme: 'url' },
			operator,
		);
		assert.equal(relation, 'same');
		const [step] = steps;
		assert.ok(step && 'rule' in step);
		assert.equal(step.source.scheme, 'url');
		assert.match(step.rule, /^https:\/\/doi\.org\/10\.5555\/rule is a web address of the Digital Object Identifier/);
	});
});

describe('what a noindex event says', () => {
	it('is shown where it groups, since searches show groups, and not where it links', async () => {
		await send(opened.records, given('A = B', 'B cites C'), { noindex: true });
		await send(opened.records, given('A cites D'));
		assert.equal(await why('A', 'B'), 'same; A = B');
		assert.equal(await why('B', 'C'), 'none');
		assert.equal(await why('B', 'D'), 'linked; B = A; A cites D');
	});

	it('is not the first provider of a link', async () => {
		await send(opened.records, given('A cites B by Hidden'), { noindex: true });
		await send(opened.records, given('A cites B by Zenodo'));
		const { steps } = await ask('A', 'B');
		assert.equal(provenanceOf(steps[0]).provider, 'Zenodo');
		assert.equal(othersOf(steps[0]), 0);
	});
});

describe('an identifier without a scheme', () => {
	it('is a known one with this value, where what it reads as is unknown', async () => {
		await send(opened.records, given('23193287@mag_id cites 23193287@own', '10.1000/a@own = B'));
		const { relation } = await explainWhy(opened.records, { id: '10.1000/a', other: 'B' }, operator);
		assert.equal(relation, 'same');
		const both = { id: '23193287', other: 'B' };
		const unclear = await refused(explainWhy(opened.records, both, operator), 'ambiguous-identifier');
		assert.match(unclear.message, /one of mag_id, own/);
	});
});

describe('an identifier that is not understood', () => {
	it('fails where it is unknown, with what may be meant', async () => {
		await send(opened.records, given('A cites B'));
		const first = await refused(ask('unknown', 'B'), 'not-found');
		assert.match(first.message, /doi:unknown, read from id/);
		assert.deepEqual(first.problems[0]?.identifier, { ID: 'unknown', IDScheme: 'doi' });
		const other = await refused(
			explainWhy(opened.records, { id: 'A', scheme: 'doi', other: 'B', other_scheme: 'ark' }, operator),
			'not-found',
		);
		assert.deepEqual(
			other.problems.map(({ field, identifier }) => [field, identifier]),
			[
				['other', { ID: 'B', IDScheme: 'ark' }],
				['other', { ID: 'B', IDScheme: 'doi' }],
			],
		);
	});

	it('fails in the name of its parameter where the text is unclear', async () => {
		await send(opened.records, given('a@one cites B', 'a@two cites C'));
		const both = { id: 'B', scheme: 'doi', other: 'a' };
		const unclear = await refused(explainWhy(opened.records, both, operator), 'ambiguous-identifier');
		assert.match(unclear.message, /add other_scheme=, one of one, two/);
		assert.deepEqual(new Set(unclear.problems.map(({ field }) => field)), new Set(['other_scheme']));
		const none = await refused(
			explainWhy(opened.records, { ...both, other: 'hello world' }, operator),
			'not-an-identifier',
		);
		assert.equal(none.problems[0]?.field, 'other');
	});
});

describe('a chain that is too long', () => {
	let large: TestRecords;
	before(async () => {
		large = await openTestRecords();
		const chain = Array.from({ length: 300 }, (_, at) => `V${at} hasVersion V${at + 1}`);
		const works = Array.from({ length: 300 }, (_, at) => `W${at} = W${at + 1}`);
		await send(large.records, given(...chain, ...works, 'V300 cites W0', 'V299 relatesTo X'));
	});
	after(() => large.close());

	for (const [one, other, relation, steps] of [
		['V0', `V${mostSteps}`, 'versions', mostSteps],
		['V0', `V${mostSteps + 1}`, 'versions', null],
		['W0', 'W300', 'same', null],
		['V290', 'W20', 'linked', 31],
		['V290', `W${mostSteps}`, 'linked', null],
		['V0', 'X', 'linked', null],
		['X', 'W300', 'none', 0],
	] as const) {
		it(`is not shown, but what it proves is: ${one} and ${other} are ${relation}`, async () => {
			const question = { id: one, scheme: 'doi', other, other_scheme: 'doi' };
			const explained = await explainWhy(large.records, question, operator);
			const { length } = explained.steps;
			assert.deepEqual([explained.relation, explained.isTooLong ? null : length], [relation, steps]);
			if (explained.isTooLong) assert.equal(length, 0);
		});
	}
});

describe('a large group', () => {
	let large: TestRecords;
	before(async () => {
		large = await openTestRecords();
		const family = Array.from({ length: 9_000 }, (_, at) => `V hasVersion V${at}`);
		const popular = Array.from({ length: 9_000 }, (_, at) => `C${at} cites P`);
		for (const links of [family, popular, ['V0 cites P', 'P = Q', 'W relatesTo Q']]) {
			await send(large.records, given(...links));
		}
	});
	after(() => large.close());

	for (const [one, other, relation, steps] of [
		['V0', 'V8999', 'versions', 2],
		['V8999', 'Q', 'linked', 4],
		['Q', 'C8999', 'linked', 2],
		['V8999', 'W', 'none', 0],
	] as const) {
		it(`is explained within half a second: ${one} and ${other} are ${relation}`, async () => {
			const startedAt = process.cpuUsage();
			const question = { id: one, scheme: 'doi', other, other_scheme: 'doi' };
			const explained = await explainWhy(large.records, question, operator);
			// Not the time on the clock: other tests run beside this one.
			const took = process.cpuUsage(startedAt).user / 1_000;
			assert.deepEqual([explained.relation, explained.steps.length], [relation, steps]);
			assert.ok(took < 500, `${took} ms`);
		});
	}
});

function withWords(subType: string, links: readonly Link[]): Link[] {
	return links.map((link) => ({ ...link, provenances: link.provenances.map((one) => ({ ...one, subType })) }));
}

function provenanceOf(step: WhyStep | undefined) {
	assert.ok(step && 'provenance' in step);
	return step.provenance;
}

function othersOf(step: WhyStep | undefined): number {
	assert.ok(step && 'others' in step);
	return step.others;
}
