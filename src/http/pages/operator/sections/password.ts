// The form in which who is signed in changes the own password; knows no password.
import { html } from '../../../answers/html.ts';
import { sectionTitle } from '../operator-words.ts';
import { accountName, newPassword, passwordField } from '../password-fields.ts';
import { type OperatorSection, operatorForm } from '../section.ts';

export const password: OperatorSection = {
	title: sectionTitle.password,
	content(page) {
		const fields = html`${accountName(page.session.email)}
${passwordField({ name: 'current_password', label: 'Current password', autocomplete: 'current-password' })}
${newPassword}
<button type="submit" class="primary">Change password</button>`;
		return operatorForm(page, { name: 'changePassword', className: 'panel sign-in' }, fields);
	},
	forms: {
		changePassword: {
			requests: (fields) => [
				{
					method: 'PUT',
					path: '/session/password',
					body: {
						current_password: fields.exact('current_password'),
						new_password: fields.exact('new_password'),
					},
				},
			],
			done: 'Your password is changed. You are signed out everywhere else.',
		},
	},
};
