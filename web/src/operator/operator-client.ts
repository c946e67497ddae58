// Requests of the administration pages, and changes by their forms with a session.
import { LinkBrokerError } from '../../../clients/typescript/src/errors.ts';
import { OperatorClient } from '../../../clients/typescript/src/operator-client.ts';
import type { Connection } from '../asking/answers.ts';
import { question } from '../asking/answers.ts';
import type { FormFields } from '../posting/form-fields.ts';
import { sessionExpired } from '../posting/posted.ts';
import { FormRefusal, type PageForm } from '../posting/take-form.ts';

/** Connects as the signed-in user: the session is a cookie that no script can read. */
export function operatorOf({ address, options }: Connection): OperatorClient {
	return new OperatorClient(address, options);
}

/** Asks for the session; undefined if nobody is signed in. */
export const sessionQuestion = question('session', {}, (connection) => operatorOf(connection).session());

/** Sends a change as the user who was signed in when the form was drawn. */
export function changing(change: (operator: OperatorClient, fields: FormFields) => Promise<unknown>): PageForm['send'] {
	return async (connection, fields) => {
		const operator = operatorOf(connection);
		const csrfToken = fields.exact('csrf_token');
		operator.csrfToken = csrfToken || undefined;
		try {
			return await change(operator, fields);
		} catch (error) {
			throw await explainRefusal(error, operator, csrfToken);
		}
	};
}

/** Explains a refusal because the session has expired or changed. */
async function explainRefusal(error: unknown, operator: OperatorClient, csrfToken: string): Promise<unknown> {
	const { status } = error instanceof LinkBrokerError ? error : {};
	const expired =
		'Your session has expired. Nothing was changed, and the form keeps what you entered: sign in in a new window, ' +
		'come back to the form, and send it again.';
	const changed = 'This form was opened before you signed in. Nothing was changed: check the form and send it again.';
	if (status === 401) return new FormRefusal(expired, { status: 403, code: sessionExpired });
	if (status !== 403) return error;
	const session = await operator.session().catch(() => undefined);
	return session && session.csrf_token !== csrfToken ? new FormRefusal(changed, { status }) : error;
}
