// Works for so many milliseconds; says how many megabytes of files, nearly all of them Node.js's program, it has in memory before and after.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { returnFreedMemory } from './native-memory.ts';

const megabytes = () => Number(/^RssFile:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1_000;

const first = megabytes();
returnFreedMemory({ frugal: false });
const endsAt = performance.now() + Number(process.argv[2]);
while (performance.now() < endsAt) {
	const restsAt = performance.now() + 50;
	while (performance.now() < restsAt) JSON.stringify({ works: true });
	await setTimeout(50);
}
console.log(JSON.stringify([first, megabytes()]));
