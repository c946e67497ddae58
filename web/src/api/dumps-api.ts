// What the page of dumps asks of the broker, and in which shapes; knows no page.
import { send } from './operator-api.ts';

/** Describes a dump: `GET /api/dumps` answers `{dumps}`, newest first; admins only. */
export type Dump = {
	id: string;
	format: string;
	state: 'Making' | 'Done' | 'Failed';
	by: string;
	started: string;
	finished: string | null;
	/** How many works are written so far. */
	works: number;
	counts: { works: number; identifiers: number; links: number; assertions: number } | null;
	bytes: number | null;
	error: string | null;
};

/** Asks for the dumps that are kept. */
export async function askDumps(): Promise<Dump[]> {
	return ((await send('GET', '/dumps')) as { dumps: Dump[] }).dumps;
}

/** Has one made. Fails with status 409 while another is. */
export async function makeDump(format: string): Promise<Dump> {
	return (await send('POST', `/dumps?format=${encodeURIComponent(format)}`)) as Dump;
}

/** Removes one; one that is being made is given up. */
export async function removeDump(id: string): Promise<void> {
	await send('DELETE', `/dumps/${encodeURIComponent(id)}`);
}

/** Tells where the file of one lies. */
export function dumpAddress(id: string): string {
	return `/api/dumps/${encodeURIComponent(id)}/file`;
}
