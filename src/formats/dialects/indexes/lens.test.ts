// Tests what is read of works of The Lens.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unnamedReference } from '../references.ts';
import { translated } from '../translated.fixture.ts';

describe('a work of The Lens', () => {
	it('keeps DOI and PMCID beside its PMID, and counts references by numbers of The Lens alone', async () => {
		const { dialect, links, leftOut } = await translated(
			JSON.stringify({
				...{ lens_id: '001-002-003-004-005', pmid: '31', doi: '10.1234/x', pmcid: 'PMC77', year_published: 2021 },
				references: [{ lens_id: '009-008-007-006-005' }, { lens_id: '009-008-007-006-004', pmid: '32' }],
			}),
		);
		assert.equal(dialect, 'lens');
		assert.deepEqual(links, ['doi:10.1234/x = pmid:31 = pmcid:PMC77 Cites pmid:32, 2021, The Lens']);
		assert.deepEqual(leftOut, [unnamedReference]);
	});
});
