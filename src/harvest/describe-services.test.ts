// Tests of the descriptions of services: forms, help and the guide say the same of each.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { describeServices } from './describe-services.ts';

const guide = readFileSync(new URL('../../docs/guides/harvesting.md', import.meta.url), 'utf8');
const none = describeServices({ contact: null, secretOf: () => null });
const all = describeServices({ contact: 'ops@example.org', secretOf: () => 'secret' });

describe('each service', () => {
	for (const { name, filters, needs_one_of: needed, settings, pause_seconds, address, changes, command } of none) {
		it(`is described whole: ${name}`, () => {
			assert.ok(filters.length > 0);
			for (const { meaning, example } of filters) assert.ok(meaning !== '' && example !== '');
			const names = filters.map((filter) => filter.name);
			assert.deepEqual(
				needed.filter((one) => !names.includes(one)),
				[],
			);
			assert.match(command, new RegExp(`^link-broker harvest ${name} --`));
			assert.ok(pause_seconds > 0);
		});

		it(`is in the guide as it is: ${name}`, () => {
			const [, changed = '', rate = '', needs = ''] =
				new RegExp(`^\\| \`${name}\` \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|$`, 'm').exec(guide) ?? [];
			const written = [...needs.matchAll(/`([A-Z_]+)`/g)].map(([, setting]) => setting);
			const required = settings.filter((setting) => setting.needed).map((setting) => setting.name);
			assert.deepEqual(written, required);
			assert.equal(needs.includes('--address'), address === null);
			assert.equal(changed.includes('fetches everything'), changes === null);
			const [, times, unit] = /(\d+) a (second|minute)/.exec(rate) ?? [];
			assert.ok(Number(times) * pause_seconds <= (unit === 'minute' ? 60 : 1.05), rate);
		});
	}

	it('shows which of its settings are set, and never a secret', () => {
		const set = (services: typeof all) => services.flatMap(({ settings }) => settings.map((setting) => setting.set));
		assert.ok(set(all).every(Boolean));
		assert.ok(!set(none).some(Boolean));
		assert.ok(!JSON.stringify(all).includes('"secret"'));
	});
});
