// The links in e-mail to receivers of subscriptions: GET shows what a link does, and POST does it, so
// that programs that open the links of a message change nothing.
import { z } from '@hono/zod-openapi';
import type { ReceiverAction } from '../../broker/following/agreements.ts';
import type { Subscription } from '../../broker/following/subscriptions.ts';
import { textParameter } from '../../broker/searching/parameters.ts';
import { type Answer, privately } from '../answers/answer.ts';
import { html, type Markup } from '../answers/html.ts';
import { htmlMediaType } from '../answers/media-types.ts';
import type { PageWriter } from '../pages/page-writer.ts';
import type { AppNeeds } from '../server/app.ts';
import { type HttpContext, senderAddress } from '../server/http-context.ts';
import { defineRoute, type Route } from './route.ts';
import { subscriptionPath } from './subscription-schemas.ts';

const longestCode = 100;

const codeSchema = z.strictObject({
	code: textParameter('code', 'be the code of the link in a message', longestCode, 'code').meta({
		description: 'The code of the link in a message.',
	}),
});

/** What the page of a link says before it is used, and after. */
type Words = { summary: string; question(address: string): string; button: string; done(address: string): string };

const words: Readonly<Record<ReceiverAction, Words>> = {
	confirm: {
		summary: 'Confirm a subscription by e-mail',
		question: (address) => `Do you want the messages of this subscription at ${address}?`,
		button: 'Confirm',
		done: (address) => `The subscription is confirmed. Its messages go to ${address}.`,
	},
	unsubscribe: {
		summary: 'Unsubscribe from e-mail',
		question: (address) => `Do you want no more messages of this subscription at ${address}?`,
		button: 'Unsubscribe',
		done: (address) => `You are unsubscribed. No more messages of this subscription go to ${address}.`,
	},
};

type Needs = Pick<AppNeeds, 'subscriptions' | 'settings' | 'now'> & { pageWriter: PageWriter };

/** Creates the routes. */
export function createReceiverRoutes(needs: Needs): Route[] {
	return [...routesOf('confirm', needs), ...routesOf('unsubscribe', needs)];
}

function routesOf(action: ReceiverAction, { subscriptions, settings, now, pageWriter }: Needs): Route[] {
	const { summary, question, button, done } = words[action];
	const described = {
		...({ access: 'anyone', needs: 'records', tag: 'subscriptions' } as const),
		...{ params: subscriptionPath, query: codeSchema },
		answers: { 200: { description: 'A small page.', content: { [htmlMediaType]: { schema: z.string() } } } },
		problems: ['not-found' as const],
		showProblem: pageWriter.showProblem,
		problemsShownAs: htmlMediaType,
	};
	const actOf = (context: HttpContext) => ({
		by: { who: 'receiver', address: senderAddress(context, settings.trustedProxies) },
		now: now(),
	});
	const page = ({ task }: Subscription, say: (address: string) => string, form?: Markup) =>
		pageAnswer(settings.site.name, html`<p>${say(task.address)}</p>\n${form}`);
	return [
		defineRoute({
			...described,
			route: `GET /subscriptions/{id}/${action}`,
			id: `${action}Page`,
			summary: `${summary}: the page`,
			description: 'Shows a page with a button. It changes nothing.',
			async handle({ params, query }) {
				const found = await subscriptions.checkCode(action, Number(params.id), query.code, now());
				// Without an address, a form is sent to that of the page, with the code.
				return page(found, question, html`<form method="post"><button>${button}</button></form>`);
			},
		}),
		defineRoute({
			...described,
			route: `POST /subscriptions/{id}/${action}`,
			id: action === 'confirm' ? 'confirmSubscription' : 'unsubscribe',
			summary,
			description:
				action === 'confirm'
					? 'Confirms that the receiver wants the messages. Another time, it changes nothing.'
					: 'Ends the subscription, as mail programs do with one request (RFC 8058). The body is not read.',
			async handle({ context, params, query }) {
				return page(await subscriptions[action](actOf(context), Number(params.id), query.code), done);
			},
		}),
	];
}

function pageAnswer(site: string, content: Markup): Answer {
	const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Subscription – ${site}</title>
</head>
<body>
<main>
<h1>${site}</h1>
${content}
</main>
</body>
</html>
`;
	return { status: 200, headers: { ...pageHeaders, ...privately }, body: body.toString() };
}

const pageHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	'Referrer-Policy': 'no-referrer',
	'X-Robots-Tag': 'noindex',
} as const;
