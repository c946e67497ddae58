// Tests of the generated reference.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildProgram, listCommands } from '../src/cli/cli.ts';
import { helpOnly, renderCliReference } from './reference.ts';

describe('the reference of the command line', () => {
	const reference = renderCliReference();

	it('has a section with the help of every command', () => {
		for (const { name } of listCommands(buildProgram(helpOnly))) {
			assert.ok(reference.includes(`\n## \`${name}\`\n\n\`\`\`text\nUsage: ${name} `), name);
		}
	});

	it('does not depend on where it is rendered', () => {
		assert.equal(reference, renderCliReference());
		assert.ok(reference.split('\n').every((text) => text === text.trimEnd()));
	});
});
