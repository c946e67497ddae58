// The commands for access tokens.
import { type Command, InvalidArgumentError } from 'commander';
import { endsSoonDays, type Token, type TokenScope, tokenDays, tokenScopes } from '../../accounts/tokens.ts';
import { BrokerError } from '../../errors.ts';
import { isoTime, readDateEnd } from '../../links/link-date.ts';
import { type AnswerOptions, answers, type CommandContext, listed, type RowKind, withExamples } from '../context.ts';
import { numberListedBy } from '../question-options.ts';
import { count, shortTime, yesOrNo } from '../wording.ts';

const dayMilliseconds = 86_400_000;
const maxDays = 36_500;

/** Adds `tokens create`, `revoke` and `list`. */
export function addTokenCommands(program: Command, context: CommandContext): void {
	const tokens = program
		.command('tokens')
		.summary('manage access tokens')
		.description('Manages access tokens. Submitting links over HTTP needs one.');
	withExamples(tokens, 'TOKEN=$(link-broker tokens create --name feed --user ada@example.org)');
	addTokenCreate(tokens, context);
	addTokenRevoke(tokens, context);
	const list = tokens
		.command('list')
		.summary('list all tokens')
		.description(
			`Lists all tokens without their secrets. Those that expire within ${endsSoonDays} days are marked: expires soon.`,
		);
	answers(list, context, ['link-broker tokens list'], async ({ accounts }) =>
		listed(context, tokenRows(context.now()), await accounts.listTokens()),
	);
}

function addTokenCreate(tokens: Command, context: CommandContext): void {
	type Options = AnswerOptions & {
		name: string;
		user: string;
		internal?: true;
		scope?: readonly TokenScope[];
		expires?: string;
	};
	const create = tokens
		.command('create')
		.summary('create a token and print it')
		.description('Creates an access token for a user, and prints it once.')
		.requiredOption('--name <token_name>', 'the name of the token')
		.requiredOption('--user <email>', 'the email address of its user')
		.option('--internal', 'mark the token as internal')
		.option(
			'--expires <date or days>',
			'the expiry: a number of days, a date (at its end in UTC), or never (default: 365 days)',
		)
		.option(
			'--scope <scopes>',
			`the scopes, separated by commas: ${tokenScopes.join(', ')} (default: all)`,
			readScopes,
		);
	answers(
		create,
		context,
		[
			'TOKEN=$(link-broker tokens create --name feed --user ada@example.org)',
			'link-broker tokens create --name trial --user ada@example.org --expires 90',
			'link-broker tokens create --name watcher --user ada@example.org --scope read',
			'link-broker tokens create --name nightly --user ada@example.org --internal --expires 2027-01-31',
		],
		async ({ accounts }, options: Options) => {
			const { name, user: email, internal = false } = options;
			const scopes = options.scope ?? tokenScopes;
			const expiresAt = readExpiry(options.expires ?? String(tokenDays), context.now());
			const token = await accounts.createToken(context.by, { name, email, internal, scopes, expiresAt });
			const document = { token, name, user: email, internal, scopes, expires_at: isoTime(expiresAt) };
			if ((await accounts.findUser(email))?.active === false) {
				context.terminal.note(`${email} is inactive: the token works after \`users activate\`.`);
			}
			return { document, text: token };
		},
	);
}

/**
 * Reads `90`, `90d` or `90 days` (from now), `2027-01-31` (to that day's end in UTC) or a
 * date-time; answers milliseconds since 1970, null for `never`. Fails with `bad-usage`.
 */
export function readExpiry(text: string, now: number): number | null {
	if (text.trim() === 'never') return null;
	const days = /^(\d{1,5}) ?(?:d|days?)?$/.exec(text.trim())?.[1];
	if (days !== undefined && Number(days) <= maxDays) return now + Number(days) * dayMilliseconds;
	const end = days === undefined ? readDateEnd(text.trim()) : undefined;
	if (end !== undefined) return Math.round(end * 1000);
	const wanted = `a number of days up to ${maxDays}, a date such as 2027-01-31, or never`;
	throw new BrokerError('bad-usage', `--expires is "${text}"; it must be ${wanted}.`);
}

