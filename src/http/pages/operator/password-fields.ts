// The fields in which a person writes passwords, as password managers know them; knows no form.

import { passwordRule } from '../../../accounts/password-rule.ts';
import { html, type Markup } from '../../answers/html.ts';

/** Tells password managers, and people, whose password it is. */
export function accountName(email: string): Markup {
	return html`<div class="field"><label for="account-email">Email</label>
<input id="account-email" type="email" autocomplete="username" readonly value="${email}"></div>`;
}

type Field = { name: string; label: string; autocomplete: 'current-password' | 'new-password'; rule?: string };

/** Writes a field for a password; `rule` says what it must be. */
export function passwordField({ name, label, autocomplete, rule }: Field): Markup {
	return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" required${
		rule && html` aria-describedby="${name}-rule"`
	}>${rule && html`<p class="note" id="${name}-rule">${rule}</p>`}</div>`;
}

export const newPassword = passwordField({
	name: 'new_password',
	label: 'New password',
	autocomplete: 'new-password',
	rule: passwordRule,
});
