// Applies the links of a file as events of a thousand, and leaves all their index entries waiting.
//
//   DATABASE_URL=… node bench/fill-outbox.ts links.jsonl
import { readFileSync } from 'node:fs';
import { openStores } from '../src/app/open.ts';
import { startEventWorker } from '../src/app/workers/event-worker.ts';
import { createAcceptEvent, createStoreEvent } from '../src/broker/accept-event.ts';
import { inSteps } from '../src/broker/in-steps.ts';
import { createBodyReading } from '../src/broker/read-bodies.ts';
import { systemClock } from '../src/clock.ts';
import { readSettings } from '../src/settings.ts';

const linksOfEvent = 1_000;

const [, , file = ''] = process.argv;
const settings = readSettings(process.env);
const { records, close } = await openStores(settings);
const bodies = createBodyReading({ maxLinksPerEvent: linksOfEvent, maxBodyBytes: 2 ** 25 });
const accept = createAcceptEvent(bodies.submission, createStoreEvent(records, systemClock));
for (const lines of inSteps(readFileSync(file, 'utf8').trimEnd().split('\n'), linksOfEvent)) {
	await accept({
		...{ body: Buffer.from(`[${lines.join()}]`), action: 'assert', takesAll: false, replaces: null },
		...{ noindex: false, partial: false, userId: null, submittedBy: { who: 'bench', address: null } },
	});
}
const worker = startEventWorker(records, {
	...{ name: 'bench', leaseMilliseconds: 600_000, maxAttempts: 1, retryMilliseconds: 1, pollMilliseconds: 60_000 },
	clock: systemClock,
	log: { info: () => undefined, warn: (fields, message) => console.error(message, fields) },
});
await worker.idle();
await worker.stop();
await close();
