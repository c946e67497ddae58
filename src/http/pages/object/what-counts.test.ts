import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Flag, flags } from '../../../search/flags/flags.ts';
import { foundLinks, knownId, openTestApp, type TestApp } from '../../server/app.fixture.ts';

const page = `/objects/doi/${knownId}`;
const counting = 'definition=strict&exclude=machine&exclude=journal-self';
const kept = 'definition=strict&exclude=journal-self%2Cmachine';

const flagged: Flag[] = ['author-self', 'machine', 'single-provider', 'retracted-citing', 'retracted-cited'];

const ofKept = [{ flag: 'single-provider' as const, items: 4, unknown: 0 }];

let opened: TestApp;
before(async () => {
	const memory = await openTestApp();
	opened = await openTestApp(
		{},
		{
			async searchRelationships(query, options) {
				const found = await memory.memory.searchRelationships(query, options);
				const items = found.items.map((item, at) => ({ ...item, flags: at === 0 ? flagged : [] }));
				const excluded = { 'author-self': 6, 'journal-self': 0, machine: 1, 'retracted-citing': 2 };
				const kept = query.flags === '1' && found.facets && { ...found.facets, flags: ofKept };
				return { ...found, items, ...(kept && { facets: kept }), ...(found.excluded && { excluded }) };
			},
		},
	);
	await memory.close();
});
after(() => opened.close());

const get = (path: string) => opened.app.request(path, { headers: { Accept: 'text/html' } });
const mainOf = async (path: string) => {
	const text = (await (await get(path)).text()).replaceAll('&amp;', '&');
	return text.slice(text.indexOf('<main'), text.indexOf('</main>'));
};

describe('what counts, on the page of a work', () => {
	it('is chosen without a script: a definition that counts this list, and flags', async () => {
		const text = await mainOf(page);
		assert.match(text, /<details class="panel">\s*<summary><h2>What counts\?<\/h2><\/summary>/);
		const choice = /<select id="definition"[^>]*>.*?<\/select>/s.exec(text)?.[0] ?? '';
		assert.match(choice, /<option[^>]*>every link<\/option>.*<option value="strict">strict<\/option>/s);
		assert.match(
			choice,
			/<option (?=[^>]*value="datacite")[^>]*disabled[^>]*>datacite \(this version only\)<\/option>/,
		);
		const boxes = [...text.matchAll(/<input type="checkbox" name="exclude" value="([^"]*)"/g)].map(([, flag]) => flag);
		assert.deepEqual(boxes, [...flags]);
		assert.doesNotMatch(text, /left out/);
		assert.doesNotMatch(/<fieldset class="flags">.*?<\/fieldset>/s.exec(text)?.[0] ?? '', /"count"/);
	});

	it('is stated above the list, with the way to all links', async () => {
		const text = await mainOf(`${page}?${counting}`);
		assert.ok(
			text.includes(
				`Counted as “strict”: ${foundLinks} of ${foundLinks + 9} citations: 6 by the same authors, ` +
					'1 found by programs alone and 2 by retracted works are left out.',
			),
			text,
		);
		assert.match(text, new RegExp(`<a href="${page}">Show all ${foundLinks + 9}</a>`));
	});

	it('is ticked, with the number of each flag; what the definition leaves out cannot be unticked', async () => {
		const text = await mainOf(`${page}?${counting}`);
		const box = (flag: string) =>
			new RegExp(`<label class="choice"><input[^>]*value="${flag}"[^>]*>.*?</label>`).exec(text)?.[0] ?? '';
		assert.match(box('journal-self'), / checked.*<span class="count">0<\/span>/);
		assert.doesNotMatch(box('journal-self'), / disabled/);
		assert.match(box('retracted-citing'), / checked disabled.*<span class="count">2<\/span>/);
		assert.doesNotMatch(box('single-provider'), / checked/);
		assert.match(box('single-provider'), /<span class="count">4<\/span>/);
	});

	it('is kept by pages, orders, filters, tabs and exports', async () => {
		const text = await mainOf(`${page}?${counting}&flagged=single-provider`);
		for (const link of [
			/<a rel="next" href="([^"]*)"/,
			/<a href="([^"]*show=print[^"]*)"/,
			/<a href="([^"]*relation=all[^"]*)"/,
			/<a href="([^"]*format=csv[^"]*)"/,
		]) {
			const address = link.exec(text)?.[1] ?? '';
			assert.ok(address.includes(kept) && address.includes('flagged=single-provider'), `${link}: ${address}`);
		}
		for (const form of ['filters', 'order', 'ticks'])
			assert.match(
				text,
				new RegExp(
					`<form [^>]*class="${form}[^>]*>(?:<input type="hidden"[^>]*>)*<input type="hidden" name="definition" value="strict"/>`,
				),
				form,
			);
		assert.match(text, /Only links reported by one provider alone/);
	});

	it('leaves a definition where it does not count', async () => {
		const text = await mainOf(`${page}?definition=datacite&group_by=identity&exclude=machine`);
		assert.match(text, /href="[^"]*\?relation=cites&group_by=identity&definition=datacite&exclude=machine"/);
		assert.match(text, /href="[^"]*\?relation=isRelatedTo&group_by=identity&exclude=machine"/);
	});

	it('is refused where it is not known', async () => {
		for (const [query, message] of [
			['exclude=nobody', /exclude has &quot;nobody&quot;, which is no flag/],
			['definition=nobody', /There is no definition &quot;nobody&quot;/],
			['definition=datacite', /The definition datacite counts with group_by=identity/],
		] as const) {
			const response = await get(`${page}?${query}`);
			assert.equal(response.status, 400, query);
			assert.match((await response.text()).replaceAll('"nobody"', '&quot;nobody&quot;'), message);
		}
	});
});

describe('the marks of a link', () => {
	it('say what its reader should know, of the link and of the other work', async () => {
		for (const more of ['', '&form=table']) {
			const text = await mainOf(`${page}?relation=isCitedBy${more}`);
			const marks = [...text.matchAll(/<span class="mark[^"]*">(.*?)<\/span>/g)].map(([, mark]) => mark);
			assert.deepEqual(marks, ['self-citation', 'found by a program', 'retracted'], more);
		}
	});
});
