// The command that does what the page does.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCommand } from './table-reading.ts';

const nothing = { provider: '', relation: '', date: '', source: '' };

describe('the command that loads a table', () => {
	it('names the file alone where nothing is told', () => {
		assert.equal(
			loadCommand('links.csv', { told: nothing, columns: undefined }),
			'link-broker events load -- links.csv',
		);
	});

	it('says what is told, quoted for the shell, also where it begins with a hyphen', () => {
		const told = { ...nothing, provider: "St John's", relation: 'Cites' };
		assert.equal(
			loadCommand('my links.csv', { told, columns: ['-', 'source', 'target'] }),
			"link-broker events load --provider='St John'\\''s' --relation=Cites --columns=-,source,target -- 'my links.csv'",
		);
	});
});
