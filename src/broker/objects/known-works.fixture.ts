// A generated catalogue of a few thousand works, some of which are asked for, and questions as
// librarians type them.
import type { IndexLink, IndexObject } from '../../ports/search/index-content.ts';
import { asserted } from '../../ports/search/suite/search-index.fixture.ts';

/** A work that is asked for; `versions` are titles of a family's releases. */
type Known = { title: string; creator: string[]; year: number; keyword?: string[]; versions?: string[] };

/** A question and the title of the work that it means. */
export type Asked = readonly [q: string, title: string];

const known: readonly Known[] = [
	{ title: 'TGF-β signalling in the repair of cartilage', creator: ['Okada, M.'], year: 2011 },
	{ title: 'Structure of γ-hemolysin pores in lipid membranes', creator: ['Tanaka, Y.'], year: 2014 },
	{ title: 'Aggregation of α-synuclein and the role of chaperones', creator: ['Lind, K.'], year: 2009 },
	{ title: 'IL-1beta release from resting macrophages', creator: ['Moreau, C.'], year: 2017 },
	{ title: 'NF-κB pathways in the ageing lung', creator: ['Petrov, S.'], year: 2019 },
	{ title: 'The 5 μm band of carbon monoxide in cool stars', creator: ['Larsen, E.'], year: 1998 },
	{ title: 'Message Formats for Hypertext Transfer', creator: ['Field, R.', 'Mogul, J.'], year: 1999 },
	{ title: 'Message Formats for Hypertext Transfer, Second Edition', creator: ['Field, R.'], year: 2014 },
	{ title: 'A census of exoplanets around nearby M dwarfs', creator: ['Quirke, D.'], year: 2015 },
	{ title: 'Corner plots for samples in many dimensions', creator: ['Forester, D.'], year: 2016 },
	{ title: 'Fast Gaussian processes for light curves', creator: ['Ambrose, S.', 'Forester, D.'], year: 2017 },
	{ title: 'Bayesian inference of star formation histories', creator: ['Leja, B.'], year: 2019 },
	{ title: 'On the origin of chondrules', creator: ['Wood, J.'], year: 1996 },
	{ title: 'Deep learning for plankton images', creator: ['Orenstein, A.'], year: 2018, keyword: ['CNN'] },
	{ title: 'Soil moisture retrieval with passive microwave radiometers', creator: ['Njoku, T.'], year: 2003 },
	{ title: 'A global dataset of river discharge', creator: ['Dai, Q.'], year: 2009, keyword: ['hydrology'] },
	{ title: 'Über die Messung kleiner Kräfte', creator: ['Müller, H.'], year: 1931 },
	{ title: 'Étude de la neige en montagne', creator: ['Lefèvre, P.'], year: 1972 },
	{ title: 'Mapping peatlands from space', creator: ['Øvergaard, L.'], year: 2020 },
	{ title: 'The genome of the wild beet', creator: ['Dohm, J.'], year: 2014 },
	{ title: 'X-ray reverberation mapping of accretion disks', creator: ['Uttley, G.'], year: 2014 },
	{ title: 'Time-delay cosmography with lensed quasars', creator: ['Suyama, H.'], year: 2017 },
	{ title: 'Transport of Saharan dust across the Atlantic', creator: ['Prosper, R.'], year: 2002 },
	{ title: 'Sea level rise and coastal flooding', creator: ['Nichols, F.'], year: 2010 },
	{ title: 'Sea level', creator: ['Emery, K.'], year: 1991 },
	{ title: 'Open citations for all', creator: ['Shore, D.'], year: 2013 },
	{ title: 'A survey of software citation', creator: ['Smithers, A.'], year: 2016, keyword: ['FORCE11'] },
	{ title: 'Vaccination and herd immunity in small towns', creator: ['Anders, R.'], year: 1985 },
	{ title: 'CRISPR screens in primary T cells', creator: ['Shiffer, T.'], year: 2018 },
	{ title: 'Ice cores and the carbon cycle', creator: ['Barnes, J.'], year: 1987 },
	{ title: 'Turbulence in pipes', creator: ['Eck, B.'], year: 2007 },
	{ title: 'Metadata for marine samples: a practical guide', creator: ['Conze, R.'], year: 2021 },
	{ title: 'High-resolution spectroscopy of white dwarfs', creator: ['Napier, R.'], year: 2001 },
	{ title: 'Monte Carlo methods for radiative transfer', creator: ['Whitney, B.'], year: 2011 },
	{
		title: 'skymap: projections of the sphere',
		creator: ['Calder, M.'],
		year: 2018,
		versions: ['skymap v1.0', 'skymap v1.2.1', 'skymap v2.0'],
	},
	{ title: 'tidefit', creator: ['Codiga, D.'], year: 2012, versions: ['tidefit 0.9', 'tidefit 1.1', 'tidefit 1.1.2'] },
	{
		title: 'Lightcurve toolbox',
		creator: ['Vinson, J.'],
		year: 2019,
		versions: ['KeplerGO/lightcurve: release 1.11', 'KeplerGO/lightcurve: release 2.0'],
	},
];

