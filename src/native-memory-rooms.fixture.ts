// Has threads take memory in small pieces, each for itself; says in how many rooms of glibc all of it lies.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { shareRooms } from './native-memory.ts';

const threads = 8;
// Rooms of threads begin at multiples of 64 MiB.
const roomBytes = 1n << 26n;

if (process.argv[2] === 'share') shareRooms();
const work = `
	const pieces = Array.from({ length: 1_000 }, () => Buffer.allocUnsafeSlow(8_000).fill(1));
	require('node:worker_threads').parentPort.postMessage(pieces.length);
	setInterval(() => pieces.length, 1_000);
`;
const started = Array.from({ length: threads }, () => new Worker(work, { eval: true }));
await Promise.all(started.map((thread) => new Promise((resolve) => thread.once('message', resolve))));
const begins = readFileSync('/proc/self/maps', 'utf8').matchAll(/^([0-9a-f]+)-[0-9a-f]+ rw-p 0+ 00:00 0 *$/gm);
console.log([...begins].filter(([, begin]) => BigInt(`0x${begin}`) % roomBytes === 0n).length);
await Promise.all(started.map((thread) => thread.terminate()));
