// Tests the command doctor: what it shows and how it ends. What is found, src/broker/doctor tests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Diagnosis } from '../../broker/doctor/doctor.ts';
import { openCommandLine } from '../command-line.fixture.ts';

let cli: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	cli = await openCommandLine();
});
after(() => cli.close());

const sound: Diagnosis = {
	...{ identifiers: 1_204, identityGroups: 3, versionGroups: 2, events: 1 },
	...{ faults: [], indexLeftOut: null, linksLeftOut: false, interruptedAt: null, mended: null },
};
const fault = { kind: 'group-wrong', count: 1_202, examples: ['doi:10.1000/182', 'doi:10.1000/183'] } as const;

const run = (line: string, diagnosis: Diagnosis, asked: { repair?: boolean; from?: object | undefined } = {}) =>
	cli.run(line, {
		broker: {
			async doctor(_, { repair, from }) {
				asked.repair = repair;
				asked.from = from;
				return diagnosis;
			},
		},
	});

describe('doctor', () => {
	it('reports what it checked, and succeeds without faults', async () => {
		const asked: { repair?: boolean } = {};
		const { status, out } = await run('doctor', sound, asked);
		assert.equal(status, 0);
		assert.equal(asked.repair, false);
		const looked = '1 event, 1,204 identifiers in 3 identity groups and 2 version groups; 0 s';
		assert.deepEqual(out.trimEnd().split('\n'), [looked, '', 'No faults.']);
	});

	it('lists each kind of fault with examples and the number of others, and fails', async () => {
		const { status, out } = await run('doctor', { ...sound, faults: [fault] });
		assert.equal(status, 1);
		assert.deepEqual(out.trimEnd().split('\n').slice(2), [
			'Faults:',
			'  Identifiers whose groups are not those that follow from what counts: 1,202',
			'    doi:10.1000/182',
			'    doi:10.1000/183',
			'    and 1,200 more',
			'',
			'`link-broker doctor --repair` repairs data that is derived from the links.',
		]);
	});

	it('counts subscriptions whose secrets cannot be read, and fails', async () => {
		const broker = { doctor: async () => sound, countUnreadableSecrets: async () => 2 };
		const { status, out } = await cli.run('doctor', { broker });
		assert.equal(status, 1);
		assert.match(out, /\n2 subscriptions: their secrets were encrypted by another key\./);
		const { sound: isSound, unreadable_secrets: unreadable } = JSON.parse(
			(await cli.run('doctor --json', { broker })).out,
		);
		assert.deepEqual([isSound, unreadable], [false, 2]);
	});

	it('repairs on request, and reports the faults', async () => {
		const asked: { repair?: boolean } = {};
		const { status, out } = await run('doctor --repair', { ...sound, mended: [fault] }, asked);
		assert.equal(status, 0);
		assert.equal(asked.repair, true);
		assert.match(out, /Repaired faults:\n {2}Identifiers whose groups/);
		assert.match(out, /\nRepaired; no faults remain\.\n$/);
	});

	it('fails if faults remain, and does not advise another repair', async () => {
		const { status, out } = await run('doctor --repair', { ...sound, faults: [fault], mended: [fault] });
		assert.equal(status, 1);
		assert.match(out, /Repaired, but these faults remain:/);
		assert.doesNotMatch(out, /doctor --repair mends/);
	});

	it('says why the index was left out', async () => {
		const { out } = await run('doctor', { ...sound, indexLeftOut: 'it waits.' });
		assert.match(out, /\nThe search index was not checked: it waits\.\n/);
	});

	it('shows the command that continues an interrupted check, and ends with status 130', async () => {
		const interrupted: Diagnosis = { ...sound, interruptedAt: { of: 'identifiers', id: 40_000 } };
		const lines = async (line: string, diagnosis: Diagnosis) => {
			const { status, out } = await run(line, diagnosis);
			assert.equal(status, 130);
			return out.trimEnd().split('\n').at(-1);
		};
		assert.equal(await lines('doctor', interrupted), '  link-broker doctor --from identifiers:40000');
		assert.equal(await lines('doctor --repair', interrupted), '  link-broker doctor --repair --from identifiers:40000');
		// The faults before this place are repaired as well.
		assert.equal(await lines('doctor --repair', { ...interrupted, faults: [fault] }), '  link-broker doctor --repair');
		const { out } = await run('doctor --json', interrupted);
		assert.equal(JSON.parse(out).interrupted_at, 'identifiers:40000');
	});

	it('continues at a place, and refuses anything else', async () => {
		const asked: { from?: object } = {};
		await run('doctor --from events:500', sound, asked);
		assert.deepEqual(asked.from, { of: 'events', id: 500 });
		const { status, err } = await run('doctor --from 500', sound);
		assert.equal(status, 2);
		assert.match(err, /identifiers: or events:/);
	});

	it('answers a document with --json', async () => {
		const { status, out } = await run('doctor --json', { ...sound, faults: [fault] });
		assert.equal(status, 1);
		const { sound: isSound, faults, mended, index_left_out } = JSON.parse(out);
		assert.deepEqual({ isSound, mended, index_left_out }, { isSound: false, mended: null, index_left_out: null });
		const title = 'Identifiers whose groups are not those that follow from what counts';
		assert.deepEqual(faults, [{ kind: 'group-wrong', title, count: 1_202, examples: fault.examples }]);
	});
});
