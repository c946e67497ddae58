// What stands above the content of every page for operators: its heading, what became of a form,
// and why the rest cannot be shown.
import { useEffect, useRef } from 'preact/hooks';
import { type Failure, tryAgainText } from '../asking/failure.ts';
import { isShownOnce, type Posted, type ShownOnce, usePosted } from '../posting/posted.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { PageHeading } from '../shell/page-heading.tsx';
import { sayOfField } from './operator-words.ts';

/** Renders it; the first failure decides the status of the page. */
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

/** What a form has made stands here, so that it is not lost where the rest cannot be shown. */
function Outcome({ posted }: { posted: Posted }) {
	const { notice, refusal, answer } = posted;
	const place = useRef<HTMLDivElement>(null);
	const shown = useRef(posted);
	// A form may be far below; what came with the page is where the browser put it.
	useEffect(() => {
		if (shown.current !== posted) place.current?.scrollIntoView({ block: 'nearest' });
		shown.current = posted;
	}, [posted]);
	return (
		<div class="outcome" ref={place}>
			{notice !== undefined && <p class="notice">{notice}</p>}
			{refusal && (
				<p class="wrong" role="alert">
					{sayOfField(refusal.message)}
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
