// Keeps a SQLite file at hand that this process has open; says how many locks there are on it before and after, as Linux lists them.
import { readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { keepFilesAtHand } from './files-at-hand.ts';

const path = process.argv[2] as string;

const locks = (): number => {
	const inode = `:${statSync(path).ino}`;
	const lines = readFileSync('/proc/locks', 'utf8').split('\n');
	return lines.filter((line) => line.split(/ +/)[5]?.endsWith(inode)).length;
};

const database = new DatabaseSync(path);
database.exec('pragma journal_mode = wal; create table kept (number); insert into kept values (1)');
const before = locks();
let listed = false;
const stop = keepFilesAtHand(async () => {
	listed = true;
	return [path];
});
while (!listed) await setTimeout(20);
await setTimeout(100);
stop();
console.log(JSON.stringify([before, locks()]));
database.close();
