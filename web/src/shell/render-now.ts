// Renders a change of state at once, since printing does not wait.
import { options } from 'preact';

/** Runs a change of state and renders it before returning. */
export function renderNow(change: () => void): void {
	const usual = options.debounceRendering;
	options.debounceRendering = (render) => render();
	try {
		change();
	} finally {
		if (usual) options.debounceRendering = usual;
		else delete options.debounceRendering;
	}
}
