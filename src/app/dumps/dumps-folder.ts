// The folder of dumps that are made over HTTP: for each dump its file, and a file with its state.
// Any number of processes may share it; it makes no dump itself.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadeDump } from '../../broker/dumps/made-dumps.ts';
import { BrokerError } from '../../errors.ts';

/** After so long without a sign of life nobody makes a dump any more. */
const lifeMilliseconds = 30_000;

const claimed = 'making';
// As keepDumps names them: a folder that others use as well may have other files.
const ofDump = /^\d{8}T\d{9}Z-[a-z]+\.json$/;
// Its file or its state, finished or not.
const partOfDump = /^(?:link-broker-)?(\d{8}T\d{9}Z-[a-z]+)\./;
const abandoned = 'The process that made it has ended.';

/**
 * Keeps the state of each dump. Fails with `unavailable` where the folder cannot be read or written.
 */
export type DumpsFolder = ReturnType<typeof openDumpsFolder>;

/** Opens the folder, which is made when it is first written to. */
export function openDumpsFolder(folder: string, now: () => number) {
	const statePathOf = (id: string) => join(folder, `${id}.json`);
	const pathOf = ({ file }: Pick<MadeDump, 'file'>) => join(folder, file);
	const write = async (dump: MadeDump) => {
		const unfinished = join(folder, `${dump.id}.${randomUUID()}.new`);
		await writeFile(unfinished, JSON.stringify(dump), { flush: true });
		await rename(unfinished, statePathOf(dump.id));
	};
	const removeFile = async ({ file }: MadeDump) => {
		for (const name of await namesIn(folder)) {
			// What is not finished has the name of the file and more.
			if (name === file || name.startsWith(`${file}.`)) await rm(join(folder, name), { recursive: true, force: true });
		}
	};
	/** Removes what processes left that were killed while they wrote a state or removed a dump. */
	const removeLeftovers = async () => {
		for (const name of await namesIn(folder)) {
			const [, id] = partOfDump.exec(name) ?? [];
			if (id === undefined || ofDump.test(name)) continue;
			const path = join(folder, name);
			const isOld = now() - ((await stat(path).catch(unlessMissing))?.mtimeMs ?? now()) >= lifeMilliseconds;
			const isLeft = name.endsWith('.new') || (await stat(statePathOf(id)).catch(unlessMissing)) === undefined;
			if (isOld && isLeft) await rm(path, { recursive: true, force: true });
		}
	};
	const failAbandoned = async (dump: MadeDump): Promise<MadeDump> => {
		if (dump.state !== 'Processing') return dump;
		const seenAt = (await stat(statePathOf(dump.id))).mtimeMs;
		if (now() - seenAt < lifeMilliseconds) return dump;
		await removeFile(dump);
		const failed: MadeDump = { ...dump, state: 'Failed', finishedAt: now(), error: abandoned };
		await write(failed);
		return failed;
	};
	const list = async () => {
		const dumps: MadeDump[] = [];
		for (const name of (await namesIn(folder)).filter((one) => ofDump.test(one))) {
			// Another process may remove it at this moment.
			const dump = await readFile(join(folder, name), 'utf8')
				.then((text) => failAbandoned(JSON.parse(text) as MadeDump))
				.catch(unlessMissing);
			if (dump) dumps.push(dump);
		}
		return dumps.sort((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1));
	};
	return {
		pathOf,
		/** Lists them, newest first; one whose maker gave no sign of life for long is Failed. */
		list,
		/** Writes the state of one, which is a sign of life of its maker as well. */
		async write(dump: MadeDump): Promise<void> {
			await makeFolder(folder);
			await write(dump);
		},
		/** Writes it where it has not been removed meanwhile; returns whether it has not. */
		async rewrite(dump: MadeDump): Promise<boolean> {
			if ((await stat(statePathOf(dump.id)).catch(unlessMissing)) === undefined) return false;
			await write(dump);
			return true;
		},
		/** Removes one with its file. */
		async remove(dump: MadeDump): Promise<void> {
			await rm(statePathOf(dump.id), { force: true });
			await removeFile(dump);
		},
		/** Says that one is being made, unless another is: answers whether it may be. */
		async claim(id: string): Promise<boolean> {
			await makeFolder(folder);
			const path = join(folder, claimed);
			if ((await list()).some(({ state }) => state === 'Processing')) return false;
			// Two that begin at the same moment: the file can be made by one of them alone.
			const seen = await stat(path).catch(unlessMissing);
			if (seen !== undefined && now() - seen.mtimeMs >= lifeMilliseconds) await rm(path, { force: true });
			const isClaimed = await writeFile(path, id, { flag: 'wx' }).then(() => true, unlessThere);
			if (isClaimed) await removeLeftovers();
			return isClaimed;
		},
		release: (): Promise<void> => rm(join(folder, claimed), { force: true }),
	};
}

async function namesIn(folder: string): Promise<string[]> {
	return (await readdir(folder).catch(unlessMissing).catch(unusable)) ?? [];
}

async function makeFolder(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true }).catch(unusable);
}

function unusable(cause: NodeJS.ErrnoException): never {
	const message =
		`The folder of dumps cannot be used (${cause.code}): ` +
		'see that DUMPS_FOLDER names a folder that the broker may write to.';
	throw new BrokerError('unavailable', message, { cause });
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error;
	return undefined;
}

function unlessThere(error: NodeJS.ErrnoException): false {
	return error.code === 'EEXIST' ? false : unusable(error);
}
