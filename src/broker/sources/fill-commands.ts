// The commands that load links, shown by an empty broker.

/** Lists them: the example that comes with the broker, and links of one's own. */
export const fillCommands = [
	'npx link-broker events load examples/cornerpy-1.json examples/cornerpy-2.json examples/cornerpy-3.json',
	'npx link-broker events load my-links.json',
] as const;
