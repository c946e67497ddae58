// Reads what a browser sends of a form (HTML, 4.10.21), and refuses forms of other sites.
import { BrokerError } from '../../errors.ts';
import type { HttpContext } from '../server/http-context.ts';
import { readBody } from '../server/request-body.ts';

/** How large a form with files may be, and what ends the sentence that refuses a larger one. */
export type AcceptedFiles = { mostBytes: number; tooLarge: string };

/** Forms of an event, a filter or a password are smaller. */
const smallFormBytes = 65_536;

/**
 * Reads a form; one with files only where such are accepted. Fails with `forbidden` where another
 * site sent it, with `unsupported-media-type` and `bad-request` where it is no form, and as readBody
 * does.
 */
export async function readForm(
	context: HttpContext,
	{ files, publicUrl }: { files: AcceptedFiles | undefined; publicUrl: string | null },
): Promise<FormData> {
	requireOwnSite(context, publicUrl);
	const type = context.req.header('content-type') ?? '';
	const [, encoding] = /^(application\/x-www-form-urlencoded|multipart\/form-data) *(?:;|$)/i.exec(type) ?? [];
	if (encoding === undefined) {
		throw new BrokerError('unsupported-media-type', 'A form is sent here: set Content-Type as browsers do for it.');
	}
	// Many fields of the other encoding take the parser minutes: its time grows with their square.
	const large = /^multipart/i.test(encoding) ? files : undefined;
	const body = await readBody(context, large?.mostBytes ?? smallFormBytes, large?.tooLarge ?? '');
	if (countFields(body, type) > mostFields) {
		throw new BrokerError('bad-request', `A form has ${mostFields.toLocaleString('en')} fields at most.`);
	}
	return new Response(body, { headers: { 'Content-Type': type } }).formData().catch((cause: unknown) => {
		throw new BrokerError('bad-request', 'The body is no form, although Content-Type says so.', { cause });
	});
}

/** No page has a form of more; the parser's time grows faster than their number. */
const mostFields = 2_000;

/** Counts the fields of a form, or more, without reading them. */
function countFields(body: Uint8Array, type: string): number {
	const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
	const separator = boundary === undefined ? '&' : `--${boundary}`;
	const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	let count = 0;
	for (let at = bytes.indexOf(separator); at !== -1 && count <= mostFields; at = bytes.indexOf(separator, at + 1))
		count++;
	return count;
}

/**
 * Browsers say from where a form is sent; one of another site could sign a reader in as somebody
 * else. What says nothing of it is no browser, and has no cookie that it did not choose.
 */
function requireOwnSite({ req }: HttpContext, publicUrl: string | null): void {
	const site = req.header('sec-fetch-site');
	const origin = req.header('origin');
	const ownHosts = [req.url, publicUrl ?? req.url].map((address) => new URL(address).host);
	const isOwn = () => origin === undefined || ownHosts.includes(URL.parse(origin)?.host ?? '');
	if (site === undefined ? isOwn() : ['same-origin', 'none'].includes(site)) return;
	throw new BrokerError(
		'forbidden',
		'This form was sent by another site. Open the page here, and send the form from there.',
	);
}
