// Says which flags a link has.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Agent, Description, Notice as NoticeOf } from '../../links/description.ts';
import { linkHistory } from '../../links/provenance.ts';
import type { SearchRelation } from '../../links/relation.ts';
import { nameKeys } from '../../search/flags/creator-names.ts';
import { assertedBy, compared, type Flag, flagBits, flagsIn, unknownIn } from '../../search/flags/flags.ts';
import type { Traits } from '../../search/flags/traits.ts';
import { traitsOf } from './traits.ts';

const by = (...names: string[]): Description => ({ Creator: names.map((Name) => ({ Name })) });
const orcid = (Name: string, ID: string): Agent => ({ Name, Identifier: { ID, IDScheme: 'orcid' } });
const [first, second] = ['0000-0002-1825-0097', '0000-0001-5109-3700'] as const;

function flagged(
	one: Description,
	other: Description,
	{ seen = 'isCitedBy', scheme = 'doi', asserted = [{ provider: 'Crossref' }] }: Stated = {},
): (flag: Flag) => 'yes' | 'no' | 'unknown' {
	const history = linkHistory(asserted.map((each) => ({ date: '2020-01-01', ...each })));
	const [mine, others] = [one, other].map((each) => traitsOf([{ scheme }], each)) as [Traits, Traits];
	const asserters = assertedBy(history);
	const bits = flagBits(compared(mine), others, { seen, asserted: asserters });
	const fromThere = flagBits(compared(others), mine, { seen: opposite[seen], asserted: asserters });
	assert.equal(fromThere, bits, 'from the other end');
	const [yes, unknown] = [flagsIn(bits), unknownIn(bits)];
	return (flag) => (yes.includes(flag) ? 'yes' : unknown.includes(flag) ? 'unknown' : 'no');
}
type Stated = {
	seen?: SearchRelation;
	scheme?: string;
	asserted?: readonly { provider: string; subType?: string }[];
};
const opposite: Readonly<Record<SearchRelation, SearchRelation>> = {
	...{ cites: 'isCitedBy', isCitedBy: 'cites', isRelatedTo: 'isRelatedTo' },
	...{ isSupplementTo: 'isSupplementedBy', isSupplementedBy: 'isSupplementTo' },
};

describe('a key of a name', () => {
	it('is shared by the spellings of one name', () => {
		const spellings = ['Doe, Jane', 'DOE, J.', 'Jane Doe', 'J. A. Doe', 'Doe J', 'Doe JA', 'Dóe, Jáne'];
		for (const spelling of spellings) assert.ok(nameKeys(spelling).includes('doe j'), spelling);
	});

	it('is not shared by another family name or another first letter', () => {
		for (const other of ['Doe, Mary', 'Dow, Jane', 'Mary Doe', 'Doe M', 'Doe-Smith, Jane', 'Jane'])
			assert.ok(!nameKeys(other).includes('doe j'), other);
	});

	it('reads a family name of several words, where no comma says how many', () => {
		for (const spelling of ['García Márquez, Gabriel', 'Gabriel García Márquez', 'Garcia Marquez G'])
			assert.ok(nameKeys(spelling).includes('garcia marquez g'), spelling);
		for (const spelling of ['van der Waals, Johannes', 'Johannes van der Waals', 'van der Waals JD'])
			assert.ok(nameKeys(spelling).includes('van der waals j'), spelling);
	});

	it('is the whole name where it is one word, or written without spaces', () => {
		assert.deepEqual(nameKeys('Aristotle'), ['aristotle']);
		assert.deepEqual(nameKeys(' – '), []);
		for (const spellings of [
			['王小明', '王 小明', '王, 小明'],
			['김철수', '김 철수'],
		])
			assert.equal(new Set(spellings.flatMap(nameKeys)).size, 1, spellings.join());
	});

	it('reads initials with points and in capitals, and no generation', () => {
		for (const spelling of [
			'Doe J.A.',
			'Doe J. A.',
			'Doe J.-P.',
			'DOE J',
			'Jane Doe Jr.',
			'Doe, Jr., Jane',
			'Doe JA 3rd',
		])
			assert.ok(nameKeys(spelling).includes('doe j'), spelling);
		assert.deepEqual(nameKeys('Иванов И.И.'), nameKeys('Иванов, Иван'));
		assert.deepEqual(nameKeys('Doe II'), ['doe i'], 'initials without a given name');
	});

	it('is that of all words of an organization, in any order', () => {
		const [key] = nameKeys('The ABC Collaboration');
		assert.deepEqual([nameKeys('ABC Collaboration'), nameKeys('Collaboration, ABC')], [[key], [key]]);
		for (const [one, other] of [
			['ABC Collaboration', 'ADE Collaboration'],
			['Eastern Sea Agency', 'Ecological Standards Agency'],
			['National Institute of Tests', 'Northern Board of Tests'],
		] as const)
			assert.ok(!nameKeys(one).some((name) => nameKeys(other).includes(name)), one);
	});

	it('is none where nobody is named', () => {
		for (const name of ['Anonymous', '[Anonymous]', 'et al.', 'N/A', '(:unav)', ':unkn', 'Unknown', '[s.n.]', 'others'])
			assert.deepEqual(nameKeys(name), [], name);
		assert.equal(flagged(by('Anonymous'), by('Anonymous'))('author-self'), 'unknown');
	});
});

