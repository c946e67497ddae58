// Generates works with words distributed as in real titles: few words occur in very many titles,
// most words in few. Each work depends only on its number.
import type { IndexLink, IndexObject } from '../src/ports/search/index-content.ts';
import { createRandom, draw, drawBelow, drawExponential, drawOne, mix, type Random } from './random.ts';

const seed = 48;
// The first words occur in every third title, the last ones in one of many thousands.
const vocabulary = 200_000;
const wordsInTitle = 9;
const publishers = ['Zenodo', 'Dryad', 'Elsevier', 'Springer', 'IOP Publishing', 'EDP Sciences', 'Wiley', 'APS'];
const syllables = [
	'ga',
	'ri',
	'ton',
	'mel',
	'sor',
	'ku',
	'ven',
	'ash',
	'lo',
	'pix',
	'dra',
	'ne',
	'tu',
	'bel',
	'ist',
	'om',
];
const shortestWord = 3;

/** Returns the word of a rank; 0 is the most frequent. */
export function wordOf(rank: number): string {
	let word = '';
	for (let rest = rank, at = 0; at < shortestWord || rest > 0; at++, rest = Math.floor(rest / syllables.length)) {
		word += syllables[(rest + at) % syllables.length];
	}
	return word;
}

/** Draws a rank by Zipf's law: the word of rank n is n times as rare as the first. */
function drawRank(random: Random): number {
	return Math.floor(Math.exp(draw(random) * Math.log(vocabulary))) - 1;
}

/** Writes a title. */
export function titleOf(number: number): string {
	const random = createRandom(mix(seed, number));
	return Array.from({ length: wordsInTitle }, () => wordOf(drawRank(random))).join(' ');
}

/** Generates a work, alone in its Version group. */
export function wordedWork(number: number): IndexObject {
	const random = createRandom(mix(seed + 1, number));
	const year = Math.max(1900, 2025 - Math.floor(drawExponential(random, 12)));
	const type = draw(random) < 0.7 ? 'literature' : draw(random) < 0.6 ? 'software' : 'dataset';
	const id = `10.5281/zenodo.${number}`;
	const creator = [0, 1].map(() => `${wordOf(5_000 + drawBelow(random, 50_000))}, ${wordOf(drawBelow(random, 900))}`);
	const publisher = [drawOne(random, publishers)];
	const title = titleOf(number);
	return {
		...{ level: 'identity', group: number, version: number, identifiers: [{ scheme: 'doi', key: id }] },
		...{ type, year, published: Date.UTC(year) / 1_000, sortKey: `doi ${id}` },
		text: { title: [title], creator, publisher, journal: [], keyword: [], identifier: [id] },
		versionTitles: [],
		traits: [],
		document: {
			identifiers: JSON.stringify([{ ID: id, IDScheme: 'doi' }]),
			fields: `"Title":"${title}","Type":{"Name":"${type}"}`,
			versions: '',
		},
	};
}

const history = [{ provider: 'Zenodo', date: '2020', instant: 1_577_836_800, end: 1_609_459_199, subTypes: [] }];

/** Generates a citation of one of the works: a tenth of them have nearly all citations. */
export function citation(source: number, works: number): IndexLink {
	const target = 1 + Math.floor(draw(createRandom(mix(seed + 2, source))) ** 4 * (works - 1));
	const other = target === source ? (target % works) + 1 : target;
	return { source, relation: 'Cites', target: other, identity: history, version: history };
}