/** Questions, each with the title of the work that it means. */
export const questions: readonly Asked[] = [
	// Greek letters and their names.
	['TGF-beta cartilage', 'TGF-β signalling in the repair of cartilage'],
	['TGFβ signalling', 'TGF-β signalling in the repair of cartilage'],
	['gamma-hemolysin pores', 'Structure of γ-hemolysin pores in lipid membranes'],
	['ALPHA-SYNUCLEIN chaperones', 'Aggregation of α-synuclein and the role of chaperones'],
	['IL-1β macrophages', 'IL-1beta release from resting macrophages'],
	['NF-kappa B lung', 'NF-κB pathways in the ageing lung'],
	['5 µm band carbon monoxide', 'The 5 μm band of carbon monoxide in cool stars'],
	// Years.
	['hypertext transfer 1999', 'Message Formats for Hypertext Transfer'],
	['hypertext transfer 2014', 'Message Formats for Hypertext Transfer, Second Edition'],
	['field mogul 1999', 'Message Formats for Hypertext Transfer'],
	['nichols 2010 flooding', 'Sea level rise and coastal flooding'],
	['barnes 1987', 'Ice cores and the carbon cycle'],
	// Titles and parts of them, in any order.
	['Message Formats for Hypertext Transfer', 'Message Formats for Hypertext Transfer'],
	['sea level', 'Sea level'],
	['On the origin of chondrules', 'On the origin of chondrules'],
	['chondrules origin', 'On the origin of chondrules'],
	['exoplanets m dwarfs', 'A census of exoplanets around nearby M dwarfs'],
	['star formation histories bayesian', 'Bayesian inference of star formation histories'],
	['gaussian processes', 'Fast Gaussian processes for light curves'],
	['wild beet genome', 'The genome of the wild beet'],
	['time delay cosmography', 'Time-delay cosmography with lensed quasars'],
	['xray reverberation mapping accretion', 'X-ray reverberation mapping of accretion disks'],
	['high resolution spectroscopy white dwarfs', 'High-resolution spectroscopy of white dwarfs'],
	// Accents, acronyms, keywords.
	['messung kleiner krafte', 'Über die Messung kleiner Kräfte'],
	['lefevre neige', 'Étude de la neige en montagne'],
	['overgaard peatlands', 'Mapping peatlands from space'],
	['CNN plankton', 'Deep learning for plankton images'],
	['CRISPR T cells', 'CRISPR screens in primary T cells'],
	['FORCE11 software citation', 'A survey of software citation'],
	['hydrology river discharge dai', 'A global dataset of river discharge'],
	// A wrong word: misspelt, in another number, or an author whom the record lacks.
	['smith corner plots', 'Corner plots for samples in many dimensions'],
	['soil moisture retreival microwave', 'Soil moisture retrieval with passive microwave radiometers'],
	['Saharan dusts Atlantic transport', 'Transport of Saharan dust across the Atlantic'],
	['jones vaccination herd immunity', 'Vaccination and herd immunity in small towns'],
	['monte carlo radiative transfer method', 'Monte Carlo methods for radiative transfer'],
	['metadata for marine sample practical guides', 'Metadata for marine samples: a practical guide'],
	// Releases.
	['skymap v1.2.1', 'skymap: projections of the sphere'],
	['skymap 2.0', 'skymap: projections of the sphere'],
	['tidefit 1.1', 'tidefit'],
	['KeplerGO lightcurve 1.11', 'Lightcurve toolbox'],
];

