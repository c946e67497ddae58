// Delivers all waiting index entries and ends; started by cluster-writers.ts. It prints `ready`,
// begins when it reads a byte, and prints its seconds of wall-clock and of processor time.
//
//   DATABASE_URL=… SEARCH_URL=… node bench/index-writer.ts
import { once } from 'node:events';
import { openIndex, reopenStores } from '../src/app/open.ts';
import { updateIndex } from '../src/broker/indexing/update-index.ts';
import { readSettings } from '../src/settings.ts';

const settings = readSettings(process.env);
const { records, close } = await reopenStores(settings);
const index = await openIndex(settings);
await records.indexLag();
await index.generation();
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const begun = performance.now();
const cpu = process.cpuUsage();
let entries = 0;
let rounds = 0;
for (let delivered = 1; delivered > 0; rounds++) {
	delivered = await updateIndex(records, index);
	entries += delivered;
}
const seconds = (performance.now() - begun) / 1_000;
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(`${JSON.stringify({ entries, rounds, seconds, cpuSeconds: (user + system) / 1e6 })}\n`);
await index.close();
await close();
process.exit(0);
