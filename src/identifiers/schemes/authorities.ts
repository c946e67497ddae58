// Schemes of registries of persons, organisations and resources: GND, ROR, VIAF, Wikidata.
import type { Scheme } from '../scheme.ts';

/** Lists the schemes in the order in which detection reports them. */
export const authoritySchemes: readonly Scheme[] = [
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
	},
	{
		name: 'wikidata',
		title: 'Wikidata item',
		aliases: ['qid'],
		labels: ['wikidata:', 'wd:'],
		addresses: [
			...['wikidata.org/entity/', 'wikidata.org/wiki/', 'wikidata.org/wiki/special:entitypage/'],
			...['m.wikidata.org/wiki/', 'scholia.toolforge.org/work/', 'hub.toolforge.org/'],
		],
		forms: [
			{
				written: /^https?:\/\/(?:www\.)?wikidata\.org\/wiki\/special:entitydata\/(Q\d+)(?:\.[a-z]+)?(?:[?#].*)?$/i,
				means: '$1',
			},
		],
		pattern: /^Q[1-9]\d{0,11}$/i,
		canonical: ([item]) => item.toUpperCase(),
		letterCase: 'folded',
		url: 'https://www.wikidata.org/entity/{}',
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
	},
	{
		// opencitations.net/meta: bibliographic resources (br), agents, identifiers, roles and embodiments.
		name: 'omid',
		title: 'OpenCitations Meta Identifier',
		labels: ['omid:'],
		addresses: [
			'opencitations.net/meta/',
			'w3id.org/oc/meta/',
			'opencitations.net/meta/api/v1/metadata/omid:',
			'api.opencitations.net/meta/v1/metadata/omid:',
		],
		pattern: /^(?:br|ra|id|ar|re)\/0\d{1,30}$/i,
		canonical: ([omid]) => omid.toLowerCase(),
		letterCase: 'folded',
		outranks: ['handle', 'w3id', 'url'],
		url: 'https://opencitations.net/meta/{}',
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
	},
];
