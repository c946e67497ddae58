// What is suggested instead of an identifier of which nothing is known.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, type KnownWork } from './asked.fixture.ts';

async function suggested(works: readonly KnownWork[], id: string, scheme?: string): Promise<string[]> {
	const { suggestions } = await ask(works, scheme === undefined ? { id } : { id, scheme });
	return suggestions.map(({ identifier, reason }) => `${reason} ${identifier.scheme}:${identifier.value}`);
}

describe('instead of an identifier of which nothing is known', () => {
	it('its broader one is suggested', async () => {
		assert.deepEqual(await suggested([['arxiv:1207.4464']], 'arXiv:1207.4464v2'), ['broader arxiv:arXiv:1207.4464']);
		assert.deepEqual(await suggested([['arxiv:1207.4464']], '1207.4464v2', 'arxiv'), ['broader arxiv:arXiv:1207.4464']);
	});

	it('versions of the same work are suggested, however they are written', async () => {
		const names = ['abcde_v1', 'abcde.v1', 'abcde/v1', 'abcde-v1', '8906v1', 'abcde.pub1', 'abcde.1'];
		for (const name of names) {
			const base = name.replace(/(?:\.pub|\.(?=1)|[_./-]?v)1$/, '');
			const second = name.replace(/1$/, '2');
			const known = [[`doi:10.1000/${name}`]];
			assert.deepEqual(await suggested(known, `10.1000/${base}`), [`version doi:10.1000/${name}`]);
			assert.deepEqual(await suggested(known, `10.1000/${second}`), [`version doi:10.1000/${name}`]);
			assert.deepEqual(await suggested([[`doi:10.1000/${base}`]], `10.1000/${name}`), [`broader doi:10.1000/${base}`]);
		}
		assert.deepEqual(await suggested([['arxiv:1207.4464v2']], '10.48550/arXiv.1207.4464'), [
			'version arxiv:arXiv:1207.4464v2',
		]);
	});

	it('the same value in another scheme is suggested', async () => {
		assert.deepEqual(await suggested([['mag_id:23193287']], 'pmid:23193287'), ['other-scheme mag_id:23193287']);
		assert.deepEqual(await suggested([['mag_id:23193287']], '23193287', 'pmid'), ['other-scheme mag_id:23193287']);
	});

	it('ten are suggested at most, always the same and in the same order', async () => {
		const schemes = Array.from({ length: 12 }, (_, at) => `own-${String.fromCharCode(97 + at)}`);
		const all = await suggested(
			schemes.toReversed().map((scheme) => [`${scheme}:23193287`]),
			'pmid:23193287',
		);
		assert.deepEqual(
			all,
			schemes.slice(0, 10).map((scheme) => `other-scheme ${scheme}:23193287`),
		);
	});

	it('no number that only has the same digits is', async () => {
		assert.deepEqual(await suggested([['pmcid:PMC23193287']], 'pmid:23193287'), []);
	});

	it('what the text reads as in spite of its scheme is suggested', async () => {
		assert.deepEqual(await suggested([['arxiv:1207.4464']], 'arXiv:1207.4464', 'doi'), [
			'other-scheme arxiv:arXiv:1207.4464',
		]);
	});

	it('nothing is suggested that is not known itself, nor anything twice', async () => {
		assert.deepEqual(await suggested([['doi:10.1000/a']], 'arXiv:1207.4464v2'), []);
		const works = [['arxiv:1207.4464', 'own:arXiv:1207.4464v2']];
		const all = await suggested(works, 'arXiv:1207.4464v2', 'doi');
		assert.equal(new Set(all).size, all.length);
	});

	it('nothing is suggested where it is known', async () => {
		assert.deepEqual(await suggested([['arxiv:1207.4464v2'], ['arxiv:1207.4464']], '1207.4464v2'), []);
	});
});
