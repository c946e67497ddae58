// The forms in which operators sign in and out.
import { sectionPath } from '../address/operator-view.ts';
import type { PageForms } from '../posting/take-form.ts';
import { changing, operatorOf } from './operator-client.ts';
import { ActButton, Field, OperatorForm } from './operator-form.tsx';
import { SectionHead } from './section-head.tsx';

/** Every page accepts them, since the user may have signed in or out in another window. */
export const signInForms: PageForms = {
	signIn: {
		send: (connection, fields) => operatorOf(connection).signIn(fields.text('email'), fields.exact('password')),
	},
	signOut: { send: changing((operator) => operator.signOut()), leadsTo: () => sectionPath('loads') },
};

/** Renders the form instead of a page that needs a session. */
export function SignIn() {
	return (
		<OperatorForm name="signIn" class="panel sign-in">
			<SectionHead title="Sign in" />
			<p class="note">
				For operators of this broker, for submitting links, and for following works. Searching needs no account.
			</p>
			<Field name="email" label="Email" type="email" autocomplete="username" required />
			<Field name="password" label="Password" type="password" autocomplete="current-password" required />
			<button type="submit" class="primary">
				Sign in
			</button>
		</OperatorForm>
	);
}

/** Renders the signed-in user with the sign-out button. */
export function SignedInAs({ email }: { email: string }) {
	return (
		<div class="signed-in">
			<span>{email}</span>
			<ActButton form="signOut" does="Sign out" />
		</div>
	);
}
