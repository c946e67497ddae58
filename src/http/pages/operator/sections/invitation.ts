// The form that sets a password with a link. The link's secret follows its #, which browsers send
// to nobody; without a script its reader pastes the link. It knows no user.
import { html } from '../../../answers/html.ts';
import { refuseForm } from '../interface-asking.ts';
import { sectionTitle } from '../operator-words.ts';
import { newPassword } from '../password-fields.ts';
import { type OperatorSection, operatorForm } from '../section.ts';

const notTheLink = 'This is not the link. Copy it as a whole, with what follows its #.';

export const invitation: OperatorSection = {
	title: sectionTitle.invitation,
	content(page) {
		const fields = html`<h1>${sectionTitle.invitation}</h1>
<div class="field"><label for="link">The link that you were given</label>
<input id="link" name="link" type="text" autocomplete="off" spellcheck="false" required
value="${page.filled?.text('link')}" aria-describedby="link-note">
<p class="note" id="link-note">Copy it as a whole from the address bar or the message.</p></div>
${newPassword}
<button type="submit" class="primary">Set password and sign in</button>`;
		return operatorForm({ ...page, session: null }, { name: 'acceptInvitation', className: 'panel sign-in' }, fields);
	},
	forms: {
		acceptInvitation: {
			requests(fields) {
				const secret = fields.text('link').replace(/^.*#/, '');
				if (!/^[\w-]{1,100}$/.test(secret)) throw refuseForm(notTheLink);
				return [
					{ method: 'POST', path: '/invitations/accept', body: { secret, password: fields.exact('new_password') } },
				];
			},
			leadsTo: 'events',
		},
	},
};
