// A file system of a few megabytes for tests of full disks.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
	folder: string;
	/** Fills the free space. */
	fill(): void;
	/** Frees the space again. */
	empty(): void;
	/** Makes the disk read-only, or writable again; while nothing is open for writing. */
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
			// Lazily: what a failed test has left open ends with its process.
			execFileSync('umount', ['-l', folder]);
			rmdirSync(folder);
		},
	};
}

/** Why tests that need a small disk are skipped; false where they run. */
export const skipSmallDisk: string | false = (() => {
	try {
		mountSmallDisk(1).remove();
		return false;
	} catch {
		return 'a file system of its own can be mounted by root alone (on Linux)';
	}
})();
