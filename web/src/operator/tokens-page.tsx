// The user's own access tokens with scopes and expiry: a warning before expiry, and the forms to
// create and revoke tokens.
import { useState } from 'preact/hooks';
import type { AccessToken } from '../../../clients/typescript/src/operator-schemas.ts';
import { question } from '../asking/answers.ts';
import { useAnswer } from '../asking/use-answer.ts';
import type { ShownOnce } from '../posting/posted.ts';
import type { PageForms } from '../posting/take-form.ts';
import { dayText } from './moments.ts';
import { changing, operatorOf } from './operator-client.ts';
import { Confirmed, Field, OperatorForm, useFilled } from './operator-form.tsx';
import { daysLeft, daysLeftText, scopeMeaning, scopeNames, scopeTitle } from './operator-words.ts';
import { SectionHead } from './section-head.tsx';
import { sectionTitle } from './section-names.ts';
import { SectionTable } from './section-table.tsx';

export const tokenForms: PageForms = {
	createToken: {
		send: changing(async (operator, fields): Promise<ShownOnce> => {
			const day = fields.text('expires');
			// To the end of the chosen day, in UTC.
			const expires = day === '' ? null : `${day}T23:59:59Z`;
			const scopes = fields.all('scopes') as AccessToken['scopes'];
			const once = await operator.createToken({ name: fields.text('name'), expires, scopes });
			return { once, what: 'the token', advice: 'Copy it now: it is not stored and cannot be shown again.' };
		}),
		shows: true,
		done: 'The token is created.',
	},
	revokeToken: {
		send: changing((operator, fields) => operator.revokeToken(Number(fields.exact('id')))),
		done: 'The token is revoked.',
	},
};

/** Renders the tokens and the form for a new one. */
export function TokensPage() {
	const { value: tokens, failure } = useAnswer(question('tokens', {}, (connection) => operatorOf(connection).tokens()));
	return (
		<>
			<SectionHead title={sectionTitle.tokens} failure={failure} />
			<Warning ending={tokens?.filter(({ ends_soon }) => ends_soon) ?? []} />
			<NewToken />
			{tokens?.length === 0 && <p class="notice">You have no tokens yet. A program needs one to submit links.</p>}
			{tokens !== undefined && tokens.length > 0 && (
				<SectionTable label="Tokens" columns={['Name', 'Scopes', 'Expires', 'Last used', 'Created']} acts>
					{tokens.map((token) => (
						<TokenRow key={token.id} token={token} />
					))}
				</SectionTable>
			)}
		</>
	);
}

function TokenRow({ token }: { token: AccessToken }) {
	const { id, name, scopes, created, last_used: lastUsed, revoked } = token;
	return (
		<tr>
			<th scope="row">{name}</th>
			<td>{scopes.map((scope) => scopeTitle[scope]).join(', ')}</td>
			<td>
				<Expiry token={token} />
			</td>
			<td>{dayText(lastUsed)}</td>
			<td>{dayText(created)}</td>
			<td>
				{revoked ? (
					<span class="state Error">
						{revoked === token.expires ? 'expired' : 'revoked'} {dayText(revoked)}
					</span>
				) : (
					<Confirmed
						form="revokeToken"
						does="Revoke"
						what={name}
						question="Programs that use this token lose access."
						fields={{ id: String(id) }}
					/>
				)}
			</td>
		</tr>
	);
}

function Expiry({ token: { expires, ends_soon, revoked } }: { token: AccessToken }) {
	if (expires === null || revoked !== null) return <>{dayText(expires)}</>;
	const days = daysLeft(expires);
	return (
		<>
			{dayText(expires)}{' '}
			<span class={days < 0 ? 'state Error' : ends_soon ? 'state Soon' : 'note'}>{daysLeftText(days)}</span>
		</>
	);
}

/** Renders a warning about tokens that expire within thirty days. */
function Warning({ ending }: { ending: readonly AccessToken[] }) {
	if (ending.length === 0) return null;
	return (
		<section class="notice warning" aria-labelledby="ending">
			<h2 id="ending">{ending.length === 1 ? 'A token expires soon' : `${ending.length} tokens expire soon`}</h2>
			<ul>
				{ending.map(({ id, name, expires }) => (
					<li key={id}>
						<bdi>{name}</bdi>: {dayText(expires)}, {daysLeftText(daysLeft(expires ?? ''))}
					</li>
				))}
			</ul>
			<p>Create a new one in time, give it to the program that uses the old one, then revoke the old one.</p>
		</section>
	);
}

function NewToken() {
	const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
	return (
		<section class="panel new-token" aria-labelledby="new-token">
			<h2 id="new-token">New token</h2>
			<OperatorForm name="createToken" class="row-form">
				<Field name="name" label="Name" required maxLength={100} placeholder="Name of the program" autocomplete="off" />
				<Field name="expires" label="Expires (empty: never)" type="date" initially={inAYear} />
				<ScopeChoice />
				<button type="submit" class="primary">
					Create
				</button>
			</OperatorForm>
		</section>
	);
}

/** One scope is required: while none is chosen, the script marks the first one as required. */
function ScopeChoice() {
	const chosen = useFilled()?.scopes ?? scopeNames;
	const [isNone, setNone] = useState(false);
	return (
		<fieldset
			class="scopes"
			onChange={({ currentTarget }) => setNone(currentTarget.querySelector(':checked') === null)}
		>
			<legend>Scopes</legend>
			{scopeNames.map((scope) => (
				<label key={scope} class="choice">
					<input
						type="checkbox"
						name="scopes"
						value={scope}
						defaultChecked={chosen.includes(scope)}
						required={isNone && scope === scopeNames[0]}
					/>
					<span>{scopeMeaning[scope]}</span>
				</label>
			))}
		</fieldset>
	);
}
