// An invented corner of the literature for tests and pictures: a piece of software with its
// versions, and the works around it. Pure; no I/O.

type Identifier = { ID: string; IDScheme: string };
type Work = {
	Identifier: Identifier[];
	Type: { Name: 'literature' | 'software' | 'dataset' | 'unknown' };
	Title?: string;
	Creator?: { Name: string }[];
	PublicationDate?: string;
	Container?: { Title: string };
	Publisher?: { Name: string }[];
};

/** One Scholix link as it is submitted. */
export type ExampleLink = {
	Source: Work;
	RelationshipType: { Name: string; SubType?: string; SubTypeSchema?: string };
	Target: Work;
	LinkProvider: { Name: string }[];
	LinkPublicationDate: string;
};

/** What the example holds, for tests to compare with. */
export const example = {
	/** Stands for all versions of the software. */
	concept: { scheme: 'doi', id: '10.5072/skymap' },
	repository: 'https://github.com/example-org/skymap',
	versions: [
		'10.5072/skymap',
		'10.5072/skymap.v1.0',
		'10.5072/skymap.v1.1',
		'10.5072/skymap.v2.0',
		'10.5072/skymap.v2.1',
		'10.5072/skymap.v3.0',
	],
	citing: 64,
	/** Of those that cite. */
	withoutYear: 4,
	/** Names different works as doi and as ads. */
	ambiguous: 'EXAMPLE-1',
	unknown: '10.5072/nobody-knows-this',
	/** Known under two names, and linked to nothing. */
	quiet: '10.5072/quiet',
	/** A preprint that is known without a version. */
	preprint: 'arXiv:1601.10002',
} as const;

const subjects = [
	'cluster galaxies',
	'the Galactic halo',
	'weak lensing shear',
	'quasar variability',
	'stellar streams',
	'cosmic shear',
	'the Local Group',
	'supernova light curves',
	'exoplanet transits',
	'interstellar dust',
	'radio halos',
	'dwarf satellites',
	'gravitational arcs',
];
const forms = [
	(subject: string) => `A survey of ${subject}`,
	(subject: string) => `Mapping ${subject} with photometric redshifts`,
	(subject: string) => `Bayesian inference for ${subject}`,
	(subject: string) => `New constraints on ${subject} from wide-field imaging`,
	(subject: string) => `On the selection of ${subject}`,
];
const names = [
	'Adeyemi, Ngozi',
	'Bianchi, Luca',
	'Castillo, María',
	'Dubois, Élise',
	'Eriksen, Nils',
	'Fujita, Aiko',
	'Gupta, Priya',
	'Haddad, Samir',
	'Ivanova, Olga',
	'Jansen, Pieter',
];
const publishers = ['Journal of Survey Astronomy', 'Letters on Statistics', 'Annals of Open Software'];
const providers = ['Crossref', 'DataCite', 'SAO/NASA Astrophysics Data System'];

/** Makes the links, the same each time. */
export function exampleLinks(): ExampleLink[] {
	return [
		...softwareLinks(),
		...citingLinks(),
		...citedLinks(),
		...supplementLinks(),
		...ambiguousLinks(),
		...quietLinks(),
	];
}

const skymap: Work = {
	Identifier: [
		{ ID: example.concept.id, IDScheme: 'doi' },
		{ ID: example.repository, IDScheme: 'url' },
	],
	Type: { Name: 'software' },
	Title: 'Skymap: maps of the sphere for survey astronomy',
	Creator: [{ Name: 'Castillo, María' }, { Name: 'Eriksen, Nils' }, { Name: 'Fujita, Aiko' }],
	PublicationDate: '2013-11-04',
	Container: { Title: 'Celestial Letters' },
	Publisher: [{ Name: 'Zenodo' }],
};

function version(at: number): Work {
	const id = pick(example.versions, at);
	return {
		...skymap,
		Identifier: [{ ID: id, IDScheme: 'doi' }],
		Title: `Skymap ${id.slice(id.indexOf('.v') + 2)}`,
		PublicationDate: `${2013 + 2 * at}-0${at}-15`,
	};
}

function softwareLinks(): ExampleLink[] {
	return example.versions.slice(1).map((_, at) => ({
		...link(skymap, 'IsRelatedTo', version(at + 1), 'DataCite', `${2013 + 2 * (at + 1)}-0${at + 1}-16`),
		RelationshipType: { Name: 'IsRelatedTo', SubType: 'HasVersion', SubTypeSchema: 'DataCite' },
	}));
}

function citingWork(at: number): Work {
	const year = 2014 + Math.floor(Math.sqrt(at / example.citing) * 11);
	const Type = {
		Name: at % 9 === 4 ? ('software' as const) : at % 11 === 6 ? ('dataset' as const) : ('literature' as const),
	};
	const subject = pick(subjects, at);
	const bare: Work = { Identifier: [{ ID: `10.5072/work.${String(at).padStart(3, '0')}`, IDScheme: 'doi' }], Type };
	if (at % 16 === 15) return { ...bare, Type: { Name: 'unknown' } };
	const Title =
		Type.Name === 'dataset'
			? `Catalogue of ${subject}`
			: Type.Name === 'software'
				? `${pick(['py', 'open', 'fast'], at)}sky: tools for ${subject}`
				: pick(forms, at)(subject);
	const Creator = Array.from({ length: 1 + (at % 6) }, (_, n) => ({ Name: pick(names, at * 3 + n) }));
	return {
		...bare,
		Title,
		Creator,
		PublicationDate: `${year}-${String(1 + (at % 12)).padStart(2, '0')}-10`,
		Publisher: [{ Name: pick(publishers, at) }],
	};
}

