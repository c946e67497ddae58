// The pages for operators: who is signed in, and the way from one page to another; knows no page's
// content.

import { useState } from 'preact/hooks';
import type { Session } from '../../../clients/typescript/src/operator-schemas.ts';
import { sectionsFor, sectionTitle } from '../../../src/http/pages/operator/operator-words.ts';
import { type OperatorSection, type OperatorView, sectionPath } from '../address/operator-view.ts';
import { askSession, signOut } from '../api/operator-api.ts';
import { useLoaded } from '../loading.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { SubmitPage } from '../submit/submit-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { DumpsPage } from './dumps-page.tsx';
import { EventPage } from './event-page.tsx';
import { EventsPage } from './events-page.tsx';
import { HarvestsPage } from './harvests-page.tsx';
import { InvitationPage, PasswordPage } from './password-forms.tsx';
import { SignIn } from './sign-in.tsx';
import { StatusPage } from './status-page.tsx';
import { TokensPage } from './tokens-page.tsx';
import { UsersPage } from './users-page.tsx';

export { formsOf } from './operator-forms.ts';

/** Renders a page for operators, or the form to sign in first. */
export function OperatorPage({ view }: { view: OperatorView }) {
	const [visit, setVisit] = useState(1);
	const isInvitation = view.page === 'operator' && view.section === 'invitation';
	const session = useLoaded(isInvitation ? undefined : `session ${visit}`, askSession);
	const signedOut = () => setVisit(visit + 1);
	if (isInvitation) {
		return (
			<main id="content" class="operator">
				<InvitationPage signedIn={() => location.assign(sectionPath('events'))} />
			</main>
		);
	}
	return (
		<main id="content" class="operator">
			{session.failure && <FailureNotice failure={session.failure} />}
			{session.loading && !session.value && <p class="waiting">Asking who is signed in …</p>}
			{!session.loading && !session.failure && !session.value && <SignIn signedIn={signedOut} />}
			{session.value && <SignedIn view={view} session={session.value} signedOut={signedOut} />}
		</main>
	);
}

function SignedIn({ view, session, signedOut }: { view: OperatorView; session: Session; signedOut(): void }) {
	const sections = sectionsFor(session.roles);
	const leave = async () => {
		await signOut().catch(() => undefined);
		signedOut();
	};
	return (
		<>
			<div class="operator-head">
				<nav class="switch" aria-label="Pages for operators">
					{sections.map((section) => (
						<a
							key={section}
							href={sectionPath(section)}
							aria-current={section === sectionOf(view) ? 'page' : undefined}
						>
							{sectionTitle[section]}
						</a>
					))}
				</nav>
				<p class="signed-in">
					<span>{session.email}</span>
					<button type="button" onClick={() => void leave()}>
						Sign out
					</button>
				</p>
			</div>
			<PageHeading
				key={view.page === 'event' ? view.eventId : sectionOf(view)}
				title={view.page === 'event' ? 'Event' : sectionTitle[sectionOf(view)]}
				description="For those who run this broker or submit links to it."
				listed={false}
			/>
			{sections.includes(sectionOf(view)) ? (
				<Content view={view} session={session} />
			) : (
				<p class="notice">Only admins see this page.</p>
			)}
		</>
	);
}

/** An event is one of the events. */
function sectionOf(view: OperatorView): OperatorSection {
	if (view.page === 'operator') return view.section;
	return view.page === 'event' ? 'events' : 'audit';
}

function Content({ view, session }: { view: OperatorView; session: Session }) {
	if (view.page === 'audit') return <AuditPage view={view} />;
	if (view.page === 'event') return <EventPage key={view.eventId} view={view} />;
	switch (view.section) {
		case 'events':
			return <EventsPage state={view.state} before={view.before} />;
		case 'submit':
			return <SubmitPage submitted={view.submitted} />;
		case 'tokens':
			return <TokensPage />;
		case 'password':
			return <PasswordPage email={session.email} />;
		case 'invitation':
			return null;
		case 'users':
			return <UsersPage self={session.email} />;
		case 'harvests':
			return <HarvestsPage />;
		case 'status':
			return <StatusPage />;
		case 'dumps':
			return <DumpsPage />;
	}
}
