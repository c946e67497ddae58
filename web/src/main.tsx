// Starts the explorer in the browser.
import './regexp-escape.ts';
import { render } from 'preact';
import { holdAnswers } from './api/held-answers.ts';
import { App } from './app.tsx';
import { followLinks } from './navigation.ts';

const place = document.getElementById('app');
if (place) {
	holdAnswers();
	// What was sent as HTML is drawn anew, from the answers that came with it.
	place.replaceChildren();
	followLinks();
	render(<App />, place);
}
