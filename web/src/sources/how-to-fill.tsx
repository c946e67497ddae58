// What to do with a broker that holds nothing yet; knows no answer.

const commands = [
	'npx link-broker events load examples/cornerpy-1.json examples/cornerpy-2.json examples/cornerpy-3.json',
	'npx link-broker events load my-links.json',
];

/** Renders the commands that fill an empty broker. */
export function HowToFill() {
	return (
		<section class="notice" aria-labelledby="fill">
			<h2 id="fill">This broker holds no links yet</h2>
			<p>Whoever runs it gives it some, in its folder: the links of corner.py that come with it, or their own.</p>
			<pre class="commands">
				<code>{commands.map((command) => `$ ${command}\n`).join('')}</code>
			</pre>
			<p>
				Others send theirs over HTTP, with a token: see <a href="/docs">the interface for programs</a>.
			</p>
		</section>
	);
}
