// One's own access tokens: what each is good for and how long, a warning before one ends, and to
// make and revoke them; knows no session.
import { tokenDays } from '../../../../accounts/tokens.ts';
import { html, type Markup } from '../../../answers/html.ts';
import type { TokenDocument } from '../../../routes/operators/tokens.ts';
import { dayText } from '../moment-texts.ts';
import {
	daysLeft,
	daysLeftText,
	noTokens,
	scopeMeaning,
	scopeNames,
	scopeTitle,
	sectionTitle,
} from '../operator-words.ts';
import { scrollingTable, secret, withConfirmation } from '../parts.ts';
import { type AskedPage, type OperatorSection, operatorForm } from '../section.ts';

export const tokens: OperatorSection = {
	title: sectionTitle.tokens,
	async content(page) {
		const { tokens } = await page.ask<{ tokens: TokenDocument[] }>('/tokens');
		return html`${warning(tokens.filter(({ ends_soon }) => ends_soon))}
<section class="panel new-token" aria-labelledby="new-token"><h2 id="new-token">New token</h2>
${newToken(page)}</section>
${tokens.length === 0 ? html`<p class="notice">${noTokens}</p>` : list(page, tokens)}`;
	},
	forms: {
		createToken: {
			requests(fields) {
				const day = fields.text('expires');
				// To the end of the chosen day, in UTC.
				const expires = day === '' ? null : `${day}T23:59:59Z`;
				return [
					{
						method: 'POST',
						path: '/tokens',
						body: { name: fields.text('name'), expires, scopes: fields.all('scopes') },
					},
				];
			},
			shows: (answer) =>
				secret('Copy it now: it is not kept and cannot be shown again.', (answer as { token: string }).token),
			done: 'The token is created.',
		},
		revokeToken: {
			requests: (fields) => [{ method: 'DELETE', path: `/tokens/${encodeURIComponent(fields.exact('id'))}` }],
			done: 'The token is revoked.',
		},
	},
};

/** Says which tokens end within thirty days, as long as something can be done about it. */
function warning(ending: readonly TokenDocument[]): Markup | undefined {
	if (ending.length === 0) return undefined;
	const items = ending.map(
		({ name, expires }) =>
			html`<li><bdi>${name}</bdi>: ${dayText(expires)}, ${daysLeftText(daysLeft(expires ?? ''))}</li>\n`,
	);
	return html`<section class="notice warning" aria-labelledby="ending">
<h2 id="ending">${ending.length === 1 ? 'A token ends soon' : `${ending.length} tokens end soon`}</h2>
<ul>
${items}</ul>
<p>Make a new one in time and give it to the program that uses the old one, then revoke that.</p>
</section>`;
}

/** Writes the form, filled in as it was sent where it was refused. */
function newToken(page: AskedPage): Markup {
	const filled = page.filled?.exact('form') === 'createToken' ? page.filled : undefined;
	const inAYear = new Date(Date.now() + tokenDays * 86_400_000).toISOString().slice(0, 10);
	const chosen = filled?.all('scopes') ?? scopeNames;
	const boxes = scopeNames.map(
		(scope) =>
			html`<label class="choice"><input type="checkbox" name="scopes" value="${scope}"${
				chosen.includes(scope) && html` checked`
			}> <span>${scopeMeaning[scope]}</span></label>\n`,
	);
	const fields = html`<div class="field"><label for="token-name">Name</label>
<input id="token-name" name="name" required maxlength="100" placeholder="What uses it" autocomplete="off"
value="${filled?.text('name')}"></div>
<div class="field"><label for="token-expires">Expires (empty: never)</label>
<input id="token-expires" name="expires" type="date" value="${filled ? filled.text('expires') : inAYear}"></div>
<fieldset class="scopes"><legend>A program can use it to</legend>
${boxes}</fieldset>
<button type="submit" class="primary">Create</button>`;
	return operatorForm(page, { name: 'createToken', className: 'row-form' }, fields);
}

function list(page: AskedPage, tokens: readonly TokenDocument[]): Markup {
	const rows = tokens.map((token) => {
		const isRevoked = html`<span class="state Error">revoked ${dayText(token.revoked)}</span>`;
		return html`<tr><th scope="row">${token.name}</th>
<td>${token.scopes.map((scope) => scopeTitle[scope]).join(', ')}</td><td>${expiry(token)}</td>
<td>${dayText(token.last_used)}</td><td>${dayText(token.created)}</td>
<td>${token.revoked ? isRevoked : revocation(page, token)}</td></tr>
`;
	});
	return scrollingTable('Tokens', ['Name', 'Good for', 'Expires', 'Last used', 'Created'], rows);
}

function expiry({ expires, ends_soon, revoked }: TokenDocument): Markup {
	if (expires === null || revoked !== null) return html`${dayText(expires)}`;
	const days = daysLeft(expires);
	const look = days < 0 ? 'state Error' : ends_soon ? 'state Soon' : 'note';
	return html`${dayText(expires)} <span class="${look}">${daysLeftText(days)}</span>`;
}

function revocation(page: AskedPage, { id, name }: TokenDocument): Markup {
	return withConfirmation(page, {
		form: 'revokeToken',
		does: 'Revoke',
		what: name,
		question: 'Whoever uses it can do nothing more with it.',
		fields: { id: String(id) },
	});
}
