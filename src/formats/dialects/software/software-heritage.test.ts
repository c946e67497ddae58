import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const [one, other] = ['0123456789abcdef0123456789abcdef01234567', '89abcdef0123456789abcdef0123456789abcdef'];

describe('answers of Software Heritage', () => {
	it('say that a snapshot is a version of the repository that was visited', async () => {
		const { dialect, links } = await translated(
			JSON.stringify([
				{
					origin: 'https://github.com/doe/tool',
					visit: 2,
					date: '2024-05-01T10:00:00Z',
					status: 'full',
					snapshot: one,
				},
				{ origin: 'https://hal.science/hal-01234567', visit: 1, date: '2024-05-02', status: 'full', snapshot: other },
			]),
		);
		assert.equal(dialect, 'software-heritage');
		assert.deepEqual(links, [
			`swh:swh:1:snp:${one} IsVersionOf url:https://github.com/doe/tool, 2024-05-01T10:00:00Z, Software Heritage`,
			`swh:swh:1:snp:${other} IsVersionOf hal:hal-01234567, 2024-05-02, Software Heritage`,
		]);
	});

	it('say nothing by a visit that found nothing', async () => {
		const { links, leftOut } = await translated(
			JSON.stringify({ origin: 'https://github.com/doe/tool', visit: 2, status: 'partial', snapshot: null }),
		);
		assert.deepEqual(links, []);
		assert.deepEqual(leftOut, ['a visit without a snapshot']);
	});

	it('say of which revision a release is a form, also where several answers lie in one document', async () => {
		const { links } = await translated(
			JSON.stringify({
				release: { id: one, name: '1.0', target: other, target_type: 'revision', date: '2024' },
				revision: { id: other, parents: [{ id: one }] },
				latest: { origin: 'https://example.org/tool', visit: 1, date: '2023', snapshot: `swh:1:snp:${one}` },
			}),
		);
		assert.deepEqual(links, [
			`swh:swh:1:rel:${one} IsVariantFormOf swh:swh:1:rev:${other}, 2024, Software Heritage`,
			`swh:swh:1:snp:${one} IsVersionOf url:https://example.org/tool, 2023, Software Heritage`,
		]);
	});
});
