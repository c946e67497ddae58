// Tests of the completion scripts: that of bash in bash, those of other shells by what they name.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const bash = spawnSync('bash', ['--version']).status === 0;

describe('completion in bash', { skip: bash ? false : 'there is no bash' }, () => {
	let script: string;
	before(async () => {
		script = (await line.run('completion bash')).out;
	});

	function complete(...words: string[]): string[] {
		const setup = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
		const { stdout, stderr } = spawnSync(
			'bash',
			['-c', `${script}\n${setup}; _link_broker; printf '%s\\n' "\${COMPREPLY[@]}"`],
			{
				encoding: 'utf8',
			},
		);
		assert.equal(stderr, '');
		return stdout.split('\n').filter((word) => word !== '');
	}

	it('offers commands', () => {
		assert.deepEqual(complete('link-broker', 'se'), ['serve', 'search']);
		assert.ok(complete('link-broker', '').includes('events'));
	});

	it('offers the commands of a group', () => {
		assert.deepEqual(complete('link-broker', 'tokens', ''), ['create', 'revoke', 'list', '--help']);
	});

	it('offers options, also behind others', () => {
		assert.deepEqual(complete('link-broker', 'events', 'load', '--skip-invalid', '--n'), ['--no-index']);
		assert.deepEqual(complete('link-broker', 'search', 'reindex', '--d'), ['--destroy']);
	});

	it('offers the values of an option and of an argument', () => {
		assert.deepEqual(complete('link-broker', 'relationships', 'x', '--relation', 'isS'), [
			'isSupplementTo',
			'isSupplementedBy',
		]);
		assert.deepEqual(complete('link-broker', 'completion', 'f'), ['fish']);
	});
});

describe('completion in zsh and fish', () => {
	for (const shell of ['zsh', 'fish']) {
		it(`names commands, options and values: ${shell}`, async () => {
			const { status, out } = await line.run(['completion', shell]);
			assert.equal(status, 0);
			for (const word of ['events', 'reindex', 'skip-invalid', 'isSupplementedBy', 'mostrecent']) {
				assert.ok(out.includes(word), word);
			}
		});
	}
});
