// Programs that are wrong on purpose, each by what it takes for its stores: a simulation that finds
// nothing wrong with them proves nothing.
import { BrokerError } from '../../src/errors.ts';
import type { Program } from './simulate.ts';

/** Lists the programs, each by what is wrong with it. */
export function brokenPrograms(): Record<string, Program> {
	return {
		'acknowledges changes before the index has them': {
			recordsAre: (records) => ({
				...records,
				async claimEntries(...wanted) {
					const entries = await records.claimEntries(...wanted);
					const ids = entries.map(({ id }) => id);
					await records.acknowledge(ids, await records.currentGeneration(), '');
					return entries;
				},
			}),
		},
		'loses what changes while the index is built anew': {
			recordsAre: (records) => ({
				...records,
				async finishRebuild(generation, syncToken, coverage, onSearchable) {
					// Others have time to change something.
					for (let turn = 0; turn < 100; turn++) await records.currentGeneration();
					const entries = Array.from({ length: 10_000 }, (_, at) => at);
					return records.finishRebuild(generation, syncToken, { ...coverage, entries }, onSearchable);
				},
			}),
		},
		'applies events that another worker has taken over': {
			recordsAre: (records) => ({
				...records,
				change: (work, options) =>
					records.change(
						(transaction, snapshot) =>
							work(
								{ ...transaction, finish: async (...event) => (await transaction.finish(...event)) || true },
								snapshot,
							),
						options,
					),
			}),
		},
		'answers 202 before the event is stored': {
			recordsAre: (records) => ({
				...records,
				async accept(events) {
					records.accept(events).catch(() => undefined);
					return events.map((_, at) => at);
				},
			}),
		},
		'takes a bulk that failed in part for done': {
			indexIs: (index) => ({
				...index,
				update: (work, options) =>
					index.update((writer) => work({ ...writer, apply: regardless(writer.apply) }), options),
				async open(...phase) {
					const builder = await index.open(...phase);
					const { addObjects, addLinks } = builder;
					return { ...builder, addObjects: regardless(addObjects), addLinks: regardless(addLinks) };
				},
			}),
		},
		'writes under a schema that excludes it': { open: (database) => database },
		'refuses a schema that was only expanded': {
			open: (database, migrations) => ({
				...database,
				write: (work, options) =>
					database.write(async (sql) => {
						const [row] = await sql.all<[number]>('select count(*) from schema_expansion');
						const known = migrations.filter(({ isExpansion }) => isExpansion).length;
						if ((row as [number])[0] > known) throw new BrokerError('unavailable', 'The schema is newer.');
						return work(sql);
					}, options),
			}),
		},
		'takes an index of a newer format for a lost one': {
			indexIs: (index) => ({ ...index, syncToken: () => index.syncToken().catch(() => undefined) }),
		},
		'waits without end for an answer': { timeLimitMilliseconds: Number.POSITIVE_INFINITY },
	};
}

function regardless<Items>(write: (items: Items) => Promise<void>): (items: Items) => Promise<void> {
	return (items) => write(items).catch(() => undefined);
}
