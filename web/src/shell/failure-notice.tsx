// The notice of a failed question, with its reason and what to do.
import { writeView } from '../address/address.ts';
import { type Failure, isRetryable, tryAgainText } from '../asking/failure.ts';
import { useView } from '../navigation.ts';

/** Renders a failure, with a button to try again if a retry may succeed. */
export function FailureNotice({ failure }: { failure: Failure }) {
	const { retryAfterSeconds: wait } = failure;
	const view = useView();
	return (
		<div class="notice failure" role="alert">
			<p>{failure.message}</p>
			{wait !== undefined && <p>{tryAgainText(wait)}</p>}
			{isRetryable(failure) && (
				<a class="button" href={writeView(view)} target="_self">
					Try again
				</a>
			)}
		</div>
	);
}
