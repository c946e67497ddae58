// One's own password: PUT /session/password; knows no storage and no hash.
import { z } from '@hono/zod-openapi';
import type { Accounts } from '../../../accounts/accounts.ts';
import { longestPassword, passwordRule } from '../../../accounts/password-rules.ts';
import { rewordingFailures } from '../../answers/account-failures.ts';
import { doneAnswer } from '../../answers/answer.ts';
import { invalidBody, plainText, readJsonBody } from '../../answers/json-body.ts';
import { sessionSecret } from '../../server/authentication.ts';
import { jsonBody } from '../describe.ts';
import type { Route } from '../route.ts';
import type { SignInLimit } from './sign-in-limit.ts';

/** Describes a password that somebody chooses. */
export const newPassword = plainText
	.max(longestPassword)
	.openapi({ format: 'password', description: passwordRule, example: 'six mild owls above the harbour' });

const changeSchema = z
	.strictObject({
		current_password: plainText.max(longestPassword).openapi({ format: 'password' }),
		new_password: newPassword,
	})
	.openapi('PasswordChange');

type Needs = { accounts: Pick<Accounts, 'changeOwnPassword'>; limit: SignInLimit };

/** Creates the route. */
export function createPasswordRoute({ accounts, limit }: Needs): Route {
	return {
		method: 'put',
		path: '/session/password',
		access: 'session',
		operation: {
			operationId: 'changePassword',
			summary: 'Change your password',
			description:
				'Gives who is signed in another password. All other sessions of the account end; this one and access tokens ' +
				'stay. Tries are limited, together with those to sign in.',
			tags: ['operators'],
			request: { body: jsonBody(changeSchema) },
			responses: { 204: { description: 'The password is changed.' } },
		},
		problems: ['invalid-body'],
		async handle(context, { email, by }) {
			const { current_password: current, new_password: password } = await readJsonBody(context, changeSchema);
			limit(context, email);
			const session = sessionSecret(context) as string;
			const change = () => accounts.changeOwnPassword(by, email, { current, password, session });
			if (!(await rewordingFailures(change, { pointer: '/new_password' }))) {
				throw invalidBody([{ pointer: '/current_password', message: 'is not the password of this account' }]);
			}
			return doneAnswer;
		},
	};
}
