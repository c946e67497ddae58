// The form in which an operator signs in; knows no page behind it.
import { useState } from 'preact/hooks';
import { signIn } from '../api/operator-api.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import { Refusal, useAction } from './action.tsx';

/** Renders the form; `signedIn` is called once it worked. */
export function SignIn({ signedIn }: { signedIn(): void }) {
	const [email, setEmail] = useState('');
	const [password, setPassword] = useState('');
	const action = useAction();
	const submit = async () => {
		if (await action.run(() => signIn(email.trim(), password), 'Signed in.')) signedIn();
	};
	return (
		<form
			class="panel sign-in"
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
		>
			<PageHeading title="Sign in" description="For those who run this broker or submit links to it." listed={false} />
			<p class="note">For those who run this broker or submit links to it. Searching needs no account.</p>
			<div class="field">
				<label for="email">Email</label>
				<input
					id="email"
					type="email"
					autocomplete="username"
					required
					value={email}
					onInput={(event) => setEmail(event.currentTarget.value)}
				/>
			</div>
			<div class="field">
				<label for="password">Password</label>
				<input
					id="password"
					type="password"
					autocomplete="current-password"
					required
					value={password}
					onInput={(event) => setPassword(event.currentTarget.value)}
				/>
			</div>
			<Refusal action={action} />
			<button type="submit" class="primary" disabled={action.busy}>
				Sign in
			</button>
		</form>
	);
}
