// The menu with the ways to follow what a page shows.
import { type Followed, subscribePath } from '../address/feeds.ts';
import { thisSite, wholeAddress } from '../site/site.ts';
import { CopyButton } from './copy-button.tsx';

/** Renders the menu; `what` names what is followed: "this work". */
export function FollowMenu({ followed: { feed, filter }, what }: { followed: Followed; what: string }) {
	return (
		<details class="follow menu">
			<summary class="button">Follow</summary>
			<div class="panel">
				<p class="note">Learn of new citations of {what}:</p>
				<ul>
					<li>
						<a href={feed} type="application/atom+xml" target="_self">
							Atom feed
						</a>{' '}
						<CopyButton text={wholeAddress(feed)} what="the address of the feed" label="Copy address" />
						<p class="note">Add its address to a feed reader.</p>
					</li>
					{filter && thisSite().sendsMail && (
						<li>
							<a href={subscribePath('email', filter)}>Email</a>
							<p class="note">Once a week or once a day, if there are any. Needs an account.</p>
						</li>
					)}
					{filter && (
						<li>
							<a href={subscribePath('webhook', filter)}>Webhook</a>
							<p class="note">Sent to your own server as they come. Needs an account.</p>
						</li>
					)}
				</ul>
			</div>
		</details>
	);
}
