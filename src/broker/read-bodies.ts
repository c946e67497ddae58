// Reads what senders and services send. It needs no store, and its cost follows what was sent: so
// put together that threads of its own can do it.
import { type TranslatedFile, translateBytes } from '../formats/dialects/translate-bytes.ts';
import type { Submission } from './accept-event.ts';
import { type LoadSteps, readForLoad } from './load-files.ts';
import { type BodyPreview, previewBody } from './preview.ts';
import { type ReadSubmission, readSubmission, type SubmissionText } from './read-submission.ts';

type Sender = Pick<Submission, 'userId' | 'submittedBy'>;

/** A body, and its sender, for whom threads take turns. */
export type SentBody = SubmissionText & Sender;

/** Names the sender of a body, as senders take turns. */
export function senderOf({ userId, submittedBy }: Sender): string {
	return userId === null ? submittedBy.who : `account ${userId}`;
}

/** What may be done by other threads: arguments and results can be cloned. */
export type BodyReading = {
	/** Reads a submission; see readSubmission. */
	submission(body: SentBody): Promise<ReadSubmission>;
	/** Previews a submission; see previewBody. */
	preview(body: SentBody): Promise<BodyPreview>;
	/** Translates a page of another service; see translateBytes. */
	page(...page: Parameters<typeof translateBytes>): Promise<TranslatedFile>;
	/** Reads the records of a chunk; see readForLoad. */
	chunk: LoadSteps['read'];
};

/** Creates it for this thread; submissions have so many links and bytes at most. */
export function createBodyReading({
	maxLinksPerEvent: maxLinks,
	maxBodyBytes: maxBytes,
}: {
	maxLinksPerEvent: number;
	maxBodyBytes: number;
}): BodyReading {
	const limits = { maxLinks, maxBytes };
	return {
		submission: (body) => readSubmission(body, limits),
		preview: (body) => previewBody(body, limits),
		page: translateBytes,
		chunk: async (chunk, options) => readForLoad(chunk, options),
	};
}
