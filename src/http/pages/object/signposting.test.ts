import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type SignpostedWork, writeLinkHeader, writeLinkset } from './signposting.ts';

const site = 'https://links.example.org';
const pageOf = (name: string) => `${site}/objects/doi/10.1000/${name}`;

/** A version by its name, with the date of its publication. */
type Dated = readonly [name: string, date?: string];

/** Makes a version of a family; the first version is the head. */
function signposted(own: string, versions: readonly Dated[], more: Partial<SignpostedWork> = {}): SignpostedWork {
	return {
		object: { Identifiers: [{ ID: `10.1000/${own}`, IDScheme: 'doi' }], Type: { Name: 'software' }, Title: own },
		page: pageOf(own),
		pageOfHead: pageOf(versions[0]?.[0] ?? own),
		versions: versions.map(([name, date]) => ({ page: pageOf(name), date })),
		hasAllVersions: true,
		listOfVersions: `${site}/api/objects/4/versions`,
		...more,
	};
}

const hasVersion = 'http://purl.org/dc/terms/hasVersion';
type Target = { href: string; type?: string };
type Context = { anchor: string } & Record<string, Target[]>;
const contextsOf = (work: SignpostedWork) => JSON.parse(writeLinkset(work)).linkset as Context[];
const contextOf = (work: SignpostedWork, anchor: string) => contextsOf(work).find((one) => one.anchor === anchor);
const family: Dated[] = [
	['all', '2020-03-01'],
	['v1', '2018-05'],
	['v3', '2020-03-01'],
	['v2', '2019-11-30'],
];

/** Finds the versions published before and after: their names. */
function neighboursOf(work: SignpostedWork) {
	const named = (relation: string) =>
		contextOf(work, work.page)
			?.[relation]?.map(({ href }) => href.slice(href.lastIndexOf('/') + 1))
			.join();
	return [named('predecessor-version'), named('successor-version')];
}

describe('the linkset of a work', () => {
	it('has the address to cite, the type, the authors and each format, which leads back to the page', () => {
		const Creator = [{ Name: 'A', Identifier: [{ ID: '0000-0002-1825-0097', IDScheme: 'orcid' }] }];
		const work = signposted('v1', [['v1']]);
		const contexts = contextsOf({ ...work, object: { ...work.object, Creator } });
		const [ofPage] = contexts;
		assert.equal(ofPage?.anchor, pageOf('v1'));
		assert.deepEqual(ofPage?.['cite-as'], [{ href: 'https://doi.org/10.1000/v1' }]);
		assert.deepEqual(ofPage?.author, [{ href: 'https://orcid.org/0000-0002-1825-0097' }]);
		assert.deepEqual(
			ofPage?.type?.map(({ href }) => href),
			['https://schema.org/AboutPage', 'https://schema.org/SoftwareSourceCode'],
		);
		const bibtex = { href: `${pageOf('v1')}?format=bibtex`, type: 'application/x-bibtex' };
		assert.deepEqual(
			ofPage?.describedby?.filter(({ href }) => href.endsWith('bibtex')),
			[bibtex],
		);
		for (const { href } of ofPage?.describedby ?? [])
			assert.deepEqual(contexts.find(({ anchor }) => anchor === href)?.describes, [
				{ href: pageOf('v1'), type: 'text/html' },
			]);
	});

	it('has the versions at the work from which they come, and their list at each', () => {
		for (const [name] of family) {
			const work = signposted(name, family);
			assert.deepEqual(
				contextOf(work, pageOf('all'))?.[hasVersion]?.map(({ href }) => href),
				['v1', 'v3', 'v2'].map(pageOf),
			);
			assert.equal(contextOf(work, pageOf('v1'))?.[hasVersion], undefined);
			assert.deepEqual(contextOf(work, work.page)?.['version-history'], [
				{ href: `${work.page}?show=versions`, type: 'text/html' },
				{ href: `${site}/api/objects/4/versions`, type: 'application/json' },
			]);
		}
	});

	it('has no versions of a work that has no other', () => {
		const text = writeLinkset(signposted('v1', [['v1', '2018']]));
		assert.doesNotMatch(text, /version/i);
	});

	it('has the versions published just before and after', () => {
		assert.deepEqual(neighboursOf(signposted('v1', family)), [undefined, 'v2']);
		assert.deepEqual(neighboursOf(signposted('v2', family)), ['v1', 'v3']);
		assert.deepEqual(neighboursOf(signposted('v3', family)), ['v2', undefined]);
	});

	it('has the head among those only if it is the earliest', () => {
		assert.deepEqual(neighboursOf(signposted('all', family)), [undefined, undefined]);
		const chain: Dated[] = [
			['v1', '2018'],
			['v2', '2019'],
		];
		assert.deepEqual(neighboursOf(signposted('v1', chain)), [undefined, 'v2']);
		assert.deepEqual(neighboursOf(signposted('v2', chain)), ['v1', undefined]);
	});

	it('has none of those where a date is missing, is not exact enough, or a version is not listed', () => {
		const doubtful: (readonly [Dated[], Partial<SignpostedWork>])[] = [
			[[...family, ['v4']], {}],
			[[...family, ['v4', '2019-11']], {}],
			[[...family, ['v4', '2019-11-30']], {}],
			[family, { hasAllVersions: false }],
		];
		for (const [versions, more] of doubtful)
			assert.deepEqual(neighboursOf(signposted('v2', versions, more)), [undefined, undefined]);
		const atOnce: Dated[] = [...family, ['v1a', '2018-05-02']];
		assert.deepEqual(neighboursOf(signposted('v2', atOnce)), [undefined, 'v3']);
	});

	it('has addresses without characters that an address cannot have', () => {
		const page = `${site}/objects/doi/10.1000/<a "b">é`;
		const text = writeLinkset({ ...signposted('v1', family), page });
		assert.ok(text.includes(`"anchor": "${site}/objects/doi/10.1000/%3Ca%20%22b%22%3E%C3%A9"`));
		assert.doesNotMatch(text, /é|<a/);
	});
});

describe('the Link header of a work', () => {
	it('names the linkset and the list of versions, and no version', () => {
		const header = writeLinkHeader(signposted('v2', family));
		assert.ok(header.includes(`<${pageOf('v2')}?format=linkset>; rel="linkset"; type="application/linkset+json"`));
		assert.ok(header.includes(`<${pageOf('v2')}?show=versions>; rel="version-history"; type="text/html"`));
		assert.doesNotMatch(header, /rel="item"|10\.1000\/v1/);
		assert.doesNotMatch(writeLinkHeader(signposted('v2', [['v2']])), /version-history/);
	});

	it('names the linkset even if the identifier is as long as a header may be', () => {
		const header = writeLinkHeader(signposted('a'.repeat(1_000), family));
		assert.ok(header.length <= 3_000, String(header.length));
		assert.match(header, /rel="cite-as".*rel="linkset"/);
	});
});
