// What each problem means and what to do, and the pages to which its type leads: GET /problems/{code}.
import { z } from '@hono/zod-openapi';
import { BrokerError, errorCatalogue } from '../../errors.ts';
import { pageSecurity } from '../answers/page.ts';
import { type HttpErrorCode, httpErrorCodes } from '../answers/problem.ts';
import type { PageWriter } from '../pages/page-writer.ts';
import { defineRoute, type Route } from './route.ts';

const pageHeaders = {
	...pageSecurity,
	'Content-Type': 'text/html; charset=utf-8',
	'Cache-Control': 'public, max-age=3600',
};

/** Creates the route of problem pages; their texts never change while the program runs. */
export function createProblemRoute({ pageWriter }: { pageWriter: PageWriter }): Route {
	const written = new Map<HttpErrorCode, string>();
	const write = (code: HttpErrorCode): string => {
		const { status, title } = errorCatalogue[code];
		return pageWriter.writeStill({ explained: { code, status, title, ...problemTexts[code] } });
	};
	return defineRoute({
		route: 'GET /problems/{code}',
		access: 'anyone',
		shared: true,
		id: 'explainProblem',
		tag: 'problems',
		summary: 'Explain a problem',
		description: 'Explains a kind of problem to people; the type of a problem leads here.',
		params: z.strictObject({ code: z.enum(httpErrorCodes).openapi({ example: 'bad-query' }) }),
		answers: {
			200: {
				description: 'What the problem means and what to do.',
				content: { 'text/html': { schema: z.string() } },
			},
		},
		problems: ['not-found'],
		handle({ params: { code } }) {
			if (!Object.hasOwn(problemTexts, code)) {
				const known = httpErrorCodes.join(', ');
				throw new BrokerError('not-found', `Unknown problem ${JSON.stringify(code)}; known are ${known}.`);
			}
			const body = written.get(code) ?? write(code);
			written.set(code, body);
			return { status: 200, headers: pageHeaders, body };
		},
	});
}

