// Submitting links: POST /events.
import type { TokenScope } from '../../../accounts/tokens.ts';
import type { Broker } from '../../../broker/broker.ts';
import { BrokerError } from '../../../errors.ts';
import { linksSchema } from '../../../formats/scholix/schema.ts';
import type { Settings } from '../../../settings.ts';
import { jsonAnswer, privately } from '../../answers/answer.ts';
import { checkContentType, jsonMediaType, scholixMediaType } from '../../answers/media-types.ts';
import { readQuery } from '../../answers/query-parameters.ts';
import { baseAddress } from '../../server/addresses.ts';
import { takesBackAll } from '../../server/authentication.ts';
import type { HttpContext } from '../../server/http-context.ts';
import { readBody } from '../../server/request-body.ts';
import { header, jsonResponse } from '../describe.ts';
import type { Route } from '../route.ts';
import { describePreview, describeReading, readReading } from './other-dialect.ts';
import { readReplacedSource } from './replaced-source.ts';
import {
	acceptedSchema,
	allowedValues,
	exampleLinks,
	previewSchema,
	submissionQuerySchema,
} from './submission-schemas.ts';

/** What submitting works on. */
export type SubmitNeeds = {
	broker: Broker;
	settings: Pick<Settings, 'eventsRole' | 'maxBodyBytes' | 'maxLinksPerEvent' | 'publicUrl'>;
};

/** Creates the route. */
export function createSubmitRoute({ broker, settings }: SubmitNeeds): Route {
	return {
		method: 'post',
		path: '/events',
		access: 'account',
		scope: scopesOfSubmission,
		operation: submitOperation(settings),
		problems: ['bad-request', 'invalid-links'],
		async handle(context, { userId, roles, by }) {
			checkMaySubmit(roles, settings.eventsRole);
			const query = readQuery(context.req.url, submissionQuerySchema, allowedValues);
			const reading = readReading(query);
			const replaces = reading === undefined ? readReplacedSource(query) : null;
			if (reading === undefined) checkContentType(context.req.header('content-type'));
			const body = await readBody(context, settings.maxBodyBytes);
			if (query.dry_run === '1') {
				const order = { body, action: query.action, replaces, partial: query.partial === '1' };
				const preview = await broker.previewSubmission({ ...order, ...(reading && { reading }) });
				return jsonAnswer(describePreview(preview), 200, privately);
			}
			// Processing the event becomes part of the trace of its submission.
			const trace = context.get('trace');
			const asked = { action: query.action, noindex: query.noindex === '1', partial: query.partial === '1' };
			const sender = { userId, submittedBy: by, takesAll: takesBackAll(roles) };
			const submission = { body, ...asked, replaces, ...sender, ...(trace !== undefined && { trace }) };
			const accepted = await broker.acceptEvent({ ...submission, ...(reading && { reading }) });
			const { eventId, refused, translation } = accepted;
			const location = `${baseAddress(context.req.url, settings.publicUrl)}/events/${eventId}`;
			const leftOut = asked.partial ? { refused_count: refused.count, refused: refused.first } : {};
			const read = translation && { read: describeReading(translation) };
			const document = { message: 'event accepted', event_id: eventId, ...leftOut, ...read };
			return { ...jsonAnswer(document, 202, { Location: location }), logged: { event_id: eventId } };
		},
	};
}

function submitOperation({ maxBodyBytes, maxLinksPerEvent }: SubmitNeeds['settings']): Route['operation'] {
	const content = { schema: linksSchema(maxLinksPerEvent), example: exampleLinks };
	return {
		operationId: 'submitEvent',
		summary: 'Submit links',
		description:
			`Submits a batch of Scholix links: 1 to ${maxLinksPerEvent} in at most ${maxBodyBytes} bytes. It is taken whole ` +
			'or refused whole, unless `partial=1` takes the valid links alone; once it is accepted it is stored ' +
			'durably and processed in the background. With `action=withdraw` or `replace` it takes back what was said ' +
			'before in events of the same account, with the role curator or admin what anybody said. With `dialect` the ' +
			'body is a record or page of another service, a table and the like, and its links are what is submitted. With ' +
			'`dry_run=1` nothing is stored, and the answer tells what would be.',
		tags: ['events'],
		request: {
			query: submissionQuerySchema,
			body: { required: true, content: { [scholixMediaType]: content, [jsonMediaType]: content } },
		},
		responses: {
			200: jsonResponse('With `dry_run=1`: what would be stored. Nothing is.', previewSchema),
			202: {
				...jsonResponse('The event is stored and will be processed.', acceptedSchema),
				headers: { Location: header('Where the event can be watched.', { type: 'string', format: 'uri' }) },
			},
		},
	};
}

/** What a token needs: to say something, to take something back, or both at once. */
function scopesOfSubmission(context: HttpContext): readonly TokenScope[] {
	const action = context.req.query('action');
	if (action === 'withdraw') return ['withdraw'];
	return action === 'replace' ? ['submit', 'withdraw'] : ['submit'];
}

function checkMaySubmit(roles: readonly string[], role: string | null): void {
	if (role === null || roles.includes(role)) return;
	throw new BrokerError(
		'forbidden',
		`Submitting links needs the role ${JSON.stringify(role)}, which this account does not have.`,
	);
}
