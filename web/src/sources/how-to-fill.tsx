// How to fill a broker that has no links yet.
import { fillCommands } from '../../../src/broker/sources/fill-commands.ts';
import { sitePath } from '../site/site.ts';

/** Renders the commands that fill an empty broker. */
export function HowToFill() {
	return (
		<section class="notice" aria-labelledby="fill">
			<h2 id="fill">This broker has no links yet</h2>
			<p>
				To load some, run these commands in the folder of the program. They load the links of corner.py that come with
				it, or your own. If npm installed the program, its folder is <code>$(npm root -g)/link-broker</code>.
			</p>
			<pre class="commands">
				<code>{fillCommands.map((command) => `$ ${command}\n`).join('')}</code>
			</pre>
			<p>
				Links can also be submitted over HTTP, with an access token: see <a href={sitePath('/docs')}>the API</a>.
			</p>
		</section>
	);
}
