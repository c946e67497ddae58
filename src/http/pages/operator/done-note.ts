// The cookie that confirms the success of a form, so that the page shows its message once: a link to
// `?done=deleteUser` alone must not show it.
import { getCookie } from 'hono/cookie';
import type { Settings } from '../../../settings.ts';
import { pagesRoot } from '../../answers/page.ts';
import { rootAddress } from '../../server/addresses.ts';
import type { HttpContext } from '../../server/http-context.ts';

type Public = Pick<Settings, 'publicUrl'>;

const cookieName = 'link-broker-done';

/** Writes the cookie with the name of the successful form, for the next page; null removes it. */
export function noteDone(form: string | null, context: HttpContext, { publicUrl }: Public): string {
	const secure = rootAddress(context.req.url, publicUrl).startsWith('https:') ? '; Secure' : '';
	const place = `Path=${pagesRoot(publicUrl)}operator; Max-Age=${form === null ? 0 : 60}`;
	return `${cookieName}=${form ?? ''}; ${place}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns whether the cookie confirms the form of an address. */
export function isNoted(form: string, context: HttpContext): boolean {
	return getCookie(context, cookieName) === form;
}
