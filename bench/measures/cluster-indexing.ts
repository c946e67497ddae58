// Measures how fast the index on OpenSearch is built and kept up from PostgreSQL, beside the same
// on the embedded engine.
import { join } from 'node:path';
import { secondsToCopy } from '../bare-index.ts';
import { indexOf } from '../cluster.ts';
import { openProgram } from '../program.ts';
import { type Finding, number } from '../report.ts';
import { clusterStore, loadInto, type Measure, nextLinks, type Store } from '../workbench.ts';
import { rateOf } from './loading.ts';

/** Adds links to both stores, fewer than would be built anew, and then builds both anew. */
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
			`keep up: ${number(added.links)} more links on ${number(clusterLinks)}, file to searchable`,
			rateOf({ links: added.links, seconds: added.countedSeconds }),
			rateOf({ links: added.links, seconds: addedEmbedded.countedSeconds }),
		);
		const { links } = large;
		const what = `search reindex, ${number(links)} links`;
		const value = rateOf({ links, seconds: await reindex(bench.say, large) });
		yield besideEmbedded(what, value, rateOf({ links, seconds: await reindex(bench.say, embedded) }));
		const { origin, name } = await indexOf(large.program.stores);
		bench.say('writing the same documents by OpenSearch alone');
		yield {
			what: `PostgreSQL and OpenSearch: ${what}`,
			value,
			limit: {
				what: 'OpenSearch alone, the same documents',
				...rateOf({ links, seconds: await secondsToCopy(origin, name) }),
			},
			floor: { least: 0.5 },
		};
	},
};

async function reindex(say: (text: string) => void, { program }: Store): Promise<number> {
	say('reindexing');
	return (await program.run('search', 'reindex')).seconds;
}

function besideEmbedded(what: string, value: Finding['value'], limit: Finding['value']): Finding {
	return {
		what: `PostgreSQL and OpenSearch: ${what}`,
		value,
		limit: { what: 'embedded engine', ...limit },
		floor: { least: 0.33 },
	};
}
