// The cursor of the log of changes: opaque to who holds it, good for as long as the log is.
import { BrokerError } from '../../errors.ts';

/** What of the log a cursor depends on; see Changes.changeLog. */
export type LogExtent = { id: string; oldest: number; newest: number };

/** Begins with what comes next. */
export const nowCursor = 'now';

/** How cursors look: `now`, or the log's id and a number. */
export const cursorShape = /^(?:now|(\w{10})-([0-9a-z]{1,10}))$/;

/** Writes the cursor behind an entry. */
export function writeCursor({ id }: Pick<LogExtent, 'id'>, number: number): string {
	return `${id}-${number.toString(36)}`;
}

/**
 * Tells the number behind which a cursor stands; without one, that before the oldest entry. Fails
 * with `bad-query` where it was never handed out, and with `changes-gone` where the log does not
 * hold what comes after it.
 */
export function readCursor(log: LogExtent, cursor: string | undefined): number {
	if (cursor === undefined) return log.oldest - 1;
	if (cursor === nowCursor) return log.newest;
	const [, id, digits = ''] = cursorShape.exec(cursor) ?? [];
	if (id === undefined) throw badCursor('after is no cursor: give what `next` of an answer says, or leave it out.');
	const number = Number.parseInt(digits, 36);
	if (id !== log.id) throw gone('The cursor belongs to another log, that of a broker with other data.');
	if (number > log.newest) throw badCursor('after is a cursor that was never handed out.');
	if (number < log.oldest - 1) throw gone('The log does not reach back to this cursor: older entries are not kept.');
	return number;
}

function badCursor(message: string): BrokerError {
	return new BrokerError('bad-query', message, { problems: [{ field: 'after', message }] });
}

function gone(reason: string): BrokerError {
	const advice =
		'Start from the present state: note the cursor that after=now answers, take over all events ' +
		'(link-broker export, then link-broker events import), and go on from the cursor noted.';
	return new BrokerError('changes-gone', `${reason} ${advice}`);
}
