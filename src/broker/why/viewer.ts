// Who asks for an explanation, and which events it names therefore.
import type { Id } from '../../store/graph.ts';

/** The user that asks: users see their own events, some see all. */
export type Viewer = { userId: Id | null; seesAllEvents: boolean };

/** Whether an event of a user is named. */
export function maySee({ userId, seesAllEvents }: Viewer, submitter: Id | null): boolean {
	return seesAllEvents || (userId !== null && userId === submitter);
}
