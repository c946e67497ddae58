// The pages for setting one's own password: with the current password, or with an invitation link.
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import { passwordRule } from '../../../src/accounts/password-rule.ts';
import { sectionPath } from '../address/operator-view.ts';
import { question } from '../asking/answers.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { FormRefusal, type PageForms } from '../posting/take-form.ts';
import { changing, operatorOf } from './operator-client.ts';
import { Field, OperatorForm, SessionContext } from './operator-form.tsx';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';

export const passwordForms: PageForms = {
	changePassword: {
		send: changing((operator, fields) =>
			operator.changePassword(fields.exact('current_password'), fields.exact('new_password')),
		),
		done: 'Your password is changed. You are signed out everywhere else.',
	},
};

/** Renders the form that changes the password of the signed-in user. */
export function PasswordPage() {
	const session = useContext(SessionContext);
	return (
		<>
			<SectionHead title={sectionTitle.password} />
			<OperatorForm name="changePassword" class="panel sign-in">
				<AccountName email={session?.email ?? ''} />
				<Field
					name="current_password"
					label="Current password"
					type="password"
					autocomplete="current-password"
					required
				/>
				<NewPassword />
				<button type="submit" class="primary">
					Change password
				</button>
			</OperatorForm>
		</>
	);
}

const incompleteLink = 'This is not a complete link. Copy all of it, including the part after #.';

export const invitationForms: PageForms = {
	acceptInvitation: {
		async send(connection, fields) {
			const secret = fields.text('link').replace(/^.*#/, '');
			if (!/^[\w-]{1,100}$/.test(secret)) throw new FormRefusal(incompleteLink);
			return operatorOf(connection).acceptInvitation(secret, fields.exact('new_password'));
		},
		leadsTo: () => sectionPath('loads'),
	},
};

/**
 * Renders the form that sets a password with a link. The secret is in the fragment of the link, which
 * browsers never send: the script reads it; without a script, the user pastes the link.
 */
export function InvitationPage() {
	const [secret, setSecret] = useState('');
	useLayoutEffect(() => setSecret(location.hash.slice(1)), []);
	const shown = question('invitation', { secret }, (connection) => operatorOf(connection).showInvitation(secret));
	const invited = useAnswer(secret === '' ? undefined : shown);
	return (
		<OperatorForm name="acceptInvitation" class="panel sign-in">
			<SectionHead title={sectionTitle.invitation} failure={invited.failure} />
			{invited.loading && <p class="waiting">Checking the link …</p>}
			{invited.value ? (
				<>
					<input type="hidden" name="link" value={`#${secret}`} />
					<AccountName email={invited.value.email} />
				</>
			) : (
				<Field
					name="link"
					label="Invitation link"
					note="Paste the whole link from the message or the address bar."
					autocomplete="off"
					spellcheck={false}
					required
				/>
			)}
			<NewPassword />
			<button type="submit" class="primary">
				Set password and sign in
			</button>
		</OperatorForm>
	);
}

/** Shows users and password managers whose password it is. */
function AccountName({ email }: { email: string }) {
	return (
		<div class="field">
			<label for="account-email">Email</label>
			<input id="account-email" type="email" autocomplete="username" readOnly value={email} />
		</div>
	);
}

function NewPassword() {
	return (
		<Field
			name="new_password"
			label="New password"
			note={passwordRule}
			type="password"
			autocomplete="new-password"
			required
		/>
	);
}
