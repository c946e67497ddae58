// Where the documents go that a changeset leads to: to the cluster at once, or into memory, to be
// sent when it is the update's turn. It knows neither documents nor updates.
import type { BulkWriter } from '../cluster/bulk-writer.ts';

/** Writes documents; each may be written once between two flushes. */
export type Writes = Pick<BulkWriter, 'put' | 'remove' | 'flush'>;

/** Where documents are written, and how they are shown to searches. */
export type WriteTarget = {
	bulk: Writes;
	/** Whether the index has several shards, which are not shown at the same moment. */
	isSpread: boolean;
	/** Shows what was written. */
	show(): Promise<void>;
};

/** Writes kept in memory. */
export type KeptWrites = WriteTarget & {
	/** Lists the documents that are written or removed. */
	ids(): Iterable<string>;
	/** Does the same with another target, in the same order. */
	repeat(on: WriteTarget): Promise<void>;
};

type Step = { id: string; document?: string } | 'flush' | 'show';

/** Says that the writes do not fit into memory. */
export class TooManyWrites extends Error {
	constructor() {
		super('an update leads to more writes than are kept in memory');
		this.name = 'TooManyWrites';
	}
}

/** Keeps up to so many characters; fails with TooManyWrites beyond. */
export function keepWrites(isSpread: boolean, mostCharacters: number): KeptWrites {
	const steps: Step[] = [];
	let characters = 0;
	const count = (more: number) => {
		characters += more;
		if (characters > mostCharacters) throw new TooManyWrites();
	};
	return {
		isSpread,
		bulk: {
			async put(id, given) {
				const document = typeof given === 'string' ? given : JSON.stringify(given);
				count(id.length + document.length);
				steps.push({ id, document });
			},
			async remove(id) {
				count(id.length);
				steps.push({ id });
			},
			async flush() {
				steps.push('flush');
			},
		},
		async show() {
			steps.push('show');
		},
		*ids() {
			for (const step of steps) if (typeof step === 'object') yield step.id;
		},
		async repeat({ bulk, show }) {
			for (const step of steps) {
				if (step === 'flush') await bulk.flush();
				else if (step === 'show') await show();
				else if (step.document === undefined) await bulk.remove(step.id);
				else await bulk.put(step.id, step.document);
			}
		},
	};
}
