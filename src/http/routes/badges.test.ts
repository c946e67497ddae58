import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { textColourOn } from '../../settings/contrast.ts';
import { drawBadge, readColour } from '../answers/badge.ts';
import { badgeStyles } from '../pages/object/work-choices.ts';
import { knownId, openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';

let opened: TestApp;
let asked: { id: string; scheme?: string | undefined; relation?: string | undefined; group_by: string }[];
before(async () => {
	asked = [];
	const { memory, close } = await openTestApp();
	await close();
	opened = await openTestApp(
		{},
		{
			searchRelationships: (query, options) => {
				asked.push(query);
				return memory.searchRelationships(query, options);
			},
		},
	);
});
after(() => opened.close());

const badge = (path: string, headers: Record<string, string> = {}) => opened.app.request(path, { headers });

describe('a badge', () => {
	it('is an SVG picture with the words of the relation and the number', async () => {
		const response = await badge(`/badges/doi/${knownId}.svg?relation=isCitedBy&group_by=version`);
		assert.equal(response.status, 200);
		assert.equal(response.headers.get('Content-Type'), 'image/svg+xml');
		const svg = await response.text();
		assert.match(
			svg,
			/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20" role="img" aria-label="cited by: 250">/,
		);
		assert.match(svg, />cited by<\/text>.*>250<\/text>/);
		assert.deepEqual([asked.at(-1)?.relation, asked.at(-1)?.group_by], ['isCitedBy', 'version']);
	});

	for (const [what, path, says] of [
		['an identifier that is not known', 'doi/10.1000/unknown', 'unknown'],
		['a value of an unknown scheme', 'own/x', 'unknown'],
		['what has not the form of its scheme', 'doi/corner.py', 'no identifier'],
	]) {
		it(`says of ${what} “${says}”, in another colour`, async () => {
			const response = await badge(`/badges/${path}.svg`);
			assert.equal(response.status, 200);
			const svg = await response.text();
			assert.ok(svg.includes(`aria-label="cited by: ${says}"`));
			const coloursOf = (picture: string) => picture.match(/(?<=<rect[^>]*fill=")[^"]*/g);
			const counted = await (await badge(`/badges/doi/${knownId}.svg`)).text();
			assert.notDeepEqual(coloursOf(svg), coloursOf(counted));
		});
	}

	it('finds identifiers with slashes, encoded or not, and with every other character', async () => {
		for (const [path, id] of [
			['doi/10.5281/zenodo.11020', '10.5281/zenodo.11020'],
			['doi/10.5281%2Fzenodo.11020', '10.5281/zenodo.11020'],
			['url/https:%2F%2Fexample.org%2Fa%3Fb%23c', 'https://example.org/a?b#c'],
			['doi/10.1000/100%25%252F.svg', '10.1000/100%%2F.svg'],
			['ads/2011A%26A...525A..31B', '2011A&A...525A..31B'],
			['doi/10.1000/a+b', '10.1000/a+b'],
			['doi/10.1000/%E6%9D%B1', '10.1000/東'],
		] as const) {
			assert.equal((await badge(`/badges/${path}.svg`)).status, 200, path);
			assert.equal(asked.at(-1)?.id, id);
			assert.equal(asked.at(-1)?.scheme, path.split('/')[0]);
		}
	});

	it('takes another label', async () => {
		assert.match(
			await (await badge(`/badges/doi/${knownId}.svg?label=citations`)).text(),
			/aria-label="citations: 250"/,
		);
		assert.match(await (await badge(`/badges/doi/${knownId}.svg?relation=cites`)).text(), /aria-label="cites: 250"/);
	});

	it('escapes whatever is written on it', async () => {
		const response = await badge(`/badges/doi/${knownId}.svg?label=${encodeURIComponent('<script>"&\'</script>')}`);
		const svg = await response.text();
		assert.ok(!svg.includes('<script>'));
		assert.ok(svg.includes('&#60;script&#62;&#34;&#38;&#39;'));
		assert.match(response.headers.get('Content-Security-Policy') ?? '', /default-src 'none'/);
	});

	it('has no more markup than its own, whatever is written on it', () => {
		const marks = (svg: string) => svg.replaceAll(/&#\d+;/g, '').replaceAll(/[^<>"&]/g, '');
		const texts = fc.string({ unit: 'binary', minLength: 1 });
		fc.assert(
			fc.property(texts, fc.constantFrom(...badgeStyles), (text, style) => {
				const svg = drawBadge({ label: text, value: '1', style });
				assert.equal(marks(svg), marks(drawBadge({ label: 'a', value: '1', style })));
				assert.ok(svg.isWellFormed() && [...svg].every((character) => character >= ' ' || /[\t\r\n]/.test(character)));
			}),
		);
	});

	it('may be kept for five minutes, by anybody', async () => {
		const { headers } = await badge(`/badges/doi/${knownId}.svg`);
		assert.equal(headers.get('Cache-Control'), 'public, max-age=300');
		assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
	});

	it('is not sent again where the client has it', async () => {
		const path = `/badges/doi/${knownId}.svg`;
		const tag = (await badge(path)).headers.get('ETag') ?? '';
		for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
			const response = await badge(path, { 'If-None-Match': known });
			assert.equal(response.status, 304, known);
			assert.equal(response.headers.get('ETag'), tag);
			assert.equal(response.headers.get('Cache-Control'), 'public, max-age=300');
			assert.equal(await response.text(), '');
		}
		assert.equal((await badge(path, { 'If-None-Match': '"other"' })).status, 200);
		assert.notEqual((await badge('/badges/doi/10.1/unknown.svg')).headers.get('ETag'), tag);
	});

	it('is refused with a problem where it is asked for wrongly', async () => {
		for (const [path, status, field] of [
			['/badges/doi/10.1/a.svg?relation=hasVersion', 400, 'relation'],
			['/badges/doi/10.1/a.svg?group_by=work', 400, 'group_by'],
			['/badges/doi/10.1/a.svg?size=3', 400, 'size'],
			[`/badges/doi/10.1/a.svg?label=${'x'.repeat(61)}`, 400, 'label'],
			['/badges/doi/10.1/a.png', 404, undefined],
			['/badges/doi/.svg', 404, undefined],
			['/badges/doi/%ff.svg', 400, undefined],
			['/badges/doi/%20.svg', 400, 'id'],
			['/badges/doi/10.1/a.svg?style=round', 400, 'style'],
			['/badges/doi/10.1/a.svg?color=red%22', 400, 'color'],
			['/badges/doi/10.1/a.svg?labelColor=12345', 400, 'labelColor'],
			['/badges/doi/10.1/a.json?style=round', 400, 'style'],
		] as const) {
			const response = await badge(path, { Accept: 'application/problem+json' });
			assert.equal(response.status, status, path);
			assert.equal((await problemOf(response)).errors?.[0]?.field, field);
		}
		assert.equal((await opened.app.request('/badges/doi/10.1/a/b.svg', { method: 'POST' })).status, 405);
	});
});

describe('the look of a badge', () => {
	const drawn = async (query: string) => (await badge(`/badges/doi/${knownId}.svg?${query}`)).text();
	const boundsOf = (svg: string) => /width="(\d+)" height="(\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];

	for (const style of badgeStyles) {
		it(`is that of a style of shields.io: ${style}`, async () => {
			const svg = await drawn(`style=${style}`);
			assert.match(svg, /aria-label="cited by: 250"/);
			assert.match(svg, style === 'for-the-badge' ? />CITED BY<.*>250</ : />cited by<.*>250<|>250<.*>cited by</);
			assert.equal(boundsOf(svg)[1], { plastic: 18, 'for-the-badge': 28 }[style as string] ?? 20);
			const others = await Promise.all(badgeStyles.filter((one) => one !== style).map((one) => drawn(`style=${one}`)));
			assert.ok(!others.includes(svg));
		});
	}

	it('is flat where no style is named', async () => {
		assert.equal(await drawn('relation=isCitedBy'), await drawn('style=flat'));
	});

	it('has the colours that are asked for, by name or by digits', async () => {
		for (const color of ['brightgreen', '4c1', '%234c1', '44CC11', 'success'])
			assert.match(await drawn(`color=${color}`), /<rect [^>]*fill="#44cc11"/, color);
		assert.match(await drawn('labelColor=abcdef'), /<rect [^>]*fill="#abcdef"/);
		assert.match(await drawn('style=social&color=navy'), /<rect [^>]*fill="#000080"/);
	});

	it('keeps the colour of what is not known, whatever is asked for', async () => {
		const response = await badge('/badges/doi/10.1000/unknown.svg?color=brightgreen');
		assert.doesNotMatch(await response.text(), /44cc11/);
	});

	it('can be read before any colour', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
				const background = `#${number.toString(16).padStart(6, '0')}`;
				const luminance = (colour: string) => {
					const shares = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
					const linear = shares.map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
					return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
				};
				const [one = 0, other = 0] = [luminance(background), luminance(textColourOn(background))].sort((a, b) => b - a);
				assert.ok((one + 0.05) / (other + 0.05) >= 4.2, background);
			}),
		);
		assert.equal(textColourOn(readColour('brightgreen')), '#11151b');
		assert.equal(textColourOn(readColour('navy')), '#ffffff');
	});

	it('has room for its text, however long and in whatever script', async () => {
		for (const label of [
			'W'.repeat(60),
			'ᚠ'.repeat(60),
			'引用文献'.repeat(15),
			'استشهد بها',
			'👩‍🔬'.repeat(12),
			'ø̈'.repeat(20),
		]) {
			for (const style of badgeStyles) {
				const svg = await drawn(`style=${style}&label=${encodeURIComponent(label.slice(0, 60))}`);
				const [width = 0] = boundsOf(svg);
				const ends = [...svg.matchAll(/<text x="([\d.]+)"[^>]*textLength="([\d.]+)"/g)];
				assert.equal(ends.length, 2);
				for (const [, x, length] of ends) assert.ok(Number(x) + Number(length) < width, `${style} ${label}`);
			}
		}
	});

	it('is the value alone where the label is empty', async () => {
		for (const style of badgeStyles) {
			const svg = await drawn(`label=&style=${style}`);
			assert.match(svg, /aria-label="250"/);
			assert.equal(svg.match(/<text /g)?.length, 1);
		}
	});
});

