// Schemes of registries of persons, organisations and resources: GND, ROR, VIAF, Wikidata.
                                           

/** Lists the schemes in the order in which detection reports them. */
export const authoritySchemes                    = [
	{
		// The forms are those of Wikidata's property P227.
		name: 'gnd',
		title: 'Gemeinsame Normdatei',
		labels: ['gnd:'],
		goesAlong: () => true,
		bare: /^\d{5}/,
		addresses: ['d-nb.info/gnd/'],
		pattern: /^(?:1[0-3]?\d{7}[\dX]|[47]\d{6}-\d|[1-9]\d{0,7}-[\dX]|3\d{7}[\dX])$/i,
		canonical: ([number]) => `gnd:${number.toUpperCase()}`,
		letterCase: 'folded',
		url: (gnd) => `https://d-nb.info/gnd/${gnd.slice('gnd:'.length)}`,
		examples: [
			{
				value: 'gnd:4079154-3',
				url: 'https://d-nb.info/gnd/4079154-3',
				spellings: ['4079154-3', 'GND:4079154-3', 'http://d-nb.info/gnd/4079154-3'],
			},
		],
		misfits: ['gnd:0079154-3'],
	},
	{
		// A zero, six characters of Crockford's base 32, two digits; ror.readme.io, "ROR identifier
		// pattern".
		name: 'ror',
		title: 'Research Organization Registry',
		labels: ['ror:'],
		goesAlong: () => true,
		addresses: ['ror.org/'],
		pattern: /^0[a-hj-km-np-tv-z\d]{6}\d{2}$/i,
		letterCase: 'folded',
		url: 'https://ror.org/{}',
		examples: [
			{
				value: '03yrm5c26',
				url: 'https://ror.org/03yrm5c26',
				spellings: ['03YRM5C26', 'https://ror.org/03yrm5c26', 'ror:03yrm5c26'],
			},
		],
		misfits: ['03yrm5c2'],
	},
	{
		// Any short number might be one: without its label a value is one only where the sender says
		// so.
		name: 'viaf',
		title: 'Virtual International Authority File',
		labels: ['viaf:'],
		goesAlong: () => true,
		addresses: ['viaf.org/viaf/'],
		pattern: /^(?:\d{2,9}|\d{19,22})$/,
		detection: 'labelled',
		canonical: ([number]) => `viaf:${number}`,
		letterCase: 'folded',
		outranks: ['url'],
		url: (viaf) => `https://viaf.org/viaf/${viaf.slice('viaf:'.length)}`,
		examples: [
			{
				value: 'viaf:75121530',
				url: 'https://viaf.org/viaf/75121530',
				spellings: ['75121530', 'https://www.viaf.org/viaf/75121530/'],
			},
		],
		misfits: ['viaf:x'],
	},
	{
		name: 'wikidata',
		title: 'Wikidata item',
		aliases: ['qid'],
		labels: ['wikidata:'],
		addresses: ['wikidata.org/entity/', 'wikidata.org/wiki/'],
		pattern: /^Q[1-9]\d{0,11}$/i,
		canonical: ([item]) => item.toUpperCase(),
		letterCase: 'folded',
		url: 'https://www.wikidata.org/entity/{}',
		examples: [
			{
				value: 'Q303',
				key: 'q303',
				url: 'https://www.wikidata.org/entity/Q303',
				spellings: ['q303', 'wikidata:Q303', 'https://www.wikidata.org/wiki/Q303#identifiers'],
			},
		],
		misfits: ['Q0303'],
	},
	{
		// docs.openalex.org: a letter for the kind (work, author, source, institution, concept,
		// publisher, funder).
		name: 'openalex',
		title: 'OpenAlex',
		labels: ['openalex:'],
		addresses: ['openalex.org/', 'openalex.org/works/', 'api.openalex.org/', 'api.openalex.org/works/'],
		pattern: /^[WASICPF]\d{6,10}$/i,
		canonical: ([id]) => id.toUpperCase(),
		letterCase: 'folded',
		url: 'https://openalex.org/{}',
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
	{
		// GB/T 32843: registration agency, kind of resource, then the agency's own name of it.
		name: 'cstr',
		title: 'China Science and Technology Resource identifier',
		labels: ['cstr:'],
		addresses: ['cstr.cn/'],
		pattern: /^\d{5}\.\d{2}(?:\.[^\s./]+)+$/,
		letterCase: 'folded',
		url: 'https://cstr.cn/{}',
		examples: [
			{
				value: '31253.11.sciencedb.13238',
				url: 'https://cstr.cn/31253.11.sciencedb.13238',
				spellings: ['CSTR:31253.11.sciencedb.13238', 'https://cstr.cn/31253.11.sciencedb.13238'],
			},
		],
		misfits: ['31253.11'],
	},
	{
		name: 'rrid',
		title: 'Research Resource Identifier',
		labels: ['rrid:'],
		addresses: [
			'scicrunch.org/resolver/',
			'scicrunch.org/resolver/rrid:',
			'identifiers.org/rrid:',
			'identifiers.org/rrid/',
			'rrid.site/data/record/',
			'antibodyregistry.org/',
			'bioregistry.io/rrid:',
			'n2t.net/rrid:',
		],
		pattern: /^[a-z][a-z\d-]{0,60}(?:_[\w:.-]+|:[\w-]+|-\d[\d-]{0,60})$/i,
		inText: /RRID:/,
		detection: 'labelled',
		canonical: ([resource]) => `RRID:${resource}`,
		letterCase: 'folded',
		url: 'https://scicrunch.org/resolver/{}',
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
];
