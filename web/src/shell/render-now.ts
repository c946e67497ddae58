// Renders what a change of state asks for before it returns: printing does not wait.
import { options } from 'preact';

/** Runs a change of state, and renders it at once. */
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
