// One's own access tokens: to create with a name and an expiry, to see, and to revoke; knows no
// session.
import { useState } from 'preact/hooks';
import { askTokens, createToken, type OperatorToken, revokeToken } from '../api/operator-api.ts';
import { useLoaded } from '../loading.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ScrollingTable } from '../shell/scrolling-table.tsx';
import { Refusal, useAction } from './action.tsx';
import { dayText } from './moments.ts';

/** Renders the tokens and the form for a new one. */
export function TokensPage() {
	const tokens = useLoaded('tokens', askTokens);
	const action = useAction();
	const revoke = async (token: OperatorToken) => {
		if (!confirm(`Revoke the token "${token.name}"? Whoever uses it can submit nothing more.`)) return;
		if (await action.run(() => revokeToken(token.id), 'The token is revoked.')) tokens.retry();
	};
	return (
		<>
			<NewToken created={tokens.retry} />
			<Refusal action={action} />
			{tokens.failure && <FailureNotice failure={tokens.failure} retry={tokens.retry} />}
			{tokens.value?.length === 0 && <p class="notice">You have no tokens yet. One is needed to submit links.</p>}
			{tokens.value && tokens.value.length > 0 && (
				<ScrollingTable label="Tokens" tall>
					<thead>
						<tr>
							<th scope="col">Name</th>
							<th scope="col">Created</th>
							<th scope="col">Last used</th>
							<th scope="col">Expires</th>
							<th scope="col">Good for</th>
							<th scope="col">
								<span class="visually-hidden">Actions</span>
							</th>
						</tr>
					</thead>
					<tbody>
						{tokens.value.map((token) => (
							<tr key={token.id}>
								<th scope="row">{token.name}</th>
								<td>{dayText(token.created)}</td>
								<td>{dayText(token.last_used)}</td>
								<td>
									{dayText(token.expires)}
									{token.ends_soon && <span class="state New"> ends soon</span>}
								</td>
								<td>{token.scopes.join(', ')}</td>
								<td>
									{token.revoked ? (
										<span class="state Error">revoked {dayText(token.revoked)}</span>
									) : (
										<button type="button" disabled={action.busy} onClick={() => void revoke(token)}>
											Revoke<span class="visually-hidden"> {token.name}</span>
										</button>
									)}
								</td>
							</tr>
						))}
					</tbody>
				</ScrollingTable>
			)}
		</>
	);
}

function inAYear(): string {
	return new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
}

function NewToken({ created }: { created(): void }) {
	const [name, setName] = useState('');
	const [expires, setExpires] = useState(inAYear);
	const [made, setMade] = useState<string>();
	const action = useAction();
	const create = async () => {
		// To the end of the chosen day, where the reader is.
		const until = expires === '' ? null : new Date(`${expires}T23:59:59`).toISOString();
		const worked = await action.run(
			async () => setMade(await createToken(name.trim(), until)),
			'The token is created.',
		);
		if (!worked) return;
		setName('');
		setExpires(inAYear());
		created();
	};
	return (
		<section class="panel new-token" aria-labelledby="new-token">
			<h2 id="new-token">New token</h2>
			<form
				class="row-form"
				onSubmit={(event) => {
					event.preventDefault();
					void create();
				}}
			>
				<div class="field">
					<label for="token-name">Name</label>
					<input
						id="token-name"
						required
						maxLength={100}
						value={name}
						onInput={(event) => setName(event.currentTarget.value)}
					/>
				</div>
				<div class="field">
					<label for="token-expires">Expires (empty: never)</label>
					<input
						id="token-expires"
						type="date"
						value={expires}
						onInput={(event) => setExpires(event.currentTarget.value)}
					/>
				</div>
				<button type="submit" class="primary" disabled={action.busy}>
					Create
				</button>
			</form>
			<Refusal action={action} />
			{made !== undefined && (
				<div role="status">
					<p>Copy it now: it is not kept and cannot be shown again.</p>
					<div class="snippet">
						<code>{made}</code>
						<CopyButton text={made} what="the token" />
					</div>
				</div>
			)}
		</section>
	);
}