function readScopes(text: string): TokenScope[] {
	const words = text.split(',').map((word) => word.trim());
	const unknown = words.find((word) => !tokenScopes.some((scope) => scope === word));
	if (unknown !== undefined) {
		throw new InvalidArgumentError(`${JSON.stringify(unknown)} is none of ${tokenScopes.join(', ')}.`);
	}
	return tokenScopes.filter((scope) => words.includes(scope));
}

function addTokenRevoke(tokens: Command, context: CommandContext): void {
	type Options = AnswerOptions & { name?: string; user?: string };
	const revoke = tokens
		.command('revoke')
		.summary('revoke tokens')
		.description('Revokes a token by its id, or all tokens of one name that a user has. Cannot be undone.')
		.argument('[id]', 'the id that `tokens list` shows', numberListedBy('tokens list'))
		.option('--name <token_name>', 'the name of the tokens (with --user)')
		.option('--user <email>', 'the email address of their user (with --name)');
	answers(
		revoke,
		context,
		['link-broker tokens revoke 3', 'link-broker tokens revoke --name feed --user ada@example.org'],
		async ({ accounts }, options: Options, id: number | undefined) => {
			const revoked = await accounts.revokeToken(context.by, tokensToRevoke(id, options));
			return { document: { revoked }, text: `Revoked ${count(revoked, 'token')}` };
		},
	);
}

function tokensToRevoke(
	id: number | undefined,
	{ name, user }: { name?: string; user?: string },
): number | { name: string; email: string } {
	if (id !== undefined && name === undefined && user === undefined) return id;
	if (id === undefined && name !== undefined && user !== undefined) return { name, email: user };
	throw new BrokerError('bad-usage', 'Give either the id of a token, or --name and --user.');
}

function tokenDocument(token: Token, now: number) {
	const { id, name, email, internal, scopes, endsSoon, createdAt, lastUsedAt, expiresAt, revokedAt } = token;
	return {
		...{ id, name, user: email, internal, scopes, state: tokenState(token, now), ends_soon: endsSoon },
		...{ created_at: isoTime(createdAt), last_used_at: isoTime(lastUsedAt) },
		...{ expires_at: isoTime(expiresAt), revoked_at: isoTime(revokedAt) },
	};
}

/** A column at the end of the line, if there is room. */
const end = { whole: true, optional: true };

const tokenRows = (now: number): RowKind<Token> => ({
	plural: 'tokens',
	none: 'No tokens.',
	document: (token) => tokenDocument(token, now),
	columns: [
		{ title: 'ID', align: 'right', whole: true, of: ({ id }) => String(id) },
		{ title: 'NAME', main: true, of: ({ name }) => name },
		{ title: 'USER', of: ({ email }) => email },
		{ title: 'STATE', whole: true, of: (token) => (token.endsSoon ? 'expires soon' : tokenState(token, now)) },
		{ title: 'EXPIRES', whole: true, of: ({ expiresAt }) => shortTime(expiresAt) },
		{ title: 'SCOPES', ...end, of: ({ scopes }) => scopes.join(' ') },
		{ title: 'LAST USED', ...end, of: ({ lastUsedAt }) => shortTime(lastUsedAt) },
		{ title: 'CREATED', ...end, of: ({ createdAt }) => shortTime(createdAt) },
		{ title: 'INTERNAL', ...end, of: ({ internal }) => yesOrNo(internal) },
	],
});

function tokenState({ revokedAt, expiresAt }: Token, now: number): 'revoked' | 'expired' | 'valid' {
	if (revokedAt !== null) return revokedAt === expiresAt ? 'expired' : 'revoked';
	return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid';
}
