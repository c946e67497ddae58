// The form to sign in with, in the place of a page that needs it; knows no session.
import { html } from '../../../answers/html.ts';
import { type OperatorSection, operatorForm } from '../section.ts';

export const signIn: OperatorSection = {
	title: 'Sign in',
	content(page) {
		const fields = html`<h1>Sign in</h1>
<p class="note">For those who run this broker or submit links to it. Searching needs no account.</p>
<div class="field"><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required
value="${page.filled?.text('email')}"></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required></div>
<button type="submit" class="primary">Sign in</button>`;
		return operatorForm({ ...page, session: null }, { name: 'signIn', className: 'panel sign-in' }, fields);
	},
	forms: {
		signIn: {
			requests: (fields) => [
				{ method: 'POST', path: '/session', body: { email: fields.text('email'), password: fields.exact('password') } },
			],
		},
	},
};
