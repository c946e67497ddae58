// Generates scholarly works, each from a seed and its number alone, so none needs to be stored.
import { createRandom, draw, drawBelow, drawExponential, drawOne, mix, type Random } from './random.ts';

/** An identifier as a link writes it. */
export type WrittenIdentifier = { ID: string; IDScheme: string };

/** A whole description, a whole one with another title, or the type `unknown` alone. */
export type Detail = 'full' | 'retitled' | 'bare';

export type Kind = 'literature' | 'software' | 'dataset';

const aliasShare = 0.62;
const lastYear = 2025;
const firstYear = 1970;
const meanAgeYears = 8;
// Popular works are written often.
const cachedTexts = 20_000;

/** The works of a seed. */
export type Works = ReturnType<typeof createWorks>;

/** Generates the works of a seed, by number: whole, from 0 to 99,999,999. */
export function createWorks(seed: number) {
	const aliasSeed = mix(seed, 1);
	const traitSeed = mix(seed, 2);
	const texts = new Map<number, string>();
	const kind = (number: number): Kind => kindOf(traitSeed, number);

	const fieldsOf = (number: number, detail: 'full' | 'retitled'): string => {
		const key = number * 2 + Number(detail === 'full');
		let text = texts.get(key);
		if (text === undefined) {
			text = describe(number, kind(number), createRandom(mix(traitSeed, number)), detail === 'retitled');
			if (texts.size >= cachedTexts) texts.clear();
			texts.set(key, text);
		}
		return text;
	};
	return {
		kind,
		/** Returns the usual identifier of a work. */
		identifier: (number: number) => identifierOf(number, kind(number)),
		/** Whether a work has a second identifier, in another scheme. */
		hasAlias: (number: number) => mix(aliasSeed, number) / 2 ** 32 < aliasShare,
		/** Returns the day of publication: `2017-03-31`. */
		day: (number: number) => dayOf(createRandom(mix(traitSeed, number))),
		/** Writes a work as JSON, as in Source and Target of a link. */
		written(number: number, by: 'identifier' | 'alias', detail: Detail): string {
			const { ID, IDScheme } = (by === 'alias' ? aliasOf : identifierOf)(number, kind(number));
			const fields = detail === 'bare' ? '"Type":{"Name":"unknown"}' : fieldsOf(number, detail);
			return `{"Identifier":{"ID":"${ID}","IDScheme":"${IDScheme}"},${fields}}`;
		},
	};
}

function kindOf(seed: number, number: number): Kind {
	const place = mix(seed ^ 0x5bd1e995, number) / 2 ** 32;
	return place < 0.65 ? 'literature' : place < 0.87 ? 'software' : 'dataset';
}

function identifierOf(number: number, kind: Kind): WrittenIdentifier {
	if (kind === 'software') return { ID: `10.5281/zenodo.${1_000 + number}`, IDScheme: 'doi' };
	if (kind === 'dataset') return { ID: `10.5061/dryad.${number.toString(36).padStart(6, '0')}`, IDScheme: 'doi' };
	switch (number % 8) {
		case 0:
			return arxiv(number);
		case 1:
			return bibcode(number);
		default:
			return { ID: `${journalOf(number).prefix}${number}`, IDScheme: 'doi' };
	}
}

function aliasOf(number: number, kind: Kind): WrittenIdentifier {
	if (kind === 'software') return { ID: `https://github.com/group-${number % 997}/code-${number}`, IDScheme: 'url' };
	if (kind === 'dataset') return { ID: `20.500.12345/${number}`, IDScheme: 'handle' };
	return number % 8 < 4 && number % 8 !== 1 ? bibcode(number) : arxiv(number);
}

function journalOf(number: number): (typeof journals)[number] {
	return journals[Math.floor(number / 8) % journals.length] as (typeof journals)[number];
}

/** Numbers papers from January 2015 on, 99,999 a month. */
function arxiv(number: number): WrittenIdentifier {
	const month = Math.floor(number / 99_999);
	const year = (15 + Math.floor(month / 12)) % 100;
	const yearMonth = `${String(year).padStart(2, '0')}${String((month % 12) + 1).padStart(2, '0')}`;
	return { ID: `arXiv:${yearMonth}.${String((number % 99_999) + 1).padStart(5, '0')}`, IDScheme: 'arxiv' };
}

/** Writes 19 characters: year, journal, volume, page and an initial, padded with dots. */
function bibcode(number: number): WrittenIdentifier {
	const volume = String(Math.floor(number / 10_000)).padStart(4, '.');
	const page = String(number % 10_000).padStart(5, '.');
	const initial = String.fromCharCode(65 + (number % 26));
	return { ID: `${2000 + (number % 26)}ApJ..${volume}${page}${initial}`, IDScheme: 'ads' };
}

