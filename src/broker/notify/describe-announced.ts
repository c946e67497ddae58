// Describes announced works by their own pages: what a page says fills in what no link states.
import type { GivenObject } from '../../formats/dialects/dialect.ts';
import { writeObject } from '../../formats/dialects/write-object.ts';
import type { WrittenLink } from '../../formats/dialects/write-record.ts';
import { uuidOf } from '../../formats/uuid.ts';
import type { Actor } from '../../store/audit.ts';
import type { Id } from '../../store/graph.ts';
import type { Records } from '../../store/records.ts';
import type { Submission } from '../accept-event.ts';

/** The event of an announcement, whose first link is from the work, and the work's page. */
export type Announced = { eventId: string; page: string; userId: Id | null; by: Actor };

/** Reads the work that a page presents; fails with the reason in a sentence. */
export type ReadPage = (page: string, signal: AbortSignal) => Promise<GivenObject>;

export type DescribingNeeds = {
	records: Pick<Records, 'events' | 'payload'>;
	accept(submission: Submission): Promise<unknown>;
	readPage: ReadPage;
	/** Called where a work is not described. */
	onFailure(announced: Announced, failure: unknown): void;
};

/** Of one host; its pages are asked one after the other. */
const mostWaiting = 500;

/** Returns the id of the event that describes what an event announces. */
export function descriptionOf(eventId: string): string {
	return uuidOf(`description of ${eventId}`);
}

/** Creates what describes, in the background. */
export function createDescribing(needs: DescribingNeeds) {
	const stopping = new AbortController();
	const hosts = new Map<string, { waiting: number; done: Promise<void> }>();
	return {
		add(announced: Announced): void {
			const name = new URL(announced.page).host;
			const host = hosts.getOrInsertComputed(name, () => ({ waiting: 0, done: Promise.resolve() }));
			if (host.waiting >= mostWaiting) {
				needs.onFailure(announced, `${mostWaiting} pages of its host wait.`);
				return;
			}
			host.waiting++;
			host.done = host.done
				.then(() => describe(announced, needs, stopping.signal))
				.catch((error) => stopping.signal.aborted || needs.onFailure(announced, error))
				.then(() => {
					if (--host.waiting === 0) hosts.delete(name);
				});
		},
		/** Waits until all is described. */
		idle: async (): Promise<void> => void (await Promise.all([...hosts.values()].map(({ done }) => done))),
		/** Ends, also what waits. */
		async stop(): Promise<void> {
			stopping.abort();
			await this.idle();
		},
	};
}

async function describe(announced: Announced, needs: DescribingNeeds, signal: AbortSignal): Promise<void> {
	const { eventId, page, userId, by: submittedBy } = announced;
	signal.throwIfAborted();
	const work = await needs.readPage(page, signal);
	const [event] = await needs.records.events({ eventId, limit: 1 });
	if (event === undefined || event.state === 'Withdrawn') return;
	const [link] = JSON.parse(Buffer.from(await needs.records.payload(event.sequence)).toString()) as [WrittenLink];
	const { Identifier, Type } = link.Source;
	// Of what a page says, none is about other identifiers than the announced one.
	const own = { ...writeObject({ ...work, identifiers: [{ id: page }] }), Identifier, Filled: true };
	const RelationshipType = { Name: 'IsRelatedTo' };
	const description = { ...link, Source: own, Target: { Identifier, Type, Filled: true }, RelationshipType };
	await needs.accept({
		body: new TextEncoder().encode(JSON.stringify([description])),
		...{ eventId: descriptionOf(eventId), fileName: page, action: 'assert', takesAll: false, replaces: null },
		...{ noindex: false, partial: false, userId, submittedBy },
	});
}
