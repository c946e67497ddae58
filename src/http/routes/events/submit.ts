// Submitting links, in Scholix or another dialect: POST /events.
import type { z } from '@hono/zod-openapi';
import type { TokenScope } from '../../../accounts/tokens.ts';
import type { Submission } from '../../../broker/accept-event.ts';
import { BrokerError } from '../../../errors.ts';
import { readColumnChoice } from '../../../formats/dialects/column-roles.ts';
import { linksSchema } from '../../../formats/scholix/schema.ts';
import { type Identifier, readIdentifier, readText } from '../../../identifiers/index.ts';
import { nameKey } from '../../../links/names.ts';
import { type Answer, jsonAnswer, privateJson } from '../../answers/answer.ts';
import { checkContentType, jsonMediaType, scholixMediaType } from '../../answers/media-types.ts';
import { badQuery } from '../../answers/query-parameters.ts';
import { baseAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import { type Sender, withdrawsAll } from '../../server/authentication.ts';
import type { HttpContext } from '../../server/http-context.ts';
import { readBody } from '../../server/request-body.ts';
import { defineRoute, header, json, type Route } from '../route.ts';
import { describePreview, describeReading } from './preview-document.ts';
import { acceptedSchema, exampleLinks, previewSchema, submissionQuerySchema } from './submission-schemas.ts';

/** Creates the route. */
export function createSubmitRoute({ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	const { eventsRole, maxBodyBytes, maxLinksPerEvent } = settings;
	const content = { schema: linksSchema(maxLinksPerEvent), example: exampleLinks };
	return defineRoute({
		route: 'POST /events',
		access: 'account',
		needs: 'records',
		scope: scopesOfSubmission,
		id: 'submitEvent',
		tag: 'events',
		summary: 'Submit links',
		description:
			`Submits a batch of 1 to ${maxLinksPerEvent} Scholix links in at most ${maxBodyBytes} bytes. The ` +
			'batch is accepted whole or refused whole; with `partial=1` only its valid links are accepted. An ' +
			'accepted batch is stored durably and processed in the background. With `action=withdraw` or ' +
			'`replace` it withdraws assertions of earlier events of the same account; with the role curator or ' +
			'admin, of all accounts. With `dialect` the body has another format, such as a record of another ' +
			'service or a table. With `dry_run=1` nothing is stored, and the answer shows what would be stored.',
		query: submissionQuerySchema,
		ownBody: { required: true, content: { [scholixMediaType]: content, [jsonMediaType]: content } },
		answers: {
			200: json('With `dry_run=1`: what would be stored.', previewSchema),
			202: json('The event is stored and will be processed.', acceptedSchema, {
				Location: header('The address of the event.', { type: 'string', format: 'uri' }),
			}),
		},
		problems: ['bad-request', 'invalid-links'],
		admit: ({ roles }) => checkMaySubmit(roles, eventsRole),
		handle: (asked) => submit(asked, { broker, settings }),
	});
}

type Submitted = { context: HttpContext; query: z.output<typeof submissionQuerySchema>; sender: Sender };

async function submit(
	{ context, query, sender: { userId, roles, by } }: Submitted,
	{ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>,
): Promise<Answer> {
	const reading = readReading(query);
	const replaces = reading === undefined ? readReplacedSource(query) : null;
	if (reading === undefined) checkContentType(context.req.header('content-type'));
	const body = await readBody(context, settings.maxBodyBytes);
	const partial = query.partial === '1';
	const order = { body, action: query.action, replaces, partial, ...(reading && { reading }) };
	const sender = { userId, submittedBy: by };
	if (query.dry_run === '1')
		return privateJson(describePreview(await broker.previewSubmission({ ...order, ...sender })));
	// Processing the event belongs to the trace of its submission.
	const trace = context.get('trace');
	const { eventId, refused, translation } = await broker.acceptEvent({
		...{ ...order, noindex: query.noindex === '1', ...sender, takesAll: withdrawsAll(roles) },
		...(query.file_name !== undefined && { fileName: query.file_name }),
		...(trace !== undefined && { trace }),
	});
	const Location = `${baseAddress(context.req.url, settings.publicUrl)}/events/${eventId}`;
	const document = {
		...{ message: 'event accepted', event_id: eventId },
		...(partial && { refused_count: refused.count, refused: refused.first }),
		...(translation && { read: describeReading(translation) }),
	};
	return { ...jsonAnswer(document, 202, { Location }), logged: { event_id: eventId } };
}

/** Returns the scopes that a submission needs: submit, withdraw or both. */
function scopesOfSubmission(context: HttpContext): readonly TokenScope[] {
	const action = context.req.query('action');
	if (action === 'withdraw') return ['withdraw'];
	return action === 'replace' ? ['submit', 'withdraw'] : ['submit'];
}

function checkMaySubmit(roles: readonly string[], role: string | null): void {
	if (role === null || roles.some((held) => nameKey(held) === nameKey(role))) return;
	throw new BrokerError(
		'forbidden',
		`Submitting links needs the role ${JSON.stringify(role)}, which this account does not have.`,
	);
}

/**
 * Reads the Source whose links a provider withdraws; null without source. Fails with `bad-query` if
 * a required parameter is missing, or if source is not one identifier.
 */
function readReplacedSource({ action, source, scheme, provider }: Submitted['query']): Submission['replaces'] {
	if (source === undefined) {
		const alone = scheme === undefined ? (provider === undefined ? undefined : 'provider') : 'scheme';
		if (alone !== undefined) throw wrong(alone, `${alone} requires source; omit it, or add source.`);
		return null;
	}
	if (action !== 'replace') throw wrong('source', 'source requires action=replace; omit it.');
	if (provider === undefined) {
		throw wrong(
			'provider',
			'provider is missing: with source, it must name the LinkProvider whose links are withdrawn.',
		);
	}
	return { source: readSource(source, scheme), provider };
}

function readSource(text: string, scheme: string | undefined): Identifier {
	if (scheme !== undefined) return storable(readIdentifier(text, scheme));
	const reading = readText(text);
	const [likeliest] = reading.kind === 'one' ? reading.candidates : [];
	if (likeliest !== undefined) return storable(likeliest);
	throw wrong('source', 'source must be one identifier, such as 10.5281/zenodo.11020; for other schemes add scheme.');
}

function storable(identifier: Identifier): Identifier {
	const { scheme, value } = identifier;
	if (scheme !== '' && value !== '' && !value.includes('\0')) return identifier;
	throw wrong('source', 'source must be an identifier with visible characters.');
}

function wrong(field: string, message: string) {
	return badQuery([{ field, message }]);
}

/**
 * Reads how the body is to be read; undefined for Scholix. Fails with `bad-query` if a parameter
 * requires a dialect, or if `columns` has no roles.
 */
function readReading(given: Submitted['query']): Submission['reading'] {
	const { dialect, relation, date, source, scheme, provider, columns } = given;
	if (dialect === undefined) {
		const alone = (['relation', 'date', 'columns'] as const).find((name) => given[name] !== undefined);
		if (alone === undefined) return undefined;
		const message = `${alone} requires dialect; omit it, or add the dialect of the body.`;
		throw badQuery([{ field: alone, message }]);
	}
	return {
		from: dialect === 'auto' ? undefined : dialect,
		supplied: {
			relation,
			source: source === undefined ? undefined : { id: source, scheme },
			...(columns !== undefined && { columns: readColumnChoice(columns) }),
		},
		provider,
		date: date ?? new Date().toISOString().slice(0, 10),
	};
}
