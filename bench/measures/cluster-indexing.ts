// Measures how fast the index on OpenSearch is built and updated from PostgreSQL, against the
// embedded engine and against OpenSearch alone.
import { join } from 'node:path';
import { secondsToCopy } from '../bare-index.ts';
import { indexOf } from '../cluster.ts';
import { openProgram } from '../program.ts';
import { type Finding, number } from '../report.ts';
import { clusterStore, loadInto, type Measure, nextLinks, type Store } from '../workbench.ts';
import { rateOf } from './loading.ts';

/** Adds links to both stores, too few for a rebuild, and then rebuilds both. */
export const clusterIndexMeasure: Measure = {
	name: 'cluster-index',
	async *run(bench) {
		const large = await clusterStore(bench);
		const { clusterLinks } = bench.scale;
		const embedded: Store = { program: openProgram(join(bench.folder, 'embedded')), links: 0, loads: [] };
		await loadInto(bench, embedded, join(bench.folder, 'cluster.jsonl'));
		const more = nextLinks(bench, 'more-of-cluster', clusterLinks / 4);
		const [added, addedEmbedded] = [await loadInto(bench, large, more), await loadInto(bench, embedded, more)];
		yield besideEmbedded(
			`${number(added.links)} more links on ${number(clusterLinks)}`,
			rateOf({ links: added.links, seconds: added.countedSeconds }),
			rateOf({ links: added.links, seconds: addedEmbedded.countedSeconds }),
		);
		const { links } = large;
		const what = `search reindex, ${number(links)} links`;
		const value = rateOf({ links, seconds: await reindex(bench.log, large) });
		yield besideEmbedded(what, value, rateOf({ links, seconds: await reindex(bench.log, embedded) }));
		const { origin, name } = await indexOf(large.program.stores);
		bench.log('writing the same documents by OpenSearch alone');
		yield {
			section,
			what,
			value,
			limit: {
				what: 'OpenSearch alone',
				...rateOf({ links, seconds: await secondsToCopy(origin, name) }),
			},
			floor: { least: 0.5 },
			whyMissed: 'The broker and PostgreSQL share two cores with OpenSearch.',
		};
	},
};

const section = 'Indexing on PostgreSQL and OpenSearch';

async function reindex(log: (text: string) => void, { program }: Store): Promise<number> {
	log('reindexing');
	return (await program.run('search', 'reindex')).seconds;
}

function besideEmbedded(what: string, value: Finding['value'], limit: Finding['value']): Finding {
	return {
		section,
		what,
		value,
		limit: { what: 'embedded engine', ...limit },
		floor: { least: 0.33 },
		whyMissed: 'OpenSearch alone does not reach a third of the embedded engine on these cores.',
	};
}