describe('author-self', () => {
	it('holds where a creator of both has the same ORCID iD or ISNI, under whatever name', () => {
		const one = { Creator: [orcid('Jane Doe', first)] };
		assert.equal(flagged(one, { Creator: [orcid('J. Smith', `https://orcid.org/${first}`)] })('author-self'), 'yes');
		const isni = { ID: first.replaceAll('-', ''), IDScheme: 'ISNI' };
		assert.equal(flagged(one, { Creator: [{ Name: 'J. Smith', Identifier: isni }] })('author-self'), 'yes');
	});

	it('holds where creators without an identifier have one name', () => {
		assert.equal(flagged(by('Mary Roe', 'Jane Doe'), by('Doe, J'))('author-self'), 'yes');
		assert.equal(flagged(by('Jane Doe'), by('Doe, Mary'))('author-self'), 'no');
	});

	it('does not hold for namesakes of whom one has an identifier', () => {
		const known = { Creator: [orcid('Jane Doe', first)] };
		assert.equal(flagged(known, { Creator: [orcid('Jane Doe', second)] })('author-self'), 'no');
		assert.equal(flagged(known, by('Jane Doe'))('author-self'), 'no');
	});

	it('is unknown where a work has no creators', () => {
		assert.equal(flagged(by('Jane Doe'), {})('author-self'), 'unknown');
		assert.equal(flagged({}, {})('author-self'), 'unknown');
	});

	it('compares two works of more than a hundred creators by identifiers alone', () => {
		const many = (name: string, more: readonly Agent[] = []): Description => ({
			Creator: [{ Name: name }, ...more, ...Array.from({ length: 100 }, (_, at) => ({ Name: `Group${name}${at}` }))],
		});
		assert.equal(flagged(many('Jane Doe'), many('Jane Doe'))('author-self'), 'no');
		assert.equal(flagged(many('Jane Doe'), by('Jane Doe'))('author-self'), 'yes');
		const [one, other] = [many('A', [orcid('Jane Doe', first)]), many('B', [orcid('Jane Doe', first)])];
		assert.equal(flagged(one, other)('author-self'), 'yes');
	});
});

describe('journal-self', () => {
	const inJournal = (Title: string, ...ISSN: string[]): Description => ({
		Container: { Title, ...(ISSN.length > 0 && { ISSN }) },
	});

	it('holds by ISSN where both have one, whatever the titles', () => {
		const one = inJournal('Annals', '1234-5679', '2049-3630');
		assert.equal(flagged(one, inJournal('The Annals', '2049-3630'))('journal-self'), 'yes');
		assert.equal(flagged(one, inJournal('Annals', '0000-006X'))('journal-self'), 'no');
	});

	it('holds by the folded title otherwise', () => {
		assert.equal(flagged(inJournal('Annals', '1234-5679'), inJournal('ANNALS'))('journal-self'), 'yes');
		assert.equal(flagged(inJournal('The Tests & Trials'), inJournal('Tests and Trials'))('journal-self'), 'yes');
		assert.equal(flagged(inJournal('Annals'), inJournal('Letters'))('journal-self'), 'no');
	});

	it('is unknown where a work names none', () => {
		assert.equal(flagged(inJournal('Annals'), {})('journal-self'), 'unknown');
	});
});

