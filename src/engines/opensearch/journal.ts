// Writes an update down before it is applied, so that one that was cut short can be ended by whoever writes next; knows nothing of what it says.
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { Changeset } from './changeset.ts';
import { away, type Cluster } from './cluster.ts';
import { type JournalPlace, stateName } from './state.ts';

export type Journal = {
	/** Writes an update down over the one before; nobody looks for it until the state names its place. */
	write(turn: number, generation: number, changes: Changeset): Promise<JournalPlace>;
	read(place: JournalPlace): Promise<Changeset>;
};

type Part = { turn: number; data: string };

const partCharacters = 4 * 1024 * 1024;
const compress = promisify<Buffer, object, Buffer>(gzip);
const expand = promisify<Buffer, Buffer>(gunzip);

/** Keeps the journal of the index with this prefix, in as many documents as the largest update has taken. */
export function openJournal(cluster: Cluster, prefix: string): Journal {
	const pathOf = (part: number) => `/${stateName(prefix)}/_doc/journal-${part}`;
	return {
		async write(turn, generation, changes) {
			const packed = await compress(Buffer.from(JSON.stringify(changes)), { level: constants.Z_BEST_SPEED });
			const text = packed.toString('base64');
			const parts = Math.ceil(text.length / partCharacters);
			for (let part = 0; part < parts; part++) {
				const body: Part = { turn, data: text.slice(part * partCharacters, (part + 1) * partCharacters) };
				// A writer that has lost its turn without knowing it must not write over the next one's.
				const path = `${pathOf(part)}?version=${turn}&version_type=external_gte`;
				const { status } = await cluster.insist({ method: 'PUT', path, body, accept: [409] });
				if (status === 409) throw away('another process writes to it');
			}
			return { generation, turn, parts };
		},
		async read({ turn, parts }) {
			const texts: string[] = [];
			for (let part = 0; part < parts; part++) {
				const { body } = await cluster.insist<{ _source: Part }>({ method: 'GET', path: pathOf(part) });
				if (body._source.turn !== turn) throw away('another process writes to it');
				texts.push(body._source.data);
			}
			const packed = Buffer.from(texts.join(''), 'base64');
			return JSON.parse((await expand(packed)).toString()) as Changeset;
		},
	};
}
