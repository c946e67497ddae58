import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Description } from '../links/description.ts';
import { linkHistory } from '../links/provenance.ts';
import { relationCode, searchRelationMeaning, searchRelations } from '../links/relation.ts';
import { type ExportFormat, exportFormats } from './export-formats.ts';
import { readLinks } from './scholix/read-links.ts';
import { describeObject } from './scholix/writing/object-document.ts';
import type { AnswerItem, AnswerObject } from './scholix/writing/write-answers.ts';
import { createExportWriter } from './write-exports.ts';

function object(description: Description, ...identifiers: [scheme: string, value: string][]): AnswerObject {
	const shown = identifiers.map(([scheme, value]) => ({ scheme, value }));
	return { ...describeObject(shown, description), versions: '' };
}

const source = object(
	{ Title: 'corner.py', Type: { Name: 'software' } },
	['doi', '10.5281/zenodo.11020'],
	['ads', '2014zndo.....11020F'],
);
const history = linkHistory([
	{ provider: 'Zenodo', date: '2018-01-01' },
	{ provider: 'ADS', date: '2017-05', subType: 'IsCitedBy' },
	{ provider: 'Zenodo', date: '2016' },
]);
const orcid = { ID: 'https://orcid.org/0000-0002-1825-0097', IDScheme: 'ORCID' };
const paper = object(
	{
		Title: 'Masses, "radii", and more',
		Type: { Name: 'literature' },
		Creator: [{ Name: 'Østergård, Éloïse' }, { Name: 'Smith, J.', Identifier: orcid }],
		PublicationDate: '2016-05-03',
		Container: { Title: 'Acta & Co', ISSN: ['1234-5679', '2345-6787'], Volume: '12', Issue: '3', Pages: '101-110' },
		Edition: '2nd',
		PublisherPlace: 'Graz',
		Publisher: [{ Name: 'Annals' }, { Name: 'Letters' }],
		Keywords: ['planets', 'stars'],
	},
	['arxiv', 'arXiv:1605.01234'],
	['doi', '10.1000/a_b'],
);
const bare = object({}, ['ads', '2017MNRAS.472.4144V']);
const cited = (item: AnswerObject): AnswerItem => ({ relation: 'isCitedBy', object: item, history });

function written(format: ExportFormat, pages: readonly (readonly AnswerItem[])[], relation?: 'isCitedBy'): string {
	const writer = createExportWriter(format, source, { relation });
	return (
		writer.begin() +
		pages
			.flat()
			.flatMap((item) => [...writer.item(item)])
			.join('') +
		writer.end()
	);
}

const anyObject = fc
	.record({
		title: fc.string({ unit: 'binary' }),
		creator: fc.array(fc.string({ unit: 'binary', minLength: 1 })),
		type: fc.constantFrom('literature', 'software', 'dataset', 'unknown'),
		ids: fc.array(fc.tuple(fc.constantFrom('doi', 'ads', 'url', 'my scheme'), fc.string({ minLength: 1 })), {
			minLength: 1,
			maxLength: 3,
		}),
	})
	.map(({ title, creator, type, ids }) =>
		object(
			{ Title: title, Type: { Name: type as 'software' }, Creator: creator.map((Name) => ({ Name })) },
			...(ids as [string, string][]),
		),
	);

describe('an export', () => {
	it('is the same however the result is divided into pages', () => {
		const items = [paper, bare, source, paper].map(cited);
		for (const format of exportFormats) {
			const whole = written(format, [items]);
			assert.equal(written(format, [items.slice(0, 1), [], items.slice(1, 3), items.slice(3)]), whole);
		}
	});

	it('of nothing is still a file of its form', () => {
		assert.equal(written('csv', []).split('\r\n').length, 2);
		assert.equal(written('jsonl', []), '');
		assert.deepEqual(JSON.parse(written('scholix', [])), []);
		assert.deepEqual(JSON.parse(written('inveniordm', [])), []);
		assert.deepEqual(JSON.parse(written('csl', [])), []);
		assert.equal(written('bibtex', []) + written('ris', []) + written('reference', []), '');
	});
});

