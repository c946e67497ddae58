// A process that writes a folder in the place of another one and is killed before one of its steps:
// `node killed-output.fixture.ts PATH STEP`. It prints its steps.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [path, lastStep] = process.argv.slice(2) as [string, string];
let steps = 0;

/** Prints a step and ends the process, as a failure of power would, if it is the last one. */
function take(step: string): void {
	fs.writeSync(1, `${step}\n`);
	if (++steps === Number(lastStep)) process.kill(process.pid, 'SIGKILL');
}

const { rename, rm, open } = fs.promises;
fs.promises.rename = async (from, to) => {
	take(`rename ${from} ${to}`);
	return rename(from, to);
};
fs.promises.rm = async (of, options) => {
	take(`rm ${of}`);
	return rm(of, options);
};
fs.promises.open = async (of, ...more) => {
	const file = await open(of, ...more);
	const sync = file.sync.bind(file);
	file.sync = () => {
		take(`sync ${of}`);
		return sync();
	};
	return file;
};
syncBuiltinESMExports();

const { openOutput } = await import('./output.ts');
const output = openOutput(path, { force: true, folder: () => true });
fs.mkdirSync(output.unfinished);
for (const name of ['one', 'two']) {
	take(`write ${name}`);
	fs.writeFileSync(join(output.unfinished, name), 'new');
}
await output.finish();
