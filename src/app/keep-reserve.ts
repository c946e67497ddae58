// Keeps the last of a disk free: what makes the records or the index grow is refused before there
// is no room at all, so that what is under way can be finished, and people can still sign in. It
// knows no disk.
import type { Disks } from '../broker/health.ts';
import { isOutage } from '../errors.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { Records, Trouble } from '../store/records.ts';

type Room = Pick<Disks, 'requireRoom'>;

/**
 * Answers records that take no event, and hand none out to be applied, while the disk of the
 * database is nearly full; they fail with `insufficient-storage`, and tell so.
 */
export function keepReserve(records: Records, { requireRoom }: Room): Records {
	const withRoom =
		<Values extends unknown[], Result>(work: (...values: Values) => Promise<Result>) =>
		async (...values: Values): Promise<Result> => {
			await requireRoom('database');
			return work(...values);
		};
	return {
		...records,
		accept: withRoom(records.accept),
		acceptClaimed: withRoom(records.acceptClaimed),
		importEvents: withRoom(records.importEvents),
		claim: withRoom(records.claim),
		trouble: async () => (await records.trouble()) ?? shortageOf(requireRoom),
	};
}

/** Tells that there is too little room, as a trouble; null where there is enough. */
async function shortageOf(requireRoom: Room['requireRoom']): Promise<Trouble | null> {
	try {
		await requireRoom('database');
		return null;
	} catch (error) {
		if (!isOutage(error)) throw error;
		return { failure: error, needsRestart: false };
	}
}

/** Answers an index that is neither changed nor built while its disk is nearly full; see above. */
export function keepReserveOfIndex(index: SearchIndex, { requireRoom }: Room): SearchIndex {
	const room = () => requireRoom('search index');
	return {
		...index,
		async update(work, options) {
			await room();
			return index.update(work, options);
		},
		async build(generation) {
			await room();
			const builder = await index.build(generation);
			return {
				...builder,
				async addObjects(objects) {
					await room();
					return builder.addObjects(objects);
				},
				async addLinks(links) {
					await room();
					return builder.addLinks(links);
				},
			};
		},
	};
}
