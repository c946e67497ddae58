// Writes down what an update changes before it is applied, so that the next writer can apply one
// that was cut short, and what the last updates have left behind, for those derived meanwhile.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Cluster } from '../cluster/cluster.ts';
import { leaseLost } from '../cluster/failures.ts';
import type { PlannedChanges } from '../writing/changeset.ts';
import type { Footprint } from '../writing/footprint.ts';
import { type JournalPlace, stateName } from './agreed-state.ts';

export type Journal = {
	/**
	 * Writes an update over the one before; nothing reads it until the agreed state names its place.
	 */
	write(leaseNumber: number, generation: number, text: JournalText): Promise<Omit<JournalPlace, 'mark'>>;
	read(place: JournalPlace): Promise<PlannedChanges>;
};

/** Changes as they are stored. */
export type JournalText = string;

/** Writes changes as text; it is made before the lease is held. */
export function journalText(changes: PlannedChanges): JournalText {
	return gzipSync(JSON.stringify(changes), { level: 1 }).toString('base64');
}

type Part = { leaseNumber: number; data: string };

// OpenSearch limits the size of a request.
const partCharacters = 4 * 1024 * 1024;

/**
 * Keeps the journal of the index with this prefix, in as many documents as its largest update has
 * taken.
 */
export function openJournal(cluster: Cluster, prefix: string): Journal {
	const index = stateName(prefix);
	const pathOf = (part: number) => `/${index}/_doc/journal-${part}`;
	return {
		async write(leaseNumber, generation, text) {
			const parts = Math.ceil(text.length / partCharacters);
			for (let part = 0; part < parts; part++) {
				const body: Part = { leaseNumber, data: text.slice(part * partCharacters, (part + 1) * partCharacters) };
				// A process that has lost its lease without knowing it does not write over the next one's
				// update.
				const version = { version: leaseNumber, version_type: 'external_gte' as const };
				const request = { method: 'PUT', path: pathOf(part), query: version, body, ignore: [409] } as const;
				const { statusCode } = await cluster.sendWithRetry(request);
				if (statusCode === 409) throw leaseLost();
			}
			return { generation, leaseNumber, parts };
		},
		async read({ leaseNumber, parts }) {
			let text = '';
			for (let part = 0; part < parts; part++) {
				const { body } = await cluster.sendWithRetry<{ _source: Part }>({ method: 'GET', path: pathOf(part) });
				const { leaseNumber: writtenBy, data } = body._source;
				if (writtenBy !== leaseNumber) throw leaseLost();
				text += data;
			}
			return JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as PlannedChanges;
		},
	};
}

export type CommitLog = {
	/** Writes down what an update leaves, which becomes visible with this epoch. */
	write(epoch: number, leaseNumber: number, text: FootprintText): Promise<void>;
	/** Tells what was left with an epoch; undefined where that is not kept, or was too much. */
	read(epoch: number): Promise<Footprint | undefined>;
};

/** A footprint as it is stored; null where it is too large. */
export type FootprintText = string | null;

type Kept = { epoch: number; data: FootprintText };

// Who derives for longer than so many updates take runs again.
const keptCommits = 16;
// OpenSearch limits the size of a request.
const mostCharacters = 8 * 1024 * 1024;

/** Writes a footprint as text; it is made before the lease is held. */
export function footprintText(footprint: Footprint | undefined): FootprintText {
	if (!footprint) return null;
	const text = gzipSync(JSON.stringify(footprint), { level: 1 }).toString('base64');
	return text.length > mostCharacters ? null : text;
}

/** Opens the log of the index with this prefix. */
export function openCommitLog(cluster: Cluster, prefix: string): CommitLog {
	const pathOf = (epoch: number) => `/${stateName(prefix)}/_doc/commit-${epoch % keptCommits}`;
	return {
		async write(epoch, leaseNumber, data) {
			const body: Kept = { epoch, data };
			const query = { version: leaseNumber, version_type: 'external_gte' };
			const request = { method: 'PUT', path: pathOf(epoch), query, body, ignore: [409] } as const;
			const { statusCode } = await cluster.sendWithRetry(request);
			if (statusCode === 409) throw leaseLost();
		},
		async read(epoch) {
			const request = { method: 'GET', path: pathOf(epoch), ignore: [404] } as const;
			const { statusCode, body } = await cluster.sendWithRetry<{ _source: Kept }>(request);
			if (statusCode === 404 || body._source.epoch !== epoch || body._source.data === null) return undefined;
			return JSON.parse(gunzipSync(Buffer.from(body._source.data, 'base64')).toString()) as Footprint;
		},
	};
}
