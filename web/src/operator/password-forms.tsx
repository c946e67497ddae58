// The forms in which a person sets the own password: with the current one, or with a link; knows no
// session.
import { useState } from 'preact/hooks';
import { passwordRule } from '../../../src/accounts/password-rule.ts';
import { acceptInvitation, askInvitation, changePassword } from '../api/operator-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { Refusal, useAction } from './action.tsx';

/** Renders the form that changes the password of who is signed in. */
export function PasswordPage({ email }: { email: string }) {
	const [current, setCurrent] = useState('');
	const [password, setPassword] = useState('');
	const [done, setDone] = useState(false);
	const action = useAction();
	const submit = async () => {
		setDone(false);
		if (!(await action.run(() => changePassword(current, password), 'Your password is changed.'))) return;
		setCurrent('');
		setPassword('');
		setDone(true);
	};
	return (
		<form
			class="panel sign-in"
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
		>
			<AccountName email={email} />
			<PasswordField id="current-password" label="Current password" value={current} change={setCurrent} />
			<PasswordField id="new-password" label="New password" isNew value={password} change={setPassword} />
			<Refusal action={action} />
			{done && <p role="status">Your password is changed. You are signed out everywhere else.</p>}
			<button type="submit" class="primary" disabled={action.busy}>
				Change password
			</button>
		</form>
	);
}

/** Renders the form that sets a password with a link; `signedIn` is called once it worked. */
export function InvitationPage({ signedIn }: { signedIn(): void }) {
	const [secret] = useState(() => location.hash.slice(1));
	const invited = useLoaded('invitation', () => askInvitation(secret));
	const [password, setPassword] = useState('');
	const action = useAction();
	const submit = async () => {
		if (!(await action.run(() => acceptInvitation(secret, password), 'Your password is set.'))) return;
		signedIn();
	};
	const heading = (
		<PageHeading
			title="Set your password"
			description="For those who run this broker or submit links to it."
			listed={false}
		/>
	);
	if (!invited.value) {
		return (
			<>
				{heading}
				{invited.failure && <FailureNotice failure={invited.failure} />}
				{!invited.failure && <p class="waiting">Asking whom the link is for …</p>}
			</>
		);
	}
	return (
		<form
			class="panel sign-in"
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
		>
			{heading}
			<AccountName email={invited.value.email} />
			<PasswordField id="new-password" label="New password" isNew value={password} change={setPassword} />
			<Refusal action={action} />
			<button type="submit" class="primary" disabled={action.busy}>
				Set password and sign in
			</button>
		</form>
	);
}

/** Tells password managers, and people, whose password it is. */
function AccountName({ email }: { email: string }) {
	return (
		<div class="field">
			<label for="account-email">Email</label>
			<input id="account-email" type="email" autocomplete="username" readOnly value={email} />
		</div>
	);
}

type FieldProps = { id: string; label: string; isNew?: true; value: string; change(value: string): void };

function PasswordField({ id, label, isNew, value, change }: FieldProps) {
	return (
		<div class="field">
			<label for={id}>{label}</label>
			<input
				id={id}
				type="password"
				autocomplete={isNew ? 'new-password' : 'current-password'}
				aria-describedby={isNew && `${id}-rule`}
				required
				value={value}
				onInput={(event) => change(event.currentTarget.value)}
			/>
			{isNew && (
				<p class="note" id={`${id}-rule`}>
					{passwordRule}
				</p>
			)}
		</div>
	);
}
