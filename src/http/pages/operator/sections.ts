// The pages for operators by their names; knows no content.
import { html } from '../../answers/html.ts';
import { type SectionName, sectionTitle } from './operator-words.ts';
import type { OperatorSection } from './section.ts';
import { invitation } from './sections/invitation.ts';
import { password } from './sections/password.ts';
import { tokens } from './sections/tokens.ts';

/** A page that its script draws. */
function drawn(name: SectionName): OperatorSection {
	const content = () => html`<noscript><p class="notice">This page needs JavaScript.</p></noscript>`;
	return { title: sectionTitle[name], content, forms: {} };
}

const all: Readonly<Record<SectionName, OperatorSection>> = {
	events: drawn('events'),
	submit: drawn('submit'),
	tokens,
	password,
	users: drawn('users'),
	status: drawn('status'),
	harvests: drawn('harvests'),
	dumps: drawn('dumps'),
	audit: drawn('audit'),
	invitation,
};

/** Finds a page by its name. */
export const sections: ReadonlyMap<string, OperatorSection> = new Map(Object.entries(all));
