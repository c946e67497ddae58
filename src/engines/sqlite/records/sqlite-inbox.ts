// The inbox in a SQLite file of its own beside the records, so that no writer of theirs holds up who submits; knows nothing of the records.
import type { DatabaseSync } from 'node:sqlite';
import { BrokerError } from '../../../errors.ts';
import type { Inbox } from '../../../ports/records/inbox.ts';
import type { NewEvent } from '../../../ports/records/link-store.ts';
import { type PackedPayload, packPayload } from '../../../ports/records/packed-payload.ts';
import { busyPauseMilliseconds, busyTimeoutMilliseconds, isBusy, openSqliteFile } from './sqlite-file.ts';

const usualLogBytes = 2 ** 22;

type Row = {
	position: number;
	event_id: string;
	links: number;
	noindex: number;
	user_id: number | null;
	created_at: number;
};

/** Opens (and creates, when it is first needed) the inbox beside the records in `path`. */
export function openSqliteInbox(path: string): Inbox {
	let opened: DatabaseSync | undefined;
	let closed = false;
	const database = () => {
		if (closed) throw new BrokerError('unavailable', 'The program is stopping.');
		opened ??= open(`${path}-inbox`);
		return opened;
	};
	// Whoever keeps many events leaves the file free for moments only; to wait for one would hold up this thread.
	const leaving = new Set<string>();
	let again: NodeJS.Timeout | undefined;
	const removeLeaving = (): void => {
		clearTimeout(again);
		if (leaving.size === 0) return;
		try {
			database().exec('pragma busy_timeout = 0; pragma synchronous = normal');
			database()
				.prepare('delete from kept_event where event_id in (select value from json_each(?))')
				.run(JSON.stringify([...leaving]));
			leaving.clear();
		} catch (error) {
			// Whatever else it is: the events are stored, are passed over when they come by again, and leave with the next ones.
			if (isBusy(error)) again = setTimeout(removeLeaving, busyPauseMilliseconds).unref();
		}
	};
	const columns = 'event_id, links, noindex, user_id, created_at';
	return {
		keep({ eventId, payload, links, noindex, userId, now }) {
			const { encoding, body } = packPayload(payload);
			// FULL: it survives power loss.
			database().exec(`pragma busy_timeout = ${busyTimeoutMilliseconds}; pragma synchronous = full`);
			try {
				database()
					.prepare(`insert into kept_event (${columns}, encoding, body) values (?, ?, ?, ?, ?, ?, ?)`)
					.run(eventId, links, noindex ? 1 : 0, userId, now, encoding, body);
			} catch (cause) {
				if (!isBusy(cause)) throw cause;
				throw new BrokerError('unavailable', 'Another process has been writing to the inbox for too long.', {
					cause,
					retryAfterSeconds: 5,
				});
			}
		},
		list(most = Number.MAX_SAFE_INTEGER) {
			const rows = database()
				.prepare(`select position, ${columns} from kept_event order by position limit ?`)
				.all(most + leaving.size) as Row[];
			return rows
				.filter(({ event_id }) => !leaving.has(event_id))
				.slice(0, most)
				.map(readRow);
		},
		*events(most) {
			const rows = database()
				.prepare(`select position, ${columns}, encoding, body from kept_event order by position limit ?`)
				.iterate(most + leaving.size);
			let given = 0;
			for (const row of rows as Iterable<Row & PackedPayload>) {
				if (leaving.has(row.event_id)) continue;
				if (++given > most) return;
				const { encoding, body } = row;
				yield { ...readRow(row), payload: { encoding, body } } satisfies NewEvent;
			}
		},
		remove(eventIds) {
			for (const eventId of eventIds) leaving.add(eventId);
			removeLeaving();
		},
		close() {
			removeLeaving();
			clearTimeout(again);
			closed = true;
			opened?.close();
		},
	};
}

function open(path: string): DatabaseSync {
	return openSqliteFile(
		path,
		`pragma journal_size_limit = ${usualLogBytes};
		create table if not exists kept_event (
			position integer primary key autoincrement,
			event_id text not null unique,
			links integer not null,
			noindex integer not null,
			user_id integer,
			created_at integer not null,
			encoding text not null,
			body blob not null
		)`,
	);
}

function readRow({ position, event_id, links, noindex, user_id, created_at }: Row) {
	return { position, eventId: event_id, links, noindex: noindex === 1, userId: user_id, now: created_at };
}
