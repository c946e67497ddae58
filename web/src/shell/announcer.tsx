// Tells those who cannot see the page what changed on it.
import { useEffect, useState } from 'preact/hooks';

let said = '';
let say: (text: string) => void = () => {};

/** Has a screen reader say something when it has finished what it is saying. */
export function announce(text: string): void {
	said = text;
	say(text);
}

/** Renders the place that screen readers watch; one on each page. */
export function Announcer() {
	const [text, setText] = useState('');
	useEffect(() => {
		say = setText;
		// What came with the page may have been told before.
		setText(said);
	}, []);
	return (
		<div class="visually-hidden" role="status" aria-live="polite">
			{text}
		</div>
	);
}
