import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { BrokerError } from '../../../errors.ts';
import { by } from '../../../store/suite/audit.fixture.ts';
import { password, signInAs } from '../../routes/operators/operator.fixture.ts';
import { openTestApp, type TestApp } from '../../server/app.fixture.ts';
import { createApp } from '../../server/app.ts';
import { type PlainBrowser, plainAccount, plainBrowser, wrongIn } from './plain-browser.fixture.ts';

const admin = 'ada@example.org';
const curator = 'bea@example.org';

describe('the pages for operators without a script', () => {
	let opened: TestApp;
	let browser: PlainBrowser;
	before(async () => {
		opened = await openTestApp();
		await plainAccount(opened, admin, 'admin');
		await plainAccount(opened, curator);
		browser = plainBrowser(opened);
		await browser.signIn('/operator/tokens', admin);
	});
	after(() => opened.close());

	it('ask for sign-in first, then show the requested page', async () => {
		const other = plainBrowser(opened);
		const first = await other.open('/operator/tokens');
		assert.match(first.text, /<h1[^>]*>Sign in<\/h1>/);
		const page = await other.signIn('/operator/tokens', curator);
		assert.equal(page.status, 200);
		assert.match(page.text, /<h1[^>]*>Your tokens<\/h1>/);
		assert.match(page.text, new RegExp(`<span>${curator}</span>`));
	});

	it('say why nobody was signed in, and keep the email but never the password', async () => {
		const page = await plainBrowser(opened).send('/operator/tokens', 'signIn', { email: admin, password: 'wrong one' });
		assert.equal(page.status, 401);
		assert.match(page.text, /<p class="wrong" role="alert">The email or password is wrong/);
		assert.match(page.text, new RegExp(`value="${admin}"`));
		assert.doesNotMatch(page.text, /wrong one/);
	});

	it('show when to try again after too many attempts', async () => {
		const guesses = Array.from({ length: 40 }, () =>
			plainBrowser(opened).send('/operator/tokens', 'signIn', { email: 'eve@example.org', password: 'guess' }),
		);
		const stopped = (await Promise.all(guesses)).find(({ status }) => status === 429);
		assert.match(stopped?.headers.get('Retry-After') ?? '', /^\d+$/);
		assert.match(stopped?.text ?? '', /Try again in \d+ (?:s|min|h)\./);
		opened.pass(3_600_000);
	});

	it('are kept by nobody, and listed by no search engine', async () => {
		const { headers, text } = await browser.open('/operator/tokens');
		assert.equal(headers.get('Cache-Control'), 'no-store');
		assert.match(text, /<meta name="robots" content="noindex">/);
	});

	it('are for admins only where they should be', async () => {
		const other = plainBrowser(opened);
		const page = await other.signIn('/operator/users', curator);
		assert.match(page.text, /Only admins can see this page\./);
		assert.doesNotMatch(page.text, /href="\/operator\/users"/);
		assert.match((await browser.open('/operator/users')).text, /href="\/operator\/users"/);
	});

	it('show a token once, and the list with it after a reload', async () => {
		const made = await browser.send('/operator/tokens', 'createToken', { name: 'feed <b>', scopes: ['read'] });
		const token = /<code>(lb_[\w-]+)<\/code>/.exec(made.text)?.[1] ?? '';
		assert.match(made.text, /The token is created\./);
		const Authorization = `Bearer ${token}`;
		assert.equal((await opened.app.request('/api/events', { headers: { Authorization } })).status, 200);
		const anew = await browser.open('/operator/tokens');
		assert.doesNotMatch(anew.text, /lb_/);
		assert.match(anew.text, /<th scope="row">feed &lt;b><\/th>/);
	});

	it('show the problem of a form, which keeps its values', async () => {
		const page = await browser.send('/operator/tokens', 'createToken', {
			name: 'late',
			expires: '2020-01-01',
			scopes: ['read'],
		});
		assert.equal(page.status, 422);
		assert.match(page.text, /role="alert">The expiry is in the past/);
		assert.match(page.text, /value="late"/);
		assert.match(page.text, /value="2020-01-01"/);
	});

	it('confirm a change', async () => {
		const page = await browser.send('/operator/tokens', 'revokeToken');
		assert.match(page.text, /class="notice">The token is revoked\./);
		assert.match(page.text, /revoked \d+ \w+ 20\d\d/);
	});

	it('say so once, and not because a link says it', async () => {
		const done = await browser.send('/operator/users', 'createRole', { name: 'reader' });
		assert.match(done.text, /class="notice">The role is created\./);
		for (const address of ['/operator/users?done=createRole', '/operator/events?state=Done&done=rerun']) {
			const page = await browser.open(address);
			assert.equal(page.status, 303);
			assert.equal(page.headers.get('Location'), address.replace(/[?&]done=\w+/, ''));
		}
	});

	it('take no form of another site, whatever its headers are', async () => {
		for (const headers of [
			{ 'Sec-Fetch-Site': 'cross-site' },
			{ 'Sec-Fetch-Site': 'same-site' },
			{ Origin: 'https://other.example' },
			{ Origin: 'null' },
		]) {
			const page = await plainBrowser(opened).send('/operator/tokens', 'signIn', { email: admin, password }, headers);
			assert.equal(page.status, 403, JSON.stringify(headers));
			assert.equal(page.headers.get('Set-Cookie'), null);
		}
		const own = await plainBrowser(opened).send(
			'/operator/tokens',
			'signIn',
			{ email: admin, password },
			{ Origin: 'http://localhost', 'Sec-Fetch-Site': 'same-origin' },
		);
		assert.equal(own.status, 200);
	});

	it('change nothing without the proof that a change is meant, nor with that of another session', async () => {
		for (const csrf_token of ['', 'x']) {
			const page = await browser.send('/operator/tokens', 'createToken', {
				csrf_token,
				name: 'forged',
				scopes: ['read'],
			});
			assert.equal(page.status, 403);
			assert.match(page.text, /opened before you signed in\. Nothing was changed/);
		}
		assert.doesNotMatch((await browser.open('/operator/tokens')).text, /forged/);
	});

	it('ask for nothing at the path of something else', async () => {
		const { cookie, csrfToken } = await signInAs(opened, admin);
		for (const [section, form, fields] of [
			['users', 'deleteUser', { email: '..' }],
			['users', 'setRoles', { email: '..', roles: 'admin' }],
			['events', 'rerun', { id: '..' }],
			['dumps', 'removeDump', { id: '.' }],
		] as const) {
			const body = new URLSearchParams({ form, csrf_token: csrfToken, ...fields });
			const asked = { method: 'POST', headers: { Cookie: cookie, Accept: 'text/html' }, body };
			const answer = await opened.app.request(`/operator/${section}`, asked);
			assert.equal(answer.status, 404, form);
			assert.match(await answer.text(), /Nothing has the name/);
		}
	});

	it('share one request id in the log with their questions', async () => {
		opened.logged.length = 0;
		await browser.open('/operator/tokens');
		const ids = opened.logged.map(({ requestId }) => requestId);
		assert.equal(ids.length, 3);
		assert.equal(new Set(ids).size, 1);
	});

	it('refuse other forms, and bodies that are no forms', async () => {
		assert.equal((await browser.send('/operator/tokens', 'signOut', { form: 'constructor' })).status, 400);
		const post = (type: string, body: string) =>
			opened.app.request('/operator/tokens', { method: 'POST', headers: { 'Content-Type': type }, body });
		assert.equal((await post('application/json', '{}')).status, 415);
		assert.equal((await post('multipart/form-data; boundary=x', 'no form')).status, 400);
		assert.equal((await post('application/x-www-form-urlencoded', `a=${'b'.repeat(70_000)}`)).status, 413);
	});

	it('report an expired session, and sign out even without one', async () => {
		const other = plainBrowser(opened);
		const page = await other.signIn('/operator/tokens', curator);
		await other.send(page, 'signOut');
		const late = await other.send(page, 'createToken', { name: 'late', scopes: ['read'] });
		assert.equal(late.status, 403);
		assert.match(late.text, /Your session has expired\. Nothing was changed/);
		const again = await other.send(page, 'signOut');
		assert.equal(again.status, 200);
		assert.match(again.text, /<h1[^>]*>Sign in<\/h1>/);
	});

	it('sign out', async () => {
		const other = plainBrowser(opened);
		await other.signIn('/operator/tokens', curator);
		const page = await other.send('/operator/tokens', 'signOut');
		assert.match(page.text, /<h1[^>]*>Sign in<\/h1>/);
		assert.match((await other.open('/operator/tokens')).text, /<h1[^>]*>Sign in<\/h1>/);
	});

	it('are the same with a slash at the end', async () => {
		for (const path of ['/operator/', '/operator/events/', '/operator/tokens/'])
			assert.equal((await browser.open(path)).status, 200, path);
	});

	it('are not there under other names', async () => {
		for (const path of ['/operator/nothing', '/operator/tokens/1', '/operator/events/a/b', '/operator/constructor'])
			assert.equal((await browser.open(path)).status, 404, path);
	});
});

