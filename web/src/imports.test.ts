import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const own = 'web/src/';
const tables = [
	'src/identifiers/index.ts',
	'src/links/relation.ts',
	'src/links/identifier-list.ts',
	'src/links/description.ts',
	'src/links/version-order.ts',
	'src/links/words.ts',
	'src/links/work-texts.ts',
	'src/broker/sources/fill-commands.ts',
	'src/broker/objects/report-sums.ts',
	'src/http/pages/drawing.ts',
	'src/http/pages/object/work-choices.ts',
	'src/http/pages/object/work-forms.ts',
	'src/http/pages/report/report-query.ts',
	'src/store/audit-actions.ts',
	'src/links/link-event.ts',
	'src/accounts/password-rule.ts',
	'src/formats/dialects/column-roles.ts',
	'src/broker/event-view.ts',
	'src/formats/shell-word.ts',
	'src/search/flags/flag-groups.ts',
	'src/search/flags/flags.ts',
	'src/search/flags/left-out.ts',
	'src/search/flags/flag-words.ts',
	'src/broker/why/evidence.ts',
];
/** What guards a spreadsheet against cells that it would run has one home. */
const writers = ['src/formats/csv/csv.ts', 'src/formats/csv/report-csv.ts'];
/** How a text is encoded has one home, and what a workbook holds. */
const readers = [
	...['src/formats/dialects/syntaxes/encoding.ts', 'src/formats/dialects/syntaxes/read-workbook.ts'],
	...['src/formats/reading-bounds.ts', 'src/errors.ts'],
];
/** The pages use the client of the API with its types. */
const client = 'clients/typescript/src/';
/** Web addresses and names of identifiers; the broker itself interprets texts. */
const ofIdentifiers = ['identifierPath', 'identifierUrl', 'schemes', 'schemeTitle'];
const files = readdirSync(resolve(root, 'web/src'), { recursive: true, encoding: 'utf8' })
	.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
	.map((file) => `web/src/${file.replaceAll('\\', '/')}`);

describe('the files of the pages', () => {
	it('take from the broker’s own source nothing but tables, words, the writer of CSV and what reads encodings and workbooks', () => {
		for (const file of files) {
			const allowed = [...tables, ...writers, ...readers];
			for (const [, path = ''] of readFileSync(resolve(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
				const target = relative(root, resolve(root, dirname(file), path)).replaceAll('\\', '/');
				assert.ok(
					[own, client].some((folder) => target.startsWith(folder)) || allowed.includes(target),
					`${file} imports ${target}`,
				);
			}
		}
	});

	it('read no identifier by themselves', () => {
		for (const file of files) {
			const source = readFileSync(resolve(root, file), 'utf8');
			for (const [, names = ''] of source.matchAll(/import \{([^}]*)\} from '[^']*\/identifiers\/index\.ts'/g)) {
				for (const name of names.split(',').map((one) => one.trim())) {
					assert.ok(ofIdentifiers.includes(name), `${file} imports ${name}`);
				}
			}
		}
	});

	it('begin with a sentence that says what they are', () => {
		for (const file of files) {
			const [comment = ''] = readFileSync(resolve(root, file), 'utf8').match(/^(\/\/ .*\n)+/) ?? [];
			assert.match(comment, /^.{20,}[.]\n$/s, file);
		}
	});

	it('ask the interface through its client only', () => {
		const asking = files.filter((file) => /\bfetch\(/.test(readFileSync(resolve(root, file), 'utf8')));
		assert.deepEqual(asking, []);
	});
});
