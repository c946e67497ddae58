import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsOf, filledIn } from './form-fields.ts';

const data = new FormData();
for (const [name, value] of [
	['name', ' a feed '],
	['scopes', 'read'],
	['scopes', 'write'],
	['new_password', 'secret'],
	['csrf_token', 'x'],
])
	data.append(name as string, value as string);
data.set('file', new File(['a'], 'a.csv'));
data.set('none', new File([], ''));

describe('the values of a form', () => {
	it('is read as text, as it is, as all values of a name, or as a chosen file', () => {
		const fields = fieldsOf(data);
		assert.deepEqual([fields.text('name'), fields.exact('name'), fields.text('other')], ['a feed', ' a feed ', '']);
		assert.deepEqual(fields.all('scopes'), ['read', 'write']);
		assert.deepEqual([fields.file('file')?.name, fields.file('none')], ['a.csv', undefined]);
	});

	it('stays where the page is drawn again, but for passwords, proofs and files', () => {
		assert.deepEqual(filledIn(data), { name: [' a feed '], scopes: ['read', 'write'] });
	});
});
