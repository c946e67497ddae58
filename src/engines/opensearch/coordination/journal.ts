// Records what an update changes before it is applied, so that the next writer can complete an
// interrupted one, and what the last updates wrote, for those derived meanwhile.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Cluster } from '../cluster/cluster.ts';
import { leaseLost } from '../cluster/failures.ts';
import type { PlannedChanges } from '../writing/changeset.ts';
import type { Footprint } from '../writing/footprint.ts';
import { type JournalPlace, stateName } from './agreed-state.ts';

/** Writes plain data as the text of the journal, before the lease is acquired. */
export function journalText(data: PlannedChanges | Footprint): string {
	return gzipSync(JSON.stringify(data), { level: 1 }).toString('base64');
}

function readText<Data>(text: string): Data {
	return JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as Data;
}

// OpenSearch limits the size of a request.
const partCharacters = 4 * 1024 * 1024;
const mostFootprintCharacters = 8 * 1024 * 1024;
// An update that is derived for longer than this many others take runs again.
const keptCommits = 16;

/** Keeps the journal of the index with this prefix. */
export type Journal = ReturnType<typeof openJournal>;

/** Opens the journal; changes take as many documents as the largest of them has needed. */
export function openJournal(cluster: Cluster, prefix: string) {
	const pathOf = (id: string) => `/${stateName(prefix)}/_doc/${id}`;
	const write = async (id: string, leaseNumber: number, body: object): Promise<void> => {
		// A process that has lost its lease without noticing does not overwrite the next one's update.
		const query = { version: leaseNumber, version_type: 'external_gte' };
		const request = { method: 'PUT', path: pathOf(id), query, body, ignore: [409] } as const;
		if ((await cluster.sendWithRetry(request)).statusCode === 409) throw leaseLost();
	};
	const read = async <Source>(id: string): Promise<Source | undefined> => {
		const request = { method: 'GET', path: pathOf(id), ignore: [404] } as const;
		return (await cluster.sendWithRetry<{ _source?: Source }>(request)).body._source;
	};
	return {
		/**
		 * Overwrites the changes before; nobody reads them until the agreed state names their place.
		 */
		async writeChanges(
			leaseNumber: number,
			generation: number,
			text: string,
		): Promise<Omit<JournalPlace, 'syncToken'>> {
			const parts = Math.ceil(text.length / partCharacters);
			for (let part = 0; part < parts; part++) {
				const data = text.slice(part * partCharacters, (part + 1) * partCharacters);
				await write(`journal-${part}`, leaseNumber, { leaseNumber, data });
			}
			return { generation, leaseNumber, parts };
		},
		async readChanges({ leaseNumber, parts }: JournalPlace): Promise<PlannedChanges> {
			let text = '';
			for (let number = 0; number < parts; number++) {
				const part = await read<{ leaseNumber: number; data: string }>(`journal-${number}`);
				if (part?.leaseNumber !== leaseNumber) throw leaseLost();
				text += part.data;
			}
			return readText(text);
		},
		/**
		 * Writes the footprint of an update, which becomes visible with this epoch; null: it is too
		 * large.
		 */
		async writeFootprint(epoch: number, leaseNumber: number, text: string | null): Promise<void> {
			const data = text !== null && text.length > mostFootprintCharacters ? null : text;
			await write(`commit-${epoch % keptCommits}`, leaseNumber, { epoch, data });
		},
		/**
		 * Reads the footprint of an epoch; undefined where it is no longer stored, or was too large.
		 */
		async readFootprint(epoch: number): Promise<Footprint | undefined> {
			const kept = await read<{ epoch: number; data: string | null }>(`commit-${epoch % keptCommits}`);
			return kept?.epoch === epoch && kept.data !== null ? readText(kept.data) : undefined;
		},
	};
}
