// Which identifier a search is understood to ask about, and whether that is known.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, type KnownWork, refused } from './asked.fixture.ts';

/** Returns what was understood, and whether it is known. */
async function understood(works: readonly KnownWork[], id: string, scheme?: string): Promise<[string, boolean]> {
	const { asked, source } = await ask(works, scheme === undefined ? { id } : { id, scheme });
	return [`${asked.scheme}:${asked.value}`, source !== undefined];
}

describe('an id with a scheme', () => {
	it('is read by the rule of that scheme', async () => {
		const works = [['doi:10.1000/a']];
		assert.deepEqual(await understood(works, 'https://doi.org/10.1000/A', 'DOI'), ['doi:10.1000/a', true]);
	});

	it('is not known as an identifier of another one', async () => {
		assert.deepEqual(await understood([['mag_id:23193287']], '23193287', 'pmid'), ['pmid:23193287', false]);
	});

	it('may have a value that does not fit its scheme', async () => {
		assert.deepEqual(await understood([['doi:A']], 'a', 'doi'), ['doi:A', true]);
		assert.deepEqual(await understood([], 'a', 'doi'), ['doi:a', false]);
	});
});

describe('an id without a scheme', () => {
	it('is what its form shows, where that is known', async () => {
		const works = [['arxiv:1207.4464v1', 'a-scheme:arXiv:1207.4464v1']];
		assert.deepEqual(await understood(works, '1207.4464v1'), ['arxiv:arXiv:1207.4464v1', true]);
	});

	it('is what comes first of its forms that are known', async () => {
		assert.deepEqual(await understood([['handle:10.1000/a', 'doi:10.1000/a']], '10.1000/a'), ['doi:10.1000/a', true]);
		assert.deepEqual(await understood([['handle:10013/epic.1']], '10013/epic.1'), ['handle:10013/epic.1', true]);
	});

	it('is its likeliest form, where none is known', async () => {
		assert.deepEqual(await understood([], 'https://doi.org/10.1000/A'), ['doi:10.1000/A', false]);
	});

	it('is a stored identifier of any scheme with that value, where nothing that it reads as is known', async () => {
		const works = [['mag_id:23193287']];
		assert.deepEqual(await understood(works, '23193287'), ['mag_id:23193287', true]);
		assert.deepEqual(await understood([['pmid:23193287'], ...works], '23193287'), ['pmid:23193287', true]);
		assert.deepEqual(await understood([['own:10.1000/A']], '10.1000/A'), ['own:10.1000/A', true]);
		assert.deepEqual(await understood([['own:10.1000/a, 10.1000/b']], '10.1000/a, 10.1000/b'), [
			'own:10.1000/a, 10.1000/b',
			true,
		]);
	});

	it('is not of another scheme where its label or letter case says so', async () => {
		assert.deepEqual(await understood([['mag_id:23193287']], 'pmid:23193287'), ['pmid:23193287', false]);
		assert.deepEqual(await understood([['own:10.1000/A']], '10.1000/a'), ['doi:10.1000/a', false]);
		assert.deepEqual(await understood([['handle:10.1000/A']], '10.1000/a'), ['doi:10.1000/a', false]);
	});

	it('is refused where it is unknown as what it reads as, and several works have the value', async () => {
		const works = [['mag_id:23193287'], ['own:23193287']];
		await refused(works, { id: '23193287' }, 'ambiguous-identifier');
		assert.deepEqual(await understood([works.flat()], '23193287'), ['mag_id:23193287', true]);
	});

	it('names the work whose identifier stands in the text', async () => {
		const cited = 'Foreman-Mackey, D. (2016). corner.py. JOSS, 1(2), 24. https://doi.org/10.21105/joss.00024';
		assert.deepEqual(await understood([['doi:10.21105/joss.00024']], cited), ['doi:10.21105/joss.00024', true]);
	});
});

