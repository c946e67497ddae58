import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { foundLinks, knownId, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const page = `/objects/doi/${knownId}`;
const site = 'https://links.example.org';
const address = `${site}${page}`;

let opened: TestApp;
let state = 'one';
before(async () => {
	opened = await openTestApp({ PUBLIC_URL: site }, { searchState: async () => state });
});
after(() => opened.close());

const get = async (path: string, headers: Record<string, string> = { Accept: browser }) =>
	opened.app.request(path, { headers });
const textOf = async (path: string) => (await get(path)).text();
const contentOf = (text: string, name: string) =>
	new RegExp(`<meta (?:name|property)="${RegExp.escape(name)}" content="([^"]*)">`).exec(text)?.[1];

/** Reads a block of data of a page. */
function dataOf(text: string, opening: string) {
	const begin = text.indexOf(opening) + opening.length;
	assert.ok(begin >= opening.length, opening);
	return JSON.parse(text.slice(begin, text.indexOf('</script>', begin)));
}

describe('the page of a work', () => {
	it('describes the work in its head, with one canonical address for all identifiers and views', async () => {
		const text = await textOf(`${page}?group_by=identity&relation=all`);
		assert.match(text, /<title>corner\.py – Link Broker<\/title>/);
		assert.match(text, new RegExp(`<link rel="canonical" href="${RegExp.escape(address)}">`));
		assert.equal(contentOf(text, 'description'), `Cited by ${foundLinks} works. Software.`);
		assert.equal(contentOf(text, 'og:title'), 'corner.py');
		assert.equal(contentOf(text, 'og:url'), address);
		assert.equal(contentOf(text, 'citation_title'), 'corner.py');
		assert.equal(contentOf(text, 'citation_doi'), knownId);
		assert.equal(contentOf(text, 'DC.type'), 'Software');
		assert.equal(contentOf(text, 'DC.identifier'), `https://doi.org/${knownId}`);
	});

	it('has its links as plain HTML, with the way to the next ones and to all of them', async () => {
		const text = await textOf(page);
		const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
		assert.match(main, /<h1[^>]*><span class="title" dir="auto">corner\.py<\/span><\/h1>/);
		assert.equal(main.match(/<li class="link">/g)?.length, 25);
		assert.match(main, /href="\/objects\/doi\/10\.1000\/0">É &quot;quoted&quot;<\/a>/);
		assert.match(main, /Reported 2018-01-01 by Zenodo/);
		assert.match(main, /<span>Linked (?:on \S+|\S+ to \S+)<\/span>/);
		const next = /<a rel="next" href="([^"]*)">/.exec(main)?.[1]?.replaceAll('&amp;', '&') ?? '';
		assert.match(await textOf(next), /href="\/objects\/doi\/10\.1000\/25">[\s\S]*Page 2 of 10/);
		const whole = /<a href="([^"]*show=print[^"]*)"/.exec(main)?.[1]?.replaceAll('&amp;', '&') ?? '';
		const printed = await textOf(whole);
		assert.equal(printed.match(/<li class="link">/g)?.length, foundLinks);
		assert.doesNotMatch(printed, /<script type="module"/);
	});

	it('offers the choice between its versions only where it has several', async () => {
		const choice = /Which versions count/;
		assert.doesNotMatch(await textOf(page), choice);
		const describeObject = describeWithVersion(opened, { ID: '10.1000/v2', IDScheme: 'doi' });
		const { app, close } = await openTestApp({}, { describeObject });
		const text = await (await app.request(page, { headers: { Accept: browser } })).text();
		assert.match(text, choice);
		assert.match(
			text,
			new RegExp(`This version only\\s*<span class="count">.*Cited by </span>\\s*${foundLinks}</span>`),
		);
		await close();
	});

	it('explains why all versions count fewer than one of them, only where they do', async () => {
		const explained = /Why all versions together count fewer/;
		assert.doesNotMatch(await textOf(page), explained);
		const { app, close } = await openTestApp({}, { describeObject: describeCounted(opened, foundLinks - 1) });
		const ask = async (query: string) => (await app.request(page + query, { headers: { Accept: browser } })).text();
		assert.match(await ask(''), explained);
		assert.doesNotMatch(await ask('?relation=isSupplementTo'), explained);
		await close();
	});

	it('contains its data once, for the script', async () => {
		const { answers } = dataOf(await textOf(page), '<script type="application/json" id="page-state">');
		const [work, links, citations, ...others] = Object.keys(answers);
		assert.equal(work, `work {"scheme":"doi","id":"${knownId}"}`);
		assert.match(links ?? '', /^links .*"relation":"isCitedBy","size":25\}$/);
		assert.match(citations ?? '', /^citations .*"groupBy":"version"\}$/);
		assert.deepEqual(others, []);
		const named = `id=${encodeURIComponent(knownId)}&scheme=doi`;
		const asked = await get(`/api/objects?${named}&facets=1`, { Accept: 'application/json' });
		assert.deepEqual(answers[work ?? ''].value, await asked.json());
		const accept = 'application/x-scholix-v3+json';
		const found = await get(`/api/relationships?${named}&group_by=version&relation=isCitedBy`, { Accept: accept });
		const { Relationships, total } = answers[links ?? ''].value;
		assert.deepEqual(Relationships, ((await found.json()) as { Relationships: unknown[] }).Relationships.slice(0, 25));
		assert.equal(total, foundLinks);
	});

	it('shows the view of its address, and ignores foreign and empty parameters', async () => {
		for (const more of ['nothing=1', 'utm_source=a&utm_source=b&fbclid=%FF', 'type=&from=&page=&first_year=']) {
			const { answers } = dataOf(await textOf(`${page}?q=dark&size=50&${more}`), 'id="page-state">');
			assert.match(Object.keys(answers).join('\n'), /^links .*"q":"dark","size":50\}$/m, more);
		}
	});

	it('has its filters, its order and its forms for other programs without a script', async () => {
		const text = await textOf(page);
		for (const name of ['type', 'q', 'first_year', 'last_year', 'from', 'to', 'sort', 'size'])
			assert.match(text, new RegExp(`<(?:input|select)[^>]* name="${name}"`), name);
		for (const form of ['json', 'jsonld', 'csl', 'bibtex', 'ris'])
			assert.match(text, new RegExp(`<a href="${page}\\?format=${form}"`), form);
		const taken = await textOf(`${page}?show=export&language=HTML`);
		for (const form of ['csv', 'jsonl', 'scholix', 'bibtex', 'ris', 'inveniordm'])
			assert.match(taken, new RegExp(`<a href="/api/relationships\\?[^"]*format=${form}"`), form);
		assert.match(taken, /&lt;a href=(?:"|&quot;)https:\/\/links\.example\.org\/objects\/doi\//);
	});

	it('shows which parameters are wrong, on a page that leads to the work', async () => {
		const wrong = [
			['type=poem', 'type must be one of literature, software, dataset, unknown.'],
			['relation=eats', 'relation must be one of all, isCitedBy,'],
			['group_by=x', 'group_by must be one of identity, version.'],
			['publication_year=then', 'publication_year must be a range'],
			['from=soon', 'from must be a real date'],
			['from=2016&to=2015', 'to is before from'],
			[
				'sort=up',
				'sort must be one of mostrecent, -mostrecent, published, -published, title, -title, mostcited, -mostcited.',
			],
			['size=7', 'size must be one of 25, 50, 100.'],
			['page=0', 'page must be a whole number'],
			['page=401', 'Pages reach the first 10000 relationships'],
			['form=grid', 'form must be one of list, table.'],
			['show=film', 'show must be one of list, graph, versions, export, print.'],
			['first_year=15', 'first_year must be a year of four digits.'],
			['first_year=2016&last_year=2015', 'publication_year'],
			['axis=x', 'axis must be one of publication, link.'],
			['type=software&type=dataset', 'type is given more than once'],
			['q=%FF', 'q is not percent-encoded UTF-8'],
		];
		for (const [query = '', message = ''] of wrong) {
			const response = await get(`${page}?${query}`);
			const text = await response.text();
			assert.equal(response.status, 400, query);
			assert.match(text, /<h1[^>]*>Invalid query parameter<\/h1>/, query);
			assert.ok(text.includes(message), `${query}: ${text.match(/<h1[\s\S]*<\/main>/)?.[0]}`);
			assert.match(text, /<a href="\?">/);
			const problem = await problemOf(await get(`${page}?format=html&${query}`, { Accept: 'application/json' }));
			assert.match(problem.type, /\/bad-query$/);
		}
	});

	it('says beside the field that words cannot be read, and is 400', async () => {
		const response = await get(`${page}?q=%22`);
		assert.equal(response.status, 400);
		const text = await response.text();
		assert.match(text, /<input id="filter-q"[^>]* aria-invalid(?:="true")?/);
		assert.match(text, /<p class="note wrong" id="filter-q-note">/);
		assert.match(text, /role="alert"/);
	});

	it('shows a problem found by the index in place of the links, and is 400', async () => {
		for (const [query, message] of [
			['via=10.1000/other', /is not a version of the work/],
			['cursor=nothing', /begin again without it/],
		] as const) {
			const response = await get(`${page}?${query}`);
			assert.equal(response.status, 400);
			assert.match(await response.text(), message);
		}
	});

	it('describes the work in JSON-LD, with citing works', async () => {
		const data = dataOf(await textOf(page), '<script type="application/ld+json">');
		assert.equal(data['@type'], 'SoftwareSourceCode');
		assert.equal(data['@id'], `https://doi.org/${knownId}`);
		assert.equal(data.mainEntityOfPage, address);
		assert.equal(data.subjectOf.length, 25);
		assert.equal(data.subjectOf[0]['@type'], 'ScholarlyArticle');
	});

	it('has links for machines (FAIR Signposting)', async () => {
		const link = (await get(page)).headers.get('Link') ?? '';
		assert.match(link, new RegExp(`<https://doi.org/${RegExp.escape(knownId)}>; rel="cite-as"`));
		assert.match(
			link,
			new RegExp(`<${RegExp.escape(address)}\\?format=bibtex>; rel="describedby"; type="application/x-bibtex"`),
		);
		assert.match(
			link,
			/<https:\/\/schema\.org\/AboutPage>; rel="type", <https:\/\/schema\.org\/SoftwareSourceCode>; rel="type"/,
		);
	});

	it('names its linkset in the header and in the head, and has all its versions there', async () => {
		const linkset = `${address}?format=linkset`;
		const { app, close } = await openTestApp(
			{ PUBLIC_URL: site },
			{
				describeObject: describeWithVersion(opened, { ID: '10.1000/v2', IDScheme: 'doi' }),
			},
		);
		const response = await app.request(page, { headers: { Accept: browser } });
		const named = `<${linkset}>; rel="linkset"; type="application/linkset+json"`;
		assert.ok(response.headers.get('Link')?.includes(named));
		const element = `<link rel="linkset" type="application/linkset+json" href="${linkset}">`;
		assert.ok((await response.text()).includes(element));
		const asked = await app.request(new URL(linkset).pathname + new URL(linkset).search);
		assert.equal(asked.headers.get('Content-Type'), 'application/linkset+json');
		const [ofPage] = ((await asked.json()) as { linkset: Record<string, unknown>[] }).linkset;
		assert.equal(ofPage?.anchor, address);
		assert.deepEqual(ofPage?.['http://purl.org/dc/terms/hasVersion'], [
			{ href: `${site}/objects/doi/10.1000/v2`, type: 'text/html' },
		]);
		await close();
	});

	it('is answered in the form that Accept or format asks for', async () => {
		const forms = [
			['json', 'application/json', /"Title":"corner\.py"/],
			['jsonld', 'application/ld+json', /"@type": "SoftwareSourceCode"/],
			['csl', 'application/vnd.citationstyles.csl+json', /"type": "software",\n {2}"title": "corner\.py",?\n/],
			['bibtex', 'application/x-bibtex', /^@software\{doi:10\.5281\/zenodo\.11020,/],
			['ris', 'application/x-research-info-systems', /^TY {2}- COMP\r\n/],
			['reference', 'text/plain', /^.*corner\.py.* https:\/\/doi\.org\/10\.5281\/zenodo\.11020\n$/],
			['linkset', 'application/linkset+json', /^\{\n {2}"linkset": \[/],
		] as const;
		for (const [format, accept, content] of forms) {
			const negotiated = await get(page, { Accept: accept });
			assert.equal(negotiated.headers.get('Content-Type')?.split(';')[0], accept);
			assert.match(negotiated.headers.get('Vary') ?? '', /Accept/);
			const text = await negotiated.text();
			assert.match(text, content);
			assert.equal(await (await get(`${page}?format=${format}`)).text(), text);
		}
		assert.equal((await get(page, { Accept: 'image/png' })).status, 406);
		assert.equal((await get(`${page}?format=poem`, { Accept: '*/*' })).status, 400);
	});

	it('is not sent again while the index stays as it is', async () => {
		const tag = (await get(page)).headers.get('ETag') ?? '';
		const same = await get(page, { Accept: browser, 'If-None-Match': tag });
		assert.equal(same.status, 304);
		// Of another policy, the browser would forbid the page that it has its own scripts and styles.
		assert.equal(same.headers.get('Content-Security-Policy'), null);
		assert.equal((await get(page, { Accept: 'application/json', 'If-None-Match': tag })).status, 200);
		state = 'two';
		assert.equal((await get(page, { Accept: browser, 'If-None-Match': tag })).status, 200);
	});

	it('is packed where the client unpacks it', async () => {
		const response = await get(page, { Accept: browser, 'Accept-Encoding': 'gzip' });
		assert.equal(response.headers.get('Content-Encoding'), 'gzip');
		assert.match(gunzipSync(Buffer.from(await response.arrayBuffer())).toString(), /corner\.py/);
	});

	it('lets nothing that was submitted become markup or script', async () => {
		const evil = '</script><script>alert(1)</script>"\'&';
		const { app, close } = await openTestApp({}, { describeObject: describeAs(opened, evil) });
		const text = await (await app.request(page, { headers: { Accept: browser } })).text();
		assert.doesNotMatch(text, /<script>alert/);
		assert.match(
			text,
			/<h1[^>]*><span class="title" dir="auto">&lt;\/script>&lt;script>alert\(1\)&lt;\/script>&quot;'&amp;</,
		);
		await close();
	});
});

describe('the page of a work that is not known', () => {
	it('is 404, shows the identifier as understood, and contains that answer', async () => {
		const response = await get('/objects/doi/10.1000/nothing');
		assert.equal(response.status, 404);
		assert.equal(response.headers.get('Content-Type'), 'text/html; charset=utf-8');
		const text = await response.text();
		assert.match(text, /Unknown identifier: DOI <span class="identifier">10\.1000\/nothing<\/span>/);
		assert.match(text, /<meta name="robots" content="noindex">/);
		const { answers } = dataOf(text, 'id="page-state">');
		assert.equal(answers['work {"scheme":"doi","id":"10.1000/nothing"}'].failure.status, 404);
	});

	it('is a problem for programs', async () => {
		const response = await get('/objects/doi/10.1000/nothing', { Accept: 'application/json' });
		assert.equal(response.status, 404);
		assert.match((await problemOf(response)).type, /\/not-found$/);
	});
});

describe('a page that cannot be answered', () => {
	it('says so on a page for people, with the status', async () => {
		const { app, close } = await openTestApp({ RATE_LIMIT: '1' });
		const ask = (accept: string) => app.request(page, { headers: { Accept: accept } });
		assert.equal((await ask(browser)).status, 200);
		const refused = await ask(browser);
		assert.equal(refused.status, 429);
		assert.ok(refused.headers.get('Retry-After'));
		assert.match(await refused.text(), /<h1[^>]*>Too many requests<\/h1>[\s\S]*Try again in/);
		assert.match((await problemOf(await ask('application/json'))).type, /too-many-requests$/);
		await close();
	});
});

/** Makes the known work have another title. */
function describeAs({ memory }: TestApp, title: string): TestApp['memory']['describeObject'] {
	return async (question, options) => {
		const found = await memory.describeObject(question, options);
		if (!found?.overview) return found;
		const document = {
			...found.overview.work.document,
			fields: `"Title":${JSON.stringify(title)},"Type":{"Name":"software"}`,
		};
		const { work, family } = found.overview;
		return { ...found, overview: { ...found.overview, work: { ...work, document }, family: { ...family, document } } };
	};
}

/** Makes all versions of the known work together cited by this number of works. */
function describeCounted({ memory }: TestApp, isCitedBy: number): TestApp['memory']['describeObject'] {
	return async (question, options) => {
		const found = await memory.describeObject(question, options);
		if (!found?.overview) return found;
		const { family } = found.overview;
		const counts = { ...family.counts, isCitedBy };
		return { ...found, overview: { ...found.overview, family: { ...family, counts } } };
	};
}

/** Makes the known work the head of one more version. */
function describeWithVersion({ memory }: TestApp, identifier: object): TestApp['memory']['describeObject'] {
	return async (question, options) => {
		const found = await memory.describeObject(question, options);
		if (!found?.overview) return found;
		const { work, family } = found.overview;
		const document = { ...work.document, identifiers: JSON.stringify([identifier]) };
		const members = [...family.members, { ...work, group: 19, document }];
		return { ...found, overview: { ...found.overview, family: { ...family, members, total: 2 } } };
	};
}
