// Reads what senders and services send. It needs no store, and its cost depends on what was sent,
// so it can run in threads of its own.
import { type TranslatedFile, translateBytes } from '../formats/dialects/translate-bytes.ts';
import type { Submission } from './accept-event.ts';
import { type LoadSteps, readForLoad } from './load-files.ts';
import { type BodyPreview, type BytesPreview, previewBody, previewBytes } from './preview.ts';
import { type ReadSubmission, readSubmission, type SubmissionText } from './read-submission.ts';

type Sender = Pick<Submission, 'userId' | 'submittedBy'>;

/** A body, and its sender, for whom threads take turns. */
export type SentBody = SubmissionText & Sender;

/** Returns the name under which the sender of a body takes turns. */
export function senderOf({ userId, submittedBy }: Sender): string {
	return userId === null ? submittedBy.who : `account ${userId}`;
}

/** Reads bodies, here or in another thread: arguments and results can be cloned. */
export type BodyReading = {
	/** Reads a submission; see readSubmission. */
	submission(body: SentBody): Promise<ReadSubmission>;
	/** Previews a submission; see previewBody. */
	preview(body: SentBody): Promise<BodyPreview>;
	/** Translates a page of another service; see translateBytes. */
	page(...page: Parameters<typeof translateBytes>): Promise<TranslatedFile>;
	/** Previews a page of another service; see previewBytes. */
	previewPage(...page: Parameters<typeof translateBytes>): Promise<BytesPreview | undefined>;
	/** Reads the records of a chunk; see readForLoad. */
	chunk: LoadSteps['read'];
};

/**
 * Creates the reading of bodies in this thread, with bounds on the links and bytes of a submission.
 */
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
		previewPage: (file, bytes, options, each) => previewBytes(file, bytes, options, each),
		chunk: async (chunk, options) => readForLoad(chunk, options),
	};
}
