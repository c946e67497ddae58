// Examples of identifiers of registries of persons, organisations and resources, by scheme, and of texts that resemble one and are none.
import type { Examples } from './scheme-examples.fixture.ts';

export const authorityExamples: Examples = {
	gnd: {
		examples: [
			{
				value: 'gnd:4079154-3',
				url: 'https://d-nb.info/gnd/4079154-3',
				spellings: ['4079154-3', 'GND:4079154-3', 'http://d-nb.info/gnd/4079154-3'],
			},
		],
		misfits: ['gnd:0079154-3'],
	},
	ror: {
		examples: [
			{
				value: '03yrm5c26',
				url: 'https://ror.org/03yrm5c26',
				spellings: ['03YRM5C26', 'https://ror.org/03yrm5c26', 'ror:03yrm5c26'],
			},
		],
		misfits: ['03yrm5c2'],
	},
	viaf: {
		examples: [
			{
				value: 'viaf:75121530',
				url: 'https://viaf.org/viaf/75121530',
				spellings: ['75121530', 'https://www.viaf.org/viaf/75121530/'],
			},
		],
		misfits: ['viaf:x'],
	},
	wikidata: {
		examples: [
			{
				value: 'Q303',
				key: 'q303',
				url: 'https://www.wikidata.org/entity/Q303',
				spellings: [
					'q303',
					'wikidata:Q303',
					'wd:Q303',
					'https://www.wikidata.org/wiki/Special:EntityPage/Q303',
					'https://www.wikidata.org/wiki/Special:EntityData/Q303.json',
					'https://m.wikidata.org/wiki/Q303',
					'https://www.wikidata.org/wiki/Q303#identifiers',
				],
			},
		],
		misfits: ['Q0303'],
	},
	openalex: {
		examples: [
			{
				value: 'W2741809807',
				key: 'w2741809807',
				url: 'https://openalex.org/W2741809807',
				spellings: ['w2741809807', 'https://openalex.org/W2741809807'],
			},
		],
		misfits: ['W2741'],
	},
	omid: {
		examples: [
			{
				value: 'br/061202',
				url: 'https://opencitations.net/meta/br/061202',
				spellings: [
					'omid:br/061202',
					'https://w3id.org/oc/meta/br/061202',
					'https://opencitations.net/meta/br/061202',
					'https://opencitations.net/meta/api/v1/metadata/omid:br/061202',
					'https://api.opencitations.net/meta/v1/metadata/omid:br/061202',
				],
			},
		],
		misfits: ['br/61202'],
	},
	cstr: {
		examples: [
			{
				value: '31253.11.sciencedb.13238',
				url: 'https://cstr.cn/31253.11.sciencedb.13238',
				spellings: ['CSTR:31253.11.sciencedb.13238', 'https://cstr.cn/31253.11.sciencedb.13238'],
			},
		],
		misfits: ['31253.11'],
	},
	rrid: {
		examples: [
			{
				value: 'RRID:SCR_014641',
				key: 'rrid:scr_014641',
				url: 'https://scicrunch.org/resolver/RRID:SCR_014641',
				spellings: ['SCR_014641', 'rrid:SCR_014641', 'https://scicrunch.org/resolver/RRID:SCR_014641'],
			},
			{
				value: 'RRID:WB-STRAIN_N2',
				key: 'rrid:wb-strain_n2',
				url: 'https://scicrunch.org/resolver/RRID:WB-STRAIN_N2',
				spellings: ['WB-STRAIN_N2', 'rrid: WB-STRAIN_N2', 'https://identifiers.org/RRID:WB-STRAIN_N2'],
			},
			{
				value: 'RRID:nif-0000-14641',
				key: 'rrid:nif-0000-14641',
				url: 'https://scicrunch.org/resolver/RRID:nif-0000-14641',
				spellings: ['nif-0000-14641', 'RRID: nif-0000-14641', 'https://scicrunch.org/resolver/nif-0000-14641'],
			},
		],
		misfits: ['RRID:014641', 'RRID:nif-'],
	},
};
