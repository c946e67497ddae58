// The pages for operators as they are sent, and what is done with their forms: each works without a
// script, which takes over where there is one. It knows no section's content.
import { BrokerError } from '../../../errors.ts';
import type { Settings } from '../../../settings.ts';
import { type Answer, privately } from '../../answers/answer.ts';
import { html, type Markup } from '../../answers/html.ts';
import { jsonMediaType, requireHtmlAccepted } from '../../answers/media-types.ts';
import { type Page, pagesRoot } from '../../answers/page.ts';
import type { HttpContext } from '../../server/http-context.ts';
import { type DocumentWriter, documentAnswer, type HeldAnswer } from '../document.ts';
import { type AskInterface, type InterfaceAnswer, InterfaceRefusal } from './interface-asking.ts';
import { frame, notice, refused } from './operator-frame.ts';
import { type SectionName, sectionsFor } from './operator-words.ts';
import { readForm } from './plain-form-fields.ts';
import type { AskedPage, OperatorForm, OperatorSection, SignedIn } from './section.ts';
import { signIn } from './sections/sign-in.ts';
import { sections } from './sections.ts';

type Needs = {
	settings: Pick<Settings, 'publicUrl' | 'maxBodyBytes'>;
	writeDocument: DocumentWriter;
	ask: AskInterface;
};

/** Creates the pages, each of which takes its forms at its own address. */
export function createPlainPages(needs: Needs): Page[] {
	const at = {
		paths: ['/operator', '/operator/', '/operator/:section', '/operator/:section/', '/operator/:section/:item'],
	};
	const { tellProblem } = needs.writeDocument;
	return [
		{ ...at, tellProblem, handle: (context) => show(context, needs) },
		{ ...at, method: 'post', tellProblem, handle: (context) => takeForm(context, needs) },
	];
}

/** What a visit has to do with: its section, who visits, and the answers that it got. */
type Visit = {
	context: HttpContext;
	needs: Needs;
	name: SectionName;
	section: OperatorSection;
	session: SignedIn | null;
	/** Whether it cannot be told who is signed in. */
	isBlind: boolean;
	held: HeldAnswer[];
};

async function visit(context: HttpContext, needs: Needs): Promise<Visit> {
	const name = (context.req.param('section') || 'events') as SectionName;
	const item = context.req.param('item');
	const section = item === undefined || name === 'events' ? sections.get(name) : undefined;
	if (!section) throw new BrokerError('not-found', `There is no page at ${context.req.path}.`);
	const visited: Visit = { context, needs, name, section, session: null, isBlind: false, held: [] };
	try {
		visited.session = await askHeld<SignedIn>(visited, '/session');
	} catch (refusal) {
		if (!(refusal instanceof InterfaceRefusal)) throw refusal;
		visited.isBlind = refusal.status !== 401;
		if (visited.isBlind) visited.section = { ...section, content: () => Promise.reject(refusal) };
		else visited.section = signIn;
	}
	return visited;
}

async function show(context: HttpContext, needs: Needs): Promise<Answer> {
	requireHtmlAccepted(context.req.header('accept'));
	const visited = await visit(context, needs);
	const done = new URL(context.req.url).searchParams.get('done') ?? '';
	const form = Object.hasOwn(visited.section.forms, done) ? visited.section.forms[done] : undefined;
	return writeVisit(visited, { head: form && noticeOf(form) });
}

/** Does what a form asks for. What is refused is told above the form, which stays filled in. */
async function takeForm(context: HttpContext, needs: Needs): Promise<Answer> {
	const visited = await visit(context, needs);
	if (visited.isBlind) return writeVisit(visited, {});
	const { settings, ask } = needs;
	const { takesFiles } = visited.section;
	const files = takesFiles && { mostBytes: settings.maxBodyBytes, ...takesFiles };
	const fields = await readForm(context, { files, publicUrl: settings.publicUrl });
	const name = fields.exact('form');
	const form = formOf(visited, name);
	const csrfToken = fields.exact('csrf_token');
	if (name === 'signOut' && visited.session === null)
		return opened(context, settings.publicUrl, { name, done: undefined, next: undefined }, {});
	if (csrfToken !== '' && csrfToken !== visited.session?.csrf_token) throw otherSession(visited);
	const answers: InterfaceAnswer[] = [];
	try {
		for await (const request of form.requests(fields, context.req.param('item')))
			answers.push(await ask(context, request, csrfToken));
	} catch (refusal) {
		if (!(refusal instanceof InterfaceRefusal)) throw refusal;
		const told = { head: refused(refusal), status: refusal.status, filled: fields, refusal };
		return writeVisit(visited, { ...told, shown: shownOf(answers) });
	}
	const cookie = answers.flatMap(({ headers }) => headers.get('Set-Cookie') ?? []).at(-1);
	const headers = cookie === undefined ? {} : { 'Set-Cookie': cookie };
	const shown = shownOf(answers);
	if (typeof form.shows === 'function') {
		const head = html`${noticeOf(form)}${form.shows(shown?.answer)}`;
		return writeVisit(visited, { head, headers });
	}
	if (form.shows) return writeVisit(visited, { head: noticeOf(form), filled: fields, shown, headers });
	const next = typeof form.leadsTo === 'function' ? form.leadsTo(shown?.answer) : form.leadsTo;
	return opened(context, settings.publicUrl, { name, done: form.done, next }, headers);
}

