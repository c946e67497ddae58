// What to do with a broker that holds nothing yet.
import { fillCommands } from '../../../src/broker/sources/fill-commands.ts';
import { sitePath } from '../site/site.ts';

/** Renders the commands that fill an empty broker. */
export function HowToFill() {
	return (
		<section class="notice" aria-labelledby="fill">
			<h2 id="fill">This broker holds no links yet</h2>
			<p>
				Whoever runs it gives it some, in its folder: the links of corner.py that come with it, or their own. Where npm
				installed it, that folder is <code>$(npm root -g)/link-broker</code>.
			</p>
			<pre class="commands">
				<code>{fillCommands.map((command) => `$ ${command}\n`).join('')}</code>
			</pre>
			<p>
				Others send theirs over HTTP, with a token: see <a href={sitePath('/docs')}>the interface for programs</a>.
			</p>
		</section>
	);
}