describe('a link to set a password with', () => {
	it('is pasted as a whole, and is good once', async () => {
		const opened = await openTestApp();
		await plainAccount(opened, admin, 'admin');
		await opened.accounts.createUser(by, curator, null, true);
		const { secret } = await opened.accounts.inviteUser(by, curator);
		const link = `https://links.example.org/operator/invitation#${secret}`;
		const fields = { link, new_password: 'long enough for a test' };
		const accept = () => plainBrowser(opened).send('/operator/invitation', 'acceptInvitation', fields);
		assert.match((await accept()).text, new RegExp(`<span>${curator}</span>`));
		const again = await accept();
		assert.equal(again.status, 404);
		assert.match(again.text, new RegExp(`value="${link}"`));
		assert.doesNotMatch(again.text, /long enough/);
		for (const part of ['https://links.example.org/operator/invitation', 'x'.repeat(200)]) {
			const refused = await plainBrowser(opened).send('/operator/invitation', 'acceptInvitation', {
				...fields,
				link: part,
			});
			assert.equal(refused.status, 422);
			assert.match(wrongIn(refused), /This is not a complete link\. Copy all of it/);
		}
		await opened.close();
	});
});

describe('the pages for operators, of the limits of requests,', () => {
	it('count their questions, and show when the limit is exceeded', async () => {
		const opened = await openTestApp({ RATE_LIMIT: '4' });
		await plainAccount(opened, admin, 'admin');
		const browser = plainBrowser(opened);
		await browser.signIn('/operator/tokens', admin);
		const pages = [];
		for (let time = 0; time < 4; time++) pages.push(await browser.open('/operator/tokens'));
		const refused = pages.find(({ status }) => status === 429);
		assert.match(refused?.text ?? '', /role="alert">.*Try again in \d+ (?:s|min|h)\./);
		await opened.close();
	});

	for (const [limit, what] of [
		['4', 'the rest'],
		['3', 'who is signed in'],
	] as const) {
		it(`show what is shown once, also where ${what} cannot be shown any more`, async () => {
			const opened = await openTestApp({ RATE_LIMIT: limit });
			await plainAccount(opened, admin, 'admin');
			const browser = plainBrowser(opened);
			// Two of the account's are for this page, one for the token, the last for the session.
			const page = await browser.signIn('/operator/tokens', admin);
			const made = await browser.send(page, 'createToken', { name: 'feed', scopes: ['read'] });
			assert.equal(made.status, 429);
			assert.match(made.text, /The token is created\.[\s\S]*<code>lb_[\w-]+<\/code>[\s\S]*Try again in/);
			await opened.close();
		});
	}

	it('show the problem under their heading if the session cannot be read', async () => {
		const opened = await openTestApp();
		const { cookie, csrfToken } = await signInAs(opened, admin, 'admin');
		const find = () => Promise.reject(new BrokerError('unavailable', 'The database cannot be reached.'));
		const app = createApp({ ...opened.needs, sessions: { ...opened.needs.sessions, find } });
		const body = new URLSearchParams({ form: 'createToken', csrf_token: csrfToken, name: 'feed', scopes: 'read' });
		for (const asked of [{}, { method: 'POST', body }]) {
			const headers = { Cookie: cookie, Accept: 'text/html' };
			const answer = await app.request('/operator/tokens', { ...asked, headers });
			assert.equal(answer.status, 503);
			assert.equal(answer.headers.get('Cache-Control'), 'no-store');
			assert.match(
				await answer.text(),
				/<h1[^>]*>Your tokens<\/h1><div[^>]*>(?:<div[^>]*>)?<p[^>]*>The database cannot/,
			);
		}
		assert.ok(!(await opened.accounts.listTokens()).some(({ name }) => name === 'feed'));
		await opened.close();
	});

	it('share the places of requests of programs', async () => {
		const { promise: isFound, resolve: find } = Promise.withResolvers<void>();
		let asked = 0;
		const opened: TestApp = await openTestApp(
			{ MAX_CONCURRENT_REQUESTS: '2' },
			{ status: () => (asked++ === 0 ? isFound : Promise.resolve()).then(() => opened.memory.status()) },
		);
		const { cookie } = await signInAs(opened, admin, 'admin');
		const open = () => {
			const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
			const headers = { Cookie: cookie, Accept: 'text/html' };
			return opened.app.request('/operator/status', { headers }, { outgoing });
		};
		const first = open();
		await setImmediate();
		const second = await open();
		assert.equal(second.status, 503);
		assert.match(await second.text(), /The broker is overloaded/);
		find();
		assert.equal((await first).status, 200);
		assert.equal((await open()).status, 200);
		await opened.close();
	});
});

describe('a page for operators of which a part is refused', () => {
	it('shows the rest, with the status of the refusal', async () => {
		const opened = await openTestApp();
		await plainAccount(opened, admin, 'admin');
		const browser = plainBrowser(opened);
		await browser.signIn('/operator/audit', admin);
		const page = await browser.open('/operator/audit?since=yesterday&who=bea');
		assert.equal(page.status, 400);
		assert.match(page.text, /<div class="notice failure" role="alert">/);
		assert.match(page.text, /name="who" value="bea"/);
		await opened.close();
	});
});
