// Asks the API in this process on behalf of a reader, with their address and within their limits.
import type { Settings } from '../../settings.ts';
import { pagesRoot } from '../answers/page.ts';
import { disconnectSignal, type HttpContext, type HttpEnvironment, senderAddress } from '../server/http-context.ts';
import type { AskInterface } from './drawing.ts';

/** Answers a request like one from a socket. */
export type AnswerRequest = (request: Request, bindings: HttpEnvironment['Bindings']) => Response | Promise<Response>;

/** Asks the API for one page. */
export type Asking = {
	ask: AskInterface;
	/** The cookies set by the answers. */
	cookies: string[];
};

/**
 * How a page asks: `withSession` sends the reader's session; `isCounted` pages count for the rate
 * limit themselves, so that their first questions do not.
 */
export type AskingAs = { withSession?: boolean; isCounted?: boolean };

/** Creates the requests on behalf of the reader of a page. */
export type CreateAsking = (context: HttpContext, as: AskingAs) => Asking;

/** A counted page covers so many questions; each further one counts for itself. */
const questionsOfPage = 8;

/** Creates it from the handler of requests. */
export function createAsking(
	answerRequest: AnswerRequest,
	{ trustedProxies, publicUrl }: Pick<Settings, 'trustedProxies' | 'publicUrl'>,
): CreateAsking {
	// This process does not serve under the root of the public address.
	const rootLength = pagesRoot(publicUrl).length - 1;
	return (context, { withSession = false, isCounted = false }) => {
		const given = {
			Cookie: withSession ? context.req.header('cookie') : undefined,
			'X-Request-Id': context.get('requestId'),
			traceparent: context.get('trace') ?? context.req.header('traceparent'),
		};
		const outgoing = context.env?.outgoing;
		const bindings = {
			askedFrom: senderAddress(context, trustedProxies),
			...(isCounted && { hasPlace: true as const }),
			// A reader who leaves the page also cancels its questions.
			...(outgoing && { outgoing, disconnected: disconnectSignal(context) }),
		};
		let asked = 0;
		const cookies: string[] = [];
		const ask: AskInterface = async (address, init) => {
			const { pathname, search } = new URL(String(address));
			const request = new Request(new URL(pathname.slice(rootLength) + search, context.req.url), init);
			for (const [name, value] of Object.entries(given)) if (value !== undefined) request.headers.set(name, value);
			asked += 1;
			const covered = isCounted && asked <= questionsOfPage;
			const response = await answerRequest(request, covered ? { ...bindings, isCounted: true } : bindings);
			for (const cookie of response.headers.getSetCookie()) cookies.push(cookie);
			return response;
		};
		return { ask, cookies };
	};
}
