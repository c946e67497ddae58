// Tests each rule of withdrawing and its effects, in the notation of graph.fixture.ts.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../../errors.ts';
import { readIdentifier, sameByRule } from '../../identifiers/index.ts';
import type { Link, LinkedObject } from '../../links/link.ts';
import type { EventCounts } from '../../links/link-event.ts';
import type { ClaimedEvent } from '../../store/claims.ts';
import { asAssertion } from '../../store/events.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import { newEvent } from '../../store/suite/records.fixture.ts';
import {
	accept,
	applyNow,
	bodyOf,
	forever,
	given,
	objectNamed,
	readGraph,
	sendBody,
	testWorker,
} from '../graph.fixture.ts';
import type { GivenEvent } from '../graph.model.ts';
import { previewWithdrawal, restoreEvent, withdrawEvent } from './withdraw-event.ts';

let opened: TestRecords;
beforeEach(async () => {
	opened = await openTestRecords();
});
afterEach(() => opened.close());

type Sent = { eventId: string; counts: EventCounts };

async function send(
	action: NonNullable<GivenEvent['action']>,
	links: readonly Link[],
	more: Partial<GivenEvent> = {},
): Promise<Sent> {
	const event = { action, links, noindex: false, userId: 1, ...more };
	const [eventId] = (await accept(opened.records, [event])) as [string];
	return { eventId, counts: await applyNext(links) };
}

async function applyNext(links: readonly Link[]): Promise<EventCounts> {
	const [claimed] = await opened.records.claim({ worker: testWorker, until: forever }, forever - 1, 1);
	assert.ok(claimed);
	return applyNow(opened.records, claimed, links);
}

const withdraw = ({ eventId }: Sent, reason: string | null = null) =>
	withdrawEvent(opened.records, { eventId, userId: 1, reason, act });

const graph = () => readGraph(opened.records);
const works = async () => Object.keys((await graph()).works).sort();
const families = async () => Object.keys((await graph()).families).sort();
const links = async () =>
	Object.entries((await graph()).betweenWorks).map(([name, by]) => `${name} (${by.join(', ')})`);

/** Turns links round as records that name their target as Source do. */
const fromTarget = (those: Link[]): Link[] => those.map((link) => ({ ...link, fromTarget: true }));