function shownOf(answers: readonly InterfaceAnswer[]): AskedPage['shown'] {
	const last = answers.at(-1);
	return last && { answer: last.body };
}

/** Makes what refuses a form of a session that is over, or of another one. */
function otherSession({ session }: Visit): BrokerError {
	const isOver =
		'Your session is over. Nothing was changed: go back to copy what you filled in, open the page anew, and ' +
		'sign in.';
	const isAnother =
		'This form was opened before you signed in. Nothing was changed: open the page anew, and fill it in again.';
	return new BrokerError('forbidden', session === null ? isOver : isAnother);
}

function noticeOf({ done }: OperatorForm): Markup | undefined {
	return done === undefined ? undefined : notice(done);
}

/** Forms that every page takes: who signs in may have done so in another window meanwhile. */
const commonForms: OperatorSection['forms'] = {
	...signIn.forms,
	signOut: { requests: () => [{ method: 'DELETE', path: '/session' }] },
};

function formOf(visited: Visit, name: string): OperatorForm {
	const { section, session } = visited;
	const forms: OperatorSection['forms'] = { ...commonForms, ...section.forms };
	const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
	if (form) return form;
	if (session === null) throw otherSession(visited);
	throw new BrokerError('bad-request', 'There is no such form on this page.');
}

/** Opens the page anew, so that reloading it sends nothing again. */
function opened(
	context: HttpContext,
	publicUrl: string | null,
	{ name, done, next }: { name: string; done: string | undefined; next: string | undefined },
	headers: Answer['headers'],
): Answer {
	const { pathname, searchParams } =
		next === undefined ? new URL(context.req.url) : new URL(`/operator/${next}`, context.req.url);
	searchParams.delete('done');
	if (done !== undefined) searchParams.set('done', name);
	const query = searchParams.size > 0 ? `?${searchParams}` : '';
	const Location = `${pagesRoot(publicUrl)}${pathname.slice(1)}${query}`;
	return { status: 303, headers: { ...privately, ...headers, Location }, body: null };
}

type Told = Partial<Pick<AskedPage, 'filled' | 'shown'>> & {
	/** Said above the content. */
	head?: Markup | undefined;
	status?: number;
	headers?: Answer['headers'];
	refusal?: InterfaceRefusal;
};

async function writeVisit(visited: Visit, told: Told): Promise<Answer> {
	const { context, needs, session, held } = visited;
	const { content, failure } = await contentOf(visited, told);
	const status = told.status ?? failure?.status ?? 200;
	const retryAfter = (told.refusal ?? failure)?.retryAfter;
	const page = needs.writeDocument({
		title: titleOf(visited),
		description: 'For those who run this broker or submit links to it.',
		unlisted: true,
		content: frame({
			root: pagesRoot(needs.settings.publicUrl),
			name: visited.name,
			title: titleOf(visited),
			session,
			content: html`${visited.isBlind && html`<h1>${titleOf(visited)}</h1>`}${told.head}${content}`,
		}),
		// The answer to a form stays as it is: the script would ask anew, and forget it.
		...(context.req.method === 'POST' ? { still: true as const } : { held }),
	});
	const headers = { ...told.headers, ...(retryAfter != null && { 'Retry-After': retryAfter }) };
	const answer = await documentAnswer(context, page, { status, headers });
	return { ...answer, headers: { ...answer.headers, ...privately } };
}

function titleOf({ section, session, context }: Visit): string {
	return session === null || context.req.param('item') === undefined ? section.title : 'Event';
}

/** Writes the content, or why it cannot be told. */
async function contentOf(
	visited: Visit,
	{ filled, shown }: Told,
): Promise<{ content: Markup; failure?: InterfaceRefusal }> {
	const { context, needs, name, section, session } = visited;
	if (session && name !== 'invitation' && !sectionsFor(session.roles).includes(name))
		return { content: html`<p class="notice">Only admins see this page.</p>` };
	const { pathname, searchParams } = new URL(context.req.url);
	const root = pagesRoot(needs.settings.publicUrl);
	let failure: InterfaceRefusal | undefined;
	const part: AskedPage['part'] = async (write) => {
		try {
			return await write();
		} catch (refusal) {
			if (!(refusal instanceof InterfaceRefusal)) throw refusal;
			failure ??= refusal;
			return refused(refusal);
		}
	};
	const page: AskedPage = {
		root,
		path: `${root}${pathname.slice(1).replace(/\/$/, '')}`,
		parameters: searchParams,
		item: context.req.param('item'),
		session: session ?? nobody,
		ask: (path) => askHeld(visited, path),
		part,
		filled,
		shown,
	};
	const content = await part(async () => section.content(page));
	return { content, ...(failure && { failure }) };
}

const nobody: SignedIn = { email: '', roles: [], csrf_token: '' };

/** Asks the interface, and keeps the answer for the script, which asks for the same first. */
async function askHeld<Body>(
	{ context, needs, held }: Pick<Visit, 'context' | 'needs' | 'held'>,
	path: string,
): Promise<Body> {
	const hold = ({ status, body }: Pick<InterfaceAnswer, 'status' | 'body'>) => {
		const answer = { status, headers: {}, body: JSON.stringify(body) };
		held.push({ address: `/api${path}`, accept: jsonMediaType, answer });
	};
	try {
		const answer = await needs.ask(context, { method: 'GET', path });
		hold(answer);
		return answer.body as Body;
	} catch (refusal) {
		if (refusal instanceof InterfaceRefusal) hold(refusal);
		throw refusal;
	}
}
