import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addTranslation } from './read-link-files.ts';
import type { Translation } from './translate.ts';

const held = (file: string, dialect: string, links: number): Translation => ({
	...{ file, dialect, records: 1, links, withdrawn: 1, described: 0, dated: links, dateRule: 'ever', date: '2024' },
	...{ provider: 'Somebody', relations: [{ name: 'Cites', count: links }], leftOut: [], refused: [] },
	wrongCells: { count: 0, first: [] },
});

describe('what the files of a load held', () => {
	it('is reported for each, and by dialect where there are very many', () => {
		const files: Translation[] = [];
		for (let number = 0; number < 130; number++) {
			addTranslation(files, held(`${number}`, number % 3 === 0 ? 'crossref' : 'datacite', 2));
		}
		assert.equal(files.length, 102);
		assert.deepEqual(
			files.slice(99).map(({ file, dialect, records, links, relations }) => [file, dialect, records, links, relations]),
			[
				['99', 'crossref', 1, 2, [{ name: 'Cites', count: 2 }]],
				['(further files)', 'datacite', 20, 40, [{ name: 'Cites', count: 40 }]],
				['(further files)', 'crossref', 10, 20, [{ name: 'Cites', count: 20 }]],
			],
		);
	});
});