describe('JSON Lines and the Scholix array', () => {
	it('hold the same links, one a line, and one for each provider and date', () => {
		const items = [paper, bare].map(cited);
		const lines = written('jsonl', [items]).trimEnd().split('\n');
		assert.equal(lines.length, 2 * history.length);
		assert.deepEqual(
			lines.map((line) => JSON.parse(line)),
			JSON.parse(written('scholix', [items])),
		);
	});

	it('are taken by another broker as the same relation, in the same direction, between the same objects', () => {
		const identifier = fc.tuple(fc.constantFrom('doi', 'ads', 'arxiv'), fc.stringMatching(/^[A-Za-z0-9./é-]{1,20}$/));
		const oneWork = fc
			.tuple(fc.constantFrom('a', 'b'), fc.uniqueArray(identifier, { minLength: 1, maxLength: 3, selector: String }))
			.map(([title, ids]) => object({ Title: title }, ...(ids as [string, string][])));
		fc.assert(
			fc.property(oneWork, oneWork, fc.constantFrom(...searchRelations), (asked, other, relation) => {
				// Two works share no identifier.
				const idsOf = ({ identifiers }: AnswerObject) => JSON.parse(identifiers) as { ID: string }[];
				const ids = new Set(idsOf(asked).map(({ ID }) => ID.toLowerCase()));
				fc.pre(!idsOf(other).some(({ ID }) => ids.has(ID.toLowerCase())));
				const writer = createExportWriter('jsonl', asked, { relation });
				const lines = [...writer.item({ relation, object: other, history })].map((line) => line.trimEnd());
				const batch = readLinks(`[${lines.join(',')}]`, { maxLinks: history.length });
				const first = (one: AnswerObject) => {
					const { identifiers, assertions } = readLinks(
						JSON.stringify([
							{
								Source: { Identifier: JSON.parse(one.identifiers)[0], Type: { Name: 'unknown' } },
								Target: { Identifier: { ID: 'x', IDScheme: 'none' }, Type: { Name: 'unknown' } },
								RelationshipType: { Name: 'References' },
								LinkProvider: [{ Name: 'x' }],
								LinkPublicationDate: '2000',
							},
						]),
						{ maxLinks: 1 },
					);
					return identifiers[assertions[0]?.[0] ?? 0];
				};
				const meaning = searchRelationMeaning[relation];
				const [from, to] = meaning.asked === 'target' ? [other, asked] : [asked, other];
				const [s, code, t] = batch.assertions.at(-1) ?? [];
				if (s === undefined || t === undefined || code === relationCode.IsIdenticalTo) return;
				assert.equal(code, relationCode[meaning.relation]);
				assert.equal(batch.identifiers[s]?.key, first(from)?.key);
				assert.equal(batch.identifiers[t]?.key, first(to)?.key);
			}),
		);
	});
});

/** Reads CSV as RFC 4180 has it, quotation marks and all. */
function readCsv(text: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
	while (cell.lastIndex < text.length) {
		const match = cell.exec(text) ?? assert.fail(`no cell at ${text.slice(cell.lastIndex, 40)}`);
		row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
		if (match[3] === ',') continue;
		rows.push(row);
		row = [];
	}
	return rows;
}

