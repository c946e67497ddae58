// The forms that create, change and try subscriptions.
import type { OperatorClient } from '../../../clients/typescript/src/operator-client.ts';
import type {
	SubscriptionChange,
	SubscriptionFilter,
	WantedSubscription,
} from '../../../clients/typescript/src/schemas.ts';
import { readList } from '../../../src/links/identifier-list.ts';
import { sectionPath } from '../address/operator-view.ts';
import { subscriptionPath } from '../address/subscription-view.ts';
import type { FormFields } from '../posting/form-fields.ts';
import { isShownOnce, type ShownOnce } from '../posting/posted.ts';
import { FormRefusal, type PageForm, type PageForms } from '../posting/take-form.ts';
import { changing } from './operator-client.ts';

/** A created subscription, with its secret if it has one. */
export type Created = { number: number } & Partial<ShownOnce>;

const secretAdvice =
	'It signs the messages, so that your server can check them. Copy it now: it cannot be shown again.';

export const subscriptionForms: PageForms = {
	createSubscription: {
		send: changing(async ({ subscriptions }, fields): Promise<Created> => {
			const { id, secret } = await subscriptions.create(wantedIn(fields));
			return { number: id, ...(secret !== null && secretOnce(secret)) };
		}),
		shows: isShownOnce,
		done: 'The subscription is created.',
		leadsTo: (answer) => subscriptionPath((answer as Created).number),
	},
	changeSubscription: {
		send: changing(({ subscriptions }, fields) => subscriptions.change(numberIn(fields), changeIn(fields))),
		done: 'The subscription is changed.',
	},
	pauseSubscription: changingBy({ paused: true }, 'The subscription is paused.'),
	continueSubscription: changingBy({ paused: false }, 'The subscription continues.'),
	skipToNow: changingBy({ since: 'now' }, 'What was not sent yet is left out. New changes are sent.'),
	askAgain: {
		send: changing(({ subscriptions }, fields) =>
			subscriptions.change(numberIn(fields), { address: fields.exact('address') }),
		),
		done: 'Another email asks the receiver to confirm it.',
	},
	rotateSecret: {
		send: changing(async ({ subscriptions }, fields) => secretOnce(await subscriptions.rotate(numberIn(fields)))),
		shows: true,
		done: 'The secret is replaced. For 24 hours, messages are signed with both.',
	},
	testSubscription: {
		send: changing(({ subscriptions }, fields) => subscriptions.test(numberIn(fields))),
		shows: true,
	},
	resendMessage: {
		send: changing(async ({ subscriptions }, fields) => {
			const { failure } = await subscriptions.resend(numberIn(fields), fields.exact('message'));
			if (failure !== null) throw new FormRefusal(`The message was sent again, and not accepted. ${failure}`);
		}),
		done: 'The message was sent again, and accepted.',
	},
	deleteSubscription: {
		send: changing(({ subscriptions }, fields) => subscriptions.delete(numberIn(fields))),
		done: 'The subscription is deleted. Nothing more is sent.',
		leadsTo: () => sectionPath('subscriptions'),
	},
};

function changingBy(change: SubscriptionChange, done: string): PageForm {
	const send = ({ subscriptions }: OperatorClient, fields: FormFields) =>
		subscriptions.change(numberIn(fields), change);
	return { send: changing(send), done };
}

function secretOnce(secret: string): ShownOnce {
	return { once: secret, what: 'the secret', advice: secretAdvice };
}

function numberIn(fields: FormFields): number {
	return Number(fields.exact('number'));
}

function wantedIn(fields: FormFields): WantedSubscription {
	const name = fields.text('name');
	return {
		kind: fields.exact('kind') as WantedSubscription['kind'],
		address: fields.text('address'),
		filter: filterIn(fields),
		...whenIn(fields),
		...tokenIn(fields),
		...(name !== '' && { name }),
	};
}

/** Reads what is changed. An address that is given again would be asked again. */
function changeIn(fields: FormFields): SubscriptionChange {
	const address = fields.text('address');
	return {
		filter: filterIn(fields),
		name: fields.text('name') || null,
		...whenIn(fields),
		...tokenIn(fields),
		...(address !== fields.exact('before') && { address }),
	};
}

function whenIn(fields: FormFields): Pick<WantedSubscription, 'pace' | 'at'> {
	const at = fields.text('at');
	return { pace: fields.exact('pace') as NonNullable<WantedSubscription['pace']>, ...(at !== '' && { at }) };
}

function tokenIn(fields: FormFields): Pick<WantedSubscription, 'token'> {
	const token = fields.text('token');
	return token === '' ? {} : { token };
}

/** The fields whose names and values are those of filters. */
const plainFilters = [
	...['prefix', 'provider', 'relation', 'type', 'orcid', 'group_by', 'direction', 'definition', 'exclude'],
] as const;

function filterIn(fields: FormFields): SubscriptionFilter {
	const [entries = '', kind = ''] = fields.exact('what').split(' ');
	const works = readList(fields.text('works'));
	const scheme = fields.text('scheme');
	const others = plainFilters.flatMap((name) => {
		const value = fields.text(name);
		return value === '' ? [] : [[name, value] as const];
	});
	return {
		...(works.length === 1 && { id: works[0] as string }),
		// The scheme of the address is that of the work which it names.
		...(works.length === 1 && scheme !== '' && works[0] === fields.exact('scheme_of') && { scheme }),
		...(works.length > 1 && { ids: works.join('\n') }),
		...Object.fromEntries(others),
		...{ entries, kind },
	};
}
