// What was sent to a broker and how it answered, and whether what the broker holds agrees with
// that: what it accepted is there as sent, what it refused is not.
import assert from 'node:assert/strict';
import { zstdDecompressSync } from 'node:zlib';

/** `unknown`: the broker was killed before it answered. Then the event is there whole, or not. */
export type Answer = 'accepted' | 'refused' | 'unknown';

/** An event as an export shows it. */
export type HeldEvent = {
	event_id: string;
	status: string;
	file_name: string | null;
	encoding: 'text' | 'base64' | 'zstd+base64';
	payload: string;
};

export type Ledger = {
	/** Notes a body that was submitted. */
	submitted(body: string, answer: Answer, eventId?: string): void;
	/** Notes a file that was loaded; `eventIds` are those that the command named at its end. */
	loaded(fileName: string, eventIds: readonly string[]): void;
	/** Notes the withdrawal or the restoration of an event. */
	changed(eventId: string, to: 'Withdrawn' | 'Done', answer: Answer): void;
	/** Names the events that were accepted for certain. */
	accepted(): string[];
	/** Fails where the broker lacks one of them. */
	checkThere(eventIds: ReadonlySet<string>): void;
	/** Fails where what the broker holds, all of it Done or Withdrawn, is not what it was sent. */
	checkAll(events: readonly HeldEvent[]): void;
};

/** Opens an empty ledger. */
export function openLedger(): Ledger {
	const bodies = new Map<string, { answer: Answer; eventId: string | undefined }>();
	const files = new Set<string>();
	const accepted = new Set<string>();
	/** The states in which an event may end, where that is not Done alone. */
	const ends = new Map<string, Set<string>>();
	return {
		submitted(body, answer, eventId) {
			bodies.set(body, { answer, eventId });
			if (eventId !== undefined) accepted.add(eventId);
		},
		loaded(fileName, eventIds) {
			files.add(fileName);
			for (const eventId of eventIds) accepted.add(eventId);
		},
		changed(eventId, to, answer) {
			if (answer === 'accepted') ends.set(eventId, new Set([to]));
			else if (answer === 'unknown') ends.set(eventId, new Set([...(ends.get(eventId) ?? ['Done']), to]));
		},
		accepted: () => [...accepted],
		checkThere(eventIds) {
			const lost = [...accepted].filter((eventId) => !eventIds.has(eventId));
			assert.deepEqual(lost, [], 'events that were accepted are lost');
		},
		checkAll(events) {
			const held = new Map(events.map((event) => [event.event_id, event]));
			this.checkThere(new Set(held.keys()));
			for (const { event_id: eventId, status, file_name: fileName, ...rest } of events) {
				const mayBe = ends.get(eventId) ?? new Set(['Done']);
				assert.ok(mayBe.has(status), `${eventId} is ${status}, not ${[...mayBe].join(' or ')}`);
				if (fileName !== null) {
					assert.ok(files.has(fileName), `${eventId} comes from a file that nobody loaded: ${fileName}`);
					continue;
				}
				const sent = bodies.get(payloadOf(rest));
				assert.ok(sent, `${eventId} holds what nobody sent`);
				assert.notEqual(sent.answer, 'refused', `${eventId} was refused and is there`);
				if (sent.answer === 'accepted') assert.equal(sent.eventId, eventId, 'a body is there under another id');
			}
		},
	};
}

function payloadOf({ encoding, payload }: Pick<HeldEvent, 'encoding' | 'payload'>): string {
	if (encoding === 'text') return payload;
	const bytes = Buffer.from(payload, 'base64');
	return (encoding === 'base64' ? bytes : zstdDecompressSync(bytes)).toString('utf8');
}
