// What the pages for operators ask of harvests, and in which shapes; knows no page.
import { send } from './operator-api.ts';

/** A harvest of another service, as far as its page shows it; see `GET /api/harvests`. */
export type OperatorHarvest = {
	number: number;
	/** Its command: `datacite --prefix 10.5281`. */
	name: string;
	condition: string;
	every_seconds: number | null;
	next: string | null;
	last_complete: string | null;
	totals: { records: number; links: number; failures: number };
	run: { records: number; total: number | null } | null;
	last: { outcome: string; ended: string; problem: string | null; notes: readonly string[] } | null;
};

/** What may be ordered of a harvest. */
export type HarvestOrder = 'start' | 'pause' | 'remove';

/** Asks for all harvests; admins only. */
export async function askHarvests(): Promise<OperatorHarvest[]> {
	return ((await send('GET', '/harvests')) as { harvests: OperatorHarvest[] }).harvests;
}

/** Has a worker run a harvest, keeps workers from it, or forgets it. */
export async function orderHarvest(number: number, order: HarvestOrder): Promise<void> {
	if (order === 'remove') await send('DELETE', `/harvests/${number}`);
	else await send('POST', `/harvests/${number}`, { order });
}