describe('provider-own', () => {
	const of = (...names: string[]): Description => ({ Publisher: names.map((Name) => ({ Name })) });
	const asserted = [{ provider: 'Crossref' }, { provider: 'zenodo' }];

	it('holds where a provider is the publisher of either work', () => {
		assert.equal(flagged(of('Zenodo'), of('A Press'), { asserted })('provider-own'), 'yes');
		assert.equal(flagged({}, of('A Press', 'ZENODO '), { asserted })('provider-own'), 'yes');
	});

	it('does not hold for other publishers, and is unknown where a work has none', () => {
		assert.equal(flagged(of('Dryad'), of('A Press'), { asserted })('provider-own'), 'no');
		assert.equal(flagged(of('Dryad'), {}, { asserted })('provider-own'), 'unknown');
	});
});

describe('machine', () => {
	const mined = { provider: 'Europe PMC', subType: 'tm_accession' };

	it('holds where nothing but programs asserted a link', () => {
		const corpus = { provider: 'Data Citation Corpus (eupmc)' };
		assert.equal(flagged({}, {}, { asserted: [mined, corpus] })('machine'), 'yes');
	});

	it('ends with the first assertion of someone else', () => {
		assert.equal(flagged({}, {}, { asserted: [mined, { provider: 'Crossref' }] })('machine'), 'no');
		const byAuthors = { provider: 'Europe PMC', subType: 'submission' };
		assert.equal(flagged({}, {}, { asserted: [mined, byAuthors] })('machine'), 'no');
	});
});

describe('notices', () => {
	const noticed = (...Notice: readonly NoticeOf[]): Description => ({ Notice });
	const published = (PublicationDate: string): Description => ({ PublicationDate });

	it('say of the citing or the cited work that it was retracted, corrected or is doubted', () => {
		for (const [Kind, name] of [
			['retraction', 'retracted'],
			['correction', 'corrected'],
			['concern', 'concern'],
		] as const) {
			assert.equal(flagged(noticed({ Kind }), {})(`${name}-cited`), 'yes');
			assert.equal(flagged(noticed({ Kind }), {})(`${name}-citing`), 'no');
			assert.equal(flagged(noticed({ Kind }), {}, { seen: 'cites' })(`${name}-citing`), 'yes');
			assert.equal(flagged(noticed({ Kind }), {}, { seen: 'isRelatedTo' })(`${name}-citing`), 'no');
		}
	});

	it('say whether a work cited after the first retraction, as precisely as the dates are', () => {
		const cited = noticed(
			{ Kind: 'correction', Date: '2010' },
			{ Kind: 'retraction', Date: '2015' },
			{ Kind: 'retraction', Date: '2015-06-03' },
			{ Kind: 'retraction', Date: '2016' },
			{ Kind: 'retraction' },
		);
		const answers = {
			'2015-06-04T10:00': 'yes',
			'2015-06-03': 'no',
			'2014': 'no',
			'2015-06': 'unknown',
			'2016': 'yes',
		};
		for (const [date, answer] of Object.entries(answers))
			assert.equal(flagged(cited, published(date))('cited-after-retraction'), answer, date);
		assert.equal(flagged(noticed({ Kind: 'retraction' }), published('2020'))('cited-after-retraction'), 'unknown');
		assert.equal(flagged(noticed({ Kind: 'correction' }), published('2020'))('cited-after-retraction'), 'no');
	});
});

describe('supplement-as-citation', () => {
	it('holds for supplements', () => {
		assert.equal(flagged({}, {}, { seen: 'isSupplementedBy' })('supplement-as-citation'), 'yes');
		assert.equal(flagged({}, {})('supplement-as-citation'), 'no');
	});
});