/** So many works resemble those that are asked for. */
const others = 4_000;
const surnames = [
	'Smith',
	'Jones',
	'Brown',
	'Garcia',
	'Rossi',
	'Novak',
	'Silva',
	'Kim',
	'Wang',
	'Olsen',
	'Meyer',
	'Dubois',
];
const common =
	'analysis and the of in on a new for with from between under data model study effects response growth large small ' +
	'method measurement theory review approach problems surface water energy field cell plant climate network human ' +
	'early late structure dynamics evolution patterns control design rapid simple observations temperature pressure';

/** Returns the number of the Identity group of a work that is asked for. */
export function groupOfTitle(title: string): number {
	return 1 + known.findIndex((work) => work.title === title);
}

/** Generates the catalogue. Works that are not asked for are the more cited ones. */
export function catalogue(): { objects: IndexObject[]; links: IndexLink[] } {
	const random = numbers(7);
	const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
	const objects: IndexObject[] = [];
	for (const [at, work] of known.entries()) objects.push(...familyOf(at + 1, work));
	const links: IndexLink[] = [];
	const first = objects.length + 1_000;
	for (let at = 0; at < others; at++) {
		const wordsOf = ({ title, versions = [] }: Known) => [title, ...versions].join(' ').split(' ');
		const [one, other] = [wordsOf(pick(known)), wordsOf(pick(known))];
		// Few titles have two words of the same work.
		const rare = [pick(one), ...(random(10) === 0 ? [pick(one)] : []), pick(other)];
		const words = Array.from({ length: 3 + random(5) }, () => pick(common.split(' ')));
		for (const word of rare) words.splice(random(words.length), 0, word);
		const creator = [`${pick(surnames)}, ${'ABCDEFGH'[random(8)]}.`];
		const group = first + at;
		objects.push(objectOf('identity', group, group, { title: words.join(' '), creator, year: 1985 + random(40) }));
		for (let cited = random(4); cited > 0; cited--) {
			const source = first + ((at + cited) % others);
			const history = [asserted('2020')];
			links.push({ source, relation: 'Cites', target: group, identity: history, version: history });
		}
	}
	return { objects, links };
}

function familyOf(group: number, work: Known): IndexObject[] {
	if (!work.versions) return [objectOf('identity', group, group, work)];
	const version = group + 500;
	const releases = work.versions.map((title, at) =>
		objectOf('identity', group + 100 * (at + 1), version, { ...work, title }),
	);
	const head = objectOf('identity', group, version, work);
	const versions = JSON.stringify(
		[head, ...releases].map(({ document }) => ({ Identifiers: JSON.parse(document.identifiers) })),
	);
	const all = objectOf('version', version, version, work);
	const document = { ...head.document, versions };
	return [head, ...releases, { ...all, identifiers: [], versionTitles: work.versions, document }];
}

function objectOf(
	level: IndexObject['level'],
	group: number,
	version: number,
	{ title, creator, year, keyword = [] }: Known,
): IndexObject {
	const key = `10.5072/${group}`;
	return {
		...{ level, group, version, identifiers: [{ scheme: 'doi', key }], sortKey: key, type: 'literature' },
		...{ year, published: Date.UTC(year) / 1_000, versionTitles: [], traits: [] },
		text: { title: [title], creator, journal: [], publisher: [], keyword, identifier: [key] },
		document: {
			identifiers: JSON.stringify([{ ID: key, IDScheme: 'doi' }]),
			fields: `"Title":${JSON.stringify(title)},"Type":{"Name":"literature"}`,
			versions: '',
		},
	};
}

/** Draws whole numbers below a limit, always the same ones. */
function numbers(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