function citingLinks(): ExampleLink[] {
	return Array.from({ length: example.citing }, (_, at) => {
		const work = citingWork(at);
		const cited =
			at % 7 === 0
				? skymap
				: version(
						1 +
							Math.min(
								4,
								Math.floor((at * 5) / example.citing) - (at % 3 === 0 ? 1 : 0) + (at < 13 && at % 3 === 0 ? 1 : 0),
							),
					);
		const date = `${work.PublicationDate?.slice(0, 7) ?? '2019-06'}-20`;
		const links = [link(work, 'References', cited, pick(providers, at), date)];
		if (at % 4 === 1)
			links.push(link(work, 'References', cited, pick(providers, at + 1), `${Number(date.slice(0, 4)) + 1}-01-05`));
		// Every fifth exists as a preprint as well, and every one cites an earlier one.
		if (at % 5 === 2) links.push(preprintLink(work, at, date));
		if (at > 3) links.push(link(work, 'References', citingWork(Math.floor(at / 3)), 'Crossref', date));
		return links;
	}).flat();
}

function preprintLink(work: Work, at: number, date: string): ExampleLink {
	const preprint: Work = {
		...work,
		Identifier: [{ ID: `arXiv:${14 + (at % 10)}01.${String(10_000 + at)}`, IDScheme: 'arxiv' }],
	};
	return {
		...link(work, 'IsRelatedTo', preprint, 'SAO/NASA Astrophysics Data System', date),
		RelationshipType: { Name: 'IsRelatedTo', SubType: 'HasVersion', SubTypeSchema: 'DataCite' },
	};
}

function citedLinks(): ExampleLink[] {
	return Array.from({ length: 7 }, (_, at) => {
		const work: Work = {
			Identifier: [{ ID: `10.5072/ground.${at}`, IDScheme: 'doi' }],
			Type: { Name: at === 2 ? 'software' : 'literature' },
			Title: pick(
				[
					'Equal-area pixels on the sphere',
					'A library of linear algebra',
					'Spherical harmonics <i>Y<sub>lm</sub></i>, fast &amp; exact',
					'The statistics of sky coverage',
				],
				at,
			),
			Creator: [{ Name: pick(names, at + 5) }],
			PublicationDate: `${2003 + at}-05-01`,
		};
		return link(version(1 + (at % 5)), 'References', work, 'DataCite', `201${5 + (at % 4)}-03-01`);
	});
}

function supplementLinks(): ExampleLink[] {
	const paper: Work = {
		Identifier: [
			{ ID: '10.5072/paper.skymap', IDScheme: 'doi' },
			{ ID: 'arXiv:1501.01234', IDScheme: 'arxiv' },
		],
		Type: { Name: 'literature' },
		Title: 'Skymap: a description of the method',
		Creator: skymap.Creator ?? [],
		PublicationDate: '2015-01-07',
	};
	const maps: Work = {
		Identifier: [{ ID: '10.5072/maps.dr1', IDScheme: 'doi' }],
		Type: { Name: 'dataset' },
		Title: 'Reference maps for testing',
		Creator: [{ Name: 'Gupta, Priya' }],
		PublicationDate: '2016-09-30',
	};
	return [
		link(version(1), 'IsSupplementTo', paper, 'DataCite', '2015-02-01'),
		link(maps, 'IsSupplementTo', version(2), 'DataCite', '2016-10-01'),
		link(maps, 'IsRelatedTo', version(3), 'DataCite', '2018-10-01'),
		link(citingWork(4), 'IsRelatedTo', version(3), 'DataCite', '2018-11-01'),
	];
}

function ambiguousLinks(): ExampleLink[] {
	const named = (IDScheme: string): Work => ({
		Identifier: [{ ID: example.ambiguous, IDScheme }],
		Type: { Name: 'unknown' },
	});
	return [
		link(named('doi'), 'References', citingWork(1), 'Crossref', '2020-01-01'),
		link(named('ads'), 'References', citingWork(2), 'Crossref', '2020-01-01'),
	];
}

function quietLinks(): ExampleLink[] {
	const named = (ID: string, IDScheme: string): Work => ({ Identifier: [{ ID, IDScheme }], Type: { Name: 'dataset' } });
	const names = link(
		named(example.quiet, 'doi'),
		'IsRelatedTo',
		named('https://example.org/quiet', 'url'),
		'DataCite',
		'2020-01-01',
	);
	return [
		{
			...names,
			RelationshipType: { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo', SubTypeSchema: 'DataCite' },
		},
	];
}

function link(Source: Work, Name: string, Target: Work, provider: string, LinkPublicationDate: string): ExampleLink {
	return { Source, RelationshipType: { Name }, Target, LinkProvider: [{ Name: provider }], LinkPublicationDate };
}

function pick<T>(list: readonly T[], at: number): T {
	return list[at % list.length] as T;
}
