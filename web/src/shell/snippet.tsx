// A text with a button that copies it.
import { CopyButton } from './copy-button.tsx';

/** Renders the text and the button; `what` names it for screen readers. */
export function Snippet({ text, what, label }: { text: string; what: string; label?: string }) {
	return (
		<div class="snippet">
			<code>{text}</code>
			<CopyButton text={text} what={what} {...(label && { label })} />
		</div>
	);
}
