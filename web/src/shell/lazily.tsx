// Loads a part of a page when it is first shown, so that the page itself loads faster.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * Creates a component that loads the real one, with a note meanwhile and after a failure. Without a
 * script, readers only see the text `meanwhile`.
 */
export function lazily<Props extends object>(
	what: string,
	load: () => Promise<ComponentType<Props>>,
	{ meanwhile = `Loading ${what.toLowerCase()} …` }: { meanwhile?: string } = {},
): ComponentType<Props> {
	let loaded: ComponentType<Props> | undefined;
	return (props: Props) => {
		const [Part, setPart] = useState<{ component: ComponentType<Props> | undefined }>({ component: loaded });
		const [failed, setFailed] = useState(false);
		useEffect(() => {
			if (loaded) return;
			load().then(
				(component) => {
					loaded = component;
					setPart({ component });
				},
				() => setFailed(true),
			);
		}, []);
		if (Part.component) return <Part.component {...props} />;
		if (failed) return <p class="notice failure">{what} could not be loaded. Reload the page to try again.</p>;
		return <p class="waiting">{meanwhile}</p>;
	};
}