describe('a withdraw event', () => {
	it('withdraws what its provider asserted with that relation between these two, whatever the date', async () => {
		await send(
			'assert',
			given('A cites B on 2018-01-01', 'A cites B on 2019-01-01', 'A cites B by Crossref', 'A cites C'),
		);
		const { counts } = await send('withdraw', given('A cites B on 2026-01-01'));
		assert.deepEqual(await links(), ['a Cites b (Crossref 2018-01-01)', 'a Cites c (Zenodo 2018-01-01)']);
		assert.equal(counts.withdrawn, 2);
	});

	it('leaves the other relations between them', async () => {
		await send('assert', given('A cites B', 'A supplements B'));
		await send('withdraw', given('A cites B'));
		assert.deepEqual(await links(), ['a IsSupplementTo b (Zenodo 2018-01-01)']);
	});

	it('withdraws symmetric relations from either end, and directed ones from their own', async () => {
		await send('assert', given('A relatesTo B', 'C = D', 'E cites F'));
		await send('withdraw', given('B relatesTo A', 'D = C', 'F cites E'));
		assert.deepEqual(await links(), ['e Cites f (Zenodo 2018-01-01)']);
	});

	it('withdraws nothing that is asserted later', async () => {
		await send('withdraw', given('A cites B'));
		await send('assert', given('A cites B'));
		assert.deepEqual(await links(), ['a Cites b (Zenodo 2018-01-01)']);
	});

	it('withdraws what was accepted before it and is applied after it', async () => {
		const asserted = given('A cites B');
		const withdrawn = { action: 'withdraw' as const, links: asserted, noindex: false, userId: 1 };
		await accept(opened.records, [{ links: asserted, noindex: false, userId: 1 }, withdrawn]);
		const claimed = await opened.records.claim({ worker: testWorker, until: forever }, forever - 1, 2);
		for (const event of claimed.toReversed()) await applyNow(opened.records, event, asserted);
		assert.deepEqual(await works(), []);
	});

	it('withdraws what an import brought before it and is applied after it, of providers unknown till then', async () => {
		for (const [action, word] of [
			['withdraw', 'Handed'],
			['replace', 'Given'],
		] as const) {
			const asserted = given(`A cites B by ${word}`);
			const later = action === 'withdraw' ? asserted : given(`A cites C by ${word}`);
			const foreign = { ...asAssertion, links: 1, refused: 0, noindex: false, searchable: true, userId: 1 };
			const untroubled = { state: 'Done', createdAt: 0, failure: null, withdrawn: null } as const;
			await opened.records.importEvents([
				{ ...foreign, ...untroubled, eventId: `asserted by ${word}`, payload: bodyOf(asserted) },
				{ ...foreign, ...untroubled, eventId: `withdrawn by ${word}`, payload: bodyOf(later), action },
			]);
			const claimed = await opened.records.claim({ worker: testWorker, until: forever }, forever - 1, 2);
			await applyNow(opened.records, claimed[1] as ClaimedEvent, later);
			await applyNow(opened.records, claimed[0] as ClaimedEvent, asserted);
			assert.deepEqual(await links(), action === 'withdraw' ? [] : ['a Cites c (Given 2018-01-01)']);
		}
	});

	it('names an object by any identifiers among which is the first that its record gave', async () => {
		await send('assert', given('A=B cites C'));
		await send('withdraw', given('B=A cites C'));
		assert.deepEqual(await links(), []);
		await send('assert', given('A=B cites C'));
		const { counts } = await send('withdraw', given('B cites C'));
		assert.equal(counts.nothingToWithdraw, 1);
	});

	it('names an object by any identifier that is the same by a rule of its scheme', async () => {
		await sendBody(opened.records, bodyOf(given('https://doi.org/10.1234/x@url cites 10.1234/y')));
		const named = [
			{ ...given('A cites 10.1234/y')[0], source: { ...objectNamed('10.1234/X'), sameByRule: [] } },
		] as unknown as Link[];
		await send('withdraw', named, { takesAll: true });
		assert.deepEqual(await links(), []);
	});

	it('withdraws no assertion of others unless it may, and reports these', async () => {
		await send('assert', given('A cites B'), { userId: 2 });
		const { counts } = await send('withdraw', given('A cites B', 'A cites X'));
		assert.deepEqual([counts.withdrawn, counts.notYours, counts.nothingToWithdraw], [0, 1, 1]);
		assert.equal((await links()).length, 1);
		const curated = await send('withdraw', given('A cites B'), { takesAll: true });
		assert.equal(curated.counts.withdrawn, 1);
		assert.deepEqual(await links(), []);
	});

	it('withdraws only its own assertion of what others assert too, which is no link of others', async () => {
		await send('assert', given('A cites B on 2018'), { userId: 2 });
		await send('assert', given('A cites B on 2019'));
		const { counts } = await send('withdraw', given('A cites B'));
		assert.deepEqual([counts.withdrawn, counts.notYours, counts.nothingToWithdraw], [1, 0, 0]);
		assert.deepEqual(await links(), ['a Cites b (Zenodo 2018)']);
	});

	it('of what nobody asserted is accepted and counted', async () => {
		const { counts } = await send('withdraw', given('A cites B', 'A cites A'));
		assert.deepEqual([counts.links, counts.ignored, counts.nothingToWithdraw], [2, 0, 2]);
		assert.deepEqual(await works(), []);
	});
});

describe('groups that a wrong link held together', () => {
	it('part into what still holds, at both levels', async () => {
		await send('assert', given('A = B', 'C = D', 'A hasVersion V', 'C hasVersion W', 'X cites A', 'Y cites D'));
		const before = await graph();
		const wrong = await send('assert', given('B = C'));
		assert.deepEqual(await works(), ['a = b = c = d', 'v', 'w', 'x', 'y']);
		const { counts } = await send('withdraw', given('C = B'));
		assert.equal(counts.splitGroups, 2);
		assert.deepEqual(await graph(), before);
		await withdraw(wrong);
		assert.deepEqual(await graph(), before);
	});

	it('stay together as long as anything else joins them', async () => {
		await send('assert', given('A = B', 'B = C', 'A = C'));
		await send('withdraw', given('A = B'));
		assert.deepEqual(await works(), ['a = b = c']);
		await send('assert', given('A hasVersion B', 'D hasVersion E'));
		await send('withdraw', given('B = C'));
		assert.deepEqual(await families(), ['a = c | b', 'd | e']);
	});

	it('never part what is one by a rule of its scheme', async () => {
		await sendBody(
			opened.records,
			bodyOf(given('https://doi.org/10.1234/x@url cites 10.1234/y', '10.1234/x = 10.1234/z')),
		);
		await send('withdraw', given('https://doi.org/10.1234/x@url = 10.1234/x', '10.1234/x = 10.1234/z'), {
			takesAll: true,
		});
		assert.deepEqual(await works(), ['10.1234/x = https://doi.org/10.1234/x@url', '10.1234/y']);
	});
});

