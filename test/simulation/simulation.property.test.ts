import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenPrograms } from './broken-programs.fixture.ts';
import { simulate } from './simulate.ts';
import { daysOfEach, describeFailure, simulateAll } from './simulations.ts';

describe('a simulated year of crashes, wrong clocks, upgrades, and stores that fail or fall silent', () => {
	it('loses nothing that was accepted, and leaves graph and index as they should be', async () => {
		const { failed, days } = await simulateAll({ seed: 1, days: 365 });
		if (failed) assert.fail(describeFailure(failed));
		assert.ok(days > 300, `${days} days`);
	});
});

describe('a simulation', () => {
	it('is the same each time with the same seed', async () => {
		const [one, other] = [await simulate({ seed: 4, days: 2 }), await simulate({ seed: 4, days: 2 })];
		assert.deepEqual(other.trace, one.trace);
	});

	it('is another one with another seed', async () => {
		const [one, other] = [await simulate({ seed: 4, days: 1 }), await simulate({ seed: 5, days: 1 })];
		assert.notEqual(other.digest, one.digest);
	});

	for (const [what, program] of Object.entries(brokenPrograms())) {
		it(`finds a program that ${what}, and fails the same way again`, async () => {
			const { failed } = await simulateAll({ seed: 1, days: 500, program });
			assert.ok(failed, 'nothing is found');
			const again = await simulate({ seed: failed.seed, days: daysOfEach, program });
			assert.equal(again.failure?.message, failed.failure.message);
			assert.equal(again.digest, failed.digest);
		});
	}
});
