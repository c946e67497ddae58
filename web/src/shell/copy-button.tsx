// A button that copies a text, even on a page without TLS.
import { useState } from 'preact/hooks';
import { announce } from './announcer.tsx';

/** Renders a button that copies `text`; `what` names it for screen readers: "Copy the link". */
export function CopyButton({ text, what, label = 'Copy' }: { text: string; what: string; label?: string }) {
	const [copied, setCopied] = useState<string>();
	const copy = async () => {
		const done = await copyText(text);
		setCopied(done ? text : undefined);
		announce(done ? `Copied ${what}.` : `Could not copy ${what}: select the text and copy it.`);
	};
	return (
		<button type="button" class="quiet with-script" onClick={() => void copy()}>
			{copied === text ? 'Copied' : label}
			<span class="visually-hidden"> {what}</span>
		</button>
	);
}

async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return copyBySelecting(text);
	}
}

/** Browsers allow pages without TLS no clipboard access, but do allow this. */
function copyBySelecting(text: string): boolean {
	const field = document.createElement('textarea');
	field.value = text;
	field.className = 'visually-hidden';
	document.body.append(field);
	field.select();
	const done = document.execCommand('copy');
	field.remove();
	return done;
}