describe('CSV', () => {
	it('has a row of names and one for each relationship', () => {
		const [header = [], ...rows] = readCsv(written('csv', [[paper, bare].map(cited)]));
		const [first, second] = rows.map((row) => Object.fromEntries(row.map((cell, at) => [header[at], cell])));
		assert.deepEqual(first, {
			source_id: '10.5281/zenodo.11020',
			source_scheme: 'doi',
			relation: 'isCitedBy',
			id: 'arXiv:1605.01234',
			scheme: 'arxiv',
			url: 'https://arxiv.org/abs/arXiv:1605.01234',
			type: 'literature',
			title: 'Masses, "radii", and more',
			creators: 'Østergård, Éloïse; Smith, J.',
			publication_date: '2016-05-03',
			journal: 'Acta & Co',
			publishers: 'Annals; Letters',
			first_link_date: '2016',
			last_link_date: '2018-01-01',
			providers: 'Zenodo; ADS',
			identifiers: 'arxiv:arXiv:1605.01234; doi:10.1000/a_b',
			subtypes: 'IsCitedBy',
			via_source: '',
			via_target: '',
			issns: '1234-5679; 2345-6787',
			volume: '12',
			issue: '3',
			pages: '101-110',
			edition: '2nd',
			publisher_place: 'Graz',
			flags: '',
		});
		assert.deepEqual([second?.id, second?.title, second?.type], ['2017MNRAS.472.4144V', '', 'unknown']);
	});

	it('pairs the versions that are linked', () => {
		const links = ['v1', 'v2'].map((ID) => ({
			source: JSON.stringify([{ ID, IDScheme: 'doi' }]),
			target: '[{"ID":"1605.01234","IDScheme":"arxiv"},{"ID":"x","IDScheme":"doi"}]',
			history: [],
		}));
		const text = written('csv', [[{ ...cited(paper), via: { total: 2, links } }]]);
		assert.deepEqual(readCsv(text)[1]?.slice(17, 19), ['doi:v1; doi:v2', 'arxiv:1605.01234; arxiv:1605.01234']);
	});

	it('lets no cell begin a formula, in a spreadsheet that separates by commas, semicolons or tabs', () => {
		const titles = [
			'=1+1',
			'+1',
			'-1',
			'@SUM(A1)',
			' =1',
			'\t=1',
			'\r\n=1',
			'＝1',
			'a; =1',
			'a\t@b',
			'a\n-b',
			'"=1',
			'a;"=1',
		];
		for (const title of titles) {
			const text = written('csv', [[cited(object({ Title: title }, ['doi', 'x']))]]);
			assert.doesNotMatch(text, /(?:^|[;\t\r\n,])[\s"]*[=+\-@＝]/m, JSON.stringify(title));
		}
		assert.match(written('csv', [[cited(object({ Title: 'a-b=c+d@e' }, ['doi', 'x']))]]), /,a-b=c\+d@e,/);
	});

	it('gives back every text, but for the apostrophes that keep formulas off', () => {
		fc.assert(
			fc.property(fc.array(anyObject, { maxLength: 3 }), (objects) => {
				const [header = [], ...rows] = readCsv(written('csv', [objects.map(cited)]));
				assert.equal(rows.length, objects.length);
				for (const [at, row] of rows.entries()) {
					assert.equal(row.length, header.length);
					const { Title = '' } = JSON.parse(`{${objects[at]?.fields}}`) as { Title?: string };
					const cell = row[header.indexOf('title')] as string;
					assert.equal(cell.replaceAll("'", ''), Title.replaceAll("'", ''));
					assert.ok(cell.length - Title.length <= (Title.match(/[=+\-@＝＋－＠]/g)?.length ?? 0));
				}
			}),
		);
	});
});

type Entry = { type: string; key: string; fields: Record<string, string> };

/** Reads BibTeX by counting braces, as BibTeX does; what cannot be read that way fails. */
function readBibtex(text: string): Entry[] {
	return text
		.split(/\n\n(?=@|$)/)
		.filter((part) => part !== '')
		.map((part) => {
			const [, type = '', key = '', body = ''] =
				/^@(\w+)\{([^,\s]+)(?:,\n)?([\s\S]*)\n\}$/.exec(part) ?? assert.fail(part);
			const fields: Record<string, string> = {};
			for (const line of body === '' ? [] : body.split(',\n')) {
				const [, name = '', value = ''] = /^ {2}([\w+:]+) = (\{.*\}|[a-z]{3})$/.exec(line) ?? assert.fail(line);
				let depth = 0;
				for (const [at, character] of value.split('').entries()) {
					depth += character === '{' ? 1 : character === '}' ? -1 : 0;
					assert.ok(
						depth > 0 || at === value.length - 1 || /^[a-z]{3}$/.test(value),
						`the braces of ${line} end early`,
					);
				}
				assert.equal(depth, 0);
				fields[name] = value;
			}
			return { type, key, fields };
		});
}

/** Sets what LaTeX would print. */
function typeset(latex: string): string {
	const symbols: Record<string, string> = {
		textbackslash: '\\',
		textbraceleft: '{',
		textbraceright: '}',
		textasciicircum: '^',
		textasciitilde: '~',
	};
	return latex.replace(
		/\\(?:([a-z]+)\{\}|([$&#%_]))|\$([<>|])\$|[{}]/g,
		(_, name, character, formula) => symbols[name] ?? character ?? formula ?? '',
	);
}

const plain = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

describe('BibTeX', () => {
	it('has an entry for each object with what is known of it', () => {
		const [first, second] = readBibtex(written('bibtex', [[paper, bare].map(cited)], 'isCitedBy'));
		assert.deepEqual(first, {
			type: 'article',
			key: 'arxiv:arXiv:1605.01234',
			fields: {
				author: '{Østergård, Éloïse and Smith, J.}',
				'author+an:orcid': '{2="0000-0002-1825-0097"}',
				title: '{{Masses, "radii", and more}}',
				journal: '{Acta \\& Co}',
				...{ volume: '{12}', number: '{3}', pages: '{101--110}', edition: '{2nd}' },
				year: '{2016}',
				month: 'may',
				publisher: '{Annals; Letters}',
				address: '{Graz}',
				doi: '{10.1000/a_b}',
				eprint: '{1605.01234}',
				eprinttype: '{arxiv}',
				issn: '{1234-5679,2345-6787}',
				keywords: '{planets, stars}',
			},
		});
		assert.equal(second?.type, 'misc');
		const Creator = [{ Name: ' ' }, { Name: 'A' }, { Name: 'B', Identifier: [orcid] }];
		const [unnamed] = readBibtex(written('bibtex', [[cited(object({ Creator }, ['doi', 'x']))]]));
		assert.equal(unnamed?.fields['author+an:orcid'], '{2="0000-0002-1825-0097"}', 'as the printed names are counted');
		assert.match(second?.fields.url ?? '', /2017MNRAS\.472\.4144V/);
	});

	it('types entries by the type of the object', () => {
		const typeOf = (Name: 'literature' | 'software' | 'dataset', SubType?: string) =>
			readBibtex(written('bibtex', [[cited(object({ Type: { Name, ...(SubType && { SubType }) } }, ['doi', 'x']))]]))[0]
				?.type;
		assert.deepEqual(
			[typeOf('software'), typeOf('dataset'), typeOf('literature'), typeOf('literature', 'Book Chapter')],
			['software', 'dataset', 'article', 'incollection'],
		);
		assert.equal(typeOf('literature', 'constructor'), 'article', 'a name that every object has');
	});

	it('names the journal of an article, the book of a chapter or paper, and the series of a book or report', () => {
		const fieldsOf = (Type: NonNullable<Description['Type']>) => {
			const [entry] = readBibtex(
				written('bibtex', [[cited(object({ Type, Container: { Title: 'A' } }, ['doi', 'x']))]]),
			);
			return Object.keys(entry?.fields ?? {}).filter((name) => entry?.fields[name] === '{A}');
		};
		const literature = (SubType: string) => fieldsOf({ Name: 'literature', SubType });
		assert.deepEqual(literature('journal-article'), ['journal']);
		assert.deepEqual(literature('book-chapter'), ['booktitle']);
		assert.deepEqual(literature('proceedings-article'), ['booktitle']);
		assert.deepEqual([literature('book'), fieldsOf({ Name: 'dataset' })], [['series'], ['series']]);
	});

	it('prints titles and names as they came, whatever they hold, and leaves out those that are blank', () => {
		fc.assert(
			fc.property(anyObject, (one) => {
				const [entry] = readBibtex(written('bibtex', [[cited(one)]]));
				const { Title = '', Creator } = JSON.parse(`{${one.fields}}`) as {
					Title?: string;
					Creator: { Name: string }[];
				};
				assert.equal(typeset(entry?.fields.title ?? ''), plain(Title));
				assert.equal(
					typeset(entry?.fields.author ?? ''),
					Creator.map(({ Name }) => plain(Name))
						.filter(Boolean)
						.join(' and '),
				);
			}),
		);
	});

	it('keeps a name together that its own words would divide', () => {
		const creators = ['Johnson and Johnson', 'others', 'A, B, C, D, E', 'Andersson, H.'];
		const one = object({ Creator: creators.map((Name) => ({ Name })) }, ['doi', 'x']);
		const [entry] = readBibtex(written('bibtex', [[cited(one)]]));
		assert.equal(entry?.fields.author, '{{Johnson and Johnson} and {others} and {A, B, C, D, E} and Andersson, H.}');
	});

	it('gives different identifiers different keys, of characters that keys may have', () => {
		const identifier = fc.tuple(fc.string({ minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 }));
		fc.assert(
			fc.property(identifier, identifier, (one, other) => {
				const keys = [one, other].map(
					(each) => readBibtex(written('bibtex', [[cited(object({}, each))]]))[0]?.key ?? assert.fail(),
				);
				for (const key of keys) assert.match(key, /^[\w./:+-]+$/);
				const same =
					String(one.map((part) => part.toWellFormed())) === String(other.map((part) => part.toWellFormed()));
				assert.equal(keys[0] === keys[1], same);
			}),
		);
	});

	it('has an object once where several relations lead to it', () => {
		const items: AnswerItem[] = [cited(paper), { ...cited(paper), relation: 'isRelatedTo' }];
		assert.equal(readBibtex(written('bibtex', [items])).length, 1);
		assert.equal(written('ris', [items]).match(/^ER {2}- /gm)?.length, 1);
		assert.equal(JSON.parse(written('csl', [items])).length, 1);
		assert.match(written('reference', [items]), /^Østergård, Éloïse; Smith, J\. \(2016\)\. .*\/10\.1000\/a_b\n$/);
		assert.equal(written('jsonl', [items]).trimEnd().split('\n').length, 2 * history.length);
	});
});

describe('a title with markup', () => {
	it('is text in CSV and RIS, and LaTeX in BibTeX', () => {
		const one = cited(object({ Title: 'VO<sub>2</sub> &lt; <i>much</i> &amp; more' }, ['doi', 'x']));
		assert.match(written('csv', [[one]]), /,VO2 < much & more,/);
		assert.match(written('ris', [[one]]), /^TI {2}- VO2 < much & more\r$/m);
		assert.match(
			written('bibtex', [[one]]),
			/^ {2}title = \{\{VO\\textsubscript\{2\} \$<\$ \\textit\{much\} \\& more\}\}/m,
		);
	});
});

describe('RIS', () => {
	it('has a record for each object with what is known of it', () => {
		assert.deepEqual(written('ris', [[cited(paper)]]).split('\r\n'), [
			'TY  - JOUR',
			'TI  - Masses, "radii", and more',
			...['T2  - Acta & Co', 'VL  - 12', 'IS  - 3', 'SP  - 101', 'EP  - 110', 'ET  - 2nd'],
			'AU  - Østergård, Éloïse',
			'AU  - Smith, J.',
			'PY  - 2016',
			'DA  - 2016/05/03/',
			'PB  - Annals',
			...['PB  - Letters', 'CY  - Graz'],
			...['DO  - 10.1000/a_b', 'SN  - 1234-5679', 'SN  - 2345-6787'],
			'UR  - https://arxiv.org/abs/arXiv:1605.01234',
			'AN  - arXiv:1605.01234',
			'KW  - planets',
			'KW  - stars',
			'ER  - ',
			'',
			'',
		]);
	});

	it('types records by the type of the object', () => {
		const typeOf = (Name: 'literature' | 'software' | 'dataset', SubType?: string) =>
			written('ris', [[cited(object({ Type: { Name, ...(SubType && { SubType }) } }, ['doi', 'x']))]]).slice(6, 10);
		assert.deepEqual(
			[typeOf('software'), typeOf('dataset'), typeOf('literature'), typeOf('literature', 'dissertation')],
			['COMP', 'DATA', 'JOUR', 'THES'],
		);
		assert.equal(written('ris', [[cited(bare)]]).slice(0, 9), 'TY  - GEN');
	});

	it('has one line for each value, whatever that holds', () => {
		fc.assert(
			fc.property(anyObject, (one) => {
				const text = written('ris', [[cited(one)]]);
				const lines = text.split(/[\r\n\v\f\u0085\u2028\u2029]+/u).filter((line) => line !== '');
				for (const line of lines) assert.match(line, /^[A-Z][A-Z0-9] {2}- /);
				assert.equal(lines.filter((line) => line.startsWith('ER')).length, 1);
				const { Title = '' } = JSON.parse(`{${one.fields}}`) as { Title?: string };
				if (plain(Title) !== '') assert.ok(lines.includes(`TI  - ${plain(Title)}`));
			}),
		);
	});
});
