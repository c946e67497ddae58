// Has the system forget a file that this process has open, keeps it at hand or not, and says how many megabytes come from the disk, within so many milliseconds, though nobody reads it; null where the system does not tell. To be run on a file that has been written to the disk.
import { openSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { keepFilesAtHand } from './files-at-hand.ts';
import { loadGlibc } from './glibc.ts';

const [path, doing, milliseconds] = process.argv.slice(2) as [string, string, string];
const notNeeded = 4;
const megabyte = 1_000_000;

const megabytesFromDisk = () => {
	try {
		const [, bytes] = /^read_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? [];
		return bytes === undefined ? null : Number(bytes) / megabyte;
	} catch {
		return null;
	}
};

const descriptor = openSync(path, 'r');
loadGlibc()?.posix_fadvise(descriptor, 0n, 0n, notNeeded);
const before = megabytesFromDisk();
if (doing === 'keep') keepFilesAtHand(async () => [path]);
if (doing === 'stop') keepFilesAtHand(async () => [path])();
if (doing === 'read') readFileSync(descriptor);
const endsAt = performance.now() + Number(milliseconds);
const wanted = Number(process.argv[5] ?? Number.POSITIVE_INFINITY);
while (performance.now() < endsAt && before !== null && (megabytesFromDisk() as number) - before < wanted)
	await setTimeout(50);
console.log(JSON.stringify(before === null ? null : (megabytesFromDisk() as number) - before));
