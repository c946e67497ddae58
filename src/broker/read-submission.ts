// Reads a submission and checks it whole: how many links it has, of which providers, and what of it
// is left out.
import { BrokerError } from '../errors.ts';
import type { Translation } from '../formats/dialects/translate.ts';
import { namingDialect, translateBody } from '../formats/dialects/translate-body.ts';
import type { ChunkLimits } from '../formats/json/chunk-builder.ts';
import { malformedJson, parseJson } from '../formats/json/json-text.ts';
import { readLinks, readValidLinks, type WrongRecord } from '../formats/scholix/read-links.ts';
import { reportLimits } from '../links/limits.ts';
import type { LinkBatch } from '../links/link.ts';
import type { EventAction } from '../links/link-event.ts';
import type { Submission } from './accept-event.ts';

/** The links that were left out: how many, and the problems of the first of them. */
export type RefusedLinks = { count: number; first: readonly { pointer: string; message: string }[] };

export type SubmissionText = Pick<Submission, 'body' | 'reading' | 'action' | 'replaces' | 'partial'>;

/** What is to be stored of a submission, and how it was read. */
export type ReadSubmission = {
	payload: Uint8Array;
	links: number;
	providers: readonly string[];
	refused: RefusedLinks;
	translation?: Translation;
};

/**
 * Reads and checks a submission whole. Fails with `malformed-json` or `invalid-links` (see
 * readLinks), a partial one where no link is valid, and with `bad-query` where it has links and
 * names what it replaces.
 */
export async function readSubmission(submission: SubmissionText, limits: ChunkLimits): Promise<ReadSubmission> {
	const { body, translation } = await translated(submission, limits);
	try {
		return { ...read({ ...submission, body }, limits.maxLinks), ...(translation && { translation }) };
	} catch (cause) {
		throw submission.reading === undefined ? namingDialect(cause, body) : cause;
	}
}

/** Translates a body of another dialect; other bodies are as they are. */
async function translated(
	{ body, action, reading, partial }: SubmissionText,
	limits: ChunkLimits,
): Promise<{ body: Uint8Array; translation?: Translation }> {
	if (reading === undefined) return { body };
	const { payload, translation } = await translateBody(
		body,
		{ ...reading, skipInvalid: partial, withdrawn: readingOfWithdrawn(action) },
		limits,
	);
	return { body: payload, translation };
}

/** How links that a body marks as withdrawn are read. */
export function readingOfWithdrawn(action: EventAction): 'as others' | 'left out' {
	return action === 'withdraw' ? 'as others' : 'left out';
}

type Reading = Omit<ReadSubmission, 'translation'>;

const nothingRefused: RefusedLinks = { count: 0, first: [] };

function read({ body, action, partial, replaces }: SubmissionText, maxLinks: number): Reading {
	if (replaces !== null) return readNothing(body);
	// A withdraw event does not decide the spelling of its providers.
	const spelled = (batch: LinkBatch) => (action === 'withdraw' ? [] : batch.providers);
	if (!partial) {
		const batch = readLinks(body, { maxLinks, action });
		return { payload: body, links: batch.counts.links, providers: spelled(batch), refused: nothingRefused };
	}
	const { payload, batch, wrong } = readValidLinks(body, { maxLinks, action });
	const first = wrong.slice(0, reportLimits.records).map(summarize);
	return { payload, links: batch.counts.links, providers: spelled(batch), refused: { count: wrong.length, first } };
}

/** Reads a body that must be an empty array. */
function readNothing(body: Uint8Array): Reading {
	const parsed = parseJson(body);
	if ('error' in parsed) throw malformedJson(parsed.error);
	if (Array.isArray(parsed.value) && parsed.value.length === 0) {
		return { payload: body, links: 0, providers: [], refused: nothingRefused };
	}
	const message =
		'source goes with an empty array ([]) as body. To replace the links of Sources by others, send ' +
		'these links without source: they name their Sources and providers themselves.';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'source', message }] });
}

/** Describes a wrong record by the first of its problems and the number of others. */
function summarize({ problems, position }: WrongRecord): { pointer: string; message: string } {
	const [first, ...more] = problems;
	const rest = more.length === 0 ? '' : ` (and ${more.length} more in this link)`;
	return { pointer: first?.pointer ?? `/${position}`, message: `${first?.message}${rest}` };
}
