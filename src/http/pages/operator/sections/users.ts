// Users and roles, for admins: to invite and delete, to let in and keep out, to give and take;
// knows no storage of them.
import { html, type Markup } from '../../../answers/html.ts';
import type { RoleDocument, UserDocument } from '../../../routes/operators/users.ts';
import { adminRole } from '../../../server/authentication.ts';
import type { InterfaceRequest } from '../interface-asking.ts';
import { dayText } from '../moment-texts.ts';
import { sectionTitle, userWords } from '../operator-words.ts';
import { actButton, scrollingTable, secret, withConfirmation } from '../parts.ts';
import type { FormFields } from '../plain-form-fields.ts';
import { type AskedPage, type OperatorSection, operatorForm } from '../section.ts';

export const users: OperatorSection = {
	title: sectionTitle.users,
	async content(page) {
		const { users } = await page.ask<{ users: UserDocument[] }>('/users');
		const { roles } = await page.ask<{ roles: RoleDocument[] }>('/roles');
		const names = roles.map(({ name }) => name);
		const rows = users.map((user) => userRow(page, user, names));
		return html`${inviting(page)}
${newRole(page, names)}
${scrollingTable('Users', ['Email', 'Since', 'Roles', 'Active'], rows)}`;
	},
	forms: {
		invite: {
			requests: (fields) => [{ method: 'POST', path: '/invitations', body: { email: fields.text('email') } }],
			shows: (answer) => secret(userWords.link, (answer as { link: string }).link),
			done: userWords.invited,
		},
		createRole: {
			requests: (fields) => [{ method: 'POST', path: '/roles', body: { name: fields.text('name') } }],
			done: userWords.roleCreated,
		},
		setRoles: { requests: changesOfRoles, done: 'The roles are saved.' },
		letIn: { requests: (fields) => [activation(fields, true)], done: 'The user is let in.' },
		keepOut: { requests: (fields) => [activation(fields, false)], done: 'The user is kept out.' },
		deleteUser: {
			requests: (fields) => [{ method: 'DELETE', path: userPath(fields) }],
			done: 'The user is deleted.',
		},
	},
};

function userPath(fields: FormFields): string {
	return `/users/${encodeURIComponent(fields.exact('email'))}`;
}

/**
 * Gives and takes what differs from what the page showed: others may have changed the rest since.
 */
function changesOfRoles(fields: FormFields): InterfaceRequest[] {
	const before = new Set(fields.all('before'));
	const wanted = new Set(fields.all('roles'));
	const change = (method: 'PUT' | 'DELETE') => (role: string) => ({
		method,
		path: `${userPath(fields)}/roles/${encodeURIComponent(role)}`,
	});
	return [
		...wanted.difference(before).values().map(change('PUT')),
		...before.difference(wanted).values().map(change('DELETE')),
	];
}

function activation(fields: FormFields, active: boolean): InterfaceRequest {
	return { method: 'PATCH', path: userPath(fields), body: { active } };
}

/** Finds what was filled into a form, which stays where it was refused. */
function filledInto({ filled }: AskedPage, form: string): FormFields | undefined {
	return filled?.exact('form') === form ? filled : undefined;
}

function inviting(page: AskedPage): Markup {
	const fields = html`<div class="field"><label for="user-email">Email</label>
<input id="user-email" name="email" type="email" autocomplete="off" required
value="${filledInto(page, 'invite')?.text('email')}"></div>
<button type="submit" class="primary">Make a link</button>`;
	return html`<section class="panel" aria-labelledby="new-user"><h2 id="new-user">Invite</h2>
<p class="note">${userWords.inviting}</p>
${operatorForm(page, { name: 'invite', className: 'row-form' }, fields)}</section>`;
}

function newRole(page: AskedPage, names: readonly string[]): Markup {
	const fields = html`<div class="field"><label for="role-name">Name</label>
<input id="role-name" name="name" autocomplete="off" required maxlength="100"
value="${filledInto(page, 'createRole')?.text('name')}"></div>
<button type="submit" class="primary">Create</button>`;
	return html`<section class="panel" aria-labelledby="new-role"><h2 id="new-role">New role</h2>
${names.length > 0 && html`<p class="note">There are already: ${names.join(', ')}.</p>`}
${operatorForm(page, { name: 'createRole', className: 'row-form' }, fields)}</section>`;
}

/** Who is signed in cannot be locked out by mistake. */
function userRow(page: AskedPage, user: UserDocument, names: readonly string[]): Markup {
	const { email, created, active } = user;
	const isSelf = email === page.session.email;
	const act = { what: email, fields: { email } };
	return html`<tr><th scope="row">${email}</th><td>${dayText(created)}</td>
<td>${rolesForm(page, user, { names, kept: isSelf ? adminRole : undefined })}</td>
<td><div class="actions">${active ? 'yes' : 'no'}${
		!isSelf && actButton(page, { ...act, ...(active ? toKeepOut : toLetIn) })
	}</div></td>
<td>${!isSelf && withConfirmation(page, { ...act, ...toDelete, question: userWords.deletes(email) })}</td></tr>
`;
}

const toKeepOut = { form: 'keepOut', does: 'Keep out' };
const toDelete = { form: 'deleteUser', does: 'Delete', confirms: 'Delete the user' };
const toLetIn = { form: 'letIn', does: 'Let in' };

/** Writes a box for each role; `kept` cannot be taken. What is disabled is not sent. */
function rolesForm(
	page: AskedPage,
	{ email, roles }: UserDocument,
	{ names, kept }: { names: readonly string[]; kept: string | undefined },
): Markup {
	const refused = filledInto(page, 'setRoles');
	const ticked = refused?.exact('email') === email ? [...refused.all('roles'), kept] : roles;
	const boxes = names.map(
		(name) => html`<label class="choice"><input type="checkbox" name="roles" value="${name}"${
			ticked.includes(name) && html` checked`
		}${name === kept && html` disabled`}> ${name}</label>
`,
	);
	const before = roles
		.filter((role) => role !== kept)
		.map((role) => html`<input type="hidden" name="before" value="${role}">`);
	const save = html`<button type="submit">Save<span class="visually-hidden"> roles of ${email}</span></button>`;
	const fields = html`<input type="hidden" name="email" value="${email}">${before}
<fieldset><legend class="visually-hidden">Roles of ${email}</legend>
${boxes}</fieldset>
${names.some((name) => name !== kept) && save}`;
	return operatorForm(page, { name: 'setRoles', className: 'actions' }, fields);
}
