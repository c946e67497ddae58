import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { measureUndisturbed, readStolenSeconds } from './undisturbed.ts';

/** Measures 1, 2, 3, …, while so many seconds are stolen each time; answers what counts and what was said. */
async function measured(stolenEachTime: readonly (number | null)[]): Promise<{ figure: number; said: string[] }> {
	let times = 0;
	let stolen = 0;
	const said: string[] = [];
	const figure = await measureUndisturbed(
		async () => {
			stolen += stolenEachTime[times] ?? 0;
			await delay(20);
			return ++times;
		},
		{
			say: (text) => said.push(text),
			stolenSeconds: () => (stolenEachTime[0] === null ? null : stolen),
		},
	);
	return { figure, said };
}

describe('a measure that must not be disturbed', () => {
	it('is taken once where nothing is stolen', async () => {
		assert.deepEqual(await measured([0, 0]), { figure: 1, said: [] });
	});

	it('is taken again until hardly anything is stolen', async () => {
		const { figure, said } = await measured([1, 1, 0, 0]);
		assert.equal(figure, 3);
		assert.equal(said.length, 2);
		assert.match(said[0] as string, /^disturbed: \d+\.\d % of a processor was stolen$/);
	});

	it('counts where least was stolen after four times, whatever the figures', async () => {
		assert.equal((await measured([4, 1, 3, 2, 0])).figure, 2);
	});

	it('is taken once where the system does not tell', async () => {
		assert.deepEqual(await measured([null]), { figure: 1, said: [] });
	});
});

describe('what is stolen', () => {
	it('is told on Linux, and grows', { skip: process.platform !== 'linux' }, () => {
		const first = readStolenSeconds();
		assert.ok(first !== null && first >= 0);
		assert.ok((readStolenSeconds() as number) >= first);
	});
});