describe('an id that reads as none', () => {
	it('is a stored identifier of any scheme with that value', async () => {
		assert.deepEqual(await understood([['own:x 1']], ' x 1 '), ['own:x 1', true]);
	});

	it('has its letter case folded as the scheme of the stored one folds it', async () => {
		assert.deepEqual(await understood([['doi:A']], 'a'), ['doi:A', true]);
		await refused([['rrid:RRID:FOO:1']], { id: 'FOO:1' }, 'not-an-identifier');
		await refused([['own:FOO:1']], { id: 'foo:1' }, 'not-an-identifier');
		await refused([['own:foo:1']], { id: 'FOO:1' }, 'not-an-identifier');
		assert.deepEqual(await understood([['own:foo:1'], ['own:Foo:1']], 'Foo:1'), ['own:Foo:1', true]);
	});

	it('is the first in order of several of one work', async () => {
		assert.deepEqual(await understood([['doi:a', 'arxiv:a']], 'a'), ['arxiv:a', true]);
		assert.deepEqual(await understood([['arxiv:a', 'doi:a']], 'a'), ['arxiv:a', true]);
	});

	it('is refused where it names several works, with each that may be meant', async () => {
		const { problems, message } = await refused([['own:x 1'], ['Other:x 1']], { id: 'x 1' }, 'ambiguous-identifier');
		assert.match(message, /one of other, own\./);
		assert.deepEqual(
			problems.map(({ field, identifier }) => [field, identifier?.IDScheme, identifier?.ID]),
			[
				['scheme', 'other', 'x 1'],
				['scheme', 'own', 'x 1'],
			],
		);
	});

	it('is refused where it is no identifier at all, with what would be one', async () => {
		for (const id of ['hello world', 'corner.py', 'dfm/corner.py', '10.5281', 'and/or']) {
			const { problems, message } = await refused([['doi:10.1000/a']], { id }, 'not-an-identifier');
			assert.ok(message.startsWith(`${JSON.stringify(id)} is not an identifier. `), message);
			assert.match(message, /for example a DOI \(10\.5281\/zenodo\.11020\)/);
			assert.deepEqual(
				problems.map(({ field }) => field),
				['id'],
			);
		}
	});

	const hints = {
		'10.5281': /a DOI has a slash/,
		'978-3-905673-82-2': /ISBN, but its check digit/,
		'0000-0002-1825-0098': /ORCID, but its check digit/,
		'0378-5954': /ISSN, but its check digit/,
		'dfm/corner.py': /If it is a repository/,
		'Scatterplot matrices in Python': /search for works with them instead/,
	};
	for (const [id, hint] of Object.entries(hints)) {
		it(`is refused with what is wrong with ${id}`, async () => {
			assert.match((await refused([], { id }, 'not-an-identifier')).message, hint);
		});
	}
});

describe('an identifier that is another one by a rule', () => {
	it('is known where only the other one is', async () => {
		const works = [['doi:10.1000/a']];
		assert.deepEqual(await understood(works, 'https://doi.org/10.1000/A', 'url'), ['doi:10.1000/a', true]);
		const repository = [['url:https://github.com/dfm/corner.py']];
		assert.deepEqual(await understood(repository, 'dfm/corner.py', 'github'), [
			'url:https://github.com/dfm/corner.py',
			true,
		]);
	});

	it('is understood as that one where it is an address, also where nothing is known', async () => {
		assert.deepEqual(await understood([], 'https://doi.org/10.1000/A', 'url'), ['doi:10.1000/A', false]);
		assert.deepEqual(await understood([], 'https://example.org/A', 'url'), ['url:https://example.org/A', false]);
	});
});

