// What a token may be good for, in words; knows no token.
import type { TokenScope } from '../api/operator-api.ts';

/** Lists the scopes in the order in which they are offered. */
export const scopeNames: readonly TokenScope[] = ['submit', 'withdraw', 'read'];

/** Names a scope in a list of tokens. */
export const scopeTitle: Readonly<Record<TokenScope, string>> = {
	submit: 'submit links',
	withdraw: 'take back',
	read: 'read events',
};

/** Says what a program can do with it. */
export const scopeMeaning: Readonly<Record<TokenScope, string>> = {
	submit: 'Submit links',
	withdraw: 'Take back, replace and restore what you submitted',
	read: 'See your submissions and how far they are',
};
