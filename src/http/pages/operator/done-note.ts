// What a page for operators says once after a form of it worked: a note, which the browser brings
// back, since anyone can write a link to `?done=deleteUser`.
import { getCookie } from 'hono/cookie';
import type { Settings } from '../../../settings.ts';
import { pagesRoot } from '../../answers/page.ts';
import { rootAddress } from '../../server/addresses.ts';
import type { HttpContext } from '../../server/http-context.ts';

type Public = Pick<Settings, 'publicUrl'>;

const cookieName = 'link-broker-done';

/** Writes the cookie that notes which form worked, for the page that opens next; null removes it. */
export function noteDone(form: string | null, context: HttpContext, { publicUrl }: Public): string {
	const secure = rootAddress(context.req.url, publicUrl).startsWith('https:') ? '; Secure' : '';
	const place = `Path=${pagesRoot(publicUrl)}operator; Max-Age=${form === null ? 0 : 60}`;
	return `${cookieName}=${form ?? ''}; ${place}; HttpOnly; SameSite=Strict${secure}`;
}

/** Says whether the form that an address names has just worked. */
export function isNoted(form: string, context: HttpContext): boolean {
	return getCookie(context, cookieName) === form;
}
