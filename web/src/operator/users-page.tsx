// Users and roles, for admins: to create, to let in and keep out, to give and take; knows no
// session.

import { useState } from 'preact/hooks';
import type { User } from '../../../clients/typescript/src/operator-schemas.ts';
import { userWords } from '../../../src/http/pages/operator/operator-words.ts';
import { askRoles, askUsers, createRole, deleteUser, inviteUser, setActive, setRole } from '../api/operator-api.ts';
import { useLoaded } from '../loading.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ActionsHeading, ScrollingTable } from '../shell/scrolling-table.tsx';
import { type Action, Refusal, useAction } from './action.tsx';
import { dayText } from './moments.ts';

/** Renders all users with their roles; `self` cannot be locked out by mistake. */
export function UsersPage({ self }: { self: string }) {
	const users = useLoaded('users', askUsers);
	const roles = useLoaded('roles', askRoles);
	const action = useAction();
	const change = async (work: () => Promise<unknown>, done: string) => {
		const worked = await action.run(work, done);
		if (worked) {
			users.retry();
			roles.retry();
		}
		return worked;
	};
	const failed = users.failure ? users : roles.failure ? roles : undefined;
	return (
		<>
			<NewUser change={change} />
			<NewRole change={change} names={roles.value?.map(({ name }) => name) ?? []} />
			<Refusal action={action} />
			{failed?.failure && <FailureNotice failure={failed.failure} />}
			{users.value && roles.value && (
				<ScrollingTable label="Users" tall>
					<thead>
						<tr>
							<th scope="col">Email</th>
							<th scope="col">Since</th>
							<th scope="col">Roles</th>
							<th scope="col">Active</th>
							<ActionsHeading />
						</tr>
					</thead>
					<tbody>
						{users.value.map((user) => (
							<UserRow
								key={user.email}
								user={user}
								roles={roles.value?.map(({ name }) => name) ?? []}
								self={self}
								change={change}
								busy={action.busy}
							/>
						))}
					</tbody>
				</ScrollingTable>
			)}
		</>
	);
}

type Change = (work: () => Promise<unknown>, done: string) => ReturnType<Action['run']>;
type RowProps = { user: User; roles: readonly string[]; self: string; change: Change; busy: boolean };

function UserRow({ user, roles, self, change, busy }: RowProps) {
	const { email } = user;
	const isSelf = email === self;
	const remove = async () => {
		if (confirm(userWords.deletes(email))) await change(() => deleteUser(email), `${email} is deleted.`);
	};
	return (
		<tr>
			<th scope="row">{email}</th>
			<td>{dayText(user.created)}</td>
			<td>
				<fieldset>
					<legend class="visually-hidden">Roles of {email}</legend>
					{roles.map((role) => (
						<label key={role} class="choice">
							<input
								type="checkbox"
								checked={user.roles.includes(role)}
								disabled={busy || (isSelf && role === 'admin')}
								onChange={(event) =>
									void change(() => setRole(email, role, event.currentTarget.checked), `Roles of ${email} changed.`)
								}
							/>
							{role}
						</label>
					))}
				</fieldset>
			</td>
			<td>
				<label class="choice">
					<input
						type="checkbox"
						checked={user.active}
						disabled={busy || isSelf}
						onChange={(event) => void change(() => setActive(email, event.currentTarget.checked), `${email} changed.`)}
					/>
					<span class="visually-hidden">{email} is </span>active
				</label>
			</td>
			<td>
				{!isSelf && (
					<button type="button" disabled={busy} onClick={() => void remove()}>
						Delete<span class="visually-hidden"> {email}</span>
					</button>
				)}
			</td>
		</tr>
	);
}

function NewUser({ change }: { change: Change }) {
	const [email, setEmail] = useState('');
	const [link, setLink] = useState<string>();
	const invite = async () => {
		if (await change(async () => setLink(await inviteUser(email.trim())), userWords.invited)) setEmail('');
	};
	return (
		<section class="panel" aria-labelledby="new-user">
			<h2 id="new-user">Invite</h2>
			<p class="note">{userWords.inviting}</p>
			<form
				class="row-form"
				onSubmit={(event) => {
					event.preventDefault();
					void invite();
				}}
			>
				<div class="field">
					<label for="user-email">Email</label>
					<input
						id="user-email"
						type="email"
						autocomplete="off"
						required
						value={email}
						onInput={(event) => setEmail(event.currentTarget.value)}
					/>
				</div>
				<button type="submit" class="primary">
					Make a link
				</button>
			</form>
			{link !== undefined && (
				<div role="status">
					<p>{userWords.link}</p>
					<div class="snippet">
						<code>{link}</code>
						<CopyButton text={link} what="the link" />
					</div>
				</div>
			)}
		</section>
	);
}

function NewRole({ change, names }: { change: Change; names: readonly string[] }) {
	const [name, setName] = useState('');
	const create = async () => {
		if (await change(() => createRole(name.trim()), userWords.roleCreated)) setName('');
	};
	return (
		<section class="panel" aria-labelledby="new-role">
			<h2 id="new-role">New role</h2>
			{names.length > 0 && <p class="note">There are already: {names.join(', ')}.</p>}
			<form
				class="row-form"
				onSubmit={(event) => {
					event.preventDefault();
					void create();
				}}
			>
				<div class="field">
					<label for="role-name">Name</label>
					<input
						id="role-name"
						required
						maxLength={100}
						value={name}
						onInput={(event) => setName(event.currentTarget.value)}
					/>
				</div>
				<button type="submit" class="primary">
					Create
				</button>
			</form>
		</section>
	);
}
