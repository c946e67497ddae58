// Reads forms that browsers send (HTML, 4.10.21), and refuses those of other sites.
import { BrokerError } from '../../errors.ts';
import { countText } from '../../links/words.ts';
import type { HttpContext } from '../server/http-context.ts';
import { readBody } from '../server/request-body.ts';

/** The size limit of a form with files, and the end of the message for larger ones. */
export type AcceptedFiles = { mostBytes: number; tooLarge: string };

/** Forms of an event, a filter or a password are smaller. */
const smallFormBytes = 65_536;

/**
 * Reads a form, with files only if accepted. Fails with `forbidden` if another site sent it, with
 * `unsupported-media-type` or `bad-request` if it is no form, and as readBody does.
 */
export async function readForm(
	context: HttpContext,
	{ files, publicUrl }: { files: AcceptedFiles | undefined; publicUrl: string | null },
): Promise<FormData> {
	requireOwnSite(context, publicUrl);
	const type = context.req.header('content-type') ?? '';
	const [, encoding] = /^(application\/x-www-form-urlencoded|multipart\/form-data) *(?:;|$)/i.exec(type) ?? [];
	if (encoding === undefined) {
		throw new BrokerError(
			'unsupported-media-type',
			'This address accepts only forms: set Content-Type to that of a form.',
		);
	}
	// Many fields of the other encoding take the parser minutes: its time grows with their square.
	const large = /^multipart/i.test(encoding) ? files : undefined;
	const body = await readBody(context, large?.mostBytes ?? smallFormBytes, large?.tooLarge ?? '');
	if (countFields(body, type) > mostFields) {
		throw new BrokerError('bad-request', `A form has at most ${countText(mostFields)} fields.`);
	}
	return new Response(body, { headers: { 'Content-Type': type } }).formData().catch((cause: unknown) => {
		throw new BrokerError('bad-request', 'The body is not a valid form.', { cause });
	});
}

/** More than any page has; the time of the parser grows faster than the number of fields. */
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
 * Refuses forms of other sites, which could sign a reader in as somebody else. Browsers send the
 * origin of a form; a client that sends none is no browser and chose its cookies itself.
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
