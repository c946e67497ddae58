import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
	badgeStyles,
	boxThemes,
	type ListOrder,
	listForms,
	listOrders,
	pageSizes,
	readmeLanguages,
	shownParts,
} from '../../../src/http/pages/object/work-choices.ts';
import { checkWorkView } from '../../../src/http/pages/object/work-view.ts';
import { relationNames, typeNames } from '../relations.ts';
import { readView, type View, writeView } from './address.ts';
import { auditView } from './audit-view.ts';
import { explainPath } from './explain-view.ts';
import { changed, isFiltered, type ObjectView, objectPath, objectView, unfiltered } from './object-view.ts';
import { sectionView } from './operator-view.ts';
import { flagNames, readYears, writeYears } from './parts.ts';
import { fitsAddress, reportView } from './report-view.ts';
import { changedSearch, searchView } from './search-view.ts';
import { newSubscriptionView, subscriptionsView } from './subscription-view.ts';

const read = (address: string): View => readView(new URL(address, 'http://localhost'));
const readObject = (query: string) => read(`/objects/doi/10.1/a?${query}`) as ObjectView;

const orders = Object.keys(listOrders) as ListOrder[];

describe('the address of the sources', () => {
	it('has the number of a page of them but the first', () => {
		for (const pageNumber of [1, 7]) {
			const address = writeView({ page: 'sources', pageNumber });
			assert.equal(address, pageNumber === 1 ? '/providers' : '/providers?page=7');
			assert.deepEqual(read(address), { page: 'sources', pageNumber });
		}
	});
});

describe('the address of a work', () => {
	it('leaves its identifier readable', () => {
		assert.equal(objectPath('doi', '10.5281/zenodo.11020'), '/objects/doi/10.5281/zenodo.11020');
		assert.equal(objectPath('arxiv', 'arXiv:1207.4464v1'), '/objects/arxiv/arXiv:1207.4464v1');
		assert.equal(objectPath('ads', '2016JOSS....1...24F'), '/objects/ads/2016JOSS....1...24F');
	});

	it('encodes what would end the path', () => {
		assert.equal(objectPath('doi', '10.1/a?b#c%d'), '/objects/doi/10.1/a%3Fb%23c%25d');
	});

	it('encodes slashes that browsers and proxies fold away', () => {
		assert.equal(objectPath('url', 'https://example.org/a'), '/objects/url/https:%2F%2Fexample.org/a');
		assert.equal(objectPath('doi', '10.1/a/../b'), '/objects/doi/10.1/a%2F..%2Fb');
		assert.equal(objectPath('url', 'https://example.org/'), '/objects/url/https:%2F%2Fexample.org%2F');
	});

	it('names the same work when it is read again, whatever the identifier', () => {
		const segment = fc.constantFrom('', '.', '..', 'a', '10.1', 'é', '%2F', 'a b', '?', '#', '&=', '+', '\\', 'https:');
		const id = fc.oneof(
			fc.string({ unit: 'grapheme', minLength: 1 }),
			fc.array(segment, { minLength: 2 }).map((all) => all.join('/')),
		);
		fc.assert(
			fc.property(
				id.filter((text) => text !== '.' && text !== '..'),
				(text) => {
					const view = read(writeView(objectView('my scheme/é', text)));
					assert.deepEqual(view, objectView('my scheme/é', text.toWellFormed()));
				},
			),
		);
	});
});

