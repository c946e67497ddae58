// The form for a new access token: its name, what it is good for, and until when; shows the token
// once. It knows no other token.
import { useState } from 'preact/hooks';
import type { AccessToken } from '../../../clients/typescript/src/operator-schemas.ts';
import { scopeMeaning, scopeNames } from '../../../src/http/pages/operator/operator-words.ts';
import { createToken } from '../api/operator-api.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { Refusal, useAction } from './action.tsx';

function dayIn(days: number): string {
	return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

const inAYear = () => dayIn(365);

/** Renders the form; `created` is called when there is a new token. */
export function NewToken({ created }: { created(): void }) {
	const [name, setName] = useState('');
	const [expires, setExpires] = useState(inAYear);
	const [scopes, setScopes] = useState<Scopes>(scopeNames);
	const [made, setMade] = useState<string>();
	const action = useAction();
	const create = async () => {
		setMade(undefined);
		// To the end of the chosen day, where the reader is.
		const until = expires === '' ? null : new Date(`${expires}T23:59:59`).toISOString();
		const worked = await action.run(
			async () => setMade(await createToken({ name: name.trim(), expires: until, scopes })),
			'The token is created.',
		);
		if (!worked) return;
		setName('');
		setExpires(inAYear());
		setScopes(scopeNames);
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
						placeholder="What uses it"
						autocomplete="off"
						value={name}
						onInput={(event) => setName(event.currentTarget.value)}
					/>
				</div>
				<div class="field">
					<label for="token-expires">Expires (empty: never)</label>
					<input
						id="token-expires"
						type="date"
						min={dayIn(0)}
						value={expires}
						onInput={(event) => setExpires(event.currentTarget.value)}
					/>
				</div>
				<ScopeChoice scopes={scopes} choose={setScopes} />
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

type Scopes = AccessToken['scopes'];
type ScopeProps = { scopes: Scopes; choose(scopes: Scopes): void };

/** One scope is needed: while none is chosen, the browser asks for the first. */
function ScopeChoice({ scopes, choose }: ScopeProps) {
	return (
		<fieldset class="scopes">
			<legend>A program can use it to</legend>
			{scopeNames.map((scope) => (
				<label key={scope} class="choice">
					<input
						type="checkbox"
						checked={scopes.includes(scope)}
						required={scopes.length === 0 && scope === scopeNames[0]}
						onChange={({ currentTarget: { checked } }) =>
							choose(scopeNames.filter((one) => (one === scope ? checked : scopes.includes(one))))
						}
					/>
					<span>{scopeMeaning[scope]}</span>
				</label>
			))}
		</fieldset>
	);
}