/** Explains every failure that HTTP shows. */
export const problemTexts: Readonly<Record<HttpErrorCode, { meaning: string; advice: string }>> = {
	'bad-request': {
		meaning:
			'The request breaks a rule of HTTP: its address or a header cannot be read, or its body is not what the ' +
			'headers say.',
		advice:
			'Look at the detail, and at what stands between your program and the broker. Send the request again when it ' +
			'is right.',
	},
	'malformed-json': {
		meaning: 'The body is not JSON in UTF-8.',
		advice: 'The detail names line and column of the first error. Nothing was stored: mend the text and send it again.',
	},
	'not-an-identifier': {
		meaning: 'The text holds no identifier, and none with this value is known.',
		advice:
			'Give an identifier in any of its forms: a DOI, an arXiv number, a bibcode, a PubMed number, ' +
			'the address of a page. Where the value is right and its form is rare, add the parameter scheme. Words of a ' +
			'title find works with ' +
			'GET /objects?q=.',
	},
	'several-identifiers': {
		meaning: 'The text holds several identifiers, and they are not all of one work that is known.',
		advice: 'Each item of errors names one of them (identifier). Ask for the one that is meant.',
	},
	'ambiguous-identifier': {
		meaning: 'The identifier fits several schemes, and they name different works.',
		advice: 'Add the parameter scheme with one of the schemes that the detail names.',
	},
	'bad-query': {
		meaning: 'A query parameter is unknown, given twice, missing, or has a value that it cannot have.',
		advice:
			'Each item of errors names a parameter (field) and says what it may be. The description of the interface ' +
			'lists all parameters.',
	},
	'bad-query-string': {
		meaning: 'The parameter q cannot be parsed.',
		advice:
			'The detail names the place and what to write there instead. Put a phrase into double quotes, and a backslash ' +
			'before a special character that is meant as itself.',
	},
	unauthorized: {
		meaning:
			'The request needs an access token, and came without one or with one that is not valid: mistyped, expired, ' +
			'revoked, or of an account that is not active. Or it needs somebody to be signed in, and nobody is.',
		advice:
			'Send the header "Authorization: Bearer <token>". Tokens are made on the pages for operators, or with ' +
			'"link-broker tokens create". On those pages, sign in again.',
	},
	forbidden: {
		meaning: 'The account is known, but may not do this; or a change came with a session, but not from its own page.',
		advice:
			'Ask the operator of the broker for the role that the detail names. ' +
			'With a session, send its csrf_token in the header X-CSRF-Token.',
	},
	'insufficient-scope': {
		meaning: 'The access token is valid, but was not made for this: it lacks a scope.',
		advice:
			'Send a token that has the scope which the detail names (submit, withdraw or read). Tokens are made on the ' +
			'pages for operators, or with "link-broker tokens create --scope".',
	},
	'not-found': {
		meaning: 'There is nothing at this address, or nothing that this account may see.',
		advice: 'Check the address. An event can be seen by the account that submitted it, and by administrators.',
	},
	'method-not-allowed': {
		meaning: 'The address exists, but does not know this method.',
		advice: 'The header Allow lists the methods that it knows.',
	},
	'not-acceptable': {
		meaning: 'The header Accept allows no media type in which the broker can answer.',
		advice: 'Accept one of the media types that the detail names, or leave the header out.',
	},
	'request-timeout': {
		meaning: 'The request did not come in time, or hardly any of its body came for too long.',
		advice: 'Send the request again, over a connection that is fast enough for it.',
	},
	conflict: {
		meaning: 'What was asked for does not go together with what is there: a name is taken, or something is under way.',
		advice: 'The detail names what stands against it. Choose another name, or try again when it has ended.',
	},
	'changes-gone': {
		meaning: 'The cursor stands before the oldest entry of the log of changes, or belongs to the log of other data.',
		advice:
			'Start from the present state: note the cursor that after=now answers, take over all events ' +
			'(link-broker export, then link-broker events import), and go on from the cursor noted.',
	},
	'body-too-large': {
		meaning: 'The body is larger than the broker takes at once. Nothing was stored.',
		advice: 'Send the links in several smaller batches.',
	},
	'unsupported-media-type': {
		meaning: 'The body has a media type or an encoding that the broker does not read.',
		advice:
			'Send JSON in UTF-8 with the header Content-Type: application/x-scholix-v3+json or application/json; it may ' +
			'be packed with gzip.',
	},
	'expectation-failed': {
		meaning: 'The header Expect asks for something that is not 100-continue.',
		advice: 'Leave the header out, or send Expect: 100-continue.',
	},
	'invalid-body': {
		meaning: 'The body is JSON, but lacks a field, has one that is not known, or a value that it cannot have.',
		advice: 'Each item of errors points to the place (pointer, a JSON pointer) and says what is wrong there.',
	},
	'invalid-links': {
		meaning: 'Some links of the batch are not valid Scholix link objects. Nothing of it was stored.',
		advice:
			'Each item of errors points into the body (pointer, a JSON pointer) and says what is wrong there. ' +
			'Mend these links, or leave them out (partial=1 does that), and send the batch again.',
	},
	'too-many-requests': {
		meaning:
			'This account, or this network address, has sent more requests than the broker allows in a minute, ' +
			'or larger ones at once than it allows.',
		advice: 'Wait as many seconds as the header Retry-After says.',
	},
	'headers-too-large': {
		meaning: 'The address of the request and its headers are longer than the broker reads.',
		advice: 'Shorten what is longest: a query in the address, or cookies that belong to another site.',
	},
	internal: {
		meaning: 'The broker failed. The request may be right.',
		advice:
			'Try again later. If it stays, tell the operator of the broker the value of the header ' +
			'X-Request-Id: the log says more under it.',
	},
	'insufficient-storage': {
		meaning: 'The disk of the broker is full, or nearly so. What was sent is not stored.',
		advice:
			'Send it again after as many seconds as the header Retry-After says. The operator has to make room: the ' +
			'broker goes on by itself as soon as there is some.',
	},
	unavailable: {
		meaning:
			'The broker cannot do this at the moment: something that it needs, such as its database or its search index, ' +
			'does not answer, or it has more to do than it can.',
		advice: 'Try again after as many seconds as the header Retry-After says.',
	},
};
