// Takes 100 MB in pieces of a size and frees nearly all; says how many of these megabytes the process still has, after so many milliseconds. To be run with `--expose-gc --single-threaded`.
import { setTimeout } from 'node:timers/promises';
import { returnFreedMemory } from './native-memory.ts';

const [doing, pieceBytes, milliseconds] = process.argv.slice(2);
const megabyte = 1_000_000;

if (doing !== 'keep') returnFreedMemory({ frugal: doing === 'return at once' });
const before = process.memoryUsage.rss();
const pieces = Array.from({ length: (100 * megabyte) / Number(pieceBytes) }, () =>
	Buffer.allocUnsafeSlow(Number(pieceBytes)).fill(1),
);
// Those that stay keep glibc from giving back the end of its room, as it does by itself.
const kept = pieces.filter((_, position) => position % 20 === 0);
pieces.length = 0;
globalThis.gc?.();
if (Number(milliseconds) > 0) await setTimeout(Number(milliseconds));
console.log(Math.round((process.memoryUsage.rss() - before) / megabyte));
// They are in use until here.
kept.length = 0;
