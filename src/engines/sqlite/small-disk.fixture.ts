// A file system of a few megabytes for tests of full disks; knows no test.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
	folder: string;
	/** Takes all the room that is left. */
	fill(): void;
	/** Makes room again. */
	empty(): void;
	/** Forbids to write, or allows it again; while nothing is open for writing. */
	setWritable(writable: boolean): void;
	remove(): void;
};

/** Makes a small disk in memory. */
export function mountSmallDisk(mebibytes: number): SmallDisk {
	const folder = mkdtempSync(join(tmpdir(), 'link-broker-disk-'));
	execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
	const filler = join(folder, 'filler');
	return {
		folder,
		fill() {
			// In ever smaller pieces, to the last byte.
			for (let bytes = 2 ** 20; bytes >= 2 ** 9; ) {
				try {
					writeFileSync(filler, Buffer.alloc(bytes), { flag: 'a' });
				} catch {
					bytes /= 2;
				}
			}
		},
		empty: () => rmSync(filler, { force: true }),
		setWritable: (writable) => execFileSync('mount', ['-o', `remount,${writable ? 'rw' : 'ro'}`, folder]),
		remove() {
			// Lazily: what a test that failed has left open goes with its process.
			execFileSync('umount', ['-l', folder]);
			rmdirSync(folder);
		},
	};
}

/** Says why tests that need a small disk are skipped, or false where they run. */
export const skipSmallDisk: string | false = (() => {
	try {
		mountSmallDisk(1).remove();
		return false;
	} catch {
		return 'a file system of its own can be mounted by root alone (on Linux)';
	}
})();
