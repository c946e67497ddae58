// Asks for 1,000 works in each of the forms in which other services answer, and in the form of the own
// interface: the totals are equal, whatever identifier of a work is asked for.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRandom } from '../random.ts';
import { type Program, type Server, serveLinks } from './program.ts';

const seed = 70;
const worksTotal = 1_000;
const linksTotal = 4_000;
const linksAtOnce = 1_500;
const askedAtOnce = 8;

const random = createRandom(seed);
const types = ['literature', 'software', 'dataset', 'unknown'] as const;
const providers = ['Crossref', 'DataCite', 'Zenodo', 'OpenAIRE'] as const;
const relations = ['References', 'References', 'References', 'IsSupplementTo', 'IsRelatedTo'] as const;

/** Works of 1 to 4 identifiers, of which the views are asked for one. */
const works = Array.from({ length: worksTotal }, (_, at) => {
	const identifiers = [
		{ ID: `10.1000/w${at}`, IDScheme: 'doi' },
		...(random.happens(0.4) ? [{ ID: String(20_000 + at), IDScheme: 'pmid' }] : []),
		...(random.happens(0.2) ? [{ ID: `br/06${at}1`, IDScheme: 'omid' }] : []),
		...(random.happens(0.3) ? [{ ID: `10.2000/second.${at}`, IDScheme: 'doi' }] : []),
	];
	return { identifiers, asked: random.pick(identifiers), type: random.pick(types) };
});
type Work = (typeof works)[number];

/** An end of a link names one or all identifiers of a work. */
const endOf = ({ identifiers, type }: Work) => ({
	Identifier: random.happens(0.5) ? identifiers : [random.pick(identifiers)],
	Type: { Name: type },
});
const link = (source: Work, relation: object, target: Work, provider: string) => ({
	...{ Source: endOf(source), RelationshipType: relation, Target: endOf(target) },
	...{ LinkProvider: [{ Name: provider }], LinkPublicationDate: `20${random.between(10, 25)}-01-01` },
});
const related = (SubType: string) => ({ Name: 'IsRelatedTo', SubType, SubTypeSchema: 'DataCite' });
/** Each work once with all its identifiers, every tenth a version of one before it. */
const described = works.map((work, at) => ({
	...link(work, related(at % 10 === 9 ? 'IsVersionOf' : 'Documents'), works[at - (at % 10)] as Work, 'Zenodo'),
	Source: { Identifier: work.identifiers, Type: { Name: work.type } },
}));
/** Few works are cited often; some links come from several providers. */
const links = Array.from({ length: linksTotal }, () => {
	const target = works[Math.floor(worksTotal * random.next() ** 3)] as Work;
	const source = random.pick(works);
	const relation = { Name: random.pick(relations) };
	return providers.filter((_, at) => at === 0 || random.happens(0.2)).map((one) => link(source, relation, target, one));
}).flat();

let program: Program;
let server: Server;
before(async () => {
	({ program, server } = await serveLinks([...described, ...links], linksAtOnce));
});
after(() => program?.remove());

async function ask<T>(path: string, question: Readonly<Record<string, string>>): Promise<T> {
	const response = await fetch(`${server.url}${path}?${new URLSearchParams(question)}`, {
		headers: { Accept: 'application/json' },
	});
	assert.equal(response.status, 200, `${response.url}: ${await response.clone().text()}`);
	return (await response.json()) as T;
}

type Question = { id: string; relation: string; group_by: string };
type Hits = { hits: { total: number } };
const totals = new Map<string, Promise<number>>();
/** Asks the HTTP interface, once for all views. */
function own(question: Question): Promise<number> {
	const key = JSON.stringify(question);
	const known =
		totals.get(key) ?? ask<Hits>('/relationships', { ...question, size: '1' }).then(({ hits }) => hits.total);
	totals.set(key, known);
	return known;
}

type View = {
	name: string;
	relation: string;
	level?: string;
	/** For how many of the works it is asked. */
	asked?: number;
	total(identifier: Work['asked'], question: Question): Promise<number>;
};
const asclepias = (relation: string, level: string, asked = worksTotal): View => ({
	...{ name: `Asclepias, ${relation}, ${level}`, relation, level, asked },
	total: async (_, question) =>
		(await ask<Hits>('/compat/asclepias/api/relationships', { ...question, size: '1' })).hits.total,
});
const scholexplorer = (end: string, relation: string, own: string, asked = worksTotal): View => ({
	...{ name: `ScholeXplorer, ${relation}, ${end}`, relation: own, asked },
	async total({ ID }) {
		const question = { [end]: ID, relation, size: '1' };
		return (await ask<{ totalLinks: number }>('/compat/scholexplorer/v3/Links', question)).totalLinks;
	},
});
const datacite = (end: string, relation: string, own: string, asked = worksTotal): View => ({
	...{ name: `DataCite's events, ${relation}, ${end}`, relation: own, asked },
	async total({ ID }) {
		const question = { [end]: ID, 'relation-type-id': relation, 'page[size]': '1' };
		return (await ask<{ meta: { total: number } }>('/compat/datacite/events', question)).meta.total;
	},
});
const opencitations = (operation: string, own: string, asked = worksTotal): View => ({
	...{ name: `OpenCitations Index, ${operation}`, relation: own, asked },
	async total({ ID, IDScheme }) {
		const path = `/compat/opencitations/index/v2/${operation}/${IDScheme}:${ID}`;
		const rows = await ask<{ count?: string }[]>(path, {});
		return operation.endsWith('count') ? Number(rows[0]?.count) : rows.length;
	},
});
const views = [
	asclepias('isCitedBy', 'identity'),
	asclepias('cites', 'identity'),
	asclepias('isCitedBy', 'version', 200),
	asclepias('isSupplementedBy', 'version', 200),
	asclepias('isRelatedTo', 'identity', 200),
	scholexplorer('targetPid', 'Cites', 'isCitedBy'),
	scholexplorer('sourcePid', 'cites', 'cites'),
	scholexplorer('targetPid', 'isSupplementTo', 'isSupplementedBy', 200),
	opencitations('citation-count', 'isCitedBy'),
	opencitations('reference-count', 'cites'),
	opencitations('citations', 'isCitedBy', 200),
	datacite('doi', 'is-cited-by', 'isCitedBy'),
	datacite('subj-id', 'cites', 'cites'),
	datacite('obj-id', 'is-supplement-to', 'isSupplementedBy', 200),
];

describe('the answers in the form of other services', () => {
	for (const { name, relation, level = 'identity', asked = worksTotal, total } of views) {
		it(`have the totals of the HTTP interface for ${asked} works: ${name}`, async () => {
			const left = works.slice(0, asked);
			let links = 0;
			const askForAll = async () => {
				for (let work = left.pop(); work; work = left.pop()) {
					const question = { id: work.asked.ID, relation, group_by: level };
					const [expected, found] = await Promise.all([own(question), total(work.asked, question)]);
					assert.equal(found, expected, `${work.asked.ID}, seed ${seed}`);
					links += found;
				}
			};
			await Promise.all(Array.from({ length: askedAtOnce }, askForAll));
			assert.ok(links > 100, `${links} links`);
		});
	}
});
