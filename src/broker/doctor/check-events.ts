// Checks that events can be read again: their states, their links, and the log of what they
// changed. It knows no engine.
import type { Inspection } from '../../store/inspection.ts';
import type { Findings } from './findings.ts';

/** Checks all events of one state. */
export async function checkEvents(
	inspection: Inspection,
	findings: Findings,
	onProgress: (what: 'events', more: number) => void,
): Promise<void> {
	for await (const events of inspection.contradictoryEvents()) findings.add('event-contradictory', ...events);
	for await (const { sequence, links, payload } of inspection.payloads()) {
		const detail = payload === null ? 'it is missing or damaged' : problemOf(payload, links);
		if (detail !== undefined) findings.add('payload-unreadable', { event: sequence, detail });
		onProgress('events', 1);
	}
	const gaps = await inspection.gapsInChanges();
	findings.add('change-log-gap', ...gaps.map((number) => ({ detail: `before number ${number}` })));
}

function problemOf(payload: Uint8Array, links: number): string | undefined {
	try {
		const records: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
		if (!Array.isArray(records)) return 'it is no array of links';
		return records.length === links ? undefined : `it has ${records.length} links, and should have ${links}`;
	} catch {
		return 'it is no JSON';
	}
}