describe('a badge as data for shields.io', () => {
	it('is what an endpoint badge may have', async () => {
		const response = await badge(
			`/badges/doi/${knownId}.json?group_by=version&style=social&color=orange&labelColor=555`,
		);
		assert.equal(response.headers.get('Content-Type'), 'application/json');
		assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
		assert.deepEqual(await response.json(), {
			schemaVersion: 1,
			label: 'cited by',
			message: '250',
			color: 'fe7d37',
			labelColor: '555555',
			style: 'social',
			cacheSeconds: 300,
		});
		assert.equal(asked.at(-1)?.group_by, 'version');
	});

	it('says where the work is not known, and that what is no identifier is an error', async () => {
		const dataOf = async (path: string) => (await badge(path)).json();
		assert.partialDeepStrictEqual(await dataOf('/badges/doi/10.1000/unknown.json'), { message: 'unknown' });
		assert.partialDeepStrictEqual(await dataOf('/badges/doi/corner.py.json'), {
			message: 'no identifier',
			isError: true,
		});
	});

	it('is not sent again where the client has it', async () => {
		const path = `/badges/doi/${knownId}.json`;
		const tag = (await badge(path)).headers.get('ETag') ?? '';
		assert.equal((await badge(path, { 'If-None-Match': tag })).status, 304);
	});
});

