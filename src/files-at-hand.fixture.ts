// Has the system forget a file, keeps it at hand or not, and reads it; says how many megabytes came from the disk only then. To be run on a file that has been written to the disk.
import { openSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { keepFilesAtHand } from './files-at-hand.ts';
import { loadGlibc } from './glibc.ts';

const [path, doing, milliseconds] = process.argv.slice(2) as [string, string, string];
const notNeeded = 4;

const bytesFromDisk = () => Number(/^read_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

loadGlibc()?.posix_fadvise(openSync(path, 'r'), 0n, 0n, notNeeded);
if (doing === 'keep') keepFilesAtHand(async () => [path]);
if (doing === 'stop') keepFilesAtHand(async () => [path])();
await setTimeout(Number(milliseconds));
const before = bytesFromDisk();
readFileSync(path);
console.log(Math.round((bytesFromDisk() - before) / 1_000_000));
