// Says that a request failed, why, and what to do; knows no request.
import type { RequestFailure } from '../api/broker-api.ts';

/** Renders a failure with a button that tries again. */
export function FailureNotice({ failure, retry }: { failure: RequestFailure; retry(): void }) {
	const wait = failure.retryAfterSeconds;
	return (
		<div class="notice failure" role="alert">
			<p>{failure.message}</p>
			{wait !== undefined && <p>Try again in {wait === 1 ? 'a second' : `${wait} seconds`}.</p>}
			<button type="button" onClick={retry}>
				Try again
			</button>
		</div>
	);
}
