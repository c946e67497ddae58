// One's own access tokens: what each is good for and how long, a warning before one ends, and to
// revoke it; knows no session.

import { useState } from 'preact/hooks';
import type { AccessToken } from '../../../clients/typescript/src/operator-schemas.ts';
import { daysLeft, daysLeftText, noTokens, scopeTitle } from '../../../src/http/pages/operator/operator-words.ts';
import { askTokens, revokeToken } from '../api/operator-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { ActionsHeading, ScrollingTable } from '../shell/scrolling-table.tsx';
import { Refusal, useAction } from './action.tsx';
import { dayText } from './moments.ts';
import { NewToken } from './new-token.tsx';

/** Renders the tokens and the form for a new one. */
export function TokensPage() {
	const tokens = useLoaded('tokens', askTokens);
	const action = useAction();
	const [revoked, setRevoked] = useState(0);
	const revoke = async (token: AccessToken) => {
		if (!confirm(`Revoke the token "${token.name}"? Whoever uses it can do nothing more with it.`)) return;
		if (!(await action.run(() => revokeToken(token.id), 'The token is revoked.'))) return;
		setRevoked(revoked + 1);
		tokens.retry();
	};
	return (
		<>
			{tokens.value && <Warning ending={tokens.value.filter(({ ends_soon }) => ends_soon)} />}
			{/* What was shown once may be what is revoked. */}
			<NewToken key={revoked} created={tokens.retry} />
			<Refusal action={action} />
			{tokens.failure && <FailureNotice failure={tokens.failure} />}
			{tokens.value?.length === 0 && <p class="notice">{noTokens}</p>}
			{tokens.value && tokens.value.length > 0 && (
				<ScrollingTable label="Tokens" tall>
					<thead>
						<tr>
							<th scope="col">Name</th>
							<th scope="col">Good for</th>
							<th scope="col">Expires</th>
							<th scope="col">Last used</th>
							<th scope="col">Created</th>
							<ActionsHeading />
						</tr>
					</thead>
					<tbody>
						{tokens.value.map((token) => (
							<tr key={token.id}>
								<th scope="row">{token.name}</th>
								<td>{token.scopes.map((scope) => scopeTitle[scope]).join(', ')}</td>
								<td>
									<Expiry token={token} />
								</td>
								<td>{dayText(token.last_used)}</td>
								<td>{dayText(token.created)}</td>
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

/** Says which tokens end within thirty days, as long as something can be done about it. */
function Warning({ ending }: { ending: readonly AccessToken[] }) {
	if (ending.length === 0) return null;
	return (
		<section class="notice warning" aria-labelledby="ending">
			<h2 id="ending">{ending.length === 1 ? 'A token ends soon' : `${ending.length} tokens end soon`}</h2>
			<ul>
				{ending.map(({ id, name, expires }) => (
					<li key={id}>
						<bdi>{name}</bdi>: {dayText(expires)}, {daysLeftText(daysLeft(expires ?? ''))}
					</li>
				))}
			</ul>
			<p>Make a new one in time and give it to the program that uses the old one, then revoke that.</p>
		</section>
	);
}