describe('what is shown of a work', () => {
	it('is all of its versions, unfiltered, newest link first, unless the address says otherwise', () => {
		assert.equal(writeView(objectView('doi', '10.1/a')), '/objects/doi/10.1/a');
		const view = readObject('');
		assert.equal(view.groupBy, 'version');
		assert.equal(view.relation, undefined);
		assert.equal(view.sort, 'mostrecent');
		assert.equal(isFiltered(view), false);
	});

	it('is written in the words of the interface', () => {
		const view = objectView('doi', '10.1/a', {
			relation: 'isCitedBy',
			groupBy: 'identity',
			type: 'software',
			years: { from: 2015, to: undefined },
			from: '2016-01-01',
			q: 'title:corner',
			sort: '-mostrecent',
			pageNumber: 3,
		});
		assert.equal(
			writeView(view),
			'/objects/doi/10.1/a?relation=isCitedBy&group_by=identity&type=software&publication_year=2015--&from=2016-01-01&q=title%3Acorner&sort=-mostrecent&page=3',
		);
	});

	it('is the same when its address is read again', () => {
		const day = fc
			.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
			.map((date) => date.toISOString().slice(0, 10));
		const year = fc.integer({ min: 1000, max: 9999 });
		const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
		const settings = fc.record({
			relation: optional(fc.constantFrom(...relationNames, 'all' as const)),
			groupBy: fc.constantFrom('identity' as const, 'version' as const),
			type: optional(fc.constantFrom(...typeNames)),
			years: optional(
				fc.oneof(
					year.map((from) => ({ from, to: undefined })),
					year.map((to) => ({ from: 1000, to })),
				),
			),
			from: optional(day),
			to: optional(day),
			q: optional(fc.string({ minLength: 1 }).map((text) => `x${text}x`)),
			via: optional(fc.string({ minLength: 1 })),
			subtype: optional(fc.string({ minLength: 1 })),
			flagged: optional(fc.subarray(flagNames, { minLength: 1 })),
			definition: optional(fc.constantFrom('strict', 'our-own')),
			exclude: optional(fc.subarray(flagNames, { minLength: 1 })),
			sort: fc.constantFrom(...orders),
			size: fc.constantFrom(25, 50, 100),
			pageNumber: fc.integer({ min: 1, max: 400 }),
			cursor: optional(fc.string({ minLength: 1 })),
			show: fc.constantFrom(...shownParts),
			form: fc.constantFrom(...listForms),
			axis: optional(fc.constantFrom('publication' as const, 'link' as const)),
		});
		fc.assert(
			fc.property(settings, ({ via, ...some }) => {
				const view = objectView('doi', '10.1/a', { ...some, via: some.groupBy === 'version' ? via : undefined });
				assert.deepEqual(read(writeView(view)), view);
			}),
		);
	});

	it('is one that the broker’s own page of the work takes, whatever it shows', () => {
		const settings: Partial<ObjectView>[] = [
			{},
			...[...relationNames, 'all' as const].map((relation) => ({ relation })),
			...typeNames.map((type) => ({ type, groupBy: 'identity' as const, sort: '-mostrecent' as const })),
			{
				years: { from: 1999, to: 2005 },
				from: '2016-01-01',
				to: '2016-12-31',
				q: 'title:corner',
				subtype: 'IsReviewedBy',
			},
			{ flagged: flagNames, definition: 'strict', exclude: flagNames },
			{ years: { from: undefined, to: 999 }, via: 'doi:10.1/b', show: 'graph', axis: 'link' },
			...pageSizes.map((size) => ({ size, pageNumber: 10_000 / size, axis: 'publication' as const })),
			{ pageNumber: 999_999, cursor: 'Abc_-1' },
			...shownParts.map((show) => ({ show })),
			...orders.map((sort) => ({ sort, form: 'table' as const })),
			...badgeStyles.map((style) => ({ show: 'export' as const, style })),
			...readmeLanguages.map((language) => ({ language })),
			...boxThemes.map((theme) => ({ theme })),
		];
		for (const some of settings) {
			const view = objectView('doi', '10.1/a', some);
			assert.doesNotThrow(() => checkWorkView(view, `http://127.0.0.1${writeView(view)}`), JSON.stringify(some));
		}
	});

	it('ignores wrong values', () => {
		assert.deepEqual(
			readObject(
				'relation=eats&group_by=x&type=book&publication_year=then&from=soon&sort=up&size=7&page=0&show=film&axis=x',
			),
			objectView('doi', '10.1/a'),
		);
	});

	it('has flags, or groups of them, in one parameter, or in one for each ticked box, in their order', () => {
		const exclude = ['author-self', 'machine'];
		for (const query of ['exclude=machine,author-self', 'exclude=machine&exclude=author-self&exclude='])
			assert.deepEqual(readObject(query).exclude, exclude, query);
		assert.match(writeView(readObject('exclude=machine&exclude=author-self')), /\?exclude=author-self%2Cmachine$/);
		assert.deepEqual(readObject('exclude=self,machine').exclude, ['author-self', 'journal-self', 'machine']);
		for (const query of ['exclude=', 'exclude=nothing&flagged=,']) assert.deepEqual(readObject(query), readObject(''));
	});

	it('has the years in one parameter, or in the two of a form', () => {
		assert.deepEqual(readObject('first_year=2015&last_year=').years, { from: 2015, to: undefined });
		assert.deepEqual(readObject('first_year=2015&last_year=2018').years, { from: 2015, to: 2018 });
		assert.equal(readObject('first_year=then').years, undefined);
	});

	it('filters by a version of the work only where versions are grouped', () => {
		assert.equal(readObject('via=doi:10.1/b').via, 'doi:10.1/b');
		assert.equal(readObject('via=doi:10.1/b&group_by=identity').via, undefined);
	});

	it('reads a month or a year as the days at its ends', () => {
		assert.equal(readObject('from=2016').from, '2016-01-01');
		assert.equal(readObject('to=2016').to, '2016-12-31');
		assert.equal(readObject('from=2016-02').from, '2016-02-01');
		assert.equal(readObject('to=2016-02').to, '2016-02-29');
		assert.equal(readObject('to=2016-13').to, undefined);
	});

	it('starts at the first page again when anything but the page changes', () => {
		const view = objectView('doi', '10.1/a', { pageNumber: 5, cursor: 'abc' });
		const after = changed(view, { type: 'software' });
		assert.equal(after.pageNumber, 1);
		assert.equal(after.cursor, undefined);
		assert.equal(changed(view, { pageNumber: 6 }).pageNumber, 6);
	});

	it('loses every filter at once, and nothing else', () => {
		const filters = {
			type: 'dataset',
			years: { from: 2001, to: 2002 },
			from: '2003-01-01',
			to: '2004-01-01',
			q: 'x',
			subtype: 'IsReviewedBy',
			flagged: ['machine'],
		} as const;
		const kept = { relation: 'cites', groupBy: 'identity', definition: 'strict', exclude: ['author-self'] } as const;
		const view = objectView('doi', '10.1/a', { ...filters, ...kept });
		assert.equal(isFiltered(view), true);
		assert.deepEqual(unfiltered(view), objectView('doi', '10.1/a', kept));
	});
});

