// Measures withdrawals against assertions: of a file of links in a large store, of the one link
// that joins a small group, and of one version of a large family.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, submit, untilIndexed } from '../http-load.ts';
import { median } from '../percentile.ts';
import { type Finding, number } from '../report.ts';
import { loadedStore, type Measure, nextLinks, type Workbench, writeLines } from '../workbench.ts';

const section = 'Withdrawing, submitted to searchable';
const pollMilliseconds = 1;
const most = 5;
const members = { group: 10, family: 10_000 };

/** Times withdrawals against assertions in the store of `scale.links`. */
export const withdrawalMeasure: Measure = {
	name: 'withdrawals',
	async *run(bench) {
		const store = await loadedStore(bench);
		yield await compareFiles(bench);
		const file = join(bench.folder, 'family.jsonl');
		writeLines(file, familyLinks());
		await store.program.load(file);
		rmSync(file);
		const server = await store.program.serveWithToken();
		yield await compareLinks(bench, server, `split a group of ${members.group} in two`, groupLink);
		yield await compareLinks(bench, server, `remove one version of ${number(members.family)}`, familyLink);
		await server.stop();
	},
};

/** Loads a file, withdraws the same links, and compares the seconds. */
async function compareFiles(bench: Workbench): Promise<Finding> {
	const { program, links } = await loadedStore(bench);
	const count = bench.scale.slice / 10;
	const file = nextLinks(bench, 'withdrawn', count);
	const asserted = await program.load(file);
	const withdrawn = await program.load('--action', 'withdraw', file);
	rmSync(file);
	return {
		section,
		what: `${number(count)} links of ${number(links + count)}`,
		value: { amount: withdrawn.seconds, unit: 's' },
		limit: { what: 'asserting', amount: asserted.seconds, unit: 's' },
		floor: { most },
	};
}

type LinkOf = (round: number) => string;

/** Asserts and withdraws a link again and again. */
async function compareLinks(
	{ scale, log }: Workbench,
	server: Endpoint,
	what: string,
	linkOf: LinkOf,
): Promise<Finding> {
	log(what);
	const took = { assert: [] as number[], withdraw: [] as number[] };
	for (let round = 0; round < scale.changes; round++) {
		for (const action of ['assert', 'withdraw'] as const) {
			const startedAt = performance.now();
			const event = await submit(server, Buffer.from(`[${linkOf(round)}]`), `?action=${action}`);
			await untilIndexed(server, event, pollMilliseconds);
			took[action].push(performance.now() - startedAt);
		}
	}
	return {
		section,
		what,
		value: { amount: median(took.withdraw), unit: 'ms' },
		limit: { what: 'joining', amount: median(took.assert), unit: 'ms' },
		floor: { most },
	};
}

/** Joins the two halves of a group that familyLinks wrote. */
function groupLink(): string {
	return link('10.1000/half.0', '10.1000/half.1', 'IsIdenticalTo');
}

function familyLink(): string {
	return link('10.1000/concept', '10.1000/late-version', 'HasVersion');
}

function* familyLinks(): Generator<string> {
	for (let version = 0; version < members.family; version++) {
		yield link('10.1000/concept', `10.1000/version.${version}`, 'HasVersion');
	}
	yield link('10.1000/citing', '10.1000/late-version', 'Cites');
	for (let member = 2; member < members.group; member++) {
		yield link(`10.1000/half.${member % 2}`, `10.1000/half.${member}`, 'IsIdenticalTo');
		yield link(`10.1000/citing.${member}`, `10.1000/half.${member}`, 'Cites');
	}
}

function link(source: string, target: string, relation: 'Cites' | 'IsIdenticalTo' | 'HasVersion'): string {
	const end = (id: string) => ({ Identifier: { ID: id, IDScheme: 'doi' }, Type: { Name: 'literature' } });
	return JSON.stringify({
		LinkPublicationDate: '2020-01-01',
		LinkProvider: [{ Name: 'Crossref' }],
		RelationshipType: { Name: 'IsRelatedTo', SubType: relation, SubTypeSchema: 'DataCite' },
		Source: end(source),
		Target: end(target),
	});
}
