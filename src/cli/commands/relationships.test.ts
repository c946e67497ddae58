// Tests of the command that searches relationships: what it asks of the broker, what it shows.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { builtInDefinitions, type Definition } from '../../broker/counting/definitions.ts';
import type { RelationshipAnswer } from '../../broker/searching/search-relationships.ts';
import { BrokerError } from '../../errors.ts';
import { noon, openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const found: RelationshipAnswer = {
	asked: { scheme: 'doi', value: '10.5281/zenodo.11020', key: '10.5281/zenodo.11020' },
	suggestions: [],
	relation: 'isCitedBy',
	groupBy: 'version',
	source: {
		identifiers: '[{"ID":"10.5281/zenodo.11020","IDScheme":"doi"},{"ID":"x","IDScheme":"ads"}]',
		fields: '"Title":"corner.py v1.0","Type":{"Name":"software"}',
		versions: '[{"Identifiers":[{"ID":"x","IDScheme":"ads"}]}]',
	},
	group: 1,
	total: 1_234,
	items: [
		{
			relation: 'isCitedBy',
			flags: [],
			object: {
				identifiers: '[{"ID":"10.1/a","IDScheme":"doi"}]',
				fields: '"Title":"A paper","Type":{"Name":"literature"},"PublicationDate":"2016-05"',
				versions: '',
			},
			group: 2,
			history: [
				{ provider: 'Zenodo', date: '2018-01-02', instant: 0, end: 0, subTypes: [] },
				{ provider: 'ADS', date: '2017-01-02', instant: 0, end: 0, subTypes: [] },
				{ provider: 'Zenodo', date: '2016-01-02', instant: 0, end: 0, subTypes: [] },
			],
		},
	],
	facets: undefined,
	size: 100,
	page: 1,
	cursor: undefined,
};

const finding = (answer: RelationshipAnswer) => {
	const asked: Record<string, unknown>[] = [];
	const searchRelationships = async (query: object) => {
		asked.push(query as Record<string, unknown>);
		return answer;
	};
	return { asked, broker: { searchRelationships } };
};

describe('relationships --format', () => {
	it('prints the whole result, page after page', async () => {
		const pages = [{ ...found, cursor: 'next' }, found];
		const asked: Record<string, unknown>[] = [];
		const searchRelationships = async (query: object) => {
			asked.push(query as Record<string, unknown>);
			return pages[asked.length - 1] ?? found;
		};
		const { status, out, err } = await line.run(
			'relationships 10.5281/zenodo.11020 --relation isCitedBy --format csv',
			{
				broker: { searchRelationships },
			},
		);
		assert.equal(err, '');
		assert.equal(status, 0);
		assert.equal(out.split('\r\n').filter((row) => row.includes('10.1/a')).length, 2);
		assert.deepEqual(
			asked.map(({ size, cursor }) => [size, cursor]),
			[
				[1000, undefined],
				[1000, 'next'],
			],
		);
	});

	it('begins a CSV with a byte order mark only with --bom', async () => {
		const broker = { searchRelationships: async () => found };
		const asked = 'relationships 10.5281/zenodo.11020 --relation isCitedBy --format csv';
		assert.match((await line.run(asked, { broker })).out, /^source_id/);
		assert.match((await line.run(`${asked} --bom`, { broker })).out, /^\uFEFFsource_id/);
	});

	it('knows every form that HTTP knows', async () => {
		for (const [format, begins] of Object.entries({ jsonl: '{"', scholix: '[', bibtex: '@', ris: 'TY  - ' })) {
			const { out } = await line.run(
				`relationships 10.5281/zenodo.11020 --relation isCitedBy --format ${format}`,
				finding(found),
			);
			assert.ok(out.startsWith(begins), out);
		}
	});

	it('refuses what asks for a page, or for another form at once', async () => {
		const { broker } = finding(found);
		for (const [option, expected] of [
			['--size=3', /--size cannot be combined with/],
			['--page=2', /--page cannot be combined with/],
			['--json', /--json and --format/],
		] as const) {
			const { status, err } = await line.run(`relationships 10.5281/zenodo.11020 --format csv ${option}`, { broker });
			assert.equal(status, 2);
			assert.match(err, expected);
		}
	});
});

describe('relationships', () => {
	it('asks with the parameters of the search over HTTP', async () => {
		const { asked, broker } = finding(found);
		const words =
			'relationships doi:10.5281/zenodo.11020 --scheme doi --relation isCitedBy --type literature ' +
			'--publication-year 2015--<2018 ' +
			'--from 2016 --to 2018-06 --group-by version --q corner --sort -mostrecent --size 10 --page 2';
		assert.equal((await line.run(words, { broker })).status, 0);
		const [query] = asked;
		assert.equal(query?.id, 'doi:10.5281/zenodo.11020');
		assert.equal(query.scheme, 'doi');
		assert.equal(query.relation, 'isCitedBy');
		assert.equal(query.type, 'literature');
		assert.deepEqual(query.publication_year, { from: 2015, to: 2017 });
		assert.equal(query.from, Date.UTC(2016) / 1000);
		assert.equal(Math.ceil(Number(query.to)), Date.UTC(2018, 6) / 1000);
		assert.equal(query.group_by, 'version');
		assert.equal(query.q, 'corner');
		assert.equal(query.sort, '-mostrecent');
		assert.equal(query.size, 10);
		assert.equal(query.page, 2);
	});

	it('shows the object, the total and a table', async () => {
		const { out } = await line.run('relationships 10.5281/zenodo.11020', finding({ ...found, groupBy: 'identity' }));
		assert.equal(
			out,
			[
				'corner.py v1.0 — doi:10.5281/zenodo.11020',
				'1,234 relationships isCitedBy (by identity)',
				'',
				'IDENTIFIER  TITLE    TYPE        PUBLISHED  LINKED      PROVIDER',
				'doi:10.1/a  A paper  literature  2016-05    2018-01-02  Zenodo, ADS',
				'',
			].join('\n'),
		);
	});

	it('shows by version which versions each is linked to', async () => {
		const via = {
			total: 2,
			links: ['10.5281/zenodo.11020', '10.5281/zenodo.45906'].map((ID) => ({
				source: JSON.stringify([{ ID, IDScheme: 'doi' }]),
				target: '[]',
				history: [],
			})),
		};
		const items = found.items.map((item) => ({ ...item, via }));
		const { out } = await line.run('relationships x', finding({ ...found, items }));
		assert.match(out, /^IDENTIFIER .* VERSION .* PROVIDER$/m);
		assert.match(out, /^doi:10\.1\/a .* doi:10\.5281\/zenodo\.11020, doi:10\.5281\/zenodo\.45906 /m);
	});

	it('shows versions by name, and leaves what distinguishes them in any width', async () => {
		const versions = ['First edition of a very long report', 'Second edition of a very long report'].map(
			(title, at) => `${title} (2019-0${at + 1}-02)`,
		);
		const sources = versions.map((_, at) => JSON.stringify([{ ID: `10.1/v${at}`, IDScheme: 'doi' }]));
		const names = new Map(sources.map((source, at) => [source, versions[at] as string]));
		const items = sources.flatMap((source) =>
			found.items.map((item) => ({ ...item, via: { total: 1, links: [{ source, target: '[]', history: [] }] } })),
		);
		for (const columns of [40, 60, 80, 100, 200]) {
			const terminal = { isTTY: true, columns };
			const { out } = await line.run('relationships x', { ...finding({ ...found, items, names }), ...terminal });
			for (const end of ['01-02)', '02-02)']) assert.ok(out.includes(end), out);
		}
	});

	it('shows the relation of each if none was given', async () => {
		const { out } = await line.run('relationships x', finding({ ...found, relation: undefined }));
		assert.match(out, /^RELATION +IDENTIFIER/m);
		assert.match(out, /^isCitedBy +doi:10\.1\/a/m);
	});

	it('reports on standard error how far the index is behind, and for how long', async () => {
		const backlog = async () => ({
			events: { New: 2, Processing: 1, Error: 7 },
			oldestEventAt: noon - 125_000,
			entries: 1_204,
			oldestEntryAt: noon - 5_000,
			oldestMessageAt: null,
		});
		const { broker } = finding(found);
		const { status, err } = await line.run('relationships x', { broker: { ...broker, backlog } });
		assert.equal(status, 0);
		assert.equal(
			err,
			'The search index is behind: 3 events not applied and 1,204 changes not indexed yet, the oldest for 2 min. ' +
				'The answer may be incomplete.\n',
		);
	});

	it('answers all the same where the records cannot be asked how far the index is', async () => {
		const { broker } = finding(found);
		const backlog = () => Promise.reject(new Error('unavailable'));
		const { status, err } = await line.run('relationships x', { broker: { ...broker, backlog } });
		assert.deepEqual([status, err], [0, '']);
	});

	it('says that a known work has none', async () => {
		const { status, out, err } = await line.run('relationships x', finding({ ...found, total: 0, items: [] }));
		assert.deepEqual([status, err], [0, '']);
		assert.equal(out, 'corner.py v1.0 — doi:10.5281/zenodo.11020\n0 relationships isCitedBy (by version)\n');
	});

	describe('of a work that is not known', () => {
		const unknown = { ...found, source: undefined, total: 0, items: [], relation: undefined };
		const expected = 'Unknown identifier: doi:10.5281/zenodo.11020\n';

		it('say so and end with status 3', async () => {
			const { status, out, err } = await line.run('relationships x', finding(unknown));
			assert.deepEqual([status, out, err], [3, '', expected]);
		});

		it('suggest other identifiers', async () => {
			const suggestions: RelationshipAnswer['suggestions'] = [
				{ identifier: { scheme: 'arxiv', value: 'arXiv:1207.4464', key: '' }, reason: 'broader' },
				{ identifier: { scheme: 'own', value: 'x', key: 'x' }, reason: 'other-scheme' },
			];
			const { err } = await line.run('relationships x', finding({ ...unknown, suggestions }));
			assert.equal(err, `${expected}Did you mean arxiv:arXiv:1207.4464, or own:x?\n`);
		});

		it('say so beside the document and beside a file', async () => {
			const json = await line.run('relationships x --json', finding(unknown));
			assert.deepEqual([json.status, json.err], [3, expected]);
			assert.equal(JSON.parse(json.out).query.known, false);
			const file = await line.run('relationships x --format scholix', finding(unknown));
			assert.deepEqual([file.status, file.err], [3, expected]);
			assert.deepEqual(JSON.parse(file.out), []);
		});
	});

	it('says that a text is no identifier, with status 2', async () => {
		const broker = {
			searchRelationships: async () => {
				throw new BrokerError('not-an-identifier', '"x" is not an identifier.');
			},
		};
		const { status, err } = await line.run('relationships x', { broker });
		assert.equal(status, 2);
		assert.match(err, /^link-broker: "x" is not an identifier\.\n/);
	});

	it('shows how to continue if there is more', async () => {
		const { err } = await line.run('relationships x', finding({ ...found, cursor: 'abc' }));
		assert.equal(err, '1 of 1,234 relationships; more with --cursor abc\n');
	});

	it('answers the Scholix document with --json, and how the identifier was understood', async () => {
		const { out } = await line.run('relationships x --relation isCitedBy --json', finding(found));
		assert.deepEqual(JSON.parse(out), {
			Source: {
				Title: 'corner.py v1.0',
				Type: { Name: 'software' },
				Identifiers: [
					{ ID: '10.5281/zenodo.11020', IDScheme: 'doi' },
					{ ID: 'x', IDScheme: 'ads' },
				],
				Versions: [{ Identifiers: [{ ID: 'x', IDScheme: 'ads' }] }],
			},
			Relation: { Name: 'isCitedBy' },
			GroupBy: 'version',
			Relationships: [
				{
					Target: {
						Title: 'A paper',
						Type: { Name: 'literature' },
						PublicationDate: '2016-05',
						Identifiers: [{ ID: '10.1/a', IDScheme: 'doi' }],
						Versions: [{ Identifiers: [{ ID: '10.1/a', IDScheme: 'doi' }] }],
					},
					LinkHistory: [
						{ LinkPublicationDate: '2018-01-02', LinkProvider: { Name: 'Zenodo' } },
						{ LinkPublicationDate: '2017-01-02', LinkProvider: { Name: 'ADS' } },
						{ LinkPublicationDate: '2016-01-02', LinkProvider: { Name: 'Zenodo' } },
					],
				},
			],
			query: { understood_as: { ID: '10.5281/zenodo.11020', IDScheme: 'doi' }, known: true, suggestions: [] },
		});
	});

	it('refuses what the search over HTTP refuses, by the names of the options', async () => {
		const { status, err } = await line.run('relationships x --publication-year 2018 --size 0');
		assert.equal(status, 2);
		assert.match(err, /^link-broker: --publication-year must be a range .* --size must be a whole number/);
		for (const words of [
			'--relation related',
			'--type book',
			'--group-by work',
			'--sort newest',
			'--page 1 --cursor x',
		]) {
			assert.equal((await line.run(`relationships x ${words}`)).status, 2, words);
		}
	});

	it('says which schemes to choose from where the identifier fits several', async () => {
		const message = '"x" names different works in different schemes: add scheme=, one of ads, doi.';
		const broker = {
			searchRelationships: async () => {
				throw new BrokerError('ambiguous-identifier', message, { problems: [{ field: 'scheme', message }] });
			},
		};
		const { status, err } = await line.run('relationships x', { broker });
		assert.equal(status, 2);
		assert.equal(err, `link-broker: ${message}\nName the scheme with --scheme.\n`);
	});
});

describe('relationships by what counts', () => {
	const counted: RelationshipAnswer = {
		...found,
		...{ definition: builtInDefinitions[1] as Definition, excluded: { 'author-self': 2, machine: 0 } },
		unknown: { 'author-self': 1_040, machine: 0 },
		items: found.items.map((item) => ({ ...item, flags: ['single-provider'] })),
	};
	const asked = 'relationships 10.5281/zenodo.11020 --relation isCitedBy';

	it('show the definition, the numbers left out and those of which a flag is unknown', async () => {
		const finds = finding(counted);
		const { out } = await line.run(`${asked} --definition strict --exclude author-self,machine`, finds);
		assert.match(out, /isCitedBy \(by version\); definition strict, version 1; left out: author-self 2, machine 0;/);
		assert.match(out, /; kept, but unknown: author-self 1,040\n/);
		assert.deepEqual([finds.asked[0]?.definition, finds.asked[0]?.exclude], ['strict', ['author-self', 'machine']]);
		const file = await line.run(`${asked} --definition strict --format csv`, { broker: finding(counted).broker });
		assert.match(file.err, /definition strict, version 1; left out: author-self 2/);
	});

	it('have them as members with --json', async () => {
		const { out } = await line.run(`${asked} --definition strict --json`, finding(counted));
		const { definition, total, excluded, unknown } = JSON.parse(out);
		assert.deepEqual([definition, total], ['strict', 1_234]);
		assert.deepEqual([excluded, unknown], [counted.excluded, counted.unknown]);
		assert.equal('total' in JSON.parse((await line.run(`${asked} --json`, finding(found))).out), false);
	});

	it('show flags with --flags', async () => {
		assert.match((await line.run(`${asked} --flags`, finding(counted))).out, /FLAGS[\s\S]*single-provider/);
		assert.doesNotMatch((await line.run(asked, finding(counted))).out, /single-provider/);
		assert.deepEqual(
			JSON.parse((await line.run(`${asked} --flags --json`, finding(counted))).out).Relationships[0].Flags,
			['single-provider'],
		);
	});

	it('refuse a flag that is not known, with the names of all', async () => {
		const { status, err } = await line.run(`${asked} --exclude selfish`, finding(counted));
		assert.equal(status, 2);
		assert.match(err, /--exclude has "selfish", which is no flag\. Give some of author-self, /);
	});
});
