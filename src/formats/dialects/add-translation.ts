// Sums up what the files of a load held, within bounds, however many an archive has. It knows no
// dialect.
import { createNameTally, type NameCount } from '../../links/name-counts.ts';
import type { Translation } from './translate.ts';

/** So many files are told each by itself; all others together, by dialect. */
const filesTold = 100;
const refusedTold = 1_000;

/** Adds what a file held. */
export function addTranslation(files: Translation[], one: Translation): void {
	if (files.length < filesTold) {
		files.push(one);
		return;
	}
	const at = files.findIndex(({ dialect }, place) => place >= filesTold && dialect === one.dialect);
	const others = { ...one, file: '(further files)' };
	if (at === -1) files.push(others);
	else files[at] = together(files[at] as Translation, others);
}

function together(one: Translation, other: Translation): Translation {
	return {
		...other,
		records: one.records + other.records,
		links: one.links + other.links,
		gone: one.gone + other.gone,
		described: one.described + other.described,
		dated: one.dated + other.dated,
		relations: addNames(one.relations, other.relations),
		leftOut: addNames(one.leftOut, other.leftOut),
		wrongCells: {
			count: one.wrongCells.count + other.wrongCells.count,
			first: [...one.wrongCells.first, ...other.wrongCells.first].slice(0, refusedTold),
		},
		refused: [...one.refused, ...other.refused].slice(0, refusedTold),
	};
}

/** Adds up lists of counted names. */
export function addNames(...lists: (readonly NameCount[])[]): readonly NameCount[] {
	const tally = createNameTally();
	for (const { name, count } of lists.flat()) tally.add(name, count);
	return tally.mostFrequent();
}
