import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { referenceText } from './work-texts.ts';

const named = (...names: string[]) => names.map((Name) => ({ Name }));
const Identifiers = [
	{ ID: '2019Obs...139....7G', IDScheme: 'ads' },
	{ ID: '10.5072/obs.7', IDScheme: 'doi' },
];
const article = {
	Identifiers,
	Title: 'Tides of small moons',
	Creator: named('Gruber, Ada', 'Ōta, Ken'),
	PublicationDate: '2019-02-11',
	Container: { Title: 'Acta Lunae', Volume: '139', Issue: '2', Pages: '7-19' },
	Publisher: named('Lunar Press'),
};

describe('a reference to a work', () => {
	it('has its names, year, title, journal, volume, issue and pages, and the address of its DOI', () => {
		assert.equal(
			referenceText(article),
			'Gruber, Ada; Ōta, Ken (2019). Tides of small moons. Acta Lunae, 139(2), 7-19. https://doi.org/10.5072/obs.7',
		);
	});

	it('has the publisher of what appeared in no journal or book', () => {
		const { Container: _, ...software } = article;
		assert.match(referenceText(software), /moons\. Lunar Press\. https/);
	});

	it('is whole without what is not known', () => {
		const address = 'https://doi.org/10.5072/obs.7';
		for (const [known, text] of [
			[{}, address],
			[{ Title: 'Tides' }, `Tides. ${address}`],
			[{ Title: 'Tides', PublicationDate: '2019' }, `Tides (2019). ${address}`],
			[{ Creator: named('Gruber, A.') }, `Gruber, A. ${address}`],
			[{ Title: 'Why tides?', Creator: named('A'), Container: { Volume: '3' } }, `A. Why tides? 3. ${address}`],
			[{ Title: 'Tides', Container: { Issue: '4' } }, `Tides. (4). ${address}`],
		] as const)
			assert.equal(referenceText({ Identifiers, ...known }), text);
		assert.equal(referenceText({ Identifiers: [{ ID: 'm7', IDScheme: 'own' }], Title: 'Tides' }), 'Tides. own:m7');
	});

	it('is one line, and names of many creators the first', () => {
		const many = named(...Array.from({ length: 30 }, (_, at) => `N${at}`));
		const text = referenceText({ Identifiers, Title: 'Tides\n of\u2028 moons', Creator: many, CreatorTotal: 1_200 });
		assert.match(text, /; N19 and 1,180 more\. Tides of moons\. https/);
		assert.equal(text.split(/[\n\u2028]/).length, 1);
	});
});
