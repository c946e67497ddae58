// The administration pages: session, navigation and the chosen section.
import type { ComponentType } from 'preact';
import type { Session } from '../../../clients/typescript/src/operator-schemas.ts';
import { type View, writeView } from '../address/address.ts';
import { isOperatorView, type OperatorSection, type OperatorView, sectionPath } from '../address/operator-view.ts';
import { useAnswer } from '../asking/use-answer.ts';
import type { PageForms } from '../posting/take-form.ts';
import { submitForms } from '../submit/submit-forms.ts';
import { SubmitPage } from '../submit/submit-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { DumpsPage, dumpForms } from './dumps-page.tsx';
import { eventForms, loadForms } from './event-forms.ts';
import { EventPage } from './event-page.tsx';
import { EventsPage } from './events-page.tsx';
import { harvestForms } from './harvest-forms.ts';
import { HarvestsPage } from './harvests-page.tsx';
import { LoadPage } from './load-page.tsx';
import { LoadsPage } from './loads-page.tsx';
import { NewSubscription } from './new-subscription.tsx';
import { NotificationPage, NotificationsPage, notificationForms } from './notifications-page.tsx';
import { sessionQuestion } from './operator-client.ts';
import { SessionContext } from './operator-form.tsx';
import { InvitationPage, invitationForms, PasswordPage, passwordForms } from './password-pages.tsx';
import { SectionHead } from './section-head.tsx';
import { sectionsFor, sectionTitle } from './section-names.ts';
import { SignedInAs, SignIn, signInForms } from './sign-in.tsx';
import { StatusPage } from './status-page.tsx';
import { subscriptionForms } from './subscription-forms.ts';
import { SubscriptionPage } from './subscription-page.tsx';
import { SubscriptionsPage } from './subscriptions-page.tsx';
import { TokensPage, tokenForms } from './tokens-page.tsx';
import { UsersPage, userForms } from './users-page.tsx';

/** Each page renders its SectionHead first. */
type Section = { Page: ComponentType<{ view: never }>; forms?: PageForms };

const sections: Readonly<Record<OperatorSection | Exclude<OperatorView['page'], 'operator'>, Section>> = {
	loads: { Page: LoadsPage },
	load: { Page: LoadPage, forms: loadForms },
	events: { Page: EventsPage, forms: eventForms },
	event: { Page: EventPage, forms: eventForms },
	submit: { Page: SubmitPage, forms: submitForms },
	subscriptions: { Page: SubscriptionsPage, forms: subscriptionForms },
	subscription: { Page: SubscriptionPage, forms: subscriptionForms },
	'new-subscription': { Page: NewSubscription, forms: subscriptionForms },
	tokens: { Page: TokensPage, forms: tokenForms },
	password: { Page: PasswordPage, forms: passwordForms },
	users: { Page: UsersPage, forms: userForms },
	status: { Page: StatusPage },
	harvests: { Page: HarvestsPage, forms: harvestForms },
	dumps: { Page: DumpsPage, forms: dumpForms },
	notifications: { Page: NotificationsPage },
	notification: { Page: NotificationPage, forms: notificationForms },
	audit: { Page: AuditPage },
	invitation: { Page: InvitationPage, forms: invitationForms },
};

function sectionOf(view: OperatorView): Section {
	return sections[view.page === 'operator' ? view.section : view.page];
}

/** Lists the forms of a page. */
export function formsOf(view: View): PageForms {
	if (!isOperatorView(view)) return {};
	return { ...signInForms, ...sectionOf(view).forms };
}

/** Renders an administration page, or the sign-in form. */
export function OperatorPage({ view }: { view: OperatorView }) {
	const isInvitation = view.page === 'operator' && view.section === 'invitation';
	const { value: session, loading, failure } = useAnswer(isInvitation ? undefined : sessionQuestion);
	return (
		<SessionContext.Provider value={session}>
			<main id="content" class="operator">
				{isInvitation && <InvitationPage />}
				{failure && <SectionHead title={sectionTitle[nameOf(view)]} failure={failure} />}
				{loading && !session && <p class="waiting">Checking the session …</p>}
				{!isInvitation && !loading && !failure && !session && <SignIn />}
				{session && <SignedIn view={view} session={session} />}
			</main>
		</SessionContext.Provider>
	);
}

/** Returns the section of a view; an event belongs to the events, for example. */
function nameOf(view: OperatorView): OperatorSection {
	if (view.page === 'operator') return view.section;
	if (view.page === 'audit' || view.page === 'subscriptions') return view.page;
	return view.page === 'new-subscription' ? 'subscriptions' : `${view.page}s`;
}

/** Returns what makes a page another one, which begins with no state of the page before. */
function keyOf(view: OperatorView): string {
	if (view.page === 'event') return view.eventId;
	if (view.page === 'notification') return view.uuid;
	if (view.page === 'subscription' || view.page === 'new-subscription') return writeView(view);
	return view.page === 'load' ? view.loadId : nameOf(view);
}

function SignedIn({ view, session }: { view: OperatorView; session: Session }) {
	const names = sectionsFor(session.roles);
	const name = nameOf(view);
	const { Page } = sectionOf(view) as { Page: ComponentType<{ view: OperatorView }> };
	return (
		<>
			<div class="operator-head">
				<nav class="switch" aria-label="Administration">
					{names.map((each) => (
						<a key={each} href={sectionPath(each)} aria-current={each === name ? 'page' : undefined}>
							{sectionTitle[each]}
						</a>
					))}
				</nav>
				<SignedInAs email={session.email} />
			</div>
			{names.includes(name) ? (
				<Page key={keyOf(view)} view={view} />
			) : (
				<>
					<SectionHead title={sectionTitle[name]} />
					<p class="notice">Only admins can see this page.</p>
				</>
			)}
		</>
	);
}
