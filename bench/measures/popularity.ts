// Measures changes of a popular object: one more citation and a merge, against the same changes of
// an object with ten relationships.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Endpoint, submit, untilIndexed } from '../http-load.ts';
import { median } from '../percentile.ts';
import { openProgram } from '../program.ts';
import { type Finding, number } from '../report.ts';
import { type Measure, type Workbench, writeLines } from '../workbench.ts';

const few = 10;
const warmUps = 5;
const pollMilliseconds = 1;

type Relation = 'Cites' | 'IsIdenticalTo';

const popular = '10.1000/popular';
const modest = '10.1000/modest';

/** Submits single links for both objects in turn, and times each until it can be found. */
export const popularityMeasure: Measure = {
	name: 'popularity',
	async *run(bench) {
		const { changes, popular: many } = bench.scale;
		const rounds = warmUps + changes;
		const program = openProgram(join(bench.folder, 'popularity'));
		const file = join(bench.folder, 'popularity.jsonl');
		writeLines(file, links(many, rounds * 2));
		bench.log(`loading an object with ${many} relationships`);
		await program.load(file);
		const server = await program.serveWithToken();
		const time = (source: string, target: string, relation: Relation) =>
			timeLink(server, link(source, target, relation));

		bench.log('citing and merging');
		yield await compare(bench, `one more citation of ${number(many)}`, 1.5, (object, change) =>
			time(`10.1000/new.${change}`, object, 'Cites'),
		);
		yield await compare(bench, `a merge into ${number(many)} relationships`, 2, (object, change) =>
			time(`10.1000/single.${change}`, object, 'IsIdenticalTo'),
		);
		await server.stop();
		rmSync(program.folder, { recursive: true });
	},
};

async function compare(
	{ scale }: Workbench,
	what: string,
	most: number,
	time: (object: string, change: number) => Promise<number>,
): Promise<Finding> {
	const took = { popular: [] as number[], modest: [] as number[] };
	for (let round = 0; round < warmUps + scale.changes; round++) {
		const ofPopular = await time(popular, round * 2);
		const ofModest = await time(modest, round * 2 + 1);
		if (round < warmUps) continue;
		took.popular.push(ofPopular);
		took.modest.push(ofModest);
	}
	return {
		section: 'Large stores and popular objects',
		what,
		value: { amount: median(took.popular), unit: 'ms' },
		limit: { what: `with ${few}`, amount: median(took.modest), unit: 'ms' },
		floor: { most },
	};
}

/** Yields the citations of both objects, then one for each object that will be merged into them. */
function* links(many: number, singles: number): Generator<string> {
	for (let citing = 0; citing < many; citing++) yield link(`10.1000/citing.${citing}`, popular, 'Cites');
	for (let citing = 0; citing < few; citing++) yield link(`10.1000/citing.${citing}`, modest, 'Cites');
	for (let single = 0; single < singles; single++) {
		yield link(`10.1000/citing.${single}`, `10.1000/single.${single}`, 'Cites');
	}
}

function link(source: string, target: string, relation: Relation): string {
	const end = (id: string) => ({ Identifier: { ID: id, IDScheme: 'doi' }, Type: { Name: 'literature' } });
	return JSON.stringify({
		LinkPublicationDate: '2020-01-01',
		LinkProvider: [{ Name: 'Crossref' }],
		RelationshipType: { Name: 'IsRelatedTo', SubType: relation, SubTypeSchema: 'DataCite' },
		Source: end(source),
		Target: end(target),
	});
}

/**
 * Times a link from its acceptance until it can be found, in milliseconds. Accepting it waits for
 * the disk, and would hide the rest.
 */
async function timeLink(server: Endpoint, link: string): Promise<number> {
	const event = await submit(server, Buffer.from(`[${link}]`));
	const startedAt = performance.now();
	await untilIndexed(server, event, pollMilliseconds);
	return performance.now() - startedAt;
}
