// The head of every administration page: its heading, the result of a form, and failures.
import { useEffect, useRef } from 'preact/hooks';
import { type Failure, tryAgainText } from '../asking/failure.ts';
import { isShownOnce, type Posted, type ShownOnce, usePosted } from '../posting/posted.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { fieldMessage } from './operator-words.ts';

/** Renders the head; the first failure decides the status of the page. */
export function SectionHead({ title, failure }: { title: string; failure?: Failure | undefined }) {
	const posted = usePosted();
	return (
		<>
			<PageHeading
				title={title}
				description="Administration of this broker and submission of links."
				listed={false}
				failure={posted?.refusal ?? failure}
			/>
			{posted && <Outcome posted={posted} />}
			{failure && failure.message !== posted?.refusal?.message && <FailureNotice failure={failure} />}
		</>
	);
}

/** Renders the result of a form here, so that a new secret is shown even if the rest fails. */
function Outcome({ posted }: { posted: Posted }) {
	const { notice, refusal, answer } = posted;
	const place = useRef<HTMLDivElement>(null);
	const shown = useRef(posted);
	// The form may be far below; a result that came with the page needs no scrolling.
	useEffect(() => {
		if (shown.current !== posted) place.current?.scrollIntoView({ block: 'nearest' });
		shown.current = posted;
	}, [posted]);
	return (
		<div class="outcome" ref={place}>
			{notice !== undefined && <p class="notice">{notice}</p>}
			{refusal && (
				<p class="wrong" role="alert">
					{fieldMessage(refusal.message)}
					{refusal.retryAfterSeconds !== undefined && ` ${tryAgainText(refusal.retryAfterSeconds)}`}
				</p>
			)}
			{isShownOnce(answer) && <Secret secret={answer} />}
		</div>
	);
}

function Secret({ secret: { once, what, advice } }: { secret: ShownOnce }) {
	return (
		<div role="status">
			<p>{advice}</p>
			<div class="snippet">
				<code>{once}</code>
				<CopyButton text={once} what={what} />
			</div>
		</div>
	);
}