describe('a range of years', () => {
	it('is read in all spellings of the interface', () => {
		assert.deepEqual(readYears('2015--2018'), { from: 2015, to: 2018 });
		assert.deepEqual(readYears('2015--<2018'), { from: 2015, to: 2017 });
		assert.deepEqual(readYears('>2005--'), { from: 2006, to: undefined });
		assert.deepEqual(readYears('--1999'), { from: undefined, to: 1999 });
	});

	it('is none where it is open at both ends, or ends before it begins', () => {
		for (const text of [null, '', '--', '2015', '2015-2018', '2018--2015', '15--18'])
			assert.equal(readYears(text), undefined, String(text));
	});

	it('is written with both ends included', () => {
		assert.equal(writeYears({ from: 2015, to: 2018 }), '2015--2018');
		assert.equal(writeYears({ from: undefined, to: 999 }), '--0999');
		assert.equal(writeYears({ from: undefined, to: undefined }), undefined);
	});
});

describe('other addresses', () => {
	it('lead to the first page, the pages for operators, or nowhere', () => {
		assert.deepEqual(read('/'), { page: 'home' });
		assert.deepEqual(read('/operator'), sectionView('loads'));
		const lists = [sectionView('loads', { kind: 'files', before: '7' }), sectionView('events', { load: '0b6f3c6e' })];
		for (const view of lists) assert.deepEqual(read(writeView(view)), view);
		assert.deepEqual(
			read('/operator/events?state=Error&before=12'),
			sectionView('events', { state: 'Error', before: '12' }),
		);
		assert.deepEqual(read('/operator/submit?submitted=1'), sectionView('submit', { submitted: '1' }));
		for (const path of [
			'/objects',
			'/objects/doi',
			'/objects/doi/',
			'/operator/x',
			'/operator/tokens/1',
			'/operator/events/1/links',
			'/operator/loads/1/events',
			'/search/x',
			'/explain/x',
			'/report/x',
			'/api/relationships',
		]) {
			assert.deepEqual(read(path), { page: 'missing', path });
		}
	});

	it('lead to subscriptions, to one, and to the form for another, filled in', () => {
		const lists = [subscriptionsView(), { ...subscriptionsView({ all: true }), after: '7' }];
		const one = { page: 'subscription', number: '7' } as const;
		const follow = { id: '10.5072/maps.1', scheme: 'doi', group_by: 'version', entries: 'all', what: 'both' };
		for (const view of [...lists, one, newSubscriptionView('email', follow)])
			assert.deepEqual(read(writeView(view)), view);
		assert.deepEqual(read('/operator/subscriptions/new'), newSubscriptionView('webhook'));
		assert.deepEqual(
			read('/operator/subscriptions/new?kind=pigeon&prefix=+10.5281&other=1&orcid='),
			newSubscriptionView('webhook', { prefix: '10.5281' }),
		);
		for (const path of ['/operator/subscriptions/0', '/operator/subscriptions/x', '/operator/subscriptions/1/x'])
			assert.deepEqual(read(path), { page: 'missing', path });
	});

	it('lead to what was done, by whom, to what and when', () => {
		const all = auditView();
		assert.deepEqual(read('/operator/audit'), all);
		assert.equal(writeView(all), '/operator/audit');
		const some = { ...auditView({ who: 'command line', action: 'token.created', since: '2026-01-31' }), before: '12' };
		assert.deepEqual(read(writeView(some)), some);
		assert.deepEqual(read('/operator/audit?who=&subject=+'), all);
	});

	it('lead to an event, on among its links, and to its withdrawal', () => {
		for (const [after, isWithdrawing] of [
			[undefined, false],
			['100', false],
			[undefined, true],
		] as const) {
			const view = { page: 'event', eventId: '0b6f3c6e', after, isWithdrawing } as const;
			assert.deepEqual(read(writeView(view)), view);
		}
	});

	it('lead to a load, and to its withdrawal', () => {
		for (const isWithdrawing of [false, true]) {
			const view = { page: 'load', loadId: '0b6f3c6e', isWithdrawing } as const;
			assert.deepEqual(read(writeView(view)), view);
		}
	});

	it('lead to works that words find, as the interface names what is asked', () => {
		const view = searchView('title:corner', {
			type: 'software',
			years: { from: 2016, to: 2018 },
			groupBy: 'identity',
			sort: '-mostcited',
			cursor: 'x+y',
			pageNumber: 2,
		});
		assert.equal(
			writeView(view),
			'/search?q=title%3Acorner&type=software&publication_year=2016--2018&group_by=identity&sort=-mostcited' +
				'&cursor=x%2By&page=2',
		);
		assert.deepEqual(read(writeView(view)), view);
		assert.deepEqual(read('/search?q=+a&type=book&publication_year=x&sort=best&page=2'), searchView('a'));
		assert.deepEqual(changedSearch(view, { type: undefined }).cursor, undefined);
	});

	it('lead to what explains two identifiers', () => {
		const address = explainPath({ ID: '10.1/a&b', IDScheme: 'doi' }, { ID: 'https://x.org/?q', IDScheme: 'url' });
		assert.deepEqual(read(address), {
			page: 'explain',
			id: '10.1/a&b',
			scheme: 'doi',
			other: 'https://x.org/?q',
			otherScheme: 'url',
			flag: undefined,
		});
		const withFlag = { ...read(address), flag: 'author-self' } as const;
		assert.deepEqual(read(writeView(withFlag as ReturnType<typeof read>)), withFlag);
		assert.equal(writeView(read('/explain?id=%20&other=10.1/b')), '/explain?other=10.1%2Fb');
	});

	it('lead to a report on a list, one identifier a line as a form sends it', () => {
		assert.equal(writeView(reportView({})), '/report');
		const view = reportView({ ids: ['10.1/a&b', 'arXiv:1207.4464', 'two words'], since: '2026-01-31', cursor: '100' });
		assert.deepEqual(read(writeView(view)), view);
		assert.deepEqual(
			read('/report?ids=10.1%2Fa%0D%0A+%0D%0A10.1%2Fb%0A10.1%2Fa&since=soon'),
			reportView({ ids: ['10.1/a', '10.1/b'] }),
		);
	});

	it('lead to a report on a DOI prefix or a provider, also where the form sends the others empty', () => {
		for (const about of [{ prefix: '10.5281/zenodo.1' }, { provider: 'SAO/NASA ADS & others' }]) {
			const view = reportView({ ...about, since: '2026-01-31' });
			assert.deepEqual(read(writeView(view)), view);
		}
		assert.equal(writeView(read('/report?ids=&prefix=+10.5281&provider=&since=')), '/report?prefix=10.5281');
	});

	it('hold the order of a report, and what it counts', () => {
		const order = { key: 'identity_isCitedBy', descending: true } as const;
		const view = reportView({ prefix: '10.5281', level: 'identity', order });
		assert.equal(writeView(view), '/report?prefix=10.5281&level=identity&sort=-identity_isCitedBy');
		assert.deepEqual(read(writeView(view)), view);
		assert.deepEqual(read('/report?level=all&sort=-constructor'), reportView({}));
	});

	it('hold a list of some hundred identifiers, and say where they cannot', () => {
		const ofMany = (length: number) => reportView({ ids: Array.from({ length }, (_, at) => `10.5281/zenodo.${at}`) });
		assert.equal(fitsAddress(ofMany(100)), true);
		assert.equal(fitsAddress(ofMany(1_000)), false);
	});

	it('are read even where they are wrongly encoded', () => {
		assert.deepEqual(read('/objects/doi/10.1/%E0%A4%A'), objectView('doi', '10.1/%E0%A4%A'));
	});
});
