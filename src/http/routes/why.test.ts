// Tests GET /why through the whole interface, on real records.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { applyNow, forever, given, send, testWorker } from '../../broker/graph.fixture.ts';
import { explainWhy } from '../../broker/why/explain-why.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { newEvent } from '../../store/suite/records.fixture.ts';
import { openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';
import { whySchema } from './why.ts';

let stored: TestRecords;
let opened: TestApp;
let eventId: string;
const submitter = 'submitter@example.org';

before(async () => {
	stored = await openTestRecords();
	opened = await openTestApp({}, { explainWhy: (question, viewer) => explainWhy(stored.records, question, viewer) });
	await opened.token(submitter);
	const userId = (await opened.accounts.listUsers()).find(({ email }) => email === submitter)?.id ?? 0;
	const event = newEvent({ userId, eventId: '01975a3f-5a70-7c3e-8f3b-0123456789ab' });
	eventId = event.eventId;
	const claimed = await stored.records.acceptClaimed(event, { worker: testWorker, until: forever });
	await applyNow(stored.records, claimed, given('A = B', 'B cites C'));
	await send(stored.records, given('A = B by Crossref'));
});
after(async () => {
	await opened.close();
	await stored.close();
});

const ask = (query: string, headers: Record<string, string> = {}) =>
	opened.app.request(`/api/why?${query}`, { headers });
const aAndC = 'id=A&scheme=doi&other=C&other_scheme=doi';

describe('GET /why', () => {
	it('returns how two identifiers are connected, and each step of the chain', async () => {
		const response = await ask(aAndC);
		assert.equal(response.status, 200);
		const answer = whySchema.parse(await response.json());
		const doi = (ID: string) => ({ ID, IDScheme: 'doi' });
		const first = { provider: 'Zenodo', date: '2018-01-01' };
		assert.deepEqual(answer, {
			id: { understood_as: doi('A'), known: true },
			other: { understood_as: doi('C'), known: true },
			relation: 'linked',
			steps: [
				{ source: doi('A'), relation: 'IsIdenticalTo', target: doi('B'), ...first, others: 1 },
				{ source: doi('B'), relation: 'Cites', target: doi('C'), ...first, others: 0 },
			],
			link: { relation: 'cites', group_by: 'identity', flags: ['single-provider'] },
		});
	});

	it('explains a flag of the link between the works', async () => {
		const response = await ask(`${aAndC}&flag=single-provider`);
		const { flag } = whySchema.parse(await response.json());
		const evidence = [{ provider: 'Zenodo' }];
		assert.deepEqual(flag, { name: 'single-provider', holds: 'yes', evidence, others: 0 });
		const unknown = whySchema.parse(await (await ask(`${aAndC}&flag=author-self`)).json());
		assert.deepEqual(unknown.flag?.missing, [
			{ of: 'id', field: 'Creator' },
			{ of: 'other', field: 'Creator' },
		]);
	});

	it('may be asked by pages of other origins, and is kept by no cache unasked', async () => {
		const { headers } = await ask(aAndC);
		assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
		assert.equal(headers.get('Cache-Control'), 'no-cache');
	});

	it('names the event to its submitter, to curators and to admins, and to nobody else', async () => {
		const eventsShown = async (email: string, ...roles: string[]) => {
			const authorization = `Bearer ${await opened.token(email, ...roles)}`;
			const response = await ask(aAndC, { Authorization: authorization });
			assert.equal(response.headers.get('Cache-Control'), 'no-store');
			const { steps } = whySchema.parse(await response.json());
			return steps.map((step) => ('event_id' in step ? step.event_id : undefined));
		};
		assert.deepEqual(await eventsShown(submitter), [eventId, eventId]);
		assert.deepEqual(await eventsShown('curating@example.org', 'curator'), [eventId, eventId]);
		assert.deepEqual(await eventsShown('admin@example.org', 'admin'), [eventId, eventId]);
		assert.deepEqual(await eventsShown('other@example.org'), [undefined, undefined]);
	});

	it('answers anyone, also with a token that is not valid', async () => {
		assert.equal((await ask(aAndC, { Authorization: 'Bearer wrong' })).status, 200);
	});

	it('is 404 if one is unknown, with how it was read', async () => {
		const response = await ask('id=A&scheme=doi&other=https://doi.org/10.5555/none');
		assert.equal(response.status, 404);
		const { detail, errors } = await problemOf(response);
		assert.match(detail, /doi:10\.5555\/none, read from other/);
		assert.equal(errors?.[0]?.field, 'other');
		assert.deepEqual(errors?.[0]?.identifier, { ID: '10.5555/none', IDScheme: 'doi' });
	});

	it('refuses what is missing, too much or no identifier, and names the parameter', async () => {
		for (const [query, field, words] of [
			['id=A&scheme=doi', 'other', /other is required/],
			['other=A&other_scheme=doi', 'id', /id is required/],
			['id=%20&other=A', 'id', /id must be an identifier/],
			[`id=A&other=${'x'.repeat(5_000)}`, 'other', /longer than any identifier/],
			[`${aAndC}&relation=cites`, 'relation', /Known parameters: id, scheme, other, other_scheme, flag/],
			[`${aAndC}&id=B`, 'id', /given more than once/],
			['id=A&scheme=doi&other=hello%20world', 'other', /is not an identifier/],
			[`${aAndC}&flag=self`, 'flag', /author-self/],
			['id=A&scheme=doi&other=B&other_scheme=doi&flag=machine', 'flag', /asks about a link, and no link joins/],
		] as const) {
			const response = await ask(query);
			assert.equal(response.status, 400, query);
			const { detail, errors = [] } = await problemOf(response);
			assert.match(detail, words);
			assert.equal(errors[0]?.field, field);
		}
	});
});
