// Tests that the shared colours of the pages and the box have one home.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sharedColours } from './colours.ts';
import { boxDocument } from './embed/box-document.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const names = [...sharedColours.matchAll(/(--[\w-]+): light-dark\(/g)].map(([, name = '']) => name);

describe('the colours that all pages share', () => {
	it('come first in the look of the pages and of the box', () => {
		assert.ok(names.length > 5);
		const box = boxDocument('', { title: 'a', theme: 'auto' });
		for (const name of names) assert.match(box, new RegExp(`<style>:root [^}]*${name}: light-dark`));
		const [first] = readFileSync(`${project}web/src/styles/index.css`, 'utf8').match(/@import .*/) ?? [];
		assert.equal(first, '@import "../../../src/http/pages/colours.css";');
	});

	it('are set nowhere else but on paper', () => {
		for (const path of globSync(['src/**/*.css', 'web/src/**/*.css'], { cwd: project })) {
			if (/colours\.css$|print\.css$/.test(path)) continue;
			const sheet = readFileSync(project + path, 'utf8');
			for (const name of names) assert.ok(!sheet.includes(`${name}:`), `${path} sets ${name}`);
		}
	});

	it('are all that the sheet of the box names', () => {
		const sheet = readFileSync(new URL('embed/assets/box.css', import.meta.url), 'utf8');
		for (const [, name = ''] of sheet.matchAll(/var\((--[\w-]+)\)/g)) assert.ok(names.includes(name), name);
	});
});
