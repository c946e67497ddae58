// Says that a question was not answered, why, and what to do.
import { writeView } from '../address/address.ts';
import type { Failure } from '../asking/failure.ts';
import { useView } from '../navigation.ts';

/** Renders a failure; with the way to try again, where another try may end otherwise. */
export function FailureNotice({ failure }: { failure: Failure }) {
	const { status, retryAfterSeconds: wait } = failure;
	const view = useView();
	const mayEndOtherwise = [0, 408, 409, 429].includes(status) || status >= 500;
	return (
		<div class="notice failure" role="alert">
			<p>{failure.message}</p>
			{wait !== undefined && <p>Try again in {wait === 1 ? '1 second' : `${wait} seconds`}.</p>}
			{mayEndOtherwise && (
				<a class="button" href={writeView(view)} target="_self">
					Try again
				</a>
			)}
		</div>
	);
}
