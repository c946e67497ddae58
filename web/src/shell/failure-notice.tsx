// Says that a request failed, why, and what to do; knows no request.
import type { RequestFailure } from '../api/broker-api.ts';

/** Renders a failure; with a button that tries again, where another try may end otherwise. */
export function FailureNotice({ failure, retry }: { failure: RequestFailure; retry(): void }) {
	const { status, retryAfterSeconds: wait } = failure;
	const mayEndOtherwise = [0, 408, 409, 429].includes(status) || status >= 500;
	return (
		<div class="notice failure" role="alert">
			<p>{failure.message}</p>
			{wait !== undefined && <p>Try again in {wait === 1 ? 'a second' : `${wait} seconds`}.</p>}
			{mayEndOtherwise && (
				<button type="button" onClick={retry}>
					Try again
				</button>
			)}
		</div>
	);
}