describe('descriptions', () => {
	const titled = (title: string) => {
		const [link] = given('A cites B') as [Link];
		return [{ ...link, source: { ...link.source, description: { Title: title } } }];
	};

	it('fall back to the newest word that still counts', async () => {
		await send('assert', titled('First'));
		const second = await send('assert', titled('Second'));
		await withdraw(second);
		assert.equal((await graph()).works.a, '{"Title":"First"}');
	});

	it('of each part are those of its own members', async () => {
		await send('assert', titled('First'));
		const [link] = given('C cites D') as [Link];
		await send('assert', [{ ...link, source: { ...link.source, description: { Title: 'Other' } } }, ...given('A = C')]);
		assert.equal((await graph()).works['a = c'], '{"Title":"Other"}');
		await send('withdraw', given('A = C'));
		const { works } = await graph();
		assert.deepEqual([works.a, works.c], ['{"Title":"First"}', '{"Title":"Other"}']);
	});

	it('no longer count where no assertion of their event about the work counts', async () => {
		await send('assert', given('A cites C'));
		await send('assert', titled('Second'));
		await send('withdraw', given('A cites B'));
		assert.deepEqual((await graph()).works, { a: '', c: '' });
	});
});

describe('a replace event', () => {
	it('is all that its providers say of these Sources from now on', async () => {
		await send('assert', given('A cites B', 'A supplements C', 'A cites D by Crossref', 'X cites B'));
		await send('replace', given('A cites C'));
		assert.deepEqual((await links()).sort(), [
			'a Cites c (Zenodo 2018-01-01)',
			'a Cites d (Crossref 2018-01-01)',
			'x Cites b (Zenodo 2018-01-01)',
		]);
	});

	it('means records with this Source, also where they say it from their target', async () => {
		await send('assert', [...fromTarget(given('B cites A')), ...given('C cites A')]);
		await send('replace', fromTarget(given('E cites A')));
		assert.deepEqual((await links()).sort(), ['c Cites a (Zenodo 2018-01-01)', 'e Cites a (Zenodo 2018-01-01)']);
	});

	it('withdraws what the arrays of these records asserted, of their targets too', async () => {
		await send('assert', given('A cites B=C', 'X cites Y=Z'));
		await send('replace', given('A cites B'));
		assert.deepEqual(await works(), ['a', 'b', 'x', 'y = z']);
	});

	it('of a Source alone says nothing of it any more', async () => {
		await send('assert', given('A cites B', 'A cites C by Crossref'));
		const replaces = [{ source: readIdentifier('a', 'doi'), provider: 'ZENODO' }];
		await opened.records.accept([newEvent({ action: 'replace', replaces, userId: 1 })]);
		await applyNext([]);
		assert.deepEqual(await links(), ['a Cites c (Crossref 2018-01-01)']);
	});
});

/** Makes links whose identifiers have what they are by a rule of their schemes. */
function ruled(...texts: string[]): Link[] {
	const withRules = (object: LinkedObject): LinkedObject => ({
		...object,
		sameByRule: object.identifiers.flatMap((one) => {
			const representative = sameByRule(one);
			return representative === undefined ? [] : [[one, representative] as const];
		}),
	});
	return given(...texts).map((link) => ({ ...link, source: withRules(link.source), target: withRules(link.target) }));
}

