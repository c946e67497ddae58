// A process that prints the priorities of its threads as JSON, after one has given way, V8's helpers or all have; for tests, since a priority cannot be taken back.
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { helpersGiveWay, type Purpose, processGivesWay, threadGivesWay } from './priority.ts';

function ofThread(purpose: Purpose): Promise<number> {
	const thread = new Worker(new URL(import.meta.url), { workerData: purpose });
	return new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
}

if (!isMainThread) {
	threadGivesWay(workerData as Purpose);
	parentPort?.postMessage(getPriority(0));
} else if (process.argv[2] === 'threads') {
	const [records, submissions] = [await ofThread('records'), await ofThread('submissions')];
	const [load, index] = [await ofThread('load'), await ofThread('index')];
	console.log(JSON.stringify({ own: getPriority(0), records, submissions, load, index }));
} else if (process.argv[2] === 'process') {
	processGivesWay('index');
	console.log(JSON.stringify(readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))));
} else if (process.argv[2] === 'helpers') {
	helpersGiveWay();
	const named = (thread: string) => [
		readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim(),
		getPriority(Number(thread)),
	];
	console.log(JSON.stringify(readdirSync('/proc/self/task').map(named)));
}
