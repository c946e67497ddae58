// Announces changes of the page to screen readers.
import { useEffect, useState } from 'preact/hooks';

let lastText = '';
let show: (text: string) => void = () => {};

/** Announces a text after the current speech of a screen reader. */
export function announce(text: string): void {
	lastText = text;
	show(text);
}

/** Renders the live region for screen readers; one on each page. */
export function Announcer() {
	const [text, setText] = useState('');
	useEffect(() => {
		show = setText;
		// Texts announced before the region existed.
		setText(lastText);
	}, []);
	return (
		<div class="visually-hidden" role="status" aria-live="polite">
			{text}
		</div>
	);
}