describe('a withdrawn event', () => {
	it('leaves all as if it had never been submitted, and stays on record with the user, the time and the reason', async () => {
		await send('assert', given('A = B', 'X cites A'));
		const before = await graph();
		const wrong = await send('assert', given('B = C', 'C hasVersion D', 'E cites D', 'X cites A'));
		await withdraw(wrong, 'sent by mistake');
		assert.deepEqual(await graph(), before);
		const [event] = await opened.records.events({ eventId: wrong.eventId, limit: 1 });
		assert.deepEqual(event?.withdrawn, { at: act.now, by: 1, reason: 'sent by mistake' });
		assert.equal(event?.state, 'Withdrawn');
		const [entry] = await opened.records.auditEntries({ limit: 1 });
		assert.deepEqual(
			[entry?.action, entry?.subject, entry?.who, entry?.detail],
			['event.withdrawn', wrong.eventId, act.by.who, { reason: 'sent by mistake' }],
		);
	});

	it('restores what it withdrew, unless another event withdraws that too', async () => {
		await send('assert', given('A cites B', 'A cites C'));
		const first = await send('withdraw', given('A cites B', 'A cites C'));
		await send('withdraw', given('A cites C'));
		await withdraw(first);
		assert.deepEqual(await links(), ['a Cites b (Zenodo 2018-01-01)']);
	});

	for (const [address, name] of [
		['https://doi.org/10.1234/x@url', '10.1234/x'],
		['10.48550/arXiv.2401.00002', 'arXiv:2401.00002@arxiv'],
		['https://zenodo.org/records/1234567@url', '10.5281/zenodo.1234567'],
	]) {
		for (const action of ['withdraw', 'replace'] as const) {
			it(`joins ${address} to what it is by rule again, which it had withdrawn by ${action}`, async () => {
				await send('assert', ruled(`${address} cites Z`, `Y cites ${name}`));
				const before = await graph();
				const links = action === 'withdraw' ? [`${address} cites Z`] : [`${address} cites W`];
				const taken = await send(action, ruled(...links), { takesAll: true });
				assert.notDeepEqual(await graph(), before);
				await withdraw(taken);
				assert.deepEqual(await graph(), before);
			});
		}
	}

	it('can be restored, in its old place', async () => {
		await send('assert', given('A cites B'));
		const taken = await send('withdraw', given('A cites B'));
		await withdraw(taken);
		await send('assert', given('A cites B by Crossref'));
		await restoreEvent(opened.records, { eventId: taken.eventId, act });
		const [entry] = await opened.records.auditEntries({ action: 'event.restored', limit: 1 });
		assert.equal(entry?.subject, taken.eventId);
		await applyNext(given('A cites B'));
		assert.deepEqual(await links(), ['a Cites b (Crossref 2018-01-01)']);
	});

	it('is not run again, and is withdrawn once', async () => {
		const sent = await send('assert', given('A cites B'));
		await withdraw(sent, 'first');
		await withdraw(sent, 'second');
		assert.equal((await opened.records.auditEntries({ action: 'event.withdrawn', limit: 9 })).length, 1);
		assert.equal(await opened.records.rerun(act, [sent.eventId]), 0);
		const [event] = await opened.records.events({ eventId: sent.eventId, limit: 1 });
		assert.equal(event?.withdrawn?.reason, 'first');
	});

	it('is one that is not under way, and there', async () => {
		const [eventId] = (await accept(opened.records, [{ links: given('A cites B'), noindex: false }])) as [string];
		await opened.records.claim({ worker: testWorker, until: forever }, forever - 1, 1);
		const withdrawal = { userId: 1, reason: null, act };
		await assert.rejects(withdrawEvent(opened.records, { ...withdrawal, eventId }), hasCode('conflict'));
		await assert.rejects(withdrawEvent(opened.records, { ...withdrawal, eventId: 'none' }), hasCode('not-found'));
		await assert.rejects(restoreEvent(opened.records, { eventId, act }), hasCode('conflict'));
	});

	it('reaches the index, also where it asked not to be indexed: its groups may be there', async () => {
		const hidden = await send('assert', given('A = B'), { noindex: true });
		assert.equal((await opened.records.indexLag()).entries, 0);
		await withdraw(hidden);
		assert.equal((await opened.records.indexLag()).entries, 1);
	});

	it('can be previewed, which changes nothing', async () => {
		await send('assert', given('A = B', 'C = D'));
		const wrong = await send('assert', given('B = C', 'X cites A'));
		const before = await graph();
		const { relationships, identifiers, splitGroups, works } = await previewWithdrawal(opened.records, wrong.eventId);
		assert.deepEqual([relationships, identifiers, splitGroups], [2, 1, 2]);
		assert.ok(works.some(({ ID }) => ID === 'X'));
		assert.deepEqual(await graph(), before);
	});

	it('is previewed with the number of all works that it changes, of which the first hundred are named', async () => {
		const citing = Array.from({ length: 120 }, (_, at) => `X${at} cites A`);
		const wrong = await send('assert', given(...citing));
		const { changedWorks, works } = await previewWithdrawal(opened.records, wrong.eventId);
		assert.deepEqual([changedWorks, works.length], [121, 100]);
	});
});

const hasCode = (code: string) => (error: unknown) => error instanceof BrokerError && error.code === code;
