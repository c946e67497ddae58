// Tests of the generated reference.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildProgram, listCommands } from '../src/cli/cli.ts';
import { helpOnly, references } from './reference.ts';

describe('the reference', () => {
	it('of the command line has a section for every command', () => {
		const page = references['cli.md']?.() ?? '';
		for (const { name, command } of listCommands(buildProgram(helpOnly)).slice(1)) {
			const begin = command.commands.length > 0 ? '[A-Z]' : `\`\`\`text\\nUsage: ${name} `;
			assert.match(page, new RegExp(`\\n## \`${name}\`\\n\\n${begin}`), name);
		}
	});

	it('is the same each time, and has no line with blanks at its end or of more than 120 columns', () => {
		for (const [file, render] of Object.entries(references)) {
			assert.equal(render(), render(), file);
			for (const line of render().split('\n')) {
				assert.equal(line, line.trimEnd(), file);
				assert.ok(line.length <= 120 || line.startsWith('  $ '), line);
			}
		}
	});
});
