// Puts everything in its place in a generation that was filled from nothing; knows no pointer, no readers and no thread.
import { setImmediate } from 'node:timers/promises';
import { cacheOf } from './connection.ts';
import {
	completeGenerationFile,
	fillingPath,
	openToFill,
	removeFile,
	sortingCacheMebibytes,
} from './generation-files.ts';
import { linkIndex, linksToArrangement, type View, views } from './schema.ts';

/** Puts the links, which were written by openLinkFilling, beside the objects, and makes the generation's file complete and durable. */
export async function finishFilling(path: string, generation: number): Promise<void> {
	const connection = openToFill(path, generation, 'links');
	try {
		// Each step takes a while: in between, whoever waits for this thread gets a turn.
		for (const step of [`${sorting}; BEGIN`, ...arrangement(), 'COMMIT; DETACH links']) {
			connection.execute(step);
			await setImmediate();
		}
		completeGenerationFile(connection, path, generation);
	} finally {
		connection.close();
	}
	removeFile(fillingPath(path, generation, 'links'));
}

// Nobody derives any more by then, so SQLite may sort with two more threads: with less to group, too, a million links take 2.8 instead of 5.2 s.
const sorting = `PRAGMA threads = 2; ${cacheOf(sortingCacheMebibytes)}`;

/** Writes the steps that put the links in their places. */
function arrangement(): string[] {
	return [
		'INSERT INTO provider SELECT * FROM links.provider; INSERT INTO statement SELECT * FROM links.statement',
		'INSERT OR REPLACE INTO link SELECT * FROM links.link ORDER BY source, relation, target, level',
		linksToArrangement,
		linkIndex,
		`INSERT INTO tally SELECT source, ${seenAs('source')}, sum(level & 1), sum(level >> 1)
			FROM link GROUP BY source, relation`,
		`INSERT INTO tally SELECT target, ${seenAs('target')}, sum(level & 1), sum(level >> 1)
			FROM link_to GROUP BY target, relation`,
		`UPDATE size SET objects = (SELECT count(*) FROM object WHERE id > 0),
			links = coalesce((SELECT sum(level & 1) FROM link), 0)`,
	];
}

function seenAs(asked: View['asked']): string {
	const cases = views
		.filter((view) => view.asked === asked)
		.map(({ relation, seen }) => `WHEN ${relation} THEN ${seen}`);
	return `CASE relation ${cases.join(' ')} END`;
}
