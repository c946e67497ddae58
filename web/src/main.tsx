// Starts the explorer in the browser.
import './regexp-escape.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { followLinks } from './navigation.ts';

const place = document.getElementById('app');
if (place) {
	followLinks();
	render(<App />, place);
}