describe('an address of a publisher with more behind a DOI', () => {
	const id = 'https://publisher.example/journal/article/doi/10.1234/abc_d_12/3456/pdf';

	it('is the shorter DOI, known or not', async () => {
		assert.deepEqual(await understood([['doi:10.1234/abc_d_12']], id), ['doi:10.1234/abc_d_12', true]);
		assert.deepEqual(await understood([['doi:10.1234/abc_d_1']], id), ['doi:10.1234/abc_d_12', false]);
	});

	it('is a longer DOI where only that is known', async () => {
		const works = [['doi:10.1234/ABC_d_12/3456'], ['doi:10.1234/abc_d_12/3456/7']];
		for (const scheme of [undefined, 'doi', 'url']) {
			assert.deepEqual(await understood(works, id, scheme), ['doi:10.1234/ABC_d_12/3456', true]);
		}
		assert.deepEqual(await understood([['doi:10.1234/abc_d_12/3456/pdf']], id), [
			'doi:10.1234/abc_d_12/3456/pdf',
			true,
		]);
		assert.deepEqual(await understood([['doi:10.1234/a.full']], 'https://publisher.example/doi/10.1234/a.full'), [
			'doi:10.1234/a.full',
			true,
		]);
	});

	it('is the shortest of several that are known', async () => {
		const longer = [['doi:10.1234/abc_d_12/3456/pdf'], ['doi:10.1234/abc_d_12/3456']];
		assert.deepEqual(await understood(longer, id), ['doi:10.1234/abc_d_12/3456', true]);
		assert.deepEqual(await understood([...longer, ['doi:10.1234/abc_d_12']], id), ['doi:10.1234/abc_d_12', true]);
	});

	it('is itself where it is known as an address', async () => {
		const works = [['doi:10.1234/abc_d_12/3456'], [`url:${id}`]];
		assert.deepEqual(await understood(works, id, 'url'), [`url:${id}`, true]);
	});

	it('is no DOI by another scheme', async () => {
		assert.deepEqual(await understood([['doi:10.1234/abc_d_12/3456']], id, 'own'), [`own:${id}`, false]);
	});
});

describe('a text with several identifiers', () => {
	const id = '10.1000/a; arXiv:1207.4464';

	it('names the work that all of them are of', async () => {
		assert.deepEqual(await understood([['doi:10.1000/a', 'arxiv:1207.4464']], id), ['doi:10.1000/a', true]);
	});

	it('names the work that is known of a citation as PubMed writes it', async () => {
		const cited = 'Ex J Med. 2019;1(2):3-4. doi: 10.1000/a. PMID: 23193287; PMCID: PMC3531190.';
		assert.deepEqual(await understood([['doi:10.1000/a']], cited), ['doi:10.1000/a', true]);
		assert.deepEqual(await understood([['pmid:23193287', 'pmcid:PMC3531190']], cited), ['pmid:23193287', true]);
		await refused([['doi:10.1000/a'], ['pmid:23193287']], { id: cited }, 'several-identifiers');
		await refused([], { id: cited }, 'several-identifiers');
		await refused([['doi:10.1000/a']], { id: '10.1000/a, PMID: 23193287, PMID: 23193288' }, 'several-identifiers');
	});

	it('is refused where they are of several works or unknown, and lists each', async () => {
		for (const [works, arxiv] of [
			[[['doi:10.1000/a'], ['arxiv:1207.4464']], 'known'],
			[[['doi:10.1000/a']], 'unknown'],
		] as const) {
			const { problems } = await refused(works, { id }, 'several-identifiers');
			assert.deepEqual(problems, [
				{ field: 'id', message: 'doi:10.1000/a is known.', identifier: { ID: '10.1000/a', IDScheme: 'doi' } },
				{
					field: 'id',
					message: `arxiv:arXiv:1207.4464 is ${arxiv}.`,
					identifier: { ID: 'arXiv:1207.4464', IDScheme: 'arxiv' },
				},
			]);
		}
	});
});

describe('a plus sign that was not escaped', () => {
	it('finds what it would have found', async () => {
		assert.deepEqual(await understood([['doi:10.1000/a+']], '10.1000/a '), ['doi:10.1000/a+', true]);
		assert.deepEqual(await understood([['doi:10.1000/a+b+']], '10.1000/a b ', 'doi'), ['doi:10.1000/a+b+', true]);
		assert.deepEqual(await understood([['own:a+b']], 'a b'), ['own:a+b', true]);
	});

	it('is a blank where that finds something', async () => {
		assert.deepEqual(await understood([['doi:10.1000/a'], ['doi:10.1000/a+']], '10.1000/a '), ['doi:10.1000/a', true]);
	});

	it('is not reported where neither is known', async () => {
		assert.deepEqual(await understood([], '10.1000/a '), ['doi:10.1000/a', false]);
	});
});

describe('what was asked for', () => {
	it('is spelled as the answer spells it', async () => {
		assert.deepEqual(await understood([['doi:10.1000/ABC']], '10.1000/abc'), ['doi:10.1000/ABC', true]);
	});
});
