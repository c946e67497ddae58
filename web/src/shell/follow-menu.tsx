// The menu with the ways to follow what a page shows.
import { wholeAddress } from '../site/site.ts';
import { CopyButton } from './copy-button.tsx';

/** Renders the menu; `feed` is the address of a feed, `what` names its subject: "this work". */
export function FollowMenu({ feed, what }: { feed: string; what: string }) {
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
				</ul>
			</div>
		</details>
	);
}
