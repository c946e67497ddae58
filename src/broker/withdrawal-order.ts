// What withdrawing an event takes and tells.
import type { ShownIdentifier } from '../formats/scholix/writing/shown-identifier.ts';
import type { Id } from '../store/graph.ts';

/** Which event is withdrawn, by whom (null: by the command line) and why. */
export type WithdrawalOrder = { eventId: string; userId: Id | null; reason: string | null };

/** What a withdrawal would change. */
export type WithdrawalPreview = {
	/** How many relationships would be there no more. */
	relationships: number;
	/** How many identifiers would be known no more. */
	identifiers: number;
	/** How many groups more there would be, at both levels. */
	splitGroups: number;
	/** The first 100 works that would change, each by one identifier. */
	works: readonly ShownIdentifier[];
};

/** How many characters a reason may have. */
export const longestReason = 1_000;

/** Says what is wrong with a reason, as the end of a sentence; undefined where it can be kept. */
export function reasonProblem(reason: string): string | undefined {
	if (reason.trim() === '') return 'must say why, or be left out';
	if (reason.length > longestReason) return `must have at most ${longestReason} characters`;
	if (!reason.isWellFormed() || reason.includes('\0')) return 'must be text without NUL characters';
	return undefined;
}