function dayOf(random: Random): string {
	const year = Math.max(firstYear, lastYear - Math.floor(drawExponential(random, meanAgeYears)));
	// For half of the works only the year is known. Feeds write it as the first of January.
	if (draw(random) < 0.5) return `${year}-01-01`;
	const month = String(1 + drawBelow(random, 12)).padStart(2, '0');
	return `${year}-${month}-${String(1 + drawBelow(random, 28)).padStart(2, '0')}`;
}

/** Writes the members of an object after its Identifier, without braces. */
function describe(number: number, kind: Kind, random: Random, retitled: boolean): string {
	const day = dayOf(random);
	const title = titleOf(kind, random);
	const creators: string[] = [];
	const authors = 1 + Math.min(12, Math.floor(drawExponential(random, 2.5)));
	for (let author = 0; author < authors; author++) {
		const initial = String.fromCharCode(65 + drawBelow(random, 26));
		creators.push(`{"Name":"${drawOne(random, surnames)}, ${drawOne(random, forenames)} ${initial}."}`);
	}
	const publisher = { software: 'Zenodo', dataset: 'Dryad' }[kind as string] ?? journalOf(number).name;
	return (
		`"Type":{"Name":"${kind}"},"Title":"${retitled ? `${title} (accepted version)` : title}",` +
		`"Creator":[${creators.join(',')}],"PublicationDate":"${day}","Publisher":[{"Name":"${publisher}"}]`
	);
}

/** Draws words; those at the beginning of the list are more frequent. */
function titleOf(kind: Kind, random: Random): string {
	const words: string[] = [];
	const length = 4 + drawBelow(random, 9);
	for (let word = 0; word < length; word++) {
		words.push(titleWords[Math.floor(draw(random) ** 2 * titleWords.length)] as string);
	}
	const title = words.join(' ');
	const begun = title.charAt(0).toUpperCase() + title.slice(1);
	if (kind === 'software') return `${begun}: release ${drawBelow(random, 9)}.${drawBelow(random, 20)}`;
	return kind === 'dataset' ? `Data from: ${begun}` : begun;
}

const journals = [
	{ prefix: '10.1093/mnras/', name: 'Oxford University Press' },
	{ prefix: '10.3847/1538-4357/', name: 'American Astronomical Society' },
	{ prefix: '10.1016/j.ascom.', name: 'Elsevier BV' },
	{ prefix: '10.1371/journal.pone.', name: 'Public Library of Science' },
	{ prefix: '10.1038/s41586-', name: 'Springer Nature' },
	{ prefix: '10.1103/physrevd.', name: 'American Physical Society' },
	{ prefix: '10.21105/joss.', name: 'The Open Journal' },
	{ prefix: '10.1051/0004-6361/', name: 'EDP Sciences' },
] as const;

const titleWords =
	`of the and in for a with analysis data model galaxies spectral methods stellar dynamics simulation observations structure
field measurements learning large distribution quantum clusters neutrino evolution dark matter energy survey genome protein network
expression variation climate ocean species forest soil carbon isotope magnetic plasma radiation detector calibration inference bayesian
estimation numerical scheme solver mesh parallel library framework open software package workflow reproducible image segmentation
classification sequence alignment phylogeny diversity population migration temperature pressure surface interface polymer crystal
lattice symmetry gauge boson scattering decay resonance supernova pulsar binary accretion disk halo lensing cosmological background
anisotropy polarization waveform gravitational transient catalogue archive photometry spectroscopy telescope array radio infrared
ultraviolet gamma burst exoplanet atmosphere habitability seismic glacier permafrost aerosol precipitation drought yield crop pollinator
coral fishery virus antibody receptor kinase tumour cohort trial placebo cognition memory attention behaviour language corpus grammar
archaeology pottery manuscript census migration income inequality policy election`.split(/\s+/);

const surnames =
	`Alvarez Bauer Chen Dubois Eriksen Fischer Garcia Haddad Ivanova Jensen Kaur Larsen Moreau Nguyen Okafor Petrov Quispe
Rossi Schmidt Tanaka Ueda Vogel Wang Xu Yilmaz Zhang Andersson Bianchi Castro Demir Evans Ferrari Gupta Hansen Ito Johansson Kim Lopez
Mensah Novak Oliveira Park Qureshi Richter Silva Takahashi Usman Varga Weber Young`.split(/\s+/);

const forenames =
	`Ada Boris Clara David Elif Femi Greta Hugo Ines Jonas Karin Luis Mona Nils Olga Paul Rosa Samir Tara Viktor`.split(
		/\s+/,
	);
