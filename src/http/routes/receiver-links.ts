// The links in email to receivers of subscriptions: GET shows what a link does, and POST does it, so
// that programs that open the links of a message change nothing.
import { z } from '@hono/zod-openapi';
import type { ReceiverAction } from '../../broker/following/agreements.ts';
import type { Subscription } from '../../broker/following/subscriptions.ts';
import { textParameter } from '../../broker/searching/parameters.ts';
import { type Answer, privately } from '../answers/answer.ts';
import { htmlMediaType } from '../answers/media-types.ts';
import type { LinkedAct } from '../pages/drawing.ts';
import type { PageWriter } from '../pages/page-writer.ts';
import type { AppNeeds } from '../server/app.ts';
import { type HttpContext, senderAddress } from '../server/http-context.ts';
import { defineRoute, type Route } from './route.ts';
import { numberIn, subscriptionPath } from './subscription-schemas.ts';

const longestCode = 100;

const codeSchema = z.strictObject({
	code: textParameter('code', 'be the code of the link in a message', longestCode, 'code').meta({
		description: 'The code of the link in a message.',
	}),
});

/** What the page of a link says before it is used, and after. */
type Words = {
	summary: string;
	title: string;
	before(subscription: Subscription): string[];
	button: string;
	after(subscription: Subscription): string[];
};

const words: Readonly<Record<ReceiverAction, Words>> = {
	confirm: {
		summary: 'Confirm a subscription by email',
		title: 'Confirm your subscription',
		before: ({ task: { address, pace } }) => [
			`If you confirm it, new citations and other changes to links are sent to ${address}, at most ` +
				`${pace === 'daily' ? 'once a day' : 'once a week'}. Each message has a link that ends the subscription.`,
			'If you do nothing, nothing is sent.',
		],
		button: 'Confirm',
		after: ({ task }) => [`The subscription is confirmed. Its messages go to ${task.address}.`],
	},
	unsubscribe: {
		summary: 'Unsubscribe from email',
		title: 'Unsubscribe',
		before: ({ task }) => [`If you unsubscribe, no more messages of this subscription are sent to ${task.address}.`],
		button: 'Unsubscribe',
		after: ({ task }) => [`You are unsubscribed. No more messages of this subscription go to ${task.address}.`],
	},
};

type Needs = Pick<AppNeeds, 'subscriptions' | 'settings' | 'now'> & { pageWriter: PageWriter };

/** Creates the routes. */
export function createReceiverRoutes(needs: Needs): Route[] {
	return [...routesOf('confirm', needs), ...routesOf('unsubscribe', needs)];
}

function routesOf(action: ReceiverAction, { subscriptions, settings, now, pageWriter }: Needs): Route[] {
	const { summary, title, before, button, after } = words[action];
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
	const page = (act: LinkedAct): Answer => {
		// The address has the code.
		const headers = { ...pageWriter.security, ...privately, ...pageHeaders };
		return { status: 200, headers, body: pageWriter.writeStill({ act }) };
	};
	return [
		defineRoute({
			...described,
			route: `GET /subscriptions/{id}/${action}`,
			id: `${action}Page`,
			summary: `${summary}: the page`,
			description: 'Shows a page with a button. It changes nothing.',
			async handle({ params, query }) {
				const found = await subscriptions.checkCode(action, numberIn(params), query.code, now());
				return page({ title, words: before(found), button });
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
				const changed = await subscriptions[action](actOf(context), numberIn(params), query.code);
				return page({ title, words: after(changed) });
			},
		}),
	];
}

const pageHeaders = {
	'Content-Type': 'text/html; charset=utf-8',
	'Referrer-Policy': 'no-referrer',
	'X-Robots-Tag': 'noindex',
} as const;
