// Submitting links: POST /events.
                                                        
import { BrokerError } from '../../../errors.js';
import { linksSchema } from '../../../formats/scholix/schema.js';
                                                     
import { jsonAnswer } from '../../answers/answer.js';
import { checkContentType, jsonMediaType, scholixMediaType } from '../../answers/media-types.js';
import { readQuery } from '../../answers/query-parameters.js';
import { baseAddress } from '../../server/addresses.js';
import { takesBackAll } from '../../server/authentication.js';
import { readBody } from '../../server/request-body.js';
import { header, jsonResponse } from '../describe.js';
                                         
import { readReplacedSource } from './replaced-source.js';
import { acceptedSchema, allowedValues, exampleLinks, submissionQuerySchema } from './submission-schemas.js';

/** What submitting works on. */
                           
	                                    
	                                                                                           
  

/** Creates the route. */
export function createSubmitRoute({ broker, settings }             )        {
	return {
		method: 'post',
		path: '/events',
		access: 'token',
		operation: submitOperation(settings),
		problems: ['bad-request', 'invalid-links'],
		async handle(context, { userId, roles, by }) {
			checkMaySubmit(roles, settings.eventsRole);
			const query = readQuery(context.req.url, submissionQuerySchema, allowedValues);
			const replaces = readReplacedSource(query);
			checkContentType(context.req.header('content-type'));
			const body = await readBody(context, settings.maxBodyBytes);
			// Processing the event becomes part of the trace of its submission.
			const trace = context.get('trace');
			const asked = { action: query.action, noindex: query.noindex === '1', partial: query.partial === '1' };
			const sender = { userId, submittedBy: by, takesAll: takesBackAll(roles) };
			const submission = { body, ...asked, replaces, ...sender, ...(trace !== undefined && { trace }) };
			const { eventId, refused } = await broker.acceptEvent(submission);
			const location = `${baseAddress(context.req.url, settings.publicUrl)}/events/${eventId}`;
			const leftOut = asked.partial ? { refused_count: refused.count, refused: refused.first } : {};
			const document = { message: 'event accepted', event_id: eventId, ...leftOut };
			const accepted = jsonAnswer(document, 202, { Location: location });
			return { ...accepted, logged: { event_id: eventId } };
		},
	};
}

function submitOperation({ maxBodyBytes, maxLinksPerEvent }                         )                     {
	const content = { schema: linksSchema(maxLinksPerEvent), example: exampleLinks };
	return {
		operationId: 'submitEvent',
		summary: 'Submit links',
		description:
			`Submits a batch of Scholix links: 1 to ${maxLinksPerEvent} in at most ${maxBodyBytes} bytes. It is taken whole ` +
			'or refused whole, unless `partial=1` takes the valid links alone; once it is accepted it is stored ' +
			'durably and processed in the background. With `action=withdraw` or `replace` it takes back what was said ' +
			'before in events of the same account, with the role curator or admin what anybody said.',
		tags: ['events'],
		request: {
			query: submissionQuerySchema,
			body: { required: true, content: { [scholixMediaType]: content, [jsonMediaType]: content } },
		},
		responses: {
			202: {
				...jsonResponse('The event is stored and will be processed.', acceptedSchema),
				headers: { Location: header('Where the event can be watched.', { type: 'string', format: 'uri' }) },
			},
		},
	};
}

function checkMaySubmit(roles                   , role               )       {
	if (role === null || roles.includes(role)) return;
	throw new BrokerError(
		'forbidden',
		`Submitting links needs the role ${JSON.stringify(role)}, which this account does not have.`,
	);
}