describe('a badge that cannot be drawn', () => {
	const browser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
	const svgOf = async (response: Response) => {
		assert.equal(response.headers.get('Content-Type'), 'image/svg+xml');
		assert.equal(response.headers.get('Cache-Control'), 'no-cache');
		assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
		return response.text();
	};

	for (const accept of [browser, '*/*', 'image/*', undefined]) {
		it(`is a picture that says why, with its status: Accept ${accept}`, async () => {
			const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
			const wrong = await badge('/badges/doi/10.1/a.svg?group_by=work&label=papers&style=social', headers);
			assert.equal(wrong.status, 400);
			assert.match(await svgOf(wrong), /aria-label="papers: wrong address"/);
			const missing = await badge('/badges/doi/.svg', headers);
			assert.equal(missing.status, 404);
			assert.match(await svgOf(missing), /aria-label="cited by: wrong address"/);
		});
	}

	it('is a problem for clients that prefer JSON', async () => {
		for (const accept of ['application/problem+json', 'application/json', 'text/html']) {
			const response = await badge('/badges/doi/10.1/a.svg?group_by=work', { Accept: accept });
			assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
		}
		const data = await badge('/badges/doi/10.1/a.json?group_by=work');
		assert.equal(data.headers.get('Content-Type'), 'application/problem+json');
	});

	it('is a picture, too, where too many are asked for, with the time to wait', async () => {
		const { app, close } = await openTestApp({ RATE_LIMIT: '1' });
		const ask = () => app.request(`/badges/doi/${knownId}.svg`);
		assert.equal((await ask()).status, 200);
		const refused = await ask();
		assert.equal(refused.status, 429);
		assert.ok(Number(refused.headers.get('Retry-After')) > 0);
		assert.match(await svgOf(refused), /aria-label="cited by: too many requests"/);
		await close();
	});

	it('is a picture, too, if the index is unavailable, and the log has the reason', async () => {
		const away = new BrokerError('unavailable', 'The index does not answer.');
		const { app, logged, close } = await openTestApp({}, { searchRelationships: () => Promise.reject(away) });
		const response = await app.request(`/badges/doi/${knownId}.svg`);
		assert.equal(response.status, 503);
		assert.match(await svgOf(response), /aria-label="cited by: unavailable"/);
		assert.ok(
			logged.some(({ reason }) => reason === away.message),
			JSON.stringify(logged),
		);
		await close();
	});
});
