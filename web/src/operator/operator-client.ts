// How the pages for operators ask the broker, and how their forms change something with a session.
import { LinkBrokerError } from '../../../clients/typescript/src/errors.ts';
import { OperatorClient } from '../../../clients/typescript/src/operator-client.ts';
import type { Connection } from '../asking/answers.ts';
import { question } from '../asking/answers.ts';
import type { FormFields } from '../posting/form-fields.ts';
import { sessionOver } from '../posting/posted.ts';
import { FormRefusal, type PageForm } from '../posting/take-form.ts';

/** Connects as whoever is signed in: the session is a cookie, which no script sees. */
export function operatorOf({ address, options }: Connection): OperatorClient {
	return new OperatorClient(address, options);
}

/** Asks who is signed in; undefined where nobody is. */
export const sessionQuestion = question('session', {}, (connection) => operatorOf(connection).session());

/** Changes something as the one who was signed in when the form was drawn. */
export function changing(change: (operator: OperatorClient, fields: FormFields) => Promise<unknown>): PageForm['send'] {
	return async (connection, fields) => {
		const operator = operatorOf(connection);
		const csrfToken = fields.exact('csrf_token');
		operator.csrfToken = csrfToken || undefined;
		try {
			return await change(operator, fields);
		} catch (error) {
			throw await overOrAnother(error, operator, csrfToken);
		}
	};
}

/** Refuses a form of a session that is over, or of another one, in words that say so. */
async function overOrAnother(error: unknown, operator: OperatorClient, csrfToken: string): Promise<unknown> {
	const { status } = error instanceof LinkBrokerError ? error : {};
	const isOver =
		'Your session has expired. Nothing was changed, and the form keeps what you entered: sign in in a new window, ' +
		'come back to the form, and send it again.';
	const isAnother = 'This form was opened before you signed in. Nothing was changed: check the form and send it again.';
	if (status === 401) return new FormRefusal(isOver, { status: 403, code: sessionOver });
	if (status !== 403) return error;
	const session = await operator.session().catch(() => undefined);
	return session && session.csrf_token !== csrfToken ? new FormRefusal(isAnother, { status }) : error;
}
