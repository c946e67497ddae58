// Says that a question was not answered, why, and what to do.
import { writeView } from '../address/address.ts';
import { type Failure, mayEndOtherwise, tryAgainText } from '../asking/failure.ts';
import { useView } from '../navigation.ts';

/** Renders a failure; with the way to try again, where another try may end otherwise. */
export function FailureNotice({ failure }: { failure: Failure }) {
	const { retryAfterSeconds: wait } = failure;
	const view = useView();
	return (
		<div class="notice failure" role="alert">
			<p>{failure.message}</p>
			{wait !== undefined && <p>{tryAgainText(wait)}</p>}
			{mayEndOtherwise(failure) && (
				<a class="button" href={writeView(view)} target="_self">
					Try again
				</a>
			)}
		</div>
	);
}
