// Users and roles, for admins: invite, activate, deactivate and delete users, assign roles.
import { useContext } from 'preact/hooks';
import type { User } from '../../../clients/typescript/src/operator-schemas.ts';
import { question } from '../asking/answers.ts';
import { useAnswer } from '../asking/use-answer.ts';
import type { ShownOnce } from '../posting/posted.ts';
import type { PageForms } from '../posting/take-form.ts';
import { dayText } from './moments.ts';
import { changing, operatorOf } from './operator-client.ts';
import { ActButton, Confirmed, Field, OperatorForm, SessionContext, useFilled } from './operator-form.tsx';
import { SectionHead } from './section-head.tsx';
import { adminRole, sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';

export const userForms: PageForms = {
	invite: {
		send: changing(async (operator, fields): Promise<ShownOnce> => {
			const { link } = await operator.invite(fields.text('email'));
			const advice = 'Send it only to that user: it is not stored and cannot be shown again.';
			return { once: link, what: 'the link', advice };
		}),
		shows: true,
		done: 'The link is created.',
	},
	createRole: {
		send: changing((operator, fields) => operator.createRole(fields.text('name'))),
		done: 'The role is created.',
	},
	setRoles: {
		// Sends only the user's own changes, so that changes by others stay.
		send: changing(async (operator, fields) => {
			const email = fields.exact('email');
			const before = new Set(fields.all('before'));
			const wanted = new Set(fields.all('roles'));
			for (const role of wanted.difference(before)) await operator.setRole(email, role, true);
			for (const role of before.difference(wanted)) await operator.setRole(email, role, false);
		}),
		done: 'The roles are saved.',
	},
	activate: {
		send: changing((operator, fields) => operator.setActive(fields.exact('email'), true)),
		done: 'The user is activated.',
	},
	deactivate: {
		send: changing((operator, fields) => operator.setActive(fields.exact('email'), false)),
		done: 'The user is deactivated.',
	},
	deleteUser: {
		send: changing((operator, fields) => operator.deleteUser(fields.exact('email'))),
		done: 'The user is deleted.',
	},
};

/** Renders all users with their roles. */
export function UsersPage() {
	const users = useAnswer(question('users', {}, (connection) => operatorOf(connection).users()));
	const roles = useAnswer(question('roles', {}, (connection) => operatorOf(connection).roles()));
	const names = roles.value?.map(({ name }) => name) ?? [];
	return (
		<>
			<SectionHead title={sectionTitle.users} failure={users.failure ?? roles.failure} />
			<section class="panel" aria-labelledby="new-user">
				<h2 id="new-user">Invite</h2>
				<p class="note">
					Creates a link with which a new or existing user sets a password. It works once, within three days. A new link
					replaces the previous one.
				</p>
				<OperatorForm name="invite" class="row-form">
					<Field name="email" label="Email" type="email" autocomplete="off" required />
					<button type="submit" class="primary">
						Create a link
					</button>
				</OperatorForm>
			</section>
			<section class="panel" aria-labelledby="new-role">
				<h2 id="new-role">New role</h2>
				{names.length > 0 && <p class="note">Existing roles: {names.join(', ')}.</p>}
				<OperatorForm name="createRole" class="row-form">
					<Field name="name" label="Name" autocomplete="off" required maxLength={100} />
					<button type="submit" class="primary">
						Create
					</button>
				</OperatorForm>
			</section>
			{users.value && roles.value && (
				<SectionTable label="Users" columns={['Email', 'Since', 'Roles', 'Active']} acts>
					{users.value.map((user) => (
						<UserRow key={user.email} user={user} names={names} />
					))}
				</SectionTable>
			)}
		</>
	);
}

/** Admins cannot lock themselves out by mistake. */
function UserRow({ user, names }: { user: User; names: readonly string[] }) {
	const { email, created, active } = user;
	const isSelf = email === useContext(SessionContext)?.email;
	const act = { what: email, fields: { email } };
	const question = `Delete ${email}, with all roles, tokens and sessions? Submitted events stay.`;
	return (
		<tr>
			<th scope="row">{email}</th>
			<td>{dayText(created)}</td>
			<td>
				<OperatorForm name="setRoles" class="actions" fields={{ email }}>
					<RoleChoice user={user} names={names} kept={isSelf ? adminRole : undefined} />
				</OperatorForm>
			</td>
			<td>
				<div class="actions">
					{active ? 'yes' : 'no'}
					{!isSelf && (
						<ActButton {...act} form={active ? 'deactivate' : 'activate'} does={active ? 'Deactivate' : 'Activate'} />
					)}
				</div>
			</td>
			<td>
				{!isSelf && (
					<Confirmed {...act} form="deleteUser" does="Delete" confirms="Delete the user" question={question} />
				)}
			</td>
		</tr>
	);
}

type RoleProps = { user: User; names: readonly string[]; kept: string | undefined };

/** Renders a checkbox for each role; `kept` cannot be removed. Disabled boxes are not sent. */
function RoleChoice({ user: { email, roles }, names, kept }: RoleProps) {
	const filled = useFilled();
	const isTicked = (name: string) => (filled ? name === kept || filled.roles?.includes(name) : roles.includes(name));
	return (
		<>
			{roles.map((role) => role !== kept && <input key={role} type="hidden" name="before" value={role} />)}
			<fieldset>
				<legend class="visually-hidden">Roles of {email}</legend>
				{names.map((name) => (
					<label key={name} class="choice">
						<input
							type="checkbox"
							name="roles"
							value={name}
							defaultChecked={isTicked(name) ?? false}
							disabled={name === kept}
						/>
						{name}
					</label>
				))}
			</fieldset>
			{names.some((name) => name !== kept) && (
				<button type="submit">
					Save<span class="visually-hidden"> roles of {email}</span>
				</button>
			)}
		</>
	);
}
