// Tests of the command that does the same as the page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCommand } from './table-reading.ts';

const nothing = { provider: '', relation: '', date: '', source: '' };

describe('the command that loads a table', () => {
	it('names only the file if no values are given', () => {
		assert.equal(
			loadCommand('links.csv', { defaults: nothing, from: '', columns: undefined }),
			'link-broker events load -- links.csv',
		);
	});

	it('has the given values, quoted for the shell, even if one begins with a hyphen', () => {
		const defaults = { ...nothing, provider: "St John's", relation: 'Cites' };
		assert.equal(
			loadCommand('my links.csv', { defaults, from: 'table', columns: ['-', 'source', 'target'] }),
			"link-broker events load --from=table --provider='St John'\\''s' --relation=Cites --columns=-,source,target -- 'my links.csv'",
		);
	});
});
