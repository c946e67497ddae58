import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Answer } from './answer.ts';
import { asksAnew, createKeptAnswers, type KeptAnswers } from './kept-answers.ts';

let state: object | undefined;
let made: number;
let kept: KeptAnswers;
beforeEach(() => {
	state = {};
	made = 0;
	kept = createKeptAnswers(() => state, 20_000);
});

const whole = (body: Answer['body'] = 'all of it'): Answer => ({ status: 200, headers: { Vary: 'Accept' }, body });

/** Asks and tells the body as a text. */
async function ask(key: string, answer: () => Answer | Promise<Answer> = whole): Promise<string> {
	const { body } = await kept.answer(key, async () => {
		made++;
		return answer();
	});
	return body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
}

describe('answers that are kept', () => {
	it('are made twice for each key, since most is asked for once, and then no more while the state is the same', async () => {
		for (let again = 0; again < 4; again++) {
			assert.equal(await ask('one'), 'all of it');
			assert.equal(await ask('other', () => whole('else')), 'else');
		}
		assert.equal(made, 4);
	});

	it('are given at once, as they were', async () => {
		await ask('one');
		const first = await kept.answer('one', async () => whole());
		const again = kept.answer('one', () => assert.fail('made again'));
		assert.ok(!(again instanceof Promise));
		const { body, ...rest } = again;
		assert.deepEqual([Buffer.from(body as Uint8Array).toString(), rest.status], ['all of it', first.status]);
		assert.deepEqual(rest.headers, first.headers);
	});

	it('are made anew when the state is another one, and in the one after', async () => {
		await ask('one');
		for (const body of ['first', 'second', 'third']) {
			state = {};
			assert.equal(await ask('one', () => whole(body)), body);
			assert.equal(await ask('one', () => whole('none')), body);
		}
	});

	it('are none of another state: what changed while they were made has them made again', async () => {
		const changing = () => {
			state = {};
			return whole('of both');
		};
		await ask('one');
		assert.equal(await ask('one', changing), 'of both');
		assert.equal(await ask('one', () => whole('of the new')), 'of the new');
	});

	it('are none where the state is not known', async () => {
		state = undefined;
		for (let again = 0; again < 3; again++) await ask('one');
		assert.equal(made, 3);
	});

	it('are none where the state was not known meanwhile', async () => {
		const before = state;
		await ask('one');
		await ask('one');
		state = undefined;
		await ask('one');
		state = before;
		await ask('one');
		assert.equal(made, 4);
	});

	it('are whole answers of status 200, and no others', async () => {
		const others: Answer[] = [
			{ ...whole(), status: 404 },
			whole(null),
			whole(new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })),
		];
		for (const answer of others) {
			made = 0;
			for (let again = 0; again < 3; again++) await ask('one', () => answer);
			assert.equal(made, 3);
		}
	});

	it('are no failures', async () => {
		for (let again = 0; again < 3; again++) {
			await assert.rejects(
				ask('one', () => Promise.reject(new Error('away'))),
				/away/,
			);
		}
		assert.equal(await ask('one'), 'all of it');
	});

	it('do not hold on to the bytes that they came in', async () => {
		const bytes = new Uint8Array(Buffer.from('all of it'));
		await ask('one', () => whole(bytes));
		await ask('one', () => whole(bytes));
		bytes.fill(0);
		assert.equal(await ask('one'), 'all of it');
	});

	it('take bounded room: those not asked for in a long time go first', async () => {
		const large = () => whole('x'.repeat(3_000));
		for (let key = 0; key < 100; key++) {
			await ask('again and again', large);
			for (let again = 0; again < 3; again++) await ask(`${key}`, large);
		}
		assert.equal(made, 202);
		for (let key = 0; key < 100; key++) await ask(`${key}`, large);
		assert.ok(made > 290, `${made}`);
	});

	it('are not larger than all that may be kept', async () => {
		for (let again = 0; again < 3; again++) await ask('one', () => whole('x'.repeat(20_000)));
		assert.equal(made, 3);
	});

	it('take room for their keys as well', async () => {
		const key = 'x'.repeat(15_000);
		for (let again = 0; again < 3; again++) await ask(key);
		assert.equal(made, 3);
	});
});

describe('a request that asks anew', () => {
	const sentences: Readonly<Record<string, boolean>> = {
		'no-cache': true,
		'No-Cache': true,
		'max-age=0, no-cache': true,
		'no-cache,max-age=0': true,
		'no-store': true,
		'max-age=0': false,
		'only-if-cached': false,
		'x-no-cache': false,
		'no-cache-at-all': false,
		'': false,
	};
	for (const [cacheControl, anew] of Object.entries(sentences)) {
		it(`${anew ? 'says' : 'does not say'} Cache-Control: ${cacheControl}`, () => {
			assert.equal(asksAnew(cacheControl), anew);
		});
	}

	it('has a Cache-Control', () => {
		assert.equal(asksAnew(undefined), false);
	});
});
